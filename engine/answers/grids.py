"""Coarse cubes that an estimate starts from: the finest grid of scores that can be afforded.

What can be afforded is guessed from a coarse plan first.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from ..errors import Unaffordable
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import PlayRules
from ..solve.costs import THREADS, cube_seconds
from ..solve.cube_plan import CONFIG_SECONDS, CubePlan
from ..solve.cubes import Cubes
from ..solve.playouts import Seating, in_turn
from .question import Question
from .simpler import fewer_spins, simpler_rules
from .standard_errors import Errors, measured

GRIDS = (250, 500, 1000, 2000, 4000, 8000)
PLANNING = 0.2  # the share of the time left that planning may take
PLANNING_AT_LEAST = 0.08  # ... and seconds that it may take where there are few
SOLVING = 0.4  # ... and solving
LOW_CAP = 20_000
HEADROOM = 12_000
SOLVING_AGAIN = 0.6  # ... and solving on another grid, later
LEAST = 0.3  # the share of all the time that planning and solving have in any case
LONGEST = 15.0  # seconds that solving may take: a finer grid hardly pays for more
AS_THEY_SIT = (0, 1, 2)
# How cells and rows grow, at least, with the power of how much finer a grid is.
CELL_GROWTH = 2.3
ROW_GROWTH = 1.4
# About so many configurations follow a position, times the square of its spins, by how many contestants
# hold them; with ``turn_order=score`` more.
CONFIGS = {1: 2.0, 2: 6.0, 3: 4.8}
BY_SCORE = 3.0


# Standard errors of values that no playouts corrected, by the grid.
GRID_ERRORS = {250: 0.004, 500: 0.008, 1000: 0.02, 2000: 0.04, 4000: 0.08, 8000: 0.15}
DOLLAR_ERRORS = {250: 40.0, 500: 80.0, 1000: 300.0, 2000: 480.0, 4000: 1700.0, 8000: 4600.0}  # benchmarks/dollars.py
# Standard errors where fewer spins stand for the position's own, by the least share of them.
SHARE_ERRORS = ((0.6, 0.06), (0.4, 0.1), (0.2, 0.15), (0.0, 0.2))


@dataclass(frozen=True)
class Start:
    """Cubes to start from, not yet solved.

    Attributes:
        cubes: keeping all values. grid: dollars between their scores.
        spins: that they count with.
        seating: for each seat of the position, the seat that its contestant has in the cubes.
    """

    cubes: Cubes
    grid: int
    spins: int
    seating: Seating


def rough_errors(question: Question, begun: Start) -> Errors:
    """Standard errors of what the grid has, before any playout."""
    return measured(question, begun.grid, GRID_ERRORS, DOLLAR_ERRORS)


def fewer_error(begun: Start, spins: int) -> float:
    """... which counting with fewer than so many spins adds."""
    share = begun.spins / spins
    return 0.0 if share == 1 else next(error for least, error in SHARE_ERRORS if share >= least)


def start(question: Question, play_rules: PlayRules) -> Start:
    """The best cubes that fit the limits. Raises Unaffordable.

    Where trying to do better has used up the time, some is left for them nevertheless.
    """
    enough = LEAST * question.limits.seconds
    if question.left() < enough:
        question = replace(question, started=question.started + enough - question.left())
    position = question.position
    refusal = Unaffordable("It has too many ways to share out the spins.")
    for fewer in (position, *fewer_spins(position, _most_spins(question))):
        try:
            return _with_spins(question, play_rules, fewer)
        except Unaffordable as too_big:
            refusal = too_big
    raise Unaffordable(f"This position cannot even be estimated in {question.limits.seconds:g} seconds. {refusal}")


def another(question: Question, play_rules: PlayRules, begun: Start) -> Start | None:
    """Cubes of the same game on a grid half as coarse again; None if there is no time for them."""
    cubes, grid = begun.cubes, begun.grid * 3 // 2
    rules = cubes.plan.table.rules
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
    if _seconds(other) > SOLVING_AGAIN * question.left():
        return None
    return Start(other, grid, begun.spins, begun.seating)


def _planning(question: Question) -> float:
    """Seconds that planning may take."""
    return max(PLANNING * question.left(), PLANNING_AT_LEAST)


def _most_configs(question: Question) -> float:
    return _planning(question) / CONFIG_SECONDS


def _most_spins(question: Question) -> int:
    """Spins whose configurations, under simple rules, can be planned in time."""
    return int(math.sqrt(_most_configs(question) / max(CONFIGS.values())))


def _configs(position: Position, rules: Rules) -> float:
    """About how many configurations follow a position."""
    holders = sum(1 for contestant in position.contestants if contestant.spins)
    return CONFIGS[holders] * position.spins**2 * (BY_SCORE if rules.turn_order == "score" else 1)


def _with_spins(question: Question, play_rules: PlayRules, position: Position) -> Start:
    """On the finest grid; under simpler rules only where that makes the grid finer."""
    found: Start | None = None
    refusal = Unaffordable("It has too many ways to share out the spins.")
    for rules in simpler_rules(play_rules.rules):
        if _configs(position, rules) > _most_configs(question):
            continue
        sat, seating = (position, AS_THEY_SIT) if rules == play_rules.rules else in_turn(position)
        try:
            cubes, grid = _finest(question, sat, PlayRules(rules.moved(seating), play_rules.unit, play_rules.cap))
        except Unaffordable as too_big:
            refusal = too_big
            continue
        if found is None or grid < found.grid:
            found = Start(cubes, grid, position.spins, seating)
        if found.grid <= GRIDS[1]:
            break
    if found is None:
        raise refusal
    return found


def _finest(question: Question, position: Position, play_rules: PlayRules) -> tuple[Cubes, int]:
    patience = _planning(question)
    grids = [grid for grid in GRIDS if grid > play_rules.unit]
    coarse = _cubes(question, position, play_rules, grids[-1], patience, None)
    budget = min(LONGEST, SOLVING * question.left())
    if _seconds(coarse) > budget:
        raise Unaffordable(f"On the coarsest grid it takes about {_seconds(coarse):.1f} seconds.")
    for grid in grids[:-1]:
        finer = grids[-1] / grid
        growth = cube_seconds(coarse.plan, coarse.peak, THREADS, finer**CELL_GROWTH, finer**ROW_GROWTH)
        if growth > budget:
            continue
        try:
            cubes = _cubes(question, position, play_rules, grid, _planning(question), coarse.plan)
        except Unaffordable:
            continue
        if _seconds(cubes) <= min(LONGEST, SOLVING * question.left()):
            return cubes, grid
    return coarse, grids[-1]


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
    """A cap for the cubes alone, a whole number of steps up: higher scores are too rare for choices to matter.

    For dollars they do matter.
    """
    if play_rules.rules.in_dollars:
        return -(-play_rules.cap // grid) * grid
    needed = max(LOW_CAP, max(c.score for c in position.contestants) + HEADROOM)
    return -(-min(play_rules.cap, needed) // grid) * grid


def _seconds(cubes: Cubes) -> float:
    return cube_seconds(cubes.plan, cubes.peak, THREADS)
