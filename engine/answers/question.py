"""A validated question, with what every solver needs."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from ..errors import RulesError
from ..game.board import Board
from ..game.next_spins import NextSpinsBoard, check_next_spins
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import PlayRules
from ..solvers.cancel_flag import CancelFlag, Progress, ProgressListener
from ..solvers.limits import LEAST_DEPTH, METHODS, MOST_DEPTH, Limits
from ..solvers.schedule import Schedule
from ..solvers.score_cap import NEGLIGIBLE, score_cap


@dataclass(frozen=True)
class Question:
    """A question, and limits on the cost of its answer.

    Attributes:
        position, board, rules, limits: as given, with ``limits.unit`` in the rules.
        next_spins: another board for the next spins, or None.
        cancel: polled while solving. listener: receives progress.
        started: the time at which it was asked (``time.perf_counter``). schedule: what is left of its time.
    """

    position: Position
    board: Board
    rules: Rules
    limits: Limits
    next_spins: NextSpinsBoard | None
    cancel: CancelFlag
    listener: Callable[[Progress], None]
    started: float
    schedule: Schedule

    @property
    def unit(self) -> int:
        """Dollars that sums are rounded to: by default 1, the exact dollar."""
        return self.rules.unit or 1

    @property
    def boards(self) -> list[Board]:
        """The board of the next spin; then that of later ones, if it is another."""
        return [self.board] if self.next_spins is None else [self.next_spins.board, self.board]

    @property
    def seated_rules(self) -> Rules:
        """The rules with the options that depend on the mover spelt out by seat; ``reduce`` only where it is used."""
        return self.rules.seated(self.position.mover_seat).at(self.position.spins)

    def play_rules(self, unit: int, negligible: float = NEGLIGIBLE) -> PlayRules:
        """Return the rules at a unit; with ``cap=auto``, with a cap whose effect is negligible."""
        cap = self.rules.cap
        if cap is None:
            cap = max(
                score_cap(self.position, board, self.seated_rules, unit, negligible, self.cancel)
                for board in self.boards
            )
        return PlayRules(self.seated_rules, unit, cap)

    def within(self, share: float) -> Question:
        """Return the question with a share of its time."""
        return replace(self, schedule=self.schedule.within(share))


def ask(
    position: Position,
    board: Board,
    rules: Rules,
    limits: Limits,
    next_spins: NextSpinsBoard | None,
    progress: ProgressListener,
    cancel: CancelFlag,
) -> Question:
    """Check a question. Raises InputError with the field at fault."""
    started, schedule = time.perf_counter(), Schedule(limits.seconds)
    position.validate()
    board.check()
    if limits.method not in METHODS:
        raise RulesError(f"The method is one of {', '.join(METHODS)}.", field="method")
    if limits.depth is not None:
        if limits.method != "bounded":
            raise RulesError("A depth is for proven bounds: ask for the method bounded.", field="depth")
        if not LEAST_DEPTH <= limits.depth <= MOST_DEPTH:
            raise RulesError(
                f"The depth is a whole number from {LEAST_DEPTH} to {MOST_DEPTH:,}: a decision and its spin are a "
                "level each.",
                field="depth",
            )
    if limits.unit is not None:
        if limits.unit < 1:
            raise RulesError("The unit must be at least $1.", field="unit")
        rules = replace(rules, unit=limits.unit)
    if next_spins is not None:
        check_next_spins(position, rules)
    if next_spins is not None and limits.method == "bounded":
        raise RulesError("There are no proven bounds where the board changes; ask for another method.", field="method")
    return Question(position, board, rules, limits, next_spins, cancel, _throttled(progress), started, schedule)


def _throttled(listener: ProgressListener) -> Callable[[Progress], None]:
    """Return a listener that passes on at most ten reports a second, as listeners may be slow."""
    last = -1.0

    def report(progress: Progress) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= 0.1:
            last = now
            listener(progress)

    return report
