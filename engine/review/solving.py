"""Solves the positions of a game within common limits: they share the time and grids of scores.

The grids of a root have the values of all positions that can follow it. So they are solved once, and each position is
then estimated by playouts, which take a fraction of a second; positions of few spins are solved exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from .. import calibration
from ..answers.abstraction import supports_playouts
from ..answers.between_rounds import between_rounds
from ..answers.estimator import Estimator
from ..answers.methods import answer_question, exact_seconds
from ..answers.question import Question, ask
from ..errors import Unaffordable, Unsettled
from ..game.board import Board
from ..game.options import Rules
from ..game.position import Position
from ..game.questions import NextRound
from ..solvers import schedule
from ..solvers.cancel_flag import CancelFlag, Progress, ProgressListener, Team, ignore_progress
from ..solvers.limits import Limits
from ..solvers.processors import count_threads, limit_threads
from .early import FIRST_ROUND, EarlyPosition
from .plan import Plan
from .position_values import PositionValues, share_limits

UNINFORMATIVE_ERROR = 0.2  # of a chance; odds with a larger error are dropped
SPINS_OF_A_QUESTION = 2.5  # on average


def solve_positions(
    plan: Plan,
    positions: Sequence[Position],
    limits: Limits | None = None,
    *,
    skip: Callable[[Position], bool] = lambda position: False,
    progress: ProgressListener | None = None,
    cancel: CancelFlag | None = None,
) -> Iterator[tuple[Position, PositionValues]]:
    """Yield the values of positions of a plan as they are solved; positions that cannot be solved are left out.

    They are some of ``plan.positions``, in its order. Solving them together takes far less time than one by one
    (``position_values``), as they share grids of scores, and several are solved in parallel, with the threads of one solve.
    The limits are for all of them, by default 25 seconds. ``skip``, called before each position, in any thread, returns
    whether it has been solved elsewhere in the meantime.

    Raises:
        InputError: a position cannot be solved on this board, or by these rules.
        Cancelled: ``cancel`` was set.
    """
    limits = limits or Limits(seconds=schedule.REVIEW_SECONDS)
    listener, flag = progress or ignore_progress, cancel or CancelFlag()
    followers: dict[Position, list[Position]] = {}
    for position in positions:
        followers.setdefault(plan.roots[position], []).append(position)
    # Fewest spins first; each grid is dropped after use.
    groups = sorted(followers.items(), key=lambda group: (group[0].spins, group[0].notation))
    timer, count = schedule.Schedule(limits.seconds), 0
    for index, (root, group) in enumerate(groups):
        flag.check()
        # The more spins are left, the longer a grid takes.
        time_share = _relative_time(root, group) / sum(_relative_time(*later_group) for later_group in groups[index:])
        seconds = time_share * max(0.0, timer.left())
        solver = _Group(plan, root, group, replace(limits, seconds=seconds), skip, listener, flag)
        for position, values in solver.solve_all():
            count += 1
            listener(Progress("Solving the positions", count / len(positions)))
            if values is not None:
                yield position, values


def soon_exact(position: Position, board: Board, rules: Rules, limits: Limits) -> bool:
    """Return whether an exact answer is worth trying: predicted to fit or, without a prediction, on a coarse unit."""
    is_coarse = (rules.unit or 1) >= calibration.COARSE_UNIT
    if isinstance(position, EarlyPosition):
        return False
    if position.spins > (calibration.SOON_COARSE_SPINS if is_coarse else calibration.SOON_SPINS):
        return False
    seconds = exact_seconds(position, board, rules, limits)
    return is_coarse and position.spins <= calibration.SOON_SPINS if seconds is None else seconds <= limits.seconds


@dataclass(frozen=True)
class _Group:
    """Positions of one root, and their common limits."""

    plan: Plan
    root: Position
    positions: list[Position]
    limits: Limits
    skip: Callable[[Position], bool]
    listener: ProgressListener
    cancel: CancelFlag

    def solve_all(self) -> Iterator[tuple[Position, PositionValues | None]]:
        """Yield the values of each position; None if it was skipped or not solved.

        Raises:
            Cancelled: the flag was set.
        """
        if all(map(self.skip, self.positions)):
            yield from ((position, None) for position in self.positions)
            return
        at_once = min(count_threads(), len(self.positions))
        threads_each, timer = count_threads() // at_once, schedule.Schedule(self.limits.seconds)
        positions_left, grid = len(self.positions), self._solve_grids(at_once)

        def solve_one(position: Position, cancel: CancelFlag) -> PositionValues | None:
            nonlocal positions_left
            cancel.check()
            limits = share_limits(self.limits, timer.left(), -(-positions_left // at_once))
            positions_left -= 1
            if self.skip(position):
                return None
            with limit_threads(threads_each):
                values = self._solve_position(position, limits, grid, cancel)
                if values is None and (grid is not None or limits.seconds < schedule.RETRY_SECONDS):
                    # Solve it without the grid, perhaps beyond the limits, as a gap in the review is worse.
                    longer = replace(limits, seconds=schedule.RETRY_SECONDS)
                    values = self._solve_position(position, longer, None, cancel)
            return values

        with Team(at_once, self.cancel) as team:
            jobs = [partial(solve_one, position, team.stop) for position in self.positions]
            yield from zip(self.positions, team.results(jobs), strict=True)

    def _solve_grids(self, at_once: int) -> Estimator | None:
        """Return the root's grids, which its positions share; None if they need none, or there is too little time."""
        limits_each = share_limits(self.limits, self.limits.seconds, -(-len(self.positions) // at_once))
        with limit_threads(count_threads() // at_once):
            if len(self.positions) == 1 or all(
                soon_exact(position, self.plan.board, self.plan.rules, limits_each) for position in self.positions
            ):
                return None
        question = self._make_question(self.root, self.limits, self.listener, self.cancel)
        if not supports_playouts(question):
            return None
        estimator = Estimator(question)
        with suppress(Unaffordable, Unsettled):
            # ``SOLVE_GRID_SHARE`` of these seconds is for solving the finer grid.
            estimator.solve_grids(schedule.SHARED_GRID_SHARE * self.limits.seconds / schedule.SOLVE_GRID_SHARE)
            return estimator
        return None

    def _solve_position(
        self, position: Position, limits: Limits, grid: Estimator | None, cancel: CancelFlag
    ) -> PositionValues | None:
        """Solve one position, by playouts if ``grid`` is given; None if an error exceeds ``UNINFORMATIVE_ERROR``."""
        with suppress(Unaffordable, Unsettled, MemoryError):
            if isinstance(position, EarlyPosition) and position.between:
                next_round = NextRound(self.plan.board, position.questions)
                odds = between_rounds(position.contestants, self.plan.rules, next_round, limits, cancel=cancel)
                values = PositionValues(odds, None)
            else:
                question = self._make_question(position, limits, ignore_progress, cancel)
                estimator = None if grid is None else grid.for_position(question.position)
                tries_exact = estimator is None or soon_exact(position, self.plan.board, self.plan.rules, limits)
                answer = answer_question(question, exactly=tries_exact, bounds=estimator is None, estimator=estimator)
                values = PositionValues.from_result(answer)
            return values if values.uncertainty[1] <= UNINFORMATIVE_ERROR else None
        return None

    def _make_question(
        self, position: Position, limits: Limits, listener: ProgressListener, cancel: CancelFlag
    ) -> Question:
        board, next_round = self.plan.board, None
        if isinstance(position, EarlyPosition):
            next_round = NextRound(board, position.questions)
            position, board = position.plain, self.plan.game.setup.boards[FIRST_ROUND]
        return ask(position, board, self.plan.rules, limits, None, listener, cancel, next_round)


def _relative_time(root: Position, positions: Sequence[Position]) -> float:
    """Return the weight of a root in the time budget."""
    questions = root.questions if isinstance(root, EarlyPosition) and root.between else 0
    return len(positions) + root.spins + SPINS_OF_A_QUESTION * questions
