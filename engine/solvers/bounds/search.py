"""Interval expectimax (max^n): proven bounds on the values of a position from a part of its tree.

Every explored position has, for each contestant, an interval [low, high] that contains the chance
to win; a position not yet explored has [0, 1] (0 for contestants who are out). Three rules narrow the
intervals (``_search.pyx``):

- **Chance**: lows and highs are averaged.
- **Decision**: a branch whose high, for the mover, lies below the low of another by more than the
  tolerance of ties is never taken; nor is one that comes after a branch surely within the tolerance
  of the best. If one branch is left, its intervals are the answer. If several are left, the mover has
  at least the largest low (minus the tolerance, as an equal branch may be taken first) and at most
  the largest high; each other contestant has between the smallest low and the largest high of the
  branches left.
- **Sum**: with ``ties=split`` the three chances never sum to more than 1, so none is more than
  1 minus the lows of the others. If some slides give no extra spin whatever is chosen, the game ends
  with certainty and the sum is at least 1 (with ``ties=joint`` too; not if the house may put the last
  contestant out), so none is less than 1 minus the highs of the others.

**Cycles.** At a cap, or where a spin adds nothing, positions can lead back to themselves. The exact
value is defined as the limit of iteration from zero, v(0) = 0, v(k+1) = F(v(k)), all positions of the
cycle at once, and endless play pays nothing (``engine.solvers.oracle``). Say that a box, one interval for
each position, *catches* the iteration if for any e > 0 all v(k) from some k on lie within e of it; then
it holds the limit.

- The first box, [0, 1] everywhere, catches: every v(k) is a mixture of payoffs, which are 0 to 1.
- If a box catches, so does the box after the rules of chance and decision at any position: they hold
  F(v) for every v in the box, and, as they only rule a branch out by a margin (beyond the tolerance),
  F(v) is not farther off than e for v within a small enough e of it.
- So does the box after the rule of sums: if the game ends with certainty, v(k) falls short of a sum
  of 1 by at most the chance that the game lasts longer than k steps, which goes to 0.
- If two intervals catch, so does their intersection.

So narrowing any intervals, in any order and stopped at any moment, leaves a box that holds the
limit. A low is proven although endless play pays nothing, as it starts at 0 and is only raised by
certain payoffs; a high starts at 1, not at 0. If the iteration never converges there is no exact
value, and the box holds all its limit points.

**Arithmetic.** Every average is widened by more than the sum of its rounding errors, relative to its
size, so that 0 stays 0 and the intervals of true ties stay within the tolerance.

The order of exploration affects only the speed: states with the largest reach probability * width of
their intervals come first, down to a threshold that falls from round to round. At an open decision
the reach probability is shared among the branches that may be taken.
"""

from __future__ import annotations

import time

import numpy as np

from ... import calibration
from ...errors import PositionError, RulesError, Unaffordable
from ...game.board import Board
from ...game.position import SEATS, Position
from ...game.rules import PlayRules, game_over
from ...game.spin import StagedSpins
from ..cancel_flag import CancelFlag, Progress, ProgressListener, ignore_progress
from ..kernel_rules import kernel_position
from ..ply import TOLERANCE, Best, Triple
from ..spin_arrays import SpinArrays
from ..spin_rows import may_end_turn
from . import _search

Interval = tuple[Triple, Triple]

EXACT_WIDTH = 1e-9  # intervals narrower than this count as exact
FIRST_THRESHOLD = 1e-2
MIN_THRESHOLD = 1e-30  # no state is below it


class Bounds:
    """Intervals for the actions of the mover, which narrow with more time.

    Args:
        position, board, play_rules: what to solve; ``play_rules`` holds the rules, unit and cap.
        cancel: polled several times a millisecond; the intervals hold even after it was set.
        memory: limit of bytes for explored positions; ``finished`` is set when they are used up.
        depth: limit of levels of the tree, or None. As in the first program, a decision is a level and a spin is one, so
            a press leads two levels down, or one where passed spins leave no choice. The shortest path counts.

    Raises:
        PositionError: the game is over.
        RulesError: a goal in dollars, whose payoffs have no upper bound.
        Unaffordable: too many different scores, or too little memory for the root.
    """

    def __init__(
        self,
        position: Position,
        board: Board,
        play_rules: PlayRules,
        *,
        cancel: CancelFlag,
        memory: int,
        depth: int | None = None,
    ):
        if play_rules.rules.in_dollars:
            raise RulesError(
                f"Proven bounds are for chances to win; with goal={play_rules.rules.goal} ask for exact.",
                field="method",
            )
        if game_over(position, play_rules.rules):
            raise PositionError("The game is over, so there is nothing to decide.", field="up")
        self.position = position
        self.play_rules = play_rules
        self.cancel = cancel
        self.finished = False
        self._search = _make_search(position, board, play_rules, cancel, memory, depth or 0)
        self._press: Interval | None = None
        self._passing: Interval | None = None
        self._threshold = FIRST_THRESHOLD
        self._speed = calibration.BOUNDS_SPEED
        self._read()

    @property
    def states(self) -> int:
        return int(self._search.expanded)

    @property
    def full(self) -> bool:
        return bool(self._search.full)

    def actions(self) -> tuple[Interval | None, Interval | None]:
        """Return (press, pass): for each the lows and the highs by seat, None where it is not allowed.

        The pass goes to the receiver that the mover prefers.
        """
        return self._press, self._passing

    @property
    def width(self) -> float:
        """The width of the widest of all intervals."""
        intervals = [action for action in self.actions() if action is not None]
        return max(high[seat] - low[seat] for low, high in intervals for seat in SEATS)

    @property
    def exact(self) -> bool:
        return self.width < EXACT_WIDTH

    @property
    def verdict(self) -> Best | None:
        """The mover's best action; None until it is proven."""
        if self._press is None or self._passing is None:
            return "pass" if self._press is None else "press"
        seat = self.position.mover_seat
        (press_low, press_high), (pass_low, pass_high) = self._press, self._passing
        if pass_low[seat] > press_high[seat] + TOLERANCE[False]:
            return "pass"
        if pass_high[seat] <= press_low[seat] + TOLERANCE[False]:
            return "press"
        return None

    def narrow(self, seconds: float, progress: ProgressListener = ignore_progress) -> None:
        """Explore further for about this many seconds; intervals never widen.

        Stops earlier when they are exact, when nothing more can be gained (``finished``), and when
        the time left is too short for another round.

        Raises:
            Cancelled: the flag was set. The present intervals hold.
        """
        start_time = time.perf_counter()
        spent = 0.0
        while not self.finished:
            affordable = (seconds - spent) * self._speed
            if affordable < calibration.BOUNDS_WORTH_WHILE * self._search.visited:
                break
            self.explore(self._threshold, int(affordable))
            self._threshold = max(MIN_THRESHOLD, self._threshold / calibration.BOUNDS_THRESHOLD_RATIO)
            spent = time.perf_counter() - start_time
            progress(Progress(f"{self.states:,} positions looked at", min(1.0, spent / max(seconds, 1e-9))))

    def explore(self, threshold: float, max_new_states: int) -> None:
        """Run one round of the search: expand the frontier, then back intervals up.

        Args:
            threshold: least reach probability * width of a position to visit.
            max_new_states: limit of positions to explore in this round.

        Raises:
            Cancelled: the flag was set.
        """
        search, width, expanded = self._search, self.width, self._search.expanded
        start_time = time.perf_counter()
        search.run_round(threshold, expanded + max_new_states)
        self.cancel.check()
        if search.visited > calibration.BOUNDS_TIMED:
            self._speed = search.visited / (time.perf_counter() - start_time)
        self._read()
        if search.expanded == expanded and (search.full or threshold <= MIN_THRESHOLD or not search.pruned_states):
            # Nothing new can be explored, so another round helps only while intervals still change.
            self.finished = width - self.width <= EXACT_WIDTH / 1000
        self.finished = self.finished or self.exact

    def _read(self) -> None:
        press, passing = self._search.actions()
        self._press = _intersect(self._press, press)
        self._passing = _intersect(self._passing, passing)


def _intersect(before: Interval | None, interval: list[float] | None) -> Interval | None:
    if interval is None:
        return None
    low, high = interval[:3], interval[3:]
    if before is not None:
        low = [max(pair) for pair in zip(low, before[0], strict=True)]
        high = [min(pair) for pair in zip(high, before[1], strict=True)]
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])


def _make_search(
    position: Position, board: Board, play_rules: PlayRules, cancel: CancelFlag, memory: int, depth: int
) -> _search.BoundedSearch:
    rules = play_rules.rules
    staged = StagedSpins(board, rules, play_rules.unit, position.spins)
    spin = SpinArrays(staged.stages, play_rules)
    scores = spin.scores_by_seat([{c.score} for c in position.contestants], cancel)
    places = tuple(s.index(c.score) for s, c in zip(scores, position.contestants, strict=True))
    try:
        return _search.BoundedSearch(
            **spin.for_states(scores, cancel),
            root=kernel_position(position, places),
            early_from=staged.begins,
            split=rules.ties == "split",
            # Some slides give no extra spin, and the house puts nobody out.
            ends=rules.house == "won" and all(may_end_turn(spin) for stage in staged.stages for spin in stage),
            rounding=_bound_rounding(spin),
            depth=depth,
            memory=memory,
        )
    except MemoryError:
        raise Unaffordable("There is too little memory to explore this position.") from None


def _bound_rounding(spin: SpinArrays) -> float:
    """Return a bound on the relative error of averaging once over a spin."""
    terms = spin.weights.shape[1] + spin.chances.shape[1] + int(np.diff(spin.parts).max(initial=1))
    return float((terms + 8) * 1.2e-16)
