"""A whole game: an append-only list of events in the show's terms, and its state, a fold over them.

One place decides what may happen (``state``, ``spins``), for events that are entered one by one, read from the notation
(docs/game-notation.md), or read from JSON (``game.schema.json``).
"""
