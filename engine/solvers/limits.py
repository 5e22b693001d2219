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
        seconds: about how long it may take.
        memory_bytes: the most memory for the solver's tables.
        unit: dollars to round board values to; None leaves it to the rules.
        method: ``auto`` or one of the three kinds of answer.
        depth: levels of the tree that bounds explore, ``MIN_DEPTH`` or more; None for no limit. Only for ``bounded``;
            the first program's default was ``FIRST_DEPTH``.
        fresh: do not read the answer from a kept table.
        cells: the most cells of the grid that an estimate starts from, and with them the playouts; None leaves both to
            the time. With ample time, an estimate is then the same on every machine.
    """

    seconds: float = 10.0
    memory_bytes: int = 2 * 2**30
    unit: int | None = None
    method: str = "auto"
    depth: int | None = None
    fresh: bool = False
    cells: int | None = None
