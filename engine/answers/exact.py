"""The exact answer, where it can be afforded."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from ..errors import Unaffordable
from ..game.rules import PlayRules
from ..game.spin import merged
from ..solve.costs import states_within
from ..solve.cubes import suits
from ..solve.flag import Progress
from .found import Found, known, outcomes_of
from .question import Question
from .values import Values, few_values, values

# To the exact dollar: about so many states arise with so many spins left. With more it is hopeless.
DOLLAR_STATES = {1: 2_000_000, 2: 14_000_000, 3: 70_000_000}
DOLLAR_SECONDS = 10.0  # if not asked for, it may take so long: estimates to the dollar are very good
FEW_GAMES = 1e5  # ways for the spins to fall: with more, many positions follow
TRYING = 0.5  # where they are not, the share of the time in which it is tried nevertheless


def exact(question: Question) -> Found:
    """The exact answer.

    Raises:
        Unaffordable: too big for the limits; said before the work starts.
        Unsettled: choices in an endless cycle of spins chase one another.
        Cancelled: the flag was set.
    """
    question.listener(Progress("Listing the positions that can follow", 0.0))
    play_rules = question.play_rules(question.unit)
    found = (
        _to_the_dollar(question, play_rules) if _nobody_chose(question, play_rules) else values(question, play_rules)
    )
    ply = found.ply
    press = None if ply.press is None else known(ply.press, found.rounding)
    passing = None if ply.passing is None else known(ply.passing, found.rounding)
    return Found("exact", play_rules, press, passing, found.states, outcomes_of(question, play_rules, ply))


def _nobody_chose(question: Question, play_rules: PlayRules) -> bool:
    """Whether the exact dollar and the exact answer are ours to choose."""
    return play_rules.unit == 1 and question.rules.unit is None and question.limits.method == "auto"


def _to_the_dollar(question: Question, play_rules: PlayRules) -> Values:
    """The values to the exact dollar, if that does not take long.

    Raises:
        Unaffordable: it would.
    """
    if (
        len(merged(question.board, play_rules.rules.for_seat(question.position.mover_seat), 1))
        ** question.position.spins
        < FEW_GAMES
    ):
        with suppress(Unaffordable):
            return few_values(question, play_rules)
    needed = DOLLAR_STATES.get(question.position.spins)
    if needed is not None and not _can_be_played_out(question, play_rules):
        limits = replace(question.limits, seconds=TRYING * question.limits.seconds)
        return values(replace(question, limits=limits), play_rules)
    if needed is None or needed > min(states_within(question.left()), states_within(DOLLAR_SECONDS)):
        raise Unaffordable("To the exact dollar it has too many positions.")
    return values(question, play_rules)


def _can_be_played_out(question: Question, play_rules: PlayRules) -> bool:
    """Whether playouts would make an estimate good."""
    return question.next_spins is None and not play_rules.rules.in_dollars and suits(question.board, play_rules)
