"""The grid of scores that an estimate starts from: the finest one that fits the limits.

A coarse plan predicts first what will fit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from ..errors import Unaffordable
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import PlayRules
from ..solve.config_plan import CONFIG_SECONDS
from ..solve.costs import THREADS, cube_seconds
from ..solve.cube_plan import CubePlan
from ..solve.cubes import Cubes
from ..solve.playouts import Seating, seated_in_turn_order
from .abstraction import fewer_spins, simpler_rules
from .question import Question
from .standard_errors import Errors, measured

GRIDS = (250, 500, 1000, 2000, 4000, 8000)
PLANNING = 0.2  # the share of the remaining time for planning
PLANNING_AT_LEAST = 0.08  # seconds for planning in any case
SOLVING = 0.4  # the share of the remaining time for solving
LOW_CAP = 20_000
HEADROOM = 12_000
SOLVING_AGAIN = 0.6  # the share of the time remaining later for solving on the second grid
LEAST = 0.3  # the share of the whole time for planning and solving in any case
LONGEST = 15.0  # seconds for solving; a finer grid is hardly worth more
UNCHANGED = (0, 1, 2)
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


def select_grid(question: Question, play_rules: PlayRules) -> SelectedGrid:
    """The best cubes that fit the limits. Raises Unaffordable.

    Some time is reserved for them even if other methods have used up the rest.
    """
    enough = LEAST * question.limits.seconds
    if question.seconds_left() < enough:
        question = replace(question, started=question.started + enough - question.seconds_left())
    position = question.position
    refusal = Unaffordable("The spins can be shared out in too many ways.")
    for fewer in (position, *fewer_spins(position, _max_spins(question))):
        try:
            return _with_spins(question, play_rules, fewer)
        except Unaffordable as too_big:
            refusal = too_big
    raise Unaffordable(f"This position cannot even be estimated in {question.limits.seconds:g} seconds. {refusal}")


def select_second_grid(question: Question, play_rules: PlayRules, selected: SelectedGrid) -> SelectedGrid | None:
    """Cubes of the same game on a grid 1.5 times as coarse; None if there is no time."""
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
    if _seconds(other) > SOLVING_AGAIN * question.seconds_left():
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


def _with_spins(question: Question, play_rules: PlayRules, position: Position) -> SelectedGrid:
    """The finest grid for a position; simpler rules only where they make the grid finer."""
    found: SelectedGrid | None = None
    refusal = Unaffordable("The spins can be shared out in too many ways.")
    for rules in simpler_rules(play_rules.rules):
        if _configs(position, rules) > _max_configs(question):
            continue
        sat, seating = (position, UNCHANGED) if rules == play_rules.rules else seated_in_turn_order(position)
        try:
            cubes, grid = _finest(question, sat, PlayRules(rules.moved(seating), play_rules.unit, play_rules.cap))
        except Unaffordable as too_big:
            refusal = too_big
            continue
        if found is None or grid < found.grid:
            found = SelectedGrid(cubes, grid, position.spins, seating)
        if found.grid <= GRIDS[1]:
            break
    if found is None:
        raise refusal
    return found


def _finest(question: Question, position: Position, play_rules: PlayRules) -> tuple[Cubes, int]:
    patience = _planning(question)
    grids = [grid for grid in GRIDS if grid > play_rules.unit]
    coarsest = _cubes(question, position, play_rules, grids[-1], patience, None)
    budget = min(LONGEST, SOLVING * question.seconds_left())
    if _seconds(coarsest) > budget:
        raise Unaffordable(f"On the coarsest grid it takes about {_seconds(coarsest):.1f} seconds.")
    for grid in grids[:-1]:
        finer = grids[-1] / grid
        growth = cube_seconds(coarsest.plan, coarsest.peak, THREADS, finer**CELL_GROWTH, finer**ROW_GROWTH)
        if growth > budget:
            continue
        try:
            cubes = _cubes(question, position, play_rules, grid, _planning(question), coarsest.plan)
        except Unaffordable:
            continue
        if _seconds(cubes) <= min(LONGEST, SOLVING * question.seconds_left()):
            return cubes, grid
    return coarsest, grids[-1]


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
        threads=THREADS,
        keep=True,
        patience=patience,
        like=like,
    )


def _low_cap(position: Position, play_rules: PlayRules, grid: int) -> int:
    """A cap for the cubes on the grid: higher scores are too rare to affect the choices.

    If dollars are at stake they do matter.
    """
    if play_rules.rules.in_dollars:
        return -(-play_rules.cap // grid) * grid
    needed = max(LOW_CAP, max(c.score for c in position.contestants) + HEADROOM)
    return -(-min(play_rules.cap, needed) // grid) * grid


def _seconds(cubes: Cubes) -> float:
    return cube_seconds(cubes.plan, cubes.peak, THREADS)
