"""A validated question."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from ..errors import RulesError
from ..game.board import Board
from ..game.next_spins import NextSpinsBoard, check_next_spins
from ..game.options import Rules
from ..game.position import Position
from ..game.questions import NextRound
from ..game.rules import PlayRules
from ..solvers.cancel_flag import CancelFlag, Progress, ProgressListener, ignore_progress
from ..solvers.limits import MAX_DEPTH, METHODS, MIN_DEPTH, Limits
from ..solvers.schedule import Schedule
from ..solvers.score_cap import NEGLIGIBLE, round_1_cap, score_cap
from ..solvers.score_values import ScoreValues


@dataclass(frozen=True)
class Question:
    """A question, and limits on the cost of its answer.

    Attributes:
        position, board, rules, limits: the arguments of `solve`, with ``limits.unit`` in the rules.
        next_spins: another board for the next spins, or None.
        then: the next round of a position of round 1; None in round 2. score_values: the value of its scores.
        cancel: polled while solving. listener: receives progress.
        started: the time of the question (``time.perf_counter``). schedule: its time budget.
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
    then: NextRound | None = None
    score_values: ScoreValues | None = None

    @property
    def unit(self) -> int:
        """Dollars that sums are rounded to; 1 is the exact dollar."""
        return self.rules.unit or 1

    @property
    def boards(self) -> list[Board]:
        """The board of the next spin, and the board of later spins if it is another."""
        return [self.board] if self.next_spins is None else [self.next_spins.board, self.board]

    @property
    def seated_rules(self) -> Rules:
        """The rules with options spelled out by seat; without ``reduce`` if it does not apply yet."""
        return self.rules.seated(self.position.mover_seat).at(self.position.spins)

    def play_rules(self, negligible: float = NEGLIGIBLE) -> PlayRules:
        """Return the rules at the question's unit; with ``cap=auto``, with a cap whose effect is negligible."""
        cap = self.rules.cap
        if cap is None and self.score_values is not None:
            cap = round_1_cap(self.position, self.board, self.seated_rules, self.score_values.highest)
        elif cap is None:
            cap = max(
                score_cap(self.position, board, self.seated_rules, self.unit, negligible, self.cancel)
                for board in self.boards
            )
        return PlayRules(self.seated_rules, self.unit, cap)

    def with_limits(self, limits: Limits, cancel: CancelFlag) -> Question:
        """Return the question with new limits of the same unit, whose time begins now."""
        return replace(self, limits=limits, cancel=cancel, schedule=Schedule(limits.seconds))


def ask(
    position: Position,
    board: Board,
    rules: Rules | None = None,
    limits: Limits | None = None,
    next_spins: NextSpinsBoard | None = None,
    progress: ProgressListener | None = None,
    cancel: CancelFlag | None = None,
    then: NextRound | None = None,
) -> Question:
    """Validate the arguments of ``solve``. In round 1, building rough score values may take seconds beyond the limits.

    Raises:
        InputError: with the field at fault.
        Unaffordable: score values take more memory than the limits allow.
        Cancelled: ``cancel`` was set while score values were built.
    """
    rules, limits, cancel = rules or Rules(), limits or Limits(), cancel or CancelFlag()
    position.validate()
    board.check()
    if limits.method not in METHODS:
        raise RulesError(f"The method is one of {', '.join(METHODS)}.", field="method")
    if limits.depth is not None:
        if limits.method != "bounded":
            raise RulesError("A depth is for proven bounds: ask for the method bounded.", field="depth")
        if not MIN_DEPTH <= limits.depth <= MAX_DEPTH:
            raise RulesError(
                f"The depth is a whole number from {MIN_DEPTH} to {MAX_DEPTH:,}: a decision and its spin are a "
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
    score_values = None
    if then is not None:
        # Loading tables takes half as long as loading all methods, and few questions are of round 1.
        from ..tables.score_value_build import check_rules
        from ..tables.score_value_store import values_for

        then.board.check()
        if limits.method not in ("auto", "estimated"):
            raise RulesError("In round 1 odds are estimated; ask for the method auto or estimated.", field="method")
        if next_spins is not None:
            raise RulesError("In round 1 all spins are on one board.", field="now")
        check_rules(rules)
        score_values = values_for(then, rules.seated(position.mover_seat), limits.memory_bytes, cancel)
        score_values.check(position.contestants)
    listener, start_time, schedule = (
        _throttle(progress or ignore_progress),
        time.perf_counter(),
        Schedule(limits.seconds),
    )
    return Question(
        position, board, rules, limits, next_spins, cancel, listener, start_time, schedule, then, score_values
    )


def _throttle(listener: ProgressListener) -> Callable[[Progress], None]:
    """Return a listener that passes on at most ten reports a second, as the listener may be slow."""
    last = -1.0

    def report(progress: Progress) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= 0.1:
            last = now
            listener(progress)

    return report
