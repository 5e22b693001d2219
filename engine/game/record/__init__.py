"""A whole game: an append-only list of events in the show's terms, and its state, a fold over them.

What may happen is decided in one place (``state``, ``spins``), for events that are entered one by one, read
from the notation (docs/game-notation.md), or read from JSON (``game.schema.json``).
"""
