"""Better and better answers to one question, each replacing the last."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from engine.errors import Unaffordable
from engine.game.board import Board
from engine.game.options import Rules
from engine.game.position import Position
from engine.solve.flag import CancelFlag, ProgressListener
from engine.solve.result import SolveResult
from engine.solve.solver import Limits, solve


def refine(
    position: Position,
    board: Board,
    rules: Rules | None = None,
    limits: Limits | None = None,
    *,
    progress: ProgressListener | None = None,
    cancel: CancelFlag | None = None,
) -> Iterator[SolveResult]:
    """Answers from quick to exact. The last one is what ``solve`` would return.

    Raises: as ``solve``; what was yielded before stays true.
    """
    rules = rules or Rules()
    limits = limits or Limits()
    if rules.unit is None and limits.unit is None and position.spins > 1:
        with suppress(Unaffordable):  # nothing quick; the full answer follows
            yield solve(position, board, rules, replace(limits, seconds=1.0), progress=progress, cancel=cancel)
    yield solve(position, board, rules, limits, progress=progress, cancel=cancel)
