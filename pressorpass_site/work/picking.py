"""Which job is next, of all kinds: one query in one order; and how many there are.

Viewed ones first, then by priority, then by how many unfinished questions its client had when it asked, then by age. A
running job makes room by the same order: what nobody views for what somebody views, and anything for a first answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, NamedTuple

from celery import current_app
from django.conf import settings
from django.db.models import BooleanField, Case, Count, Exists, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce, Now

from .broker import BrokerUnreachable, count_messages, queue_of, send
from .models import ACTIVE, Job, Priority, Status

if TYPE_CHECKING:
    from .queues import JobQueue, Kind

# After this wait all processes are busy: a free one begins a job within a tenth of a second.
PATIENCE = timedelta(seconds=0.3)
# Between beats clocks may be set: one far ahead is as good as none.
STALE = timedelta(seconds=settings.JOB_STALE_SECONDS)

VIEWED = Q(viewed_until__gt=Now())
UNVIEWED = ~VIEWED
HIDDEN = Case(When(VIEWED, then=Value(False)), default=Value(True), output_field=BooleanField())
# What a job is a part of, as a line of a map, or itself.
WHOLE = Coalesce("part_of_id", "pk")

queues: dict[str, JobQueue[Any]] = {}  # by the kind of their rows


class Candidate(NamedTuple):
    """A queued or running job; the first five fields are the order."""

    hidden: bool  # nobody looks at it
    priority: int
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
    def _rank(self) -> int:
        return 2 if self.hidden else 1 if self.priority > Priority.FIRST else 0

    def goes_clearly_before(self, other: Candidate) -> bool:
        """Return whether a running job is to make room for this one.

        One in view for a first answer, one out of view for any in view. Among brief jobs of the same priority, that of a
        client with more questions for that of one with fewer; in a crowd, where everybody has one or two, none is begun
        in vain.
        """
        if self._rank != other._rank:
            return self._rank < other._rank
        alike = self.priority == other.priority != Priority.REFINE
        return alike and not self.hidden and self.client_seq + 1 < other.client_seq


def kinds() -> list[Kind]:
    """Return what workers do."""
    return [kind for jobs in queues.values() for kind in jobs.kinds]


def served() -> list[Kind]:
    """Return the kinds whose messages this process takes."""
    mine = current_app.amqp.queues.consume_from
    return [kind for kind in kinds() if queue_of(kind.task) in mine]


def rows_of(some: Iterable[Kind]) -> QuerySet[Any]:
    """Return the jobs of some kinds."""
    model: type[Job] = next(iter(queues.values())).model._meta.concrete_model
    return model._base_manager.filter(reduce(or_, (kind.rows for kind in some))).order_by()


def table() -> QuerySet[Any]:
    """Return the jobs of all kinds."""
    return rows_of(kinds())


def pick(some: Iterable[Kind], waited: timedelta | None = None, beside: int = 0) -> Candidate | None:
    """Return the queued job that is next, of those that have `waited` so long: one query.

    Jobs of a kind that are done one after another are left out while one runs, other than `beside`.
    """
    rows = rows_of(some).filter(status=Status.QUEUED)
    if waited:
        rows = rows.filter(queued_at__lt=Now() - waited)
    if alone := [kind for kind, jobs in queues.items() if jobs.alone]:
        running = rows.model._base_manager.filter(kind=OuterRef("kind"), status=Status.RUNNING).exclude(pk=beside)
        rows = rows.exclude(Exists(running), kind__in=alone)
    order = ("hidden", "priority", "client_seq", "queued_at", "pk")
    found = rows.annotate(hidden=HIDDEN).order_by(*order).values_list(*Candidate._fields).first()
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
    waiting = table().filter(VIEWED, status=Status.QUEUED, priority=Priority.FIRST)
    return waiting.filter(queued_at__lt=Now() - PATIENCE).exists()


def wake() -> None:
    """Send a message for each of the broker's queues that has none though a job waits: messages may be lost."""
    waiting = table().filter(status=Status.QUEUED).values_list("kind", "priority").distinct()
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
    return sum(queues[job.kind].rescue(job) for job in lost(table()))


def count_unfinished() -> dict[tuple[str, str, bool], int]:
    """Return how many jobs there are by task, by status and by whether somebody looks."""
    counts = {(kind.task.name, str(status), seen): 0 for kind in kinds() for status in ACTIVE for seen in (True, False)}
    for kind, priority, status, hidden, count in _counts("kind", "priority", "status"):
        counts[queues[kind].kind_of(priority).task.name, status, not hidden] += count
    return counts


def count_viewed() -> int:
    """Return how many unfinished jobs somebody looks at."""
    return table().filter(VIEWED, status__in=ACTIVE).count()


def count_questions(client: str) -> tuple[int, int]:
    """Return how many questions a client has that are not done: those somebody looks at, and the others.

    The lines of a map are one.
    """
    found = dict(_counts(of=Q(client=client), count=Count(WHOLE, distinct=True)))
    return found.get(False, 0), found.get(True, 0)


def _counts(*by: str, of: Q | None = None, count: Count | None = None) -> Iterable[Any]:
    """Return the numbers of unfinished jobs, by columns and by whether nobody looks."""
    rows = table().filter(of or Q(), status__in=ACTIVE).annotate(hidden=HIDDEN)
    return rows.values_list(*by, "hidden").annotate(count=count or Count("pk"))
