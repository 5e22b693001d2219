"""The show's well-known directions, which need no list of squares (rules 1.13)."""

from __future__ import annotations

import re

RING = 18
CORNERS = (1, 6, 10, 15)
ACROSS_FROM = 17  # the only square that showed it
_DIRECTIONS = (
    (re.compile(r"big bucks", re.IGNORECASE), "big_bucks"),
    (re.compile(r"(?:go |move )?back (?:two|2)(?: spaces)?", re.IGNORECASE), "back"),
    (re.compile(r"(?:(?:go |move )?forward|advance) (?:two|2)(?: spaces)?", re.IGNORECASE), "advance"),
    (re.compile(r"move (?:one|1)(?: space)?", re.IGNORECASE), "beside"),
    (re.compile(r"(?:pick|choose) a corner", re.IGNORECASE), "corner"),
    (re.compile(r"across the board", re.IGNORECASE), "across"),
)


def get_direction_kind(name: str) -> str:
    """Return the kind of a direction of the show, for ``find_kind_targets``; "" if it is not one."""
    return next((kind for words, kind in _DIRECTIONS if words.fullmatch(name)), "")


def list_direction_targets(name: str, square: int) -> list[int]:
    """Return the squares that a direction of the show leads to from a square of its ring; empty if unknown."""
    kind = get_direction_kind(name)
    if not kind or not 1 <= square <= RING or (kind == "across" and square != ACROSS_FROM):
        return []
    return find_kind_targets(kind, square)


def find_kind_targets(kind: str, square: int) -> list[int]:
    """Return the squares that a kind of direction leads to from a square of the ring."""
    steps = {"back": [-2], "advance": [2], "beside": [-1, 1]}
    if kind in steps:
        return [(square + step - 1) % RING + 1 for step in steps[kind]]
    return {"big_bucks": [4], "corner": [corner for corner in CORNERS if corner != square], "across": [8]}[kind]
