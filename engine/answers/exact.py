"""The exact answer, if it fits the limits."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from ..errors import Unaffordable
from ..game.rules import PlayRules
from ..game.spin import merged
from ..solve.cancel_flag import Progress
from ..solve.costs import states_within
from .abstraction import can_be_played_out
from .question import Question
from .result_builder import SolverOutcome, exact_action, outcomes_of
from .values import Values, few_values, graph_values, plate_values, values

# Rough number of states of a graph to the exact dollar, by spins left. With more spins it is hopeless.
DOLLAR_STATES = {1: 2_000_000, 2: 14_000_000, 3: 70_000_000}
DOLLAR_SECONDS = 10.0  # the limit for the exact dollar unless it was asked for; estimates are very good
FEW_GAMES = 1e5  # ways the spins can fall; with more, many positions follow
TRYING = 0.5  # the share of the time for trying it where estimates are worse


def exact(question: Question) -> SolverOutcome:
    """Return the exact answer.

    Raises:
        Unaffordable: too big for the limits; raised before the work starts.
        Unsettled: the best choices in an endless cycle of spins depend on one another.
        Cancelled: the flag was set.
    """
    question.listener(Progress("Working out the odds", 0.0))
    play_rules = question.play_rules(question.unit)
    found = (
        _to_the_dollar(question, play_rules)
        if _precision_is_open(question, play_rules)
        else values(question, play_rules)
    )
    ply = found.ply
    press = None if ply.press is None else exact_action(ply.press, found.rounding)
    passing = None if ply.passing is None else exact_action(ply.passing, found.rounding)
    return SolverOutcome("exact", play_rules, press, passing, found.states, outcomes_of(question, play_rules, ply))


def _precision_is_open(question: Question, play_rules: PlayRules) -> bool:
    """Return whether the question asks neither for a unit nor for a method."""
    return play_rules.unit == 1 and question.rules.unit is None and question.limits.method == "auto"


def _to_the_dollar(question: Question, play_rules: PlayRules) -> Values:
    """Return the values to the exact dollar. Raises Unaffordable if that would take long."""
    found = plate_values(question, play_rules)
    if found is not None:
        return found
    if (
        question.position.alone
        or len(merged(question.board, play_rules.rules.for_seat(question.position.mover_seat), 1))
        ** question.position.spins
        < FEW_GAMES
    ):
        with suppress(Unaffordable):
            return few_values(question, play_rules)
    needed = DOLLAR_STATES.get(question.position.spins)
    if needed is not None and not can_be_played_out(question, play_rules):
        limits = replace(question.limits, seconds=TRYING * question.limits.seconds)
        return graph_values(replace(question, limits=limits), play_rules)
    if needed is None or needed > min(states_within(question.seconds_left()), states_within(DOLLAR_SECONDS)):
        raise Unaffordable("To the exact dollar it has too many positions.")
    return graph_values(question, play_rules)
