"""Limits on the cost of an answer."""

from __future__ import annotations

from dataclasses import dataclass

METHODS = ("auto", "exact", "bounded", "estimated")
MIN_DEPTH, MAX_DEPTH = 2, 10_000  # a decision and a spin
FIRST_DEPTH = 64  # the first program's


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on the cost of an answer.

    Attributes:
        seconds: approximate time.
        memory_bytes: memory for the solver's arrays.
        unit: dollars to round board values to; None leaves it to the rules.
        method: ``auto`` or one of the three kinds of answer.
        depth: levels of the tree that bounds explore, at least ``MIN_DEPTH``; None for no limit. Only for ``bounded``;
            the first program's default was ``FIRST_DEPTH``.
        fresh: do not read the answer from a stored table.
        cells: cells of the grid that an estimate starts from, which also fix the playouts: with ample time, the estimate
            is then the same on every machine. None leaves both to the time.
    """

    seconds: float = 10.0
    memory_bytes: int = 2 * 2**30
    unit: int | None = None
    method: str = "auto"
    depth: int | None = None
    fresh: bool = False
    cells: int | None = None
