"""Coarse cubes that an estimate starts from: the finest grid of scores that can be afforded.

What can be afforded is found from a coarse plan, as halving the grid takes about eight times the
cells and four times the rows.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.answers.question import Question
from engine.answers.simpler import fewer_spins, simpler_rules
from engine.errors import Unaffordable
from engine.game.position import Position
from engine.game.rules import Table
from engine.solve.costs import THREADS, cube_seconds
from engine.solve.cube_plan import CubePlan
from engine.solve.cubes import Cubes
from engine.solve.playouts import Seating, in_turn

GRIDS = (250, 500, 1000, 2000, 4000, 8000)
PLANNING = 0.25  # the share of the time left that planning may take
SOLVING = 0.4  # ... and solving
AS_THEY_SIT = (0, 1, 2)
GROWTH = 6.0  # halving the grid takes at least so many times as long


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


def start(question: Question, table: Table) -> Start:
    """The best cubes that fit the limits. Raises Unaffordable."""
    position = question.position
    try:
        return _with_spins(question, table, position)
    except Unaffordable as too_big:
        refusal = too_big
    for fewer in fewer_spins(position):
        try:
            return _with_spins(question, table, fewer)
        except Unaffordable as too_big:
            refusal = too_big
    raise Unaffordable(f"This position cannot even be estimated in {question.limits.seconds:g} seconds. {refusal}")


def _with_spins(question: Question, table: Table, position: Position) -> Start:
    """On the finest grid; under simpler rules only where that makes the grid finer."""
    found: Start | None = None
    refusal: Unaffordable | None = None
    for rules in simpler_rules(table.rules):
        sat, seating = (position, AS_THEY_SIT) if rules == table.rules else in_turn(position)
        try:
            cubes, grid = _finest(question, sat, Table(rules, table.unit, table.cap))
        except Unaffordable as too_big:
            refusal = too_big
            continue
        if found is None or grid < found.grid:
            found = Start(cubes, grid, position.spins, seating)
        if found.grid <= GRIDS[1]:
            break
    if found is None:
        assert refusal is not None
        raise refusal
    return found


def _finest(question: Question, position: Position, table: Table) -> tuple[Cubes, int]:
    patience = PLANNING * question.left()
    grids = [grid for grid in GRIDS if grid > table.unit]
    coarse = _cubes(question, position, table, grids[-1], patience, None)
    seconds = _seconds(coarse)
    budget = SOLVING * question.left()
    if seconds > budget:
        raise Unaffordable(f"On the coarsest grid it takes about {seconds:.1f} seconds.")
    for steps, grid in reversed([*enumerate(reversed(grids))]):
        if grid == grids[-1]:
            break
        if seconds * GROWTH**steps > budget:
            continue
        try:
            finer = _cubes(question, position, table, grid, PLANNING * question.left(), coarse.plan)
        except Unaffordable:
            continue
        if _seconds(finer) <= SOLVING * question.left():
            return finer, grid
    return coarse, grids[-1]


def _cubes(
    question: Question, position: Position, table: Table, grid: int, patience: float, like: CubePlan | None
) -> Cubes:
    # A whole number of steps to a cap that is only a bound.
    cap = table.cap if table.rules.cap is not None else -(-table.cap // grid) * grid
    return Cubes(
        position,
        question.board,
        Table(table.rules, table.unit, cap),
        memory=question.limits.memory_bytes,
        cancel=question.cancel,
        single=True,
        grid=grid,
        threads=THREADS,
        keep=True,
        patience=patience,
        like=like,
    )


def _seconds(cubes: Cubes) -> float:
    return cube_seconds(cubes.plan, cubes.peak, THREADS)
