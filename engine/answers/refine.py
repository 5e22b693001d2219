"""Better and better answers to one question, each replacing the last."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from engine.answers.solver import solve
from engine.errors import Unaffordable
from engine.game.board import Board
from engine.game.now import Now
from engine.game.options import Rules
from engine.game.position import Position
from engine.solve.flag import CancelFlag, ProgressListener
from engine.solve.limits import Limits
from engine.solve.result import SolveResult

STAGES = (1.0, 10.0)  # seconds that answers before the last may take


def refine(
    position: Position,
    board: Board,
    rules: Rules | None = None,
    limits: Limits | None = None,
    *,
    now: Now | None = None,
    progress: ProgressListener | None = None,
    cancel: CancelFlag | None = None,
) -> Iterator[SolveResult]:
    """Answers from quick to exact. The last one is what ``solve`` would return.

    Raises: as ``solve``; what was yielded before stays true.
    """
    rules = rules or Rules()
    limits = limits or Limits()
    for seconds in STAGES if limits.method == "auto" else ():
        if seconds >= limits.seconds:
            break
        with suppress(Unaffordable):  # nothing so quick; a better answer follows
            found = solve(
                position, board, rules, replace(limits, seconds=seconds), now=now, progress=progress, cancel=cancel
            )
            yield found
            if found.method == "exact":
                return
    yield solve(position, board, rules, limits, now=now, progress=progress, cancel=cancel)
