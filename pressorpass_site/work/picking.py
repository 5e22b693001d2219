"""Which job is next, of all kinds: one query in one order; and how many there are. Times are the database's.

Viewed ones first, then by priority, those without an answer before others, then by how many unfinished questions the client
had when it asked, then by age. A running job makes room by the same order.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, NamedTuple

from celery import current_app
from django.conf import settings
from django.db.models import Case, Count, DateTimeField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet, When
from django.db.models.functions import Coalesce, Now

from .broker import BrokerUnreachable, count_messages, queue_of, send
from .models import ACTIVE, Job, Priority, Status

if TYPE_CHECKING:
    from .queues import JobQueue, Kind

# After this wait all processes are busy: a free one begins a job within a tenth of a second.
PATIENCE = timedelta(seconds=0.3)
STALE = timedelta(seconds=settings.JOB_STALE_SECONDS)

VIEWED = Q(viewed_until__gt=Now())
HIDDEN = Case(When(VIEWED, then=False), default=True)
ANSWERED = Case(When(result__isnull=False, then=True), default=False)
# What a job is a part of, as a line of a map, or itself.
WHOLE = Coalesce("part_of_id", "pk")

queues: dict[str, JobQueue[Any]] = {}  # by the kind of their rows


class Candidate(NamedTuple):
    """A queued or running job; all but the last two fields are the order."""

    hidden: bool  # nobody looks at it
    priority: int
    answered: bool  # there is something to show
    client_seq: int
    queued_at: Any
    pk: int
    token: str
    kind: str

    @property
    def work(self) -> Kind:
        """What does it."""
        return queues[self.kind].kind_of(self.priority)

    @property
    def is_first(self) -> bool:
        """Whether there is nothing to show yet of a first answer."""
        return self.priority == Priority.FIRST and not self.answered

    def goes_clearly_before(self, other: Candidate) -> bool:
        """Return whether a running job is to make room for this one.

        A viewed one for a first answer, a brief one for a refinement, as a verdict goes before its map, and one that
        nobody views for any viewed one. Among brief jobs of the same priority, that of a client with more questions for
        that of one with fewer; in a crowd, where everybody has one or two, none is begun in vain.
        """
        rank, others = (2 if each.hidden else 0 if each.is_first else 1 for each in (self, other))
        if rank != others or self.hidden:
            return rank < others
        if self.priority == Priority.REFINE:
            return other.priority == Priority.BRIEF
        return self.priority == other.priority and self.client_seq + 1 < other.client_seq


def in_seconds(seconds: float) -> ExpressionWrapper[Any]:
    """Return the time some seconds from now, as Django writes times: SQLite's own has fewer digits."""
    return ExpressionWrapper(Now() + timedelta(seconds=seconds), output_field=DateTimeField())


def kinds() -> list[Kind]:
    """Return what workers do."""
    return [kind for jobs in queues.values() for kind in jobs.kinds]


def served() -> list[Kind]:
    """Return the kinds whose messages this process takes."""
    mine = current_app.amqp.queues.consume_from
    return [kind for kind in kinds() if queue_of(kind.task) in mine]


def table() -> QuerySet[Any]:
    """Return the table of all jobs."""
    model: type[Job] = next(iter(queues.values())).model._meta.concrete_model
    return model._base_manager.annotate(hidden=HIDDEN, answered=ANSWERED).order_by()


def rows_of(some: Iterable[Kind]) -> QuerySet[Any]:
    """Return the jobs of some kinds."""
    return table().filter(reduce(or_, (kind.rows for kind in some)))


def pick(some: Iterable[Kind], waited: timedelta = timedelta(), beside: int = 0) -> Candidate | None:
    """Return the queued job that is next, of those that have `waited` so long: one query.

    Jobs of a kind that are done one after another are left out while one runs, other than `beside`.
    """
    rows = rows_of(some).filter(status=Status.QUEUED)
    if waited:
        rows = rows.filter(queued_at__lt=Now() - waited)
    alone = [kind for kind, jobs in queues.items() if jobs.alone]
    running = rows.model._base_manager.filter(kind=OuterRef("kind"), status=Status.RUNNING).exclude(pk=beside)
    rows = rows.exclude(Exists(running), kind__in=alone)
    found = rows.order_by(*Candidate._fields[:-2]).values_list(*Candidate._fields).first()
    return Candidate(*found) if found else None


def begin(some: Iterable[Kind]) -> Candidate | None:
    """Claim the job of these kinds that is next; None if there is none."""
    while (found := pick(some)) is not None:
        if queues[found.kind].claim(found.pk, found.token):
            return found
    return None


def must_yield(running: Candidate) -> bool:
    """Return whether a running job is to make room for one that waits for this process.

    A better answer, which would lose minutes of work, does so only once a page would have to show progress.
    """
    held = timedelta(milliseconds=settings.ANSWER_WAIT_MILLISECONDS)
    waited = max(PATIENCE, held) if running.priority == Priority.REFINE else PATIENCE
    first = pick(served(), waited, beside=running.pk)
    return first is not None and first.goes_clearly_before(running)


def first_answers_wait() -> bool:
    """Return whether somebody waits for a first answer because all processes are busy."""
    late = {"status": Status.QUEUED, "queued_at__lt": Now() - PATIENCE}
    return table().filter(VIEWED, priority=Priority.FIRST, result__isnull=True, **late).exists()


def wake() -> None:
    """Send a message for each of the broker's queues that has none though a job waits: messages may be lost."""
    waiting = rows_of(kinds()).filter(status=Status.QUEUED).values_list("kind", "priority").distinct()
    tasks = {queue_of(task): task for task in (queues[kind].kind_of(priority).task for kind, priority in waiting)}
    for queue, task in tasks.items():
        try:
            if not count_messages(queue):
                send(task)
        except BrokerUnreachable:
            return


def lost(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Return the running jobs whose worker is silent; where the clock was set back, its last beat is far ahead."""
    heard = Q(heartbeat_at__gt=Now() - STALE, heartbeat_at__lt=Now() + STALE)
    return rows.filter(status=Status.RUNNING).exclude(heard)


def rescue_lost() -> int:
    """Queue the jobs again whose worker is silent; return their number."""
    return sum(queues[job.kind].rescue(job) for job in lost(rows_of(kinds())))


def count_unfinished() -> dict[tuple[str, str, bool], int]:
    """Return how many jobs there are by task, by status and by whether somebody looks."""
    counts = {(kind.task.name, str(status), seen): 0 for kind in kinds() for status in ACTIVE for seen in (True, False)}
    rows = rows_of(kinds()).filter(status__in=ACTIVE).values_list("kind", "priority", "status", "hidden")
    for kind, priority, status, hidden, count in rows.annotate(count=Count("pk")):
        counts[queues[kind].kind_of(priority).task.name, status, not hidden] += count
    return counts


def count_viewed() -> int:
    """Return how many unfinished jobs somebody looks at."""
    return table().filter(VIEWED, status__in=ACTIVE).count()


def count_questions(client: str, *earlier: Q) -> tuple[int, int]:
    """Return how many questions a client has that are not done, the lines of a map as one: viewed ones, and others."""
    rows = table().filter(*earlier, client=client, status__in=ACTIVE).values_list("hidden")
    found = dict(rows.annotate(count=Count(WHOLE, distinct=True)))
    return found.get(False, 0), found.get(True, 0)
