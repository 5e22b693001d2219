"""A whole game: an append-only list of events in the show's terms, and its state, a fold over them.

``state`` and ``slides`` decide which events are legal, for events entered one by one, read from the notation
(docs/game-notation.md), or read from JSON (``game.schema.json``).
"""
