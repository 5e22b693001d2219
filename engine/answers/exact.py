"""The exact answer, and the ways to exact values.

Boxes of cells take most questions: plates where one or two contestants hold spins, cubes where three do. A graph of
states takes any question that few states follow. What a way needs is loaded only if it is used: an answer in the
terminal may be computed in less time than that takes.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from .. import calibration
from ..errors import Unaffordable, Unsettled
from ..game.position import SEATS
from ..game.rules import PlayRules, game_over
from ..game.spin import merged
from ..solvers import schedule
from ..solvers.cancel_flag import Progress
from ..solvers.costs import cube_seconds, plate_seconds, states_within
from ..solvers.ply import Ply, end_value
from ..solvers.processors import threads
from ..solvers.ways import Plan, Way, check_time, choose
from .question import Question
from .result_builder import SolverOutcome, exact_action, outcomes_of

if TYPE_CHECKING:
    from ..solvers.boxes.cubes import Cubes
    from ..solvers.boxes.plates import Plates
    from ..solvers.next_spins_tree import NextSpinsTree
    from ..solvers.sparse import Sparse

PLATE_HOLDERS = 2  # with more holders of spins nearly all scores vary: that is what cubes are for
CUBE_UNIT = 50  # finer units have too many scores for cubes
FEW_STATES = 50_000  # a graph of them takes a tenth of a second
FEW_GAMES = 1e5  # ways the spins can fall; with more, many positions follow


def exact(question: Question) -> SolverOutcome:
    """Return the exact answer.

    Raises:
        Unaffordable: too big for the limits; raised before the work starts.
        Unsettled: the best choices in an endless cycle of spins depend on one another.
        Cancelled: the flag was set.
    """
    question.listener(Progress("Working out the odds", 0.0))
    play_rules = question.play_rules(question.unit)
    ply = exact_ply(question, play_rules)
    press, passing = exact_action(ply.press, ply.rounding), exact_action(ply.passing, ply.rounding)
    return SolverOutcome(
        "exact", play_rules, press, passing, ply.states, outcomes_of(question, play_rules, ply.outcomes)
    )


def exact_ply(question: Question, play_rules: PlayRules) -> Ply:
    """Return the exact values under these rules, unit and cap, up to rounding. Raises what ``exact`` raises."""
    return choose(WAYS, question.schedule.left, question, play_rules)


def predicted_seconds(question: Question) -> float | None:
    """Return the seconds that plates need for a question; infinite beyond its limits, None where plates do not apply.

    Raises:
        Cancelled: the flag was set.
    """
    if game_over(question.position, question.rules):
        return None
    play_rules = question.play_rules(question.unit)
    if not plates_know(question, play_rules):
        return None
    try:
        return plan_plates(question, play_rules, schedule.PREDICTING).seconds
    except Unaffordable:
        return math.inf


# -- plates ------------------------------------------------------------------------------------


def plates_know(question: Question, play_rules: PlayRules) -> bool:
    """Return whether plates know these rules and are the fastest for as many holders of spins."""
    if question.next_spins is not None or question.position.alone or _holders(question) > PLATE_HOLDERS:
        return False
    from ..solvers.boxes.plates import plates_apply

    return plates_apply(question.position, question.board, play_rules)


def plan_plates(
    question: Question, play_rules: PlayRules, patience: float | None = None, highest: int | None = None
) -> Plan:
    """Return the plan of plates.

    Args:
        question: the question.
        play_rules: its rules.
        patience: seconds for planning; by default a share of those left.
        highest: solve the same position with every score of the mover's up to this, too.

    Raises:
        Unaffordable: it takes more memory, or more time to plan.
    """
    from ..solvers.boxes.plates import Plates

    plates = Plates(
        question.position,
        question.board,
        play_rules,
        memory=question.limits.memory_bytes,
        cancel=question.cancel,
        highest=highest,
        threads=threads(),
        patience=schedule.PLAN_EXACT * question.schedule.left() if patience is None else patience,
    )
    return Plan(plates, plates.states, plates.peak, plate_seconds(plates.plan, plates.peak, threads()))


def _plan_plates(question: Question, play_rules: PlayRules) -> Plan:
    """Return the plan of plates, or that of cubes and then plates if cubes are predicted to take less."""
    plates = plan_plates(question, play_rules)
    ways: list[Way[[Question, PlayRules], Ply]] = [Way(_solve_plates, lambda *asked: plates)]
    seconds = plates.seconds
    if seconds > schedule.WORTH_COMPARING and play_rules.unit >= CUBE_UNIT:
        left = question.schedule.left()
        # Plates that fit are not to be late because cubes might take less.
        patience = max(0.0, min(schedule.PLAN_EXACT * left, left - seconds))
        with suppress(Unaffordable):
            cubes = _plan_cubes(question, play_rules, patience=patience)
            if cubes.seconds < seconds:
                ways.insert(0, Way(_solve_cubes, lambda *asked: cubes, refusals=(Unaffordable, Unsettled)))
                seconds = cubes.seconds
    return replace(plates, work=ways, seconds=seconds)


def _solve_planned(plan: Plan, question: Question, play_rules: PlayRules) -> Ply:
    """Return the values from the first way that settles in the time left, holding no memory of one that gave up."""
    ways: list[Way[[Question, PlayRules], Ply]] = plan.work
    return choose((ways.pop(0) for _ in range(len(ways))), question.schedule.left, question, play_rules)


def _solve_plates(plan: Plan, question: Question, play_rules: PlayRules) -> Ply:
    return _solved(plan.work, question)


def _solved(boxes: Plates | Cubes, question: Question) -> Ply:
    boxes.solve(question.listener)
    return replace(boxes.root_ply(), states=boxes.states, rounding=boxes.rounding)


# -- cubes -------------------------------------------------------------------------------------


def _cubes_know(question: Question, play_rules: PlayRules) -> bool:
    """Return whether cubes know these rules, and have few enough scores."""
    if question.next_spins is not None or question.position.alone or play_rules.unit < CUBE_UNIT:
        return False
    from ..solvers.boxes.solver import cubes_apply

    return cubes_apply(question.board, play_rules)


def _plan_cubes(
    question: Question,
    play_rules: PlayRules,
    single: bool | None = None,
    patience: float | None = None,
) -> Plan:
    from ..solvers.boxes.cubes import Cubes

    cubes = Cubes(
        question.position,
        question.board,
        play_rules,
        memory=question.limits.memory_bytes,
        cancel=question.cancel,
        single=single,
        threads=threads(),
        patience=schedule.PLAN_EXACT * question.schedule.left() if patience is None else patience,
    )
    return Plan(cubes, cubes.states, cubes.peak, cube_seconds(cubes.plan, cubes.peak, threads()))


def _plan_likely_cubes(question: Question, play_rules: PlayRules) -> Plan:
    """Return the plan of cubes. Raises Unaffordable for three holders of spins before anything hopeless is planned."""
    if _holders(question) == len(SEATS):
        least = calibration.SECONDS_OF_THREE * question.position.spins**2 * (play_rules.cap / play_rules.unit) ** 3
        if least > question.schedule.left():
            raise Unaffordable("It has too many positions.")
    return _plan_cubes(question, play_rules)


def _solve_cubes(plan: Plan, question: Question, play_rules: PlayRules) -> Ply:
    """Return the values from cubes; what does not converge in single precision is solved in double."""
    cubes: Cubes = plan.work
    try:
        return _solved(cubes, question)
    except Unsettled:
        if cubes.rounding == calibration.DOUBLE_ROUNDING:
            raise
    cubes.release()
    plan = _plan_cubes(question, play_rules, single=False)
    check_time(plan, question.schedule.left())
    return _solved(plan.work, question)


# -- a graph of states -------------------------------------------------------------------------


def _few_follow(question: Question, play_rules: PlayRules) -> bool:
    """Return whether few states may follow, for which a graph is the quickest."""
    position = question.position
    if precision_is_open(question, play_rules):
        landings = merged(question.board, play_rules.rules.for_seat(position.mover_seat), 1)
        return position.alone or len(landings) ** position.spins < FEW_GAMES
    return position.spins == 1 and _cubes_know(question, play_rules)


def _plan_few(question: Question, play_rules: PlayRules) -> Plan:
    if precision_is_open(question, play_rules):
        return _plan_graph(
            question, play_rules, min(FEW_STATES, states_within(schedule.AT_ONCE * question.schedule.left()))
        )
    return _plan_graph(question, play_rules)


def _plan_any_graph(question: Question, play_rules: PlayRules) -> Plan:
    """Return the plan of a graph. Raises Unaffordable if the exact dollar would take long and was not asked for."""
    if not precision_is_open(question, play_rules):
        return _plan_graph(question, play_rules)
    from .abstraction import can_be_played_out

    needed = calibration.DOLLAR_STATES.get(question.position.spins)
    no_plates = question.next_spins is not None or play_rules.rules.in_dollars
    if needed is not None and (no_plates or not can_be_played_out(question, play_rules)):
        return _plan_graph(question.within(schedule.NO_PLATES), play_rules)
    if needed is None or needed > states_within(min(question.schedule.left(), schedule.TO_THE_DOLLAR)):
        raise Unaffordable("To the exact dollar it has too many positions.")
    return _plan_graph(question, play_rules)


def _plan_graph(question: Question, play_rules: PlayRules, most: int | None = None) -> Plan:
    """Return the plan of a graph of at most ``most`` states, by default as many as there is time for."""
    from ..solvers.sparse import Sparse

    positions, tree = [question.position], None
    if question.next_spins is not None:
        from ..solvers.next_spins_tree import NextSpinsTree

        patience = schedule.PLAN_EXACT * question.schedule.left()
        tree = NextSpinsTree(question.position, question.next_spins, play_rules, question.cancel, patience=patience)
        positions = list(tree.leaves)
        if not positions:  # the game ends before the board changes
            return Plan((None, tree), 1)
    sparse = Sparse(
        positions,
        question.board,
        play_rules,
        budget=states_within(question.schedule.left()) if most is None else most,
        memory=question.limits.memory_bytes,
        cancel=question.cancel,
    )
    return Plan((sparse, tree), sparse.states)


def _solve_graph(plan: Plan, question: Question, play_rules: PlayRules) -> Ply:
    sparse: Sparse | None
    tree: NextSpinsTree | None
    sparse, tree = plan.work
    if sparse is None:
        assert tree is not None
        ply = tree.root_ply(lambda end: end_value(end, play_rules.rules))
    else:
        sparse.solve(question.listener)
        ply = sparse.root_ply() if tree is None else tree.root_ply(sparse.value)
    return replace(ply, states=plan.cells, rounding=calibration.DOUBLE_ROUNDING)


def precision_is_open(question: Question, play_rules: PlayRules) -> bool:
    """Return whether the question asks neither for a unit nor for a method."""
    return play_rules.unit == 1 and question.rules.unit is None and question.limits.method == "auto"


def _holders(question: Question) -> int:
    return sum(1 for seat in SEATS if question.position.contestants[seat].spins)


PLATES = Way(_solve_planned, _plan_plates, plates_know, refusals=(Unaffordable, Unsettled))
FEW = Way(_solve_graph, _plan_few, _few_follow)
# Cubes give up a whole line if one assignment of Whammies does not converge; a graph tells every cycle apart.
CUBES = Way(_solve_cubes, _plan_likely_cubes, _cubes_know, refusals=(Unsettled,))
GRAPH = Way(_solve_graph, _plan_any_graph)
WAYS = (PLATES, FEW, CUBES, GRAPH)
