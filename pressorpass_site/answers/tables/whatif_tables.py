"""Tables for what-ifs: read from the store, or built while a page shows them.

One table has answers for every score of a configuration up to some height. Questions with about the same scores share
one row and one job; much higher scores get their own table.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import engine
from engine import (
    ENGINE_VERSION,
    MAX_SCORE,
    CancelFlag,
    Cancelled,
    InputError,
    Limits,
    NearestTable,
    Position,
    Unaffordable,
    Unsettled,
    build_grid_tables,
)
from engine.tables import Store, TableError
from pressorpass_site.answers.models import WHAT_IF, Table
from pressorpass_site.core.identity import build_identity_key
from pressorpass_site.questions.question import Question
from pressorpass_site.work.models import Status
from pressorpass_site.work.running import get_brief_memory

from .tasks import what_if_jobs

COARSEST_SECONDS = 0.5
SECONDS = 20.0  # for one table; where the finest would take longer, a coarser one is built
STEP = 16_000  # dollars of two contestants together: there is a table for each multiple of this

FINE = 250  # dollars between the scores of a table that needs no improvement
GOOD = 500  # ... of one so good that a failed improvement need not be mentioned


@dataclass(frozen=True)
class TableStatus:
    """The best stored table for a question, and the job that builds a (finer) one; or why there are no tables."""

    near: NearestTable | None = None
    table: Table | None = None
    unavailable_reason: str = ""

    @property
    def fine_enough(self) -> bool:
        """Whether the stored table is so good that a better one hardly matters."""
        return self.near is not None and (self.near.exact or self.near.grid <= GOOD)

    @property
    def finest(self) -> bool:
        return self.near is not None and (self.near.exact or self.near.grid <= FINE)

    @property
    def under_way(self) -> bool:
        return self.table is not None and self.table.is_active

    @property
    def is_to_come(self) -> bool:
        """Whether a (finer) table is being built, or would be on request."""
        if self.unavailable_reason or self.finest:
            return False
        return (
            self.table is None
            or self.table.is_active
            or _is_worth_another_start(self.table, self.near, retry_failed=False)
        )

    @property
    def out_of_reach(self) -> bool:
        """Whether there is no table because even the coarsest would be too large."""
        is_too_large = self.table is not None and self.table.status == Status.TOO_LARGE
        return self.near is None and is_too_large and not self.is_to_come

    @property
    def has_map(self) -> bool:
        return not self.unavailable_reason and not self.out_of_reach


def find_unavailable_reason(question: Question) -> str:
    """Return why there are no tables for the question; "" if there are."""
    rules = question.rules
    if question.position.alone:
        return "There is no map: the other two are out, so no score changes who wins."
    if question.next_spins is not None:
        return "There is no map while the next spins are on another board."
    if question.next_round is not None:
        return "There are no maps of round 1, as its odds are estimated position by position."
    if rules.in_dollars:
        return "There is no map if the goal is in dollars."
    if rules.opponents != "optimal" or rules.max_lead is not None:
        return "There is no map if contestants decide by their lead."
    if rules.house != "won":
        return "There is no map if the last contestant plays on against the house."
    if question.unavailable_reason:
        return question.unavailable_reason
    if not question.solvable or not engine.has_tables(question.position, question.board, rules):
        return "There is no map on this board under these rules."
    return ""


def get_status(question: Question) -> TableStatus:
    """Return the state of the table for a question's what-ifs; start no job."""
    if reason := find_unavailable_reason(question):
        return TableStatus(unavailable_reason=reason)
    status = TableStatus(engine.nearest_table(question.position, question.board, question.rules))
    return status if status.finest else replace(status, table=Table.objects.get_or_none(build_table_key(question)))


def get_or_start(question: Question, *, retry_failed: bool = False) -> TableStatus:
    """Return the table for a question's what-ifs, its job started if needed. Raises InputError: it cannot be solved."""
    status = get_status(question)
    if status.unavailable_reason or status.finest:
        return status
    limits = get_table_limits()
    table, created = what_if_jobs.get_or_create(build_table_key(question), limits, **_build_table_columns(question))
    if not created and _is_worth_another_start(table, status.near, retry_failed=retry_failed):
        what_if_jobs.start(table, limits)
    what_if_jobs.refresh(table)
    return TableStatus(status.near, table)


def queue_in_advance(question: Question, seconds: float) -> bool:
    """Queue the table in the background unless it has a row; return whether one was created.

    No message is sent, since no viewer is waiting; idle workers find it.
    """
    if find_unavailable_reason(question):
        return False
    fields = _build_table_columns(question)
    return what_if_jobs.get_or_create(
        build_table_key(question), get_table_limits() | {"seconds": seconds}, view_seconds=0, **fields
    )[1]


def build_coarsest(question: Question, cancel: CancelFlag) -> None:
    """Build the coarsest table for a question's what-ifs, unless there is one or it takes longer than `COARSEST_SECONDS`.

    It takes a third of the time of a first answer, and has the answers for all other scores. With it the first answers
    of 100 fans who come at once to a site without tables take 0.35 s on one machine of two processors and 4.1 s on
    another (p95); without it nearly all fans wait more than 20 s.
    """
    if find_unavailable_reason(question):
        return
    limits = Limits(COARSEST_SECONDS, get_brief_memory())
    position = Position.parse(_build_table_columns(question)["position"])
    with suppress(Unaffordable, Unsettled, InputError, TableError, Cancelled, OSError):  # then there is none, as before
        next(build_grid_tables(Store(), position, question.board, question.rules, limits, cancel=cancel))


def cancel(question: Question) -> None:
    """Stop building the table, unless another viewer is waiting for it."""
    table = Table.objects.get_or_none(build_table_key(question))
    if table:
        what_if_jobs.cancel(table)


def _is_worth_another_start(table: Table, near: NearestTable | None, *, retry_failed: bool) -> bool:
    """Return whether to restart a job that has ended; its file may have been removed to make room for others."""
    if table.is_worth_another_start:
        return True
    if table.status == Status.TOO_LARGE:
        return table.limits != get_table_limits()
    if table.status == Status.DONE and (near is None or table.limits != get_table_limits()):
        return True  # a table that was built in advance may be coarser
    return retry_failed and not table.is_active


def get_table_limits() -> dict[str, Any]:
    return {"seconds": SECONDS}


def sum_two_scores(position: Position) -> int:
    """Return the sum of the two highest scores, which a table must reach."""
    return sum(sorted(contestant.score for contestant in position.contestants)[1:])


def _build_configuration(position: Position) -> str:
    """Return spins, Whammies, who is up, and one score as high as the table must reach, or two that sum to it."""
    steps = -(-sum_two_scores(position) // STEP)
    scores = [0, 0, 0]
    if steps > 1:  # any table reaches the first step
        scores[position.mover_seat] = min(steps * STEP, MAX_SCORE)
        scores[position.opponents(position.mover_seat)[0]] = min(steps * STEP - scores[position.mover_seat], MAX_SCORE)
    return position.with_scores(*scores).notation


def _build_table_columns(question: Question) -> dict[str, Any]:
    configuration = _build_configuration(question.position)
    return Table.build_columns(question) | {"kind": WHAT_IF, "position": configuration}


def build_table_key(question: Question) -> str:
    """Return a key shared by all questions that one table answers."""
    identity = {
        "what": "whatif",
        "configuration": _build_configuration(question.position),
        "board": question.revision.digest,
        "rules": question.rules.identity(),
        "engine": ENGINE_VERSION,
    }
    return build_identity_key(identity)
