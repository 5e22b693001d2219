"""The grid of scores that an estimate starts from: the finest one that fits the limits.

A coarse plan predicts first what will fit. How fast the machine is at the moment, busy as it may be, shows
when a rough grid is solved; that corrects the prediction for finer ones.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass, replace

from ..errors import Unaffordable
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import PlayRules
from ..solve.config_plan import CONFIG_SECONDS
from ..solve.costs import cube_seconds
from ..solve.cube_plan import CubePlan
from ..solve.cubes import Cubes
from ..solve.playouts import Seating, seated_in_turn_order
from ..solve.processors import threads
from .abstraction import fewer_spins, simpler_rules
from .question import Question
from .standard_errors import Errors, measured

GRIDS = (250, 500, 1000, 2000, 4000, 8000)
PLANNING = 0.2  # the share of the remaining time for planning
PLANNING_AT_LEAST = 0.08  # seconds for planning in any case
SOLVING = 0.4  # the share of the remaining time for solving
ROUGHLY = 0.05  # likewise on the rough grid, unless even the coarsest takes longer
LOW_CAP = 20_000
HEADROOM = 12_000
REACH = 10_000  # dollars that others add who try to catch up with a runaway leader
RUNAWAY = 2.0  # a leader with this many times what the others may reach is hardly ever caught up
SOLVING_AGAIN = 0.4  # the share of the time remaining later for solving on the second grid
LEAST = 0.3  # the share of the whole time for planning and solving in any case
LONGEST = 15.0  # seconds for solving; a finer grid is hardly worth more
UNCHANGED = (0, 1, 2)
# On such a grid or a finer one the rules themselves are better than simpler ones on any grid: contestants who take
# the wrong turns choose worse than those who see their scores roughly.
GOOD = 4000
SLOWEST = 5.0  # a rough grid that took longer than predicted by more than this was held up by something else
FASTEST = 0.7
# Least exponents with which the numbers of cells and rows grow as a grid gets finer.
CELL_GROWTH = 2.3
ROW_GROWTH = 1.4
# Configurations that follow a position, roughly, by how many contestants hold spins; to be multiplied
# by the square of the spins, and by BY_SCORE with ``turn_order=score``.
CONFIGS = {1: 2.0, 2: 6.0, 3: 4.8}
BY_SCORE = 3.0

# Standard errors of values without playouts, by grid.
GRID_ERRORS = {250: 0.004, 500: 0.008, 1000: 0.02, 2000: 0.04, 4000: 0.08, 8000: 0.15}
DOLLAR_ERRORS = {250: 40.0, 500: 80.0, 1000: 300.0, 2000: 480.0, 4000: 1700.0, 8000: 4600.0}  # benchmarks/dollars.py
# Standard errors of solving with fewer spins, by the least share of them.
SHARE_ERRORS = ((0.6, 0.06), (0.4, 0.1), (0.2, 0.15), (0.0, 0.2))


@dataclass(frozen=True)
class SelectedGrid:
    """Cubes on the selected grid, not yet solved.

    Attributes:
        cubes: they keep all values. grid: dollars between their scores.
        spins: how many spins they assume.
        seating: for each seat of the position, the seat of its contestant in the cubes.
    """

    cubes: Cubes
    grid: int
    spins: int
    seating: Seating


def grid_errors(question: Question, selected: SelectedGrid) -> Errors:
    """Standard errors of the grid's values, before any playout."""
    return measured(question, selected.grid, GRID_ERRORS, DOLLAR_ERRORS)


def fewer_spins_error(selected: SelectedGrid, spins: int) -> float:
    """The standard error added by assuming fewer than ``spins`` spins."""
    share = selected.spins / spins
    return 0.0 if share == 1 else next(error for least, error in SHARE_ERRORS if share >= least)


def pace(selected: SelectedGrid, seconds: float) -> float:
    """How many times as long as predicted solving takes at the moment, as it took these seconds on one grid."""
    return min(SLOWEST, max(FASTEST, seconds / _seconds(selected.cubes)))


def select_grid(question: Question, play_rules: PlayRules, solving: float = SOLVING) -> SelectedGrid:
    """The best cubes that fit the limits. Raises Unaffordable.

    Some time is reserved for them even if other methods have used up the rest. ``solving`` is the share of
    the remaining time that they may take, unless they are the coarsest.
    """
    enough = LEAST * question.limits.seconds
    if question.seconds_left() < enough:
        question = replace(question, started=question.started + enough - question.seconds_left())
    position = question.position
    refusal = Unaffordable("The spins can be shared out in too many ways.")
    for fewer in (position, *fewer_spins(position, _max_spins(question))):
        try:
            return _with_spins(question, play_rules, fewer, solving)
        except Unaffordable as too_big:
            refusal = too_big
    raise Unaffordable(f"This position cannot even be estimated in {question.limits.seconds:g} seconds. {refusal}")


def select_rough_grid(question: Question, play_rules: PlayRules) -> SelectedGrid:
    """Cubes that are solved in no time, to begin with. Raises Unaffordable."""
    return select_grid(question, play_rules, ROUGHLY)


def select_finer_grid(
    question: Question, play_rules: PlayRules, rough: SelectedGrid, pace: float
) -> SelectedGrid | None:
    """The best cubes that fit the limits at this ``pace`` and are finer than the rough ones; None if there are none."""
    plan = rough.cubes.plan
    budget = min(LONGEST, SOLVING * question.seconds_left()) / pace
    same = PlayRules(plan.play_rules.rules, play_rules.unit, play_rules.cap)
    found = _finer(question, same, rough, budget)
    so_far = found or rough
    if rough.spins < question.position.spins or so_far.grid <= GOOD:
        return found
    for rules in simpler_rules(play_rules.rules):
        if plan.play_rules.rules in (rules, rules.moved(rough.seating)):
            continue
        try:
            simpler = _simpler(question, play_rules, rules, question.position, so_far, budget)
        except Unaffordable:
            continue
        found = simpler or found
    return found


def select_grid_within(question: Question, play_rules: PlayRules, cells: int) -> SelectedGrid:
    """The finest grid of at most so many cells, for all spins under the rules themselves. Raises Unaffordable."""
    coarsest = _coarsest(question, play_rules, play_rules.rules, question.position)
    plan = coarsest.cubes.plan
    for grid in GRIDS[:-1]:
        if grid <= play_rules.unit or plan.cells * (coarsest.grid / grid) ** CELL_GROWTH > cells:
            continue
        with suppress(Unaffordable):
            cubes = _cubes(question, plan.position, play_rules, grid, _planning(question), plan)
            if cubes.plan.cells <= cells:
                return replace(coarsest, cubes=cubes, grid=grid)
    if plan.cells > cells:
        raise Unaffordable(f"On the coarsest grid it has {plan.cells:,} cells.")
    return coarsest


def select_second_grid(
    question: Question, play_rules: PlayRules, selected: SelectedGrid, pace: float = 1.0
) -> SelectedGrid | None:
    """Cubes of the same game on a grid 1.5 times as coarse; None if there is no time."""
    if selected.grid == GRIDS[-1]:
        return None
    cubes, grid = selected.cubes, selected.grid * 3 // 2
    rules = cubes.plan.play_rules.rules
    try:
        other = _cubes(
            question,
            cubes.plan.position,
            PlayRules(rules, play_rules.unit, play_rules.cap),
            grid,
            _planning(question),
            cubes.plan,
        )
    except Unaffordable:
        return None
    if pace * _seconds(other) > SOLVING_AGAIN * question.seconds_left():
        return None
    return SelectedGrid(other, grid, selected.spins, selected.seating)


def _planning(question: Question) -> float:
    """Seconds for planning."""
    return max(PLANNING * question.seconds_left(), PLANNING_AT_LEAST)


def _max_configs(question: Question) -> float:
    return _planning(question) / CONFIG_SECONDS


def _max_spins(question: Question) -> int:
    """How many spins can be planned in time under the simple rules."""
    return int(math.sqrt(_max_configs(question) / max(CONFIGS.values())))


def _configs(position: Position, rules: Rules) -> float:
    """Roughly how many configurations follow a position."""
    holders = sum(1 for contestant in position.contestants if contestant.spins)
    return CONFIGS[holders] * position.spins**2 * (BY_SCORE if rules.turn_order == "score" else 1)


def _with_spins(question: Question, play_rules: PlayRules, position: Position, solving: float) -> SelectedGrid:
    """The finest grid for a position; simpler rules only where the true ones allow no more than a coarse one."""
    found: SelectedGrid | None = None
    refusal = Unaffordable("The spins can be shared out in too many ways.")
    budget = min(LONGEST, SOLVING * question.seconds_left())
    for rules in simpler_rules(play_rules.rules):
        if _configs(position, rules) > _max_configs(question):
            continue
        try:
            coarsest = _coarsest(question, play_rules, rules, position)
            if _seconds(coarsest.cubes) > budget:
                raise Unaffordable(f"On the coarsest grid it takes about {_seconds(coarsest.cubes):.1f} seconds.")
        except Unaffordable as too_big:
            refusal = too_big
            continue
        rules = coarsest.cubes.plan.play_rules.rules
        within = min(LONGEST, solving * question.seconds_left())
        finer = _finer(question, PlayRules(rules, play_rules.unit, play_rules.cap), coarsest, within) or coarsest
        if found is None or finer.grid < found.grid:
            found = finer
        if found.grid <= GOOD or solving < SOLVING:
            break
    if found is None:
        raise refusal
    return found


def _coarsest(question: Question, play_rules: PlayRules, rules: Rules, position: Position) -> SelectedGrid:
    """The coarsest grid under the rules themselves, or simpler ones."""
    sat, seating = (position, UNCHANGED) if rules == play_rules.rules else seated_in_turn_order(position)
    seated = PlayRules(rules.moved(seating), play_rules.unit, play_rules.cap)
    cubes = _cubes(question, sat, seated, GRIDS[-1], _planning(question), None)
    return SelectedGrid(cubes, GRIDS[-1], position.spins, seating)


def _simpler(
    question: Question, play_rules: PlayRules, rules: Rules, position: Position, found: SelectedGrid, budget: float
) -> SelectedGrid | None:
    """The finest grid under simpler rules, if it is finer than what was found. Raises Unaffordable."""
    if _configs(position, rules) > _max_configs(question):
        return None
    coarsest = _coarsest(question, play_rules, rules, position)
    seated = PlayRules(coarsest.cubes.plan.play_rules.rules, play_rules.unit, play_rules.cap)
    finer = _finer(question, seated, coarsest, budget)
    return finer if finer is not None and finer.grid < found.grid else None


def _finer(question: Question, play_rules: PlayRules, coarse: SelectedGrid, budget: float) -> SelectedGrid | None:
    """The finest grid that is predicted to be solved within the budget; None if none finer than the coarse one is."""
    plan = coarse.cubes.plan
    for grid in GRIDS:
        if not play_rules.unit < grid < coarse.grid:
            continue
        times = coarse.grid / grid
        if cube_seconds(plan, coarse.cubes.peak, threads(), times**CELL_GROWTH, times**ROW_GROWTH) > budget:
            continue
        try:
            cubes = _cubes(question, plan.position, play_rules, grid, _planning(question), plan)
        except Unaffordable:
            continue
        if _seconds(cubes) <= budget:
            return SelectedGrid(cubes, grid, coarse.spins, coarse.seating)
    return None


def _cubes(
    question: Question, position: Position, play_rules: PlayRules, grid: int, patience: float, like: CubePlan | None
) -> Cubes:
    cap = play_rules.cap if play_rules.rules.cap is not None else _low_cap(position, play_rules, grid)
    return Cubes(
        position,
        question.board,
        PlayRules(play_rules.rules, play_rules.unit, cap),
        memory=question.limits.memory_bytes,
        cancel=question.cancel,
        single=True,
        grid=grid,
        threads=threads(),
        keep=True,
        patience=patience,
        like=like,
    )


def _low_cap(position: Position, play_rules: PlayRules, grid: int) -> int:
    """A cap for the cubes on the grid: higher scores are too rare to affect the choices.

    If dollars are at stake they do matter. A runaway leader stays above the cap until a Whammy.
    """
    if play_rules.rules.in_dollars:
        return -(-play_rules.cap // grid) * grid
    _, second, top = sorted(c.score for c in position.contestants)
    needed = max(LOW_CAP, top + HEADROOM)
    others = max(LOW_CAP, second) + REACH
    if top > RUNAWAY * others:
        needed = others
    return -(-min(play_rules.cap, needed) // grid) * grid


def _seconds(cubes: Cubes) -> float:
    return cube_seconds(cubes.plan, cubes.peak, threads())
