"""The positions of a game solved within limits for all of them: what is soon exact by itself, the rest from shared
grids.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from .. import calibration
from ..answers.between_rounds import between_rounds
from ..answers.exact import exact_seconds
from ..answers.methods import solve
from ..errors import Unaffordable, Unsettled
from ..game.board import Board
from ..game.options import Rules
from ..game.position import Position
from ..game.questions import NextRound
from ..solvers import schedule
from ..solvers.cancel_flag import CancelFlag, Progress, ProgressListener, WorkClock, ignore
from ..solvers.limits import Limits
from ..solvers.processor_time import Job, current_job
from ..solvers.processors import threads
from ..solvers.schedule import Schedule
from .early import EarlyPosition, plain
from .plan import Plan
from .position_values import PositionValues, position_values, share_of
from .shared_grid import SharedGrid, solve_shared_grid

GUESS = 0.2  # an error that says nothing
SPINS_OF_A_QUESTION = 2.5  # on average


def solve_positions(
    plan: Plan,
    positions: Sequence[Position],
    limits: Limits | None = None,
    *,
    skip: Callable[[Position], bool] | None = None,
    progress: ProgressListener | None = None,
    cancel: CancelFlag | None = None,
) -> Iterator[tuple[Position, PositionValues]]:
    """Yield the values of positions of a plan, as soon as each is solved; those that cannot be solved are left out.

    Together they take far less time than each by itself (``position_values``), as they share grids of scores. Two are
    solved at the same time.

    Args:
        plan: of the review.
        positions: some of ``plan.positions``, in that order.
        limits: for all of them; by default 25 seconds.
        skip: asked before each position, in any thread; true if it has been solved elsewhere in the meantime.
        progress: receives reports.
        cancel: set it to stop.

    Raises:
        InputError: a position cannot be solved on this board, or by these rules.
        Cancelled: ``cancel`` was set.
    """
    limits, flag = limits or Limits(seconds=schedule.REVIEW), cancel or CancelFlag()
    yield from _Solving(plan, limits, progress or ignore, flag, positions, skip).values()


def soon_exact(position: Position, board: Board, rules: Rules, limits: Limits) -> bool:
    """Return whether an exact answer is worth trying: predicted to fit or, without a prediction, on a coarse unit."""
    coarse = (rules.unit or 1) >= calibration.COARSE_UNIT
    if isinstance(position, EarlyPosition):
        return False
    if position.spins > (calibration.SOON_COARSE_SPINS if coarse else calibration.SOON_SPINS):
        return False
    seconds = exact_seconds(position, board, rules, limits)
    return coarse and position.spins <= calibration.SOON_SPINS if seconds is None else seconds <= limits.seconds


class _Solving:
    """Solve the positions root by root, those with the fewest spins first, and drop each grid after use."""

    def __init__(
        self,
        plan: Plan,
        limits: Limits,
        listener: ProgressListener,
        cancel: CancelFlag,
        positions: Sequence[Position],
        skip: Callable[[Position], bool] | None,
    ):
        self.plan, self.limits, self.listener, self.cancel, self.skip = plan, limits, listener, cancel, skip
        self.watch = WorkClock()
        self.groups: dict[Position, list[Position]] = {}
        for position in positions:
            self.groups.setdefault(plan.roots[position], []).append(position)
        self.count, self.done = len(positions), 0

    def values(self) -> Iterator[tuple[Position, PositionValues]]:
        """Yield the values. Raises Cancelled."""
        groups = sorted(self.groups.items(), key=lambda group: (group[0].spins, group[0].notation))
        for at, (root, positions) in enumerate(groups):
            self.cancel.check()
            # The more spins are left, the longer a grid takes.
            share = _weight(root, positions) / sum(_weight(*group) for group in groups[at:])
            yield from self._group(root, positions, share * max(0.0, self.limits.seconds - self.watch.look()))

    def _group(
        self, root: Position, positions: list[Position], seconds: float
    ) -> Iterator[tuple[Position, PositionValues]]:
        """Yield the values of positions that follow one root, in about this many seconds."""
        if self.skip is not None and all(map(self.skip, positions)):
            self.done += len(positions)
            return
        watch, grid = WorkClock(), None
        if len(positions) > 1 and not self._all_soon_exact(positions, seconds):
            limits = replace(self.limits, seconds=schedule.SHARED_GRID * seconds)
            grid = self._grid(root, limits)
        waiting = len(positions)

        def one(position: Position) -> PositionValues | None:
            nonlocal waiting
            self.cancel.check()
            left, waiting = threads() * (seconds - watch.look()) / waiting, waiting - 1
            if self.skip is not None and self.skip(position):
                return None
            limits = share_of(self.limits, left, 1)
            return _Part(self.plan, position, grid, limits, Schedule(limits.seconds), self.cancel).values()

        job = current_job()

        def apart(position: Position) -> PositionValues | None:
            return Job(job).run(one, position)

        with ThreadPoolExecutor(threads()) as pool:
            try:
                for position, values in zip(positions, pool.map(apart, positions), strict=True):
                    self.done += 1
                    self.listener(Progress("Solving the positions", self.done / self.count))
                    if values is not None:
                        yield position, values
            finally:
                pool.shutdown(cancel_futures=True)

    def _grid(self, root: Position, limits: Limits) -> SharedGrid | None:
        plan, then = self.plan, None
        if isinstance(root, EarlyPosition):
            then = NextRound(plan.board, root.questions)
        board = plan.board_of(root)
        return solve_shared_grid(plain(root), board, plan.rules, limits, self.listener, self.cancel, then)

    def _all_soon_exact(self, positions: list[Position], seconds: float) -> bool:
        limits = share_of(self.limits, threads() * seconds, len(positions))
        return all(soon_exact(position, self.plan.board, self.plan.rules, limits) for position in positions)


@dataclass(frozen=True)
class _Part:
    """One position of a review, the grid that it shares, if any, and its own limits."""

    plan: Plan
    position: Position
    grid: SharedGrid | None
    limits: Limits
    schedule: Schedule
    cancel: CancelFlag

    def values(self) -> PositionValues | None:
        """Return the values from the first method that says more than a guess; None if none does. Raises Cancelled."""
        for method in self._methods():
            with suppress(Unaffordable, Unsettled, MemoryError):
                found = method()
                if found.uncertainty[1] <= GUESS:
                    return found
        return None

    def _methods(self) -> Iterator[Callable[[], PositionValues]]:
        """Yield the methods that know the position, the best first."""
        if self.grid is None:
            yield partial(self._solved, self.limits)
        else:
            if soon_exact(self.position, self.plan.board, self.plan.rules, self.limits):
                yield partial(self._solved, replace(self.limits, method="exact"))
            yield partial(self._from_grid, self.grid)
        # Solve it by itself, perhaps for more than its limits allow: a gap in the review is worse.
        if self.grid is not None or self.limits.seconds < schedule.GAP:
            yield partial(self._solved, replace(self.limits, seconds=schedule.GAP))

    def _from_grid(self, grid: SharedGrid) -> PositionValues:
        return grid.values(plain(self.position), self.schedule.left(), self.cancel)

    def _solved(self, limits: Limits) -> PositionValues:
        """Return the values from the solver."""
        if isinstance(self.position, EarlyPosition):
            return self._before_round_2(self.position, limits)
        return position_values(self.position, self.plan.board, self.plan.rules, limits, cancel=self.cancel)

    def _before_round_2(self, position: EarlyPosition, limits: Limits) -> PositionValues:
        plan, then = self.plan, NextRound(self.plan.board, position.questions)
        if position.between:
            odds = between_rounds(position.contestants, plan.rules, then, limits, cancel=self.cancel)
            return PositionValues(odds, None)
        board = plan.board_of(position)
        return PositionValues.from_result(
            solve(position.plain, board, plan.rules, limits, then=then, cancel=self.cancel)
        )


def _weight(root: Position, positions: Sequence[Position]) -> float:
    """Return a measure of the time that the positions that follow one root take."""
    questions = root.questions if isinstance(root, EarlyPosition) and root.between else 0
    return len(positions) + root.spins + SPINS_OF_A_QUESTION * questions
