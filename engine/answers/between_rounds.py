"""The odds between the rounds, when the spins of round 2 are not yet known.

All possible starts of round 2 have the same scores, so one plan has them all, and their mean is the answer. Before the
first question it is read from the score values.
"""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import numpy.typing as npt

from .. import calibration
from ..errors import Unaffordable
from ..game.options import Rules
from ..game.position import SEATS, Position
from ..game.questions import NO_SPINS, NextRound, spins_from_questions, start_of_round_2
from ..game.rules import PlayRules, Podiums, game_over
from ..solvers import schedule
from ..solvers.cancel_flag import CancelFlag
from ..solvers.dense.solver import DenseSolver
from ..solvers.lanes import ALL_SEATS, counted_seats
from ..solvers.limits import Limits
from ..solvers.playouts import Doubles, Playouts
from ..solvers.ply import terminal_payoff, to_triple
from ..solvers.score_cap import COARSE_NEGLIGIBLE
from ..tables.score_value_build import check_rules
from ..tables.score_value_store import find_values, values_for
from .abstraction import simplify_for_dense
from .grid_selection import PlannedGrid, plan_grid, select_finest_grid
from .methods import solve
from .question import Question, ask
from .result import Odds, make_odds

GOLDEN_RATIO = (math.sqrt(5) - 1) / 2  # its multiples modulo 1 are spread evenly
MIN_DRAWS, MAX_DRAWS = 12, 2000
MAX_STARTS = 400  # whose playouts are kept, 0.2 MB each; further draws continue them


def between_rounds(
    podiums: Podiums, rules: Rules, then: NextRound, limits: Limits | None = None, *, cancel: CancelFlag | None = None
) -> Odds:
    """Return the odds after some or all of the questions before round 2, assuming average questions.

    The podiums have the spins earned so far, ``then`` the questions that are left. By default it takes two seconds.

    Raises:
        InputError: there are no odds by these rules, or before this board.
        Unaffordable: too big for the limits.
        Cancelled: the flag was set.
    """
    limits, cancel = limits or Limits(seconds=schedule.BETWEEN_ROUNDS_SECONDS), cancel or CancelFlag()
    check_rules(rules)
    then.board.check()
    a, b, c = (contestant.earned for contestant in podiums)
    still_in = [seat for seat in SEATS if not podiums[seat].out]
    starts = {
        start_of_round_2(podiums, spins, rules): float(chance)
        for spins, chance in spins_from_questions(still_in, then.questions, (a, b, c)).items()
    }
    over = {start: terminal_payoff(start, rules) for start in starts if game_over(start, rules)}
    open_starts = [start for start in starts if start not in over]
    if not open_starts or len(still_in) < 2:
        return Odds(to_triple(terminal_payoff(next(iter(starts)), rules)), (0.0, 0.0, 0.0), "exact")
    if len(starts) == 1:
        return _solve_start(open_starts[0], rules, then, limits, cancel)
    longest = max(open_starts, key=lambda start: start.spins)  # its cap suffices for all
    if (a, b, c) == NO_SPINS:
        seated = rules.seated(longest.mover_seat)
        values = find_values(then, seated)
        if values is None and then.questions > calibration.QUESTIONS_AT_ONCE:
            values = values_for(then, seated, limits.memory_bytes, cancel)
        if values is not None:
            values.check(podiums)
            return Odds(to_triple(values.value(podiums)), values.errors(podiums), "estimated")
    question = ask(longest, then.board, rules, limits, cancel=cancel)
    grid, play_rules = _solve(question, open_starts)
    payoffs = over | {start: grid.value(start) for start in open_starts}
    mean = np.sum([chance * np.array(payoffs[start]) for start, chance in starts.items()], axis=0)
    corrections, errors = _correct_mean(question, play_rules, grid, {start: starts[start] for start in open_starts})
    mean = (mean + corrections).clip(0.0, 1.0)
    return Odds(to_triple(mean.tolist()), to_triple(errors.tolist()), "estimated")


def _solve_start(start: Position, rules: Rules, then: NextRound, limits: Limits, cancel: CancelFlag) -> Odds:
    """Return the odds of the better action at a start."""
    result = solve(start, then.board, rules, limits, cancel=cancel)
    best = make_odds(result.press if result.best == "press" else result.passing, result.method)
    assert best is not None
    return best


def _solve(question: Question, starts: list[Position]) -> tuple[DenseSolver, PlayRules]:
    """Return the starts solved on the finest grid for which there is time, and the play rules of the true game.

    Raises:
        Unaffordable: not even the coarsest grid fits.
        Cancelled: the flag was set.
    """
    play_rules = question.play_rules(COARSE_NEGLIGIBLE)
    simpler_question, simpler = simplify_for_dense(question, play_rules)
    seconds = schedule.SOLVE_GRID_SHARE * question.schedule.left()
    grid = select_finest_grid(simpler_question, simpler, ALL_SEATS, seconds, starts)
    for mask in counted_seats(question.position):
        if grid is not None and grid.grid <= calibration.GOOD_GRID:
            break
        grid = select_finest_grid(simpler_question, simpler, mask, seconds, starts) or grid
    if simpler.unit > 1:  # on a grid of the unit no sum is split between two scores
        unit_grid = plan_grid(simpler_question, simpler, simpler.unit, ALL_SEATS, others=starts)
        if isinstance(unit_grid, PlannedGrid) and unit_grid.seconds <= seconds:
            grid = unit_grid
    if grid is None:
        raise Unaffordable("There are too many ways to share out the spins for the time.")
    grid.dense.solve(question.listener)
    return grid.dense, play_rules


def _correct_mean(
    question: Question, play_rules: PlayRules, grid: DenseSolver, starts: dict[Position, float]
) -> tuple[Doubles, Doubles]:
    """Return the correction of the mean over all starts, by playouts from some of them, and its standard error.

    Starts are sampled in proportion to their chances (golden-ratio sequence); a start that is drawn again continues its
    playouts. The mover takes the preferred action after correction. The policy error combines the starts as if
    independent, and a share of their mean as if fully correlated.
    """
    by_spins = sorted(starts, key=lambda start: (start.spins, start.notation))
    up_to = np.cumsum([starts[start] for start in by_spins])
    playouts = Playouts(grid, game=(question.board, play_rules), depth=1, position=question.position)
    playouts.measure_value_error(question.cancel)
    games, draws = dict[Position, Playouts](), Counter[Position]()
    while draws.total() < MIN_DRAWS or (question.schedule.left() > 0 and draws.total() < MAX_DRAWS):
        question.cancel.check()
        place = GOLDEN_RATIO * (draws.total() % MAX_STARTS + 1) % 1.0 * up_to[-1]
        start = by_spins[min(int(np.searchsorted(up_to, place)), len(by_spins) - 1)]
        if start not in games:
            games[start] = playouts.for_position(start)
        games[start].improve(calibration.FIRST_PLAYOUTS, question.cancel)
        draws[start] += 1
    share = sum(starts[start] for start in games) / up_to[-1]
    shares = starts if len(games) == len(starts) else draws  # a sampled start also represents others
    weights = np.array([[shares[start]] for start in games]) / sum(shares.values())
    estimates = [start_playouts.preferred for start_playouts in games.values()]
    corrections = np.array([estimate.mean for estimate in estimates]) - [grid.value(start) for start in games]
    playout_noise = _root_sum(weights * [estimate.standard_error for estimate in estimates])
    sampling_noise = np.std(corrections, axis=0) / math.sqrt(max(1, len(games) - 1))
    noise = np.hypot(math.sqrt(share) * playout_noise, math.sqrt(max(0.0, 1 - share)) * sampling_noise)
    policy = weights * [estimate.policy_error for estimate in estimates]
    error = _root_sum(
        [calibration.NOISE_FACTOR * noise, calibration.POLICY_OF_STARTS * policy.sum(axis=0), _root_sum(policy)]
    )
    return up_to[-1] * (weights * corrections).sum(axis=0), error


def _root_sum(errors: npt.ArrayLike) -> Doubles:
    """Return the root of the sum of squares in each column."""
    return np.asarray(np.sqrt(np.square(errors).sum(axis=0)))
