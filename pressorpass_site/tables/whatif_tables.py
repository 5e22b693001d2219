"""Tables that somebody wants for what-ifs: found among those that are kept, or built while he looks.

One table answers for every score of a configuration up to some height. Two people who want about the
same share one row, and so one job; whoever asks for much higher scores gets a table of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.conf import settings

import engine
from engine import ENGINE_VERSION, Board, Near, Position
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.identity import identity_key
from pressorpass_site.questions.question import Question
from pressorpass_site.work.models import Status

from .models import Purpose, Table
from .tasks import what_if_jobs

SECONDS = 20.0  # that one table may take; a coarser one is built where the finest would take longer
STEP = 16_000  # dollars that two contestants have together: tables are wanted for each of these heights
MOST_BOARDS = 32  # kept read in each process

FINE = 250  # dollars between the scores of a table that nothing better is wanted than
GOOD = 500  # ... that nobody is told of what did not become of a better one


@dataclass(frozen=True)
class Wanted:
    """How a wanted table stands.

    Attributes:
        near: the best that is kept; None if there is none yet.
        table: the job that builds a (finer) one; None where nobody has wanted any.
        refusal: why there are no tables of such questions, in a sentence; empty if there are.
    """

    near: Near | None = None
    table: Table | None = None
    refusal: str = ""

    @property
    def fine_enough(self) -> bool:
        """Whether the table that is there is so good that a better one hardly matters."""
        return self.near is not None and (self.near.exact or self.near.grid <= GOOD)

    @property
    def under_way(self) -> bool:
        """Whether a (finer) table is being built."""
        return self.table is not None and self.table.is_active


def nearest(question: Question) -> Near | None:
    """The best kept table for scores changed in a question; None if there is none.

    Raises:
        InputError: a question that cannot be solved.
    """
    if refusal(question):
        return None
    return engine.nearest(question.position, engine_board(question.revision), question.rules)


def from_table(question: Question) -> dict[str, Any] | None:
    """The answer to a question from a kept table, as the engine writes results; None if none has it.

    Raises:
        InputError: a question that cannot be solved.
    """
    if refusal(question):
        return None
    found = engine.from_table(question.position, engine_board(question.revision), question.rules)
    return found.to_json() if found else None


def refusal(question: Question) -> str:
    """Why there are no tables of such questions; empty if there are."""
    rules = question.rules
    if question.position.alone:
        return "The other two are out, so no score changes anything any more."
    if question.now is not None:
        return "Where the board changes after the next spins there are no tables, so every number is asked singly."
    if rules.in_dollars:
        return "Where dollars count and not the win alone there are no tables, so every number is asked singly."
    if rules.opponents != "optimal" or rules.max_lead is not None:
        return "Where somebody goes by his lead there are no tables, so every number is asked singly."
    if rules.house != "won":
        return "Where one plays on against the house there are no tables, so every number is asked singly."
    return ""


def standing(question: Question) -> Wanted:
    """How the table for a question's what-ifs stands; nothing is begun."""
    if sentence := refusal(question):
        return Wanted(refusal=sentence)
    near = nearest(question)
    if near and (near.exact or near.grid <= FINE):
        return Wanted(near)
    return Wanted(near, Table.objects.filter(key=_key(question)).first())


def want(question: Question, *, afresh: bool = False) -> Wanted:
    """The table for a question's what-ifs, its job begun if that is needed.

    `afresh` is for somebody who asks by hand: what failed or was stopped is then tried again.

    Raises:
        InputError: a question that cannot be solved.
    """
    found = standing(question)
    if found.refusal or (found.near and (found.near.exact or found.near.grid <= FINE)):
        return found
    allowed = limits()
    table, created = what_if_jobs.get_or_create(
        _key(question),
        allowed,
        purpose=Purpose.WHAT_IF,
        configuration=_configuration(question.position),
        **Table.columns(question),
    )
    if created:
        what_if_jobs.dispatch(table)
    elif _worth_another_start(table, found.near, allowed, afresh):
        what_if_jobs.start(table, allowed)
    return Wanted(found.near, table)


def cancel(question: Question) -> None:
    """Stop building the table, for everybody who waits for it."""
    table = Table.objects.filter(key=_key(question)).first()
    if table:
        what_if_jobs.cancel(table)


def engine_board(revision: BoardRevision) -> Board:
    """The revision as the engine's immutable board, read once: revisions never change."""
    return _board(revision.pk)


@lru_cache(MOST_BOARDS)
def _board(pk: int) -> Board:
    return boards.engine_board(BoardRevision.objects.get(pk=pk))


def _worth_another_start(table: Table, near: Near | None, allowed: dict[str, Any], afresh: bool) -> bool:
    """Whether a job that rests is to be begun again; the file of one that is done may have made room for others."""
    if table.status == Status.OUT_OF_REACH:
        return table.limits != allowed
    return (table.status == Status.DONE and near is None) or (afresh and not table.is_active)


def limits() -> dict[str, Any]:
    """What a table for what-ifs may cost."""
    # The spare place has no memory of its own set aside: what it takes is left by those who better answers.
    return {"seconds": SECONDS, "memory_bytes": settings.SOLVER_MEMORY_BYTES // 2}


def _configuration(position: Position) -> str:
    """Spins, Whammies, who is up, and one score as high as the table must reach."""
    together = sum(sorted(contestant.score for contestant in position.contestants)[1:])
    steps = -(-together // STEP)
    scores = [0, 0, 0]
    if steps > 1:  # any table reaches the first step
        scores[position.mover_seat] = steps * STEP
    return position.with_scores(*scores).notation


def _key(question: Question) -> str:
    identity = {
        "what": Purpose.WHAT_IF,
        "configuration": _configuration(question.position),
        "board": question.revision.digest,
        "rules": question.rules.options(),
        "engine": ENGINE_VERSION,
    }
    return identity_key(identity)
