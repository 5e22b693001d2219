"""The exact answer, where it can be afforded."""

from __future__ import annotations

from engine.answers.found import Found, known, outcomes_of
from engine.answers.question import Question
from engine.answers.values import values
from engine.errors import Unaffordable
from engine.solve.costs import states_within
from engine.solve.flag import Progress

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
    if table.unit == 1 and question.rules.unit is None and question.limits.method == "auto":
        _consider_the_dollar(question)
    found = values(question, table)
    ply = found.ply
    press = None if ply.press is None else known(ply.press, found.rounding)
    passing = None if ply.passing is None else known(ply.passing, found.rounding)
    return Found("exact", table, press, passing, found.states, outcomes_of(question, table, ply))


def _consider_the_dollar(question: Question) -> None:
    """Raises Unaffordable where the exact dollar, which nobody asked for, would take long."""
    if question.position.alone:
        return
    needed = DOLLAR_STATES.get(question.position.spins)
    if needed is None or needed > min(states_within(question.left()), states_within(DOLLAR_SECONDS)):
        raise Unaffordable("To the exact dollar it has too many positions.")
