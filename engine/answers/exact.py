"""The exact answer, where it can be afforded: a graph of states for few, cubes for many."""

from __future__ import annotations

from engine.answers.by_product import for_every_score, keep
from engine.answers.found import Found, known, outcomes_of
from engine.answers.graph import solved_graph
from engine.answers.question import Question
from engine.errors import Unaffordable, Unsettled
from engine.game.position import SEATS
from engine.game.rules import Table
from engine.solve.costs import THREADS, cube_seconds, states_within
from engine.solve.cubes import DOUBLE_ROUNDING, Cubes, suits
from engine.solve.flag import Progress
from engine.solve.ply import Ply

CUBE_UNIT = 50  # finer units have too many scores for cubes
PLANNING = 0.4  # the share of the time that planning may take
SECONDS_OF_THREE = 4e-8  # for each spin squared and each cell of a cube of scores
# To the exact dollar: about so many states arise with so many spins left. With more it is hopeless.
DOLLAR_STATES = {1: 2_000_000, 2: 14_000_000, 3: 70_000_000}
DOLLAR_SECONDS = 10.0  # if not asked for, it may take so long: estimates to the dollar are very good


def exact(question: Question) -> Found:
    """The exact answer.

    Raises:
        Unaffordable: too big for the limits; said before the work starts.
        Unsettled: choices in an endless cycle of spins chase one another.
        Cancelled: the flag was set.
    """
    question.listener(Progress("Listing the positions that can follow", 0.0))
    table = question.table(question.unit)
    holders = sum(1 for seat in SEATS if question.position.contestants[seat].spins)
    if question.now is not None or not suits(question.board, table) or table.unit < CUBE_UNIT:
        return _from_graph(question, table)
    if question.position.spins == holders == 1:  # few states
        try:
            return _from_graph(question, table)
        except Unaffordable:
            pass
    if holders == len(SEATS) and _at_least(question.position.spins, table) > question.left():
        raise Unaffordable("It has too many positions.")
    try:
        return _from_cubes(question, table)
    except Unsettled:
        # Cubes give up a whole line where one assignment of Whammies does not settle; a graph does not.
        return _from_graph(question, table)


def _at_least(spins: int, table: Table) -> float:
    """Seconds that cubes of three who hold spins take at least: so that nothing hopeless is planned."""
    return SECONDS_OF_THREE * spins**2 * (table.cap / table.unit) ** 3


def _from_graph(question: Question, table: Table) -> Found:
    budget = states_within(question.left())
    if (
        table.unit == 1
        and question.rules.unit is None
        and question.limits.method == "auto"
        and not question.position.alone
    ):
        needed = DOLLAR_STATES.get(question.position.spins)
        if needed is None or needed > min(budget, states_within(DOLLAR_SECONDS)):
            raise Unaffordable("To the exact dollar it has too many positions.")
    ply, states = solved_graph(question, table, budget)
    return _found(question, table, ply, states, DOUBLE_ROUNDING)


def _from_cubes(question: Question, table: Table) -> Found:
    """Cubes, in double precision where they are small or single precision does not settle."""
    cubes = _plan(question, table, None)
    every = for_every_score(question, table, cubes) if question.limits.keep else None
    if every is not None:
        cubes = every
    try:
        cubes.solve(question.listener)
        ply = cubes.look(question.position)
    except Unsettled:
        if cubes.rounding == DOUBLE_ROUNDING:
            raise
        del cubes
        cubes = _plan(question, table, False)
        cubes.solve(question.listener)
        ply = cubes.look()
    else:
        if every is not None:
            keep(question, table, every)
    return _found(question, table, ply, cubes.states, cubes.rounding)


def _plan(question: Question, table: Table, single: bool | None) -> Cubes:
    limits = question.limits
    cubes = Cubes(
        question.position,
        question.board,
        table,
        memory=limits.memory_bytes,
        cancel=question.cancel,
        single=single,
        threads=THREADS,
        patience=PLANNING * question.left(),
    )
    seconds = cube_seconds(cubes.plan, cubes.peak, THREADS)
    if seconds > question.left():
        raise Unaffordable(
            f"It has about {cubes.states / 1e6:,.0f} million positions, which take about {seconds:,.0f} seconds."
        )
    return cubes


def _found(question: Question, table: Table, ply: Ply, states: int, rounding: float) -> Found:
    press = None if ply.press is None else known(ply.press, rounding)
    passing = None if ply.passing is None else known(ply.passing, rounding)
    return Found("exact", table, press, passing, states, outcomes_of(question, table, ply))
