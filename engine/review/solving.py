"""The positions of a game solved within limits for all of them: questions that share their time and grids of scores.

The grids of a position hold the values of everything that can follow it. So they are solved once, and each position is
then estimated by playouts from there, which take a fraction of a second; what is soon exact by itself is solved exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from .. import calibration
from ..answers.abstraction import can_be_played_out
from ..answers.between_rounds import between_rounds
from ..answers.estimator import Estimator
from ..answers.methods import answer_to, exact_seconds
from ..answers.question import Question, ask
from ..errors import Unaffordable, Unsettled
from ..game.board import Board
from ..game.options import Rules
from ..game.position import Position
from ..game.questions import NextRound
from ..solvers import schedule
from ..solvers.cancel_flag import CancelFlag, Progress, ProgressListener, Team, ignore
from ..solvers.limits import Limits
from ..solvers.processors import limit_threads, threads
from .early import EarlyPosition, solver_position
from .plan import Plan
from .position_values import PositionValues, limits_for_one

UNINFORMATIVE_ERROR = 0.2  # an error that says nothing
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

    Together they take far less time than each by itself (``position_values``), as they share grids of scores. Several are
    solved at the same time, and share the threads of one solve.

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
    limits, listener, flag = limits or Limits(seconds=schedule.REVIEW), progress or ignore, cancel or CancelFlag()
    followers: dict[Position, list[Position]] = {}
    for position in positions:
        followers.setdefault(plan.roots[position], []).append(position)
    # Those with the fewest spins first; each grid is dropped after use.
    groups = sorted(followers.items(), key=lambda group: (group[0].spins, group[0].notation))
    time, done = schedule.Schedule(limits.seconds), 0
    for at, (root, group) in enumerate(groups):
        flag.check()
        # The more spins are left, the longer a grid takes.
        share = _weight(root, group) / sum(_weight(*each) for each in groups[at:])
        seconds = share * max(0.0, time.left())
        solving = _Group(plan, root, group, replace(limits, seconds=seconds), skip, listener, flag)
        for position, values in solving.values():
            done += 1
            listener(Progress("Solving the positions", done / len(positions)))
            if values is not None:
                yield position, values


def soon_exact(position: Position, board: Board, rules: Rules, limits: Limits) -> bool:
    """Return whether an exact answer is worth trying: predicted to fit or, without a prediction, on a coarse unit."""
    coarse = (rules.unit or 1) >= calibration.COARSE_UNIT
    if isinstance(position, EarlyPosition):
        return False
    if position.spins > (calibration.SOON_COARSE_SPINS if coarse else calibration.SOON_SPINS):
        return False
    seconds = exact_seconds(position, board, rules, limits)
    return coarse and position.spins <= calibration.SOON_SPINS if seconds is None else seconds <= limits.seconds


@dataclass(frozen=True)
class _Group:
    """Positions that follow one root, and the limits for all of them."""

    plan: Plan
    root: Position
    positions: list[Position]
    limits: Limits
    skip: Callable[[Position], bool] | None
    listener: ProgressListener
    cancel: CancelFlag

    def values(self) -> Iterator[tuple[Position, PositionValues | None]]:
        """Yield the values of each position; None where it was skipped or nothing says more than a guess.

        Raises:
            Cancelled: the flag was set.
        """
        if self.skip is not None and all(map(self.skip, self.positions)):
            yield from ((position, None) for position in self.positions)
            return
        at_once = min(threads(), len(self.positions))
        each, time = threads() // at_once, schedule.Schedule(self.limits.seconds)
        waiting, grid = len(self.positions), self._grid(at_once)

        def one(position: Position, cancel: CancelFlag) -> PositionValues | None:
            nonlocal waiting
            cancel.check()
            limits, waiting = limits_for_one(self.limits, time.left(), -(-waiting // at_once)), waiting - 1
            if self.skip is not None and self.skip(position):
                return None
            found = self._found(position, limits, grid, cancel)
            if found is None and (grid is not None or limits.seconds < schedule.GAP):
                # Solve it by itself, perhaps for more than its limits allow: a gap in the review is worse.
                found = self._found(position, replace(limits, seconds=schedule.GAP), None, cancel)
            return found

        def apart(position: Position, cancel: CancelFlag) -> PositionValues | None:
            with limit_threads(each):
                return one(position, cancel)

        with Team(at_once, self.cancel) as team:
            works = [partial(apart, position, team.stop) for position in self.positions]
            yield from zip(self.positions, team.results(works), strict=True)

    def _grid(self, at_once: int) -> Estimator | None:
        """Return the root's grids for its positions to share; None if they need none, or there is no time for any.

        Args:
            at_once: how many positions are solved at the same time.
        """
        soon = limits_for_one(self.limits, self.limits.seconds, -(-len(self.positions) // at_once))
        with limit_threads(threads() // at_once):
            if len(self.positions) == 1 or all(self._soon_exact(position, soon) for position in self.positions):
                return None
        question = self._question(self.root, self.limits, self.listener, self.cancel)
        if question.then is None and not can_be_played_out(question):
            return None
        estimator = Estimator(question)
        with suppress(Unaffordable, Unsettled):
            # These limits are the grids' alone.
            estimator.solve_grids(schedule.SHARED_GRID * self.limits.seconds / schedule.SOLVE_GRID)
            return estimator
        return None

    def _found(
        self, position: Position, limits: Limits, grid: Estimator | None, cancel: CancelFlag
    ) -> PositionValues | None:
        """Return the values within limits, by playouts from a grid if there is one; None if they are but a guess."""
        with suppress(Unaffordable, Unsettled, MemoryError):
            if isinstance(position, EarlyPosition) and position.between:
                then = NextRound(self.plan.board, position.questions)
                odds = between_rounds(position.contestants, self.plan.rules, then, limits, cancel=cancel)
                found = PositionValues(odds, None)
            else:
                question = self._question(position, limits, ignore, cancel)
                shared = None if grid is None else grid.at(question.position)
                exactly = shared is None or self._soon_exact(position, limits)
                answer = answer_to(question, exactly=exactly, bounds=shared is None, estimator=shared)
                found = PositionValues.from_result(answer)
            return found if found.uncertainty[1] <= UNINFORMATIVE_ERROR else None
        return None

    def _soon_exact(self, position: Position, limits: Limits) -> bool:
        return soon_exact(position, self.plan.board, self.plan.rules, limits)

    def _question(self, position: Position, limits: Limits, listener: ProgressListener, cancel: CancelFlag) -> Question:
        then = NextRound(self.plan.board, position.questions) if isinstance(position, EarlyPosition) else None
        board = self.plan.board_of(position)
        return ask(solver_position(position), board, self.plan.rules, limits, None, listener, cancel, then)


def _weight(root: Position, positions: Sequence[Position]) -> float:
    """Return a measure of the time that the positions that follow one root take."""
    questions = root.questions if isinstance(root, EarlyPosition) and root.between else 0
    return len(positions) + root.spins + SPINS_OF_A_QUESTION * questions
