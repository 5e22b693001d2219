"""The values of both actions at a unit: from a graph of states if there are few, from plates or cubes if many."""

from __future__ import annotations

import math
from contextlib import suppress
from typing import NamedTuple

from ..errors import Unaffordable, Unproven, Unsettled
from ..game.position import SEATS
from ..game.rules import PlayRules, game_over
from ..solve.boxes.cubes import Cubes, cubes_apply
from ..solve.boxes.plates import Plates, plates_apply
from ..solve.boxes.solver import DOUBLE_ROUNDING
from ..solve.costs import cube_seconds, plate_seconds, states_within
from ..solve.next_spins_tree import NextSpinsTree
from ..solve.ply import Ply, end_value
from ..solve.processors import threads
from ..solve.sparse import Sparse
from .question import Question

FEW = 50_000  # states
AT_ONCE = 0.3  # the share of the time that they may take
CUBE_UNIT = 50  # finer units have too many scores for cubes
PLATE_HOLDERS = 2  # with more holders of spins nearly all scores vary: that is what cubes are for
# Where passes carry the spins to all three, plates may take longer than cubes: from this many seconds on
# both are planned.
WORTH_COMPARING = 0.5
PLANNING = 0.4  # the share of the time for planning
PREDICTING = 0.1  # seconds; plates whose planning takes longer take long themselves
SECONDS_OF_THREE = 4e-8  # per spin squared and cell of a cube, where three hold spins


class Values(NamedTuple):
    """The values of the mover's actions.

    Attributes:
        ply: the actions and outcomes. states: positions computed.
        rounding: the error that arithmetic may bring to a chance.
    """

    ply: Ply
    states: int
    rounding: float


def few_values(question: Question, play_rules: PlayRules) -> Values:
    """Return the values if few positions follow, which shows quickly.

    Raises:
        Unaffordable: many follow.
        Unsettled: the best choices in an endless cycle of spins depend on one another.
        Cancelled: the flag was set.
    """
    return graph_values(question, play_rules, min(FEW, states_within(AT_ONCE * question.seconds_left())))


def values(question: Question, play_rules: PlayRules) -> Values:
    """Return the exact values under these rules, unit and cap, up to rounding.

    Raises:
        Unaffordable: too big for the limits; raised before the work starts.
        Unproven: it is not known which equilibrium of a cycle at the cap is the right one.
        Unsettled: the best choices in an endless cycle of spins depend on one another.
        Cancelled: the flag was set.
    """
    if question.next_spins is not None or question.position.alone or not cubes_apply(question.board, play_rules):
        return graph_values(question, play_rules)
    found = plate_values(question, play_rules)
    if found is not None:
        return found
    if play_rules.unit < CUBE_UNIT:
        return graph_values(question, play_rules)
    holders = _holders(question)
    if question.position.spins == holders == 1:  # few states
        with suppress(Unaffordable):
            return graph_values(question, play_rules)
    if holders == len(SEATS) and _at_least(question.position.spins, play_rules) > question.seconds_left():
        raise Unaffordable("It has too many positions.")
    try:
        return _from_cubes(question, play_rules)
    except Unproven as unproven:
        with suppress(Unaffordable):  # a graph tells every cycle apart
            return graph_values(question, play_rules)
        raise unproven
    except Unsettled:
        # Cubes give up a whole line if one assignment of Whammies does not converge; a graph does not.
        return graph_values(question, play_rules)


def _holders(question: Question) -> int:
    return sum(1 for seat in SEATS if question.position.contestants[seat].spins)


def _at_least(spins: int, play_rules: PlayRules) -> float:
    """Return the least seconds for cubes with three holders of spins, so that nothing hopeless is planned."""
    return SECONDS_OF_THREE * spins**2 * (play_rules.cap / play_rules.unit) ** 3


def graph_values(question: Question, play_rules: PlayRules, most: int | None = None) -> Values:
    """Return the values from a graph of at most ``most`` states, by default as many as there is time for."""
    tree = None
    positions = [question.position]
    if question.next_spins is not None:
        tree = NextSpinsTree(
            question.position,
            question.next_spins,
            play_rules,
            question.cancel,
            patience=PLANNING * question.seconds_left(),
        )
        positions = list(tree.leaves)
        if not positions:  # the game ends before the board changes
            return Values(tree.root_ply(lambda end: end_value(end, play_rules.rules)), 1, DOUBLE_ROUNDING)
    sparse = Sparse(
        positions,
        question.board,
        play_rules,
        budget=states_within(question.seconds_left()) if most is None else most,
        memory=question.limits.memory_bytes,
        cancel=question.cancel,
    )
    sparse.solve(question.listener)
    ply = sparse.root_ply() if tree is None else tree.root_ply(sparse.value)
    return Values(ply, sparse.states, DOUBLE_ROUNDING)


def plate_values(question: Question, play_rules: PlayRules) -> Values | None:
    """Return the values from plates; None where they do not apply, fit or settle, or where cubes take less.

    Raises:
        Cancelled: the flag was set.
    """
    if not are_for_plates(question, play_rules):
        return None
    with suppress(Unaffordable, Unsettled):
        return _from_plates(question, play_rules)
    return None


def predicted_seconds(question: Question) -> float | None:
    """Return the seconds that plates need for a question; infinite beyond its limits, None where plates do not apply.

    Raises:
        Cancelled: the flag was set.
    """
    if game_over(question.position, question.rules):
        return None
    play_rules = question.play_rules(question.unit)
    if not are_for_plates(question, play_rules):
        return None
    try:
        plates = _plan_plates(question, play_rules, PREDICTING)
    except Unaffordable:
        return math.inf
    return plate_seconds(plates.plan, plates.peak, threads())


def are_for_plates(question: Question, play_rules: PlayRules) -> bool:
    """Return whether plates know these rules and are the fastest for as many holders of spins."""
    return (
        question.next_spins is None
        and not question.position.alone
        and _holders(question) <= PLATE_HOLDERS
        and plates_apply(question.position, question.board, play_rules)
    )


def _plan_plates(question: Question, play_rules: PlayRules, patience: float) -> Plates:
    return Plates(
        question.position,
        question.board,
        play_rules,
        memory=question.limits.memory_bytes,
        cancel=question.cancel,
        threads=threads(),
        patience=patience,
    )


def _from_plates(question: Question, play_rules: PlayRules) -> Values | None:
    plates = _plan_plates(question, play_rules, PLANNING * question.seconds_left())
    seconds = plate_seconds(plates.plan, plates.peak, threads())
    if seconds > WORTH_COMPARING and play_rules.unit >= CUBE_UNIT and _in_cubes(question, play_rules) < seconds:
        return None
    _check_time(question, plates.states, seconds)
    every = _for_every_score(question, play_rules, seconds) if question.limits.keep else None
    if every is not None:
        every.solve(question.listener)
        _keep(question, play_rules, every)
        return Values(every.root_ply(question.position), every.states, every.rounding)
    plates.solve(question.listener)
    return Values(plates.root_ply(), plates.states, plates.rounding)


def _in_cubes(question: Question, play_rules: PlayRules) -> float:
    """Return the seconds that cubes are predicted to take; infinite where they do not fit the limits."""
    try:
        cubes = _cubes(question, play_rules, None)
    except Unaffordable:
        return math.inf
    return cube_seconds(cubes.plan, cubes.peak, threads())


def _check_time(question: Question, states: int, seconds: float) -> None:
    if seconds > question.seconds_left():
        raise Unaffordable(
            f"It has about {states / 1e6:,.0f} million positions, which take about {seconds:,.0f} seconds."
        )


def _from_cubes(question: Question, play_rules: PlayRules) -> Values:
    """Return the values from cubes, in double precision if they are small or single precision does not converge.

    Cycles at the cap are told apart where that is the only way to know their equilibrium.
    """
    cubes = _plan(question, play_rules, None)
    seconds = cube_seconds(cubes.plan, cubes.peak, threads())
    every = _for_every_score(question, play_rules, seconds) if question.limits.keep else None
    if every is not None:
        cubes = every
    try:
        cubes.solve(question.listener)
        ply = cubes.root_ply(question.position)
    except Unproven as unproven:
        del cubes, every
        try:
            cubes = _plan(question, play_rules, None, tell_apart=True)
        except Unaffordable:
            raise unproven from None
        cubes.solve(question.listener)
        ply = cubes.root_ply()
    except Unsettled:
        if cubes.rounding == DOUBLE_ROUNDING:
            raise
        del cubes
        cubes = _plan(question, play_rules, False)
        cubes.solve(question.listener)
        ply = cubes.root_ply()
    else:
        if every is not None:
            _keep(question, play_rules, every)
    return Values(ply, cubes.states, cubes.rounding)


# Tables are loaded only if used, as answers that are not kept need none.


def _for_every_score(question: Question, play_rules: PlayRules, seconds: float) -> Cubes | None:
    from .by_product import for_every_score

    return for_every_score(question, play_rules, seconds)


def _keep(question: Question, play_rules: PlayRules, cubes: Cubes) -> None:
    from .by_product import keep

    keep(question, play_rules, cubes)


def _plan(question: Question, play_rules: PlayRules, single: bool | None, tell_apart: bool | None = None) -> Cubes:
    cubes = _cubes(question, play_rules, single, tell_apart)
    _check_time(question, cubes.states, cube_seconds(cubes.plan, cubes.peak, threads()))
    return cubes


def _cubes(question: Question, play_rules: PlayRules, single: bool | None, tell_apart: bool | None = None) -> Cubes:
    return Cubes(
        question.position,
        question.board,
        play_rules,
        memory=question.limits.memory_bytes,
        cancel=question.cancel,
        single=single,
        threads=threads(),
        patience=PLANNING * question.seconds_left(),
        tell_apart=tell_apart,
    )
