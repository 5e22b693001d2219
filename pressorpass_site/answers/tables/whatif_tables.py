"""Tables for what-ifs: found in the store, or built while someone is looking.

One table answers for every score of a configuration up to some height. Requests for about the same scores share one
row, and so one job; much higher scores get their own table.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

import engine
from engine import ENGINE_VERSION, MAX_SCORE, CancelFlag, Limits, NearestTable, Position
from engine.tables import Store
from pressorpass_site.core.identity import identity_key
from pressorpass_site.questions.question import Question
from pressorpass_site.work.models import Status

from .models import WHAT_IF, Table
from .tasks import what_if_jobs

SECONDS = 20.0  # for one table; where the finest would take longer, a coarser one is built
STEP = 16_000  # dollars of two contestants together: there is a table for each multiple of this

FINE = 250  # dollars between the scores of a table that needs no improvement
GOOD = 500  # ... of one so good that a failed improvement need not be mentioned


@dataclass(frozen=True)
class TableStatus:
    """The state of the table for a question.

    Attributes:
        near: the best one kept; None if there is none yet.
        table: the job that builds a (finer) one; None if none was requested.
        refusal: why there are no tables for such questions, in a sentence; empty if there are.
    """

    near: NearestTable | None = None
    table: Table | None = None
    refusal: str = ""

    @property
    def fine_enough(self) -> bool:
        """Whether the kept table is so good that a better one hardly matters."""
        return self.near is not None and (self.near.exact or self.near.grid <= GOOD)

    @property
    def under_way(self) -> bool:
        """Whether a (finer) table is being built."""
        return self.table is not None and self.table.is_active


def nearest(question: Question) -> NearestTable | None:
    """Return the best kept table for scores changed in a question; None if there is none.

    Raises:
        InputError: a question that cannot be solved.
    """
    if refusal(question):
        return None
    return engine.nearest_table(question.position, question.board, question.rules)


def refusal(question: Question) -> str:
    """Return why there are no tables for such questions; empty if there are."""
    rules = question.rules
    if question.position.alone:
        return "The other two are out, so no score changes who wins."
    if question.next_spins is not None:
        return "The board changes after the next spins, so every square is solved separately."
    if question.then is not None:
        return "There are no tables of round 1, whose odds are estimates."
    if rules.in_dollars:
        return "The goal is in dollars, so every square is solved separately."
    if rules.opponents != "optimal" or rules.max_lead is not None:
        return "Contestants decide by their lead, so every square is solved separately."
    if rules.cap_passes or rules.mixes_boards(question.position.spins):
        return "There are no tables for these rules, so every square is solved separately."
    if rules.house != "won":
        return "The last contestant plays on against the house, so every square is solved separately."
    return ""


def status(question: Question) -> TableStatus:
    """Return the state of the table for a question's what-ifs; start no job."""
    if sentence := refusal(question):
        return TableStatus(refusal=sentence)
    near = nearest(question)
    if near and (near.exact or near.grid <= FINE):
        return TableStatus(near)
    return TableStatus(near, Table.objects.filter(key=key(question)).first())


def request(question: Question, *, afresh: bool = False) -> TableStatus:
    """Return the table for a question's what-ifs; start its job if needed.

    `afresh` is for an explicit request: a table that failed or was stopped is then tried again.

    Raises:
        InputError: a question that cannot be solved.
    """
    found = status(question)
    if found.refusal or (found.near and (found.near.exact or found.near.grid <= FINE)):
        return found
    allowed = limits()
    table, created = what_if_jobs.get_or_create(key(question), allowed, **_columns(question))
    if not created and _worth_another_start(table, found.near, allowed, afresh):
        what_if_jobs.start(table, allowed)
    what_if_jobs.look(table)
    return TableStatus(found.near, table)


def request_in_advance(question: Question, seconds: float) -> bool:
    """Queue the table in the background unless it has a row; return whether one was created.

    No message is sent, since no viewer is waiting; idle workers find it.
    """
    if refusal(question):
        return False
    fields = _columns(question)
    return what_if_jobs.get_or_create(key(question), limits() | {"seconds": seconds}, look=0, **fields)[1]


def build(question: Question, limits: Limits, cancel: CancelFlag) -> None:
    """Build a table at once that answers questions like this one with other scores; for workers.

    It is the coarsest one, or the next finer one if there is one already.

    Raises:
        Unaffordable: it takes more than the limits.
        Cancelled: the flag was set.
        InputError, TableError: there can be none.
    """
    position = Position.parse(_configuration(question.position))
    known = engine.nearest_table(position, question.board, question.rules)
    tables = engine.build_grid_tables(Store(), position, question.board, question.rules, limits, cancel=cancel)
    for _ in islice(tables, 2 if known else 1):
        pass


def cancel(question: Question) -> None:
    """Stop building the table, unless another viewer is waiting for it."""
    table = Table.objects.filter(key=key(question)).first()
    if table:
        what_if_jobs.cancel(table)


def _worth_another_start(table: Table, near: NearestTable | None, allowed: dict[str, Any], afresh: bool) -> bool:
    """Return whether to restart a job that has ended; the file of a finished one may have made room for others."""
    if table.is_worth_another_start:
        return True
    if table.status == Status.OUT_OF_REACH:
        return table.limits != allowed
    if table.status == Status.DONE and (near is None or table.limits != allowed):
        return True  # one that was built in advance may be coarser
    return afresh and not table.is_active


def limits() -> dict[str, Any]:
    """Return the limits of a table for what-ifs."""
    return {"seconds": SECONDS}


def together(position: Position) -> int:
    """Return the most dollars that two contestants have together, which a table must reach."""
    return sum(sorted(contestant.score for contestant in position.contestants)[1:])


def _configuration(position: Position) -> str:
    """Return spins, Whammies, who is up, and one score as high as the table must reach, or two that sum to it."""
    steps = -(-together(position) // STEP)
    scores = [0, 0, 0]
    if steps > 1:  # any table reaches the first step
        scores[position.mover_seat] = min(steps * STEP, MAX_SCORE)
        scores[position.opponents(position.mover_seat)[0]] = min(steps * STEP - scores[position.mover_seat], MAX_SCORE)
    return position.with_scores(*scores).notation


def _columns(question: Question) -> dict[str, Any]:
    configuration = _configuration(question.position)
    return Table.columns(question) | {"kind": WHAT_IF, "position": configuration}


def key(question: Question) -> str:
    """Return a key shared by all questions that one table answers."""
    identity = {
        "what": "whatif",
        "configuration": _configuration(question.position),
        "board": question.revision.digest,
        "rules": question.rules.identity(),
        "engine": ENGINE_VERSION,
    }
    return identity_key(identity)
