"""Which job is next, of all kinds: one query in one order.

In view first, then by urgency, then by how many unfinished questions its client had when it asked, then by age. A running
job makes room by the same order: what nobody looks at for what somebody looks at, and anything for a first answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import IntEnum
from functools import cache, cached_property, lru_cache, reduce
from operator import or_
from typing import Any, NamedTuple

from celery import current_app
from django.conf import settings
from django.db import connection
from django.db.models import BooleanField, Case, Count, IntegerField, Max, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from pressorpass_site.core.database.compiled import CompiledQuery

from . import locks
from .dispatch import BrokerUnreachable, count_messages, queue_of, send
from .jobs import Jobs, in_view_now
from .models import ACTIVE, Job, Status

# After this wait all processes are busy: a free one begins a job within a tenth of a second.
PATIENCE = timedelta(seconds=0.3)
# The step in niceness from one urgency to the next; the first is as nice as the web server, a job out of view as the last
# urgency. On Linux a step of five leaves a job a third of its time.
NICENESS = 5

# Placeholders in compiled queries: the present time, the latest time of queueing, a client.
NOW, BEFORE = (datetime(2000, 1, day, tzinfo=UTC) for day in (1, 2))
CLIENT = "any client"

# What a job is a part of, as a line of a map, or itself.
WHOLE = Coalesce("part_of_id", "pk")


class Urgency(IntEnum):
    """What goes first of the jobs that somebody looks at."""

    FIRST = 1  # there is nothing to show yet
    REFINE = 2  # long work that improves what is shown
    BRIEF = 3  # seconds: tables, lines of maps, questions of the lab
    IN_ADVANCE = 4  # nobody has asked for it yet

    @property
    def patience(self) -> timedelta:
        """How long another job waits before a running one makes room.

        A better answer, which would lose minutes of work, does so only once a page would have to show progress.
        """
        held = timedelta(milliseconds=settings.ANSWER_WAIT_MILLISECONDS)
        return max(PATIENCE, held) if self == Urgency.REFINE else PATIENCE

    def niceness(self, *, in_view: bool) -> int:
        """Return by how much its threads are nicer than the web server."""
        return NICENESS * ((self if in_view else Urgency.IN_ADVANCE) - Urgency.FIRST)


@dataclass(frozen=True, eq=False)
class Kind:
    """Jobs that one function does; messages of `task` wake a worker for them."""

    jobs: Jobs[Any]
    task: Any
    work: Callable[[Any, Any], None]
    urgency: Urgency
    only: Q
    refinable: bool = False  # there is an answer as soon as its rows have a `result`, which another job betters
    lock: str = ""  # names what one process of a machine does at a time

    @property
    def name(self) -> str:
        return str(self.task.name)

    @cached_property
    def broker_queue(self) -> str:
        """Where its messages wait for workers."""
        return queue_of(self.task)

    @property
    def is_open(self) -> bool:
        """Whether this process may begin one."""
        return not self.lock or locks.is_free(self.lock)


class Candidate(NamedTuple):
    """A queued job; the fields before the last three are the order."""

    hidden: bool  # nobody looks at it
    urgency: int
    client_seq: int
    queued_at: Any  # as the database has it
    pk: int
    token: str
    kind_at: int  # its place in `_kinds`

    @property
    def _rank(self) -> int:
        return 2 if self.hidden else 1 if self.urgency > Urgency.FIRST else 0

    def goes_clearly_before(self, other: Candidate) -> bool:
        """Return whether a running job is to make room for this one.

        One in view for a first answer, one out of view for any in view. Among brief jobs of the same urgency, that of a
        client with more questions for that of one with fewer; in a crowd, where everybody has one or two, none is begun
        in vain.
        """
        if self._rank != other._rank:
            return self._rank < other._rank
        alike = self.urgency == other.urgency != Urgency.REFINE
        return alike and not self.hidden and self.client_seq + 1 < other.client_seq


_kinds: list[Kind] = []


def register(*kinds: Kind) -> None:
    """Have workers do these jobs."""
    _kinds.extend(kinds)


def kind_of(candidate: Candidate) -> Kind:
    """Return what kind of job it is."""
    return _kinds[candidate.kind_at]


def served() -> list[Kind]:
    """Return the kinds whose messages this process takes."""
    queues = current_app.amqp.queues.consume_from
    return [kind for kind in _kinds if kind.broker_queue in queues]


def pick(kinds: Iterable[Kind], before: datetime | None = None) -> Candidate | None:
    """Return the queued job that is next, of those queued `before` a time: one query."""
    ready = tuple(kind for kind in kinds if kind.is_open)
    found = _fetch(_picking(ready), before) if ready else ()
    return Candidate(*found[0]) if found else None


@lru_cache
def _picking(kinds: tuple[Kind, ...]) -> CompiledQuery:
    rows = _marked(kinds).filter(status=Status.QUEUED, queued_at__lt=BEFORE)
    order = ("hidden", "urgency", "client_seq", "queued_at", "pk")
    return CompiledQuery(rows.order_by(*order).values_list(*Candidate._fields)[:1])


def begin(kinds: Sequence[Kind]) -> Candidate | None:
    """Claim the job of these kinds that is next, with the lock of its kind; None if there is none."""
    while (found := pick(kinds)) is not None:
        kind = kind_of(found)
        if kind.lock and not locks.take(kind.lock):
            continue
        if kind.jobs.claim(found.pk, found.token):
            return found
        if kind.lock:
            locks.release(kind.lock)
    return None


def must_yield(running: Candidate) -> bool:
    """Return whether a running job is to make room for one that waits for this process.

    A first answer that is stored but still too rough to leave counts as brief work.
    """
    first = pick(served(), timezone.now() - Urgency(running.urgency).patience)
    if first is None:
        return False
    if running.urgency == Urgency.FIRST and is_answered(running):
        running = running._replace(urgency=Urgency.BRIEF)
    return first.goes_clearly_before(running)


def is_answered(running: Candidate) -> bool:
    """Return whether the running job of a first answer has stored one."""
    kind = kind_of(running)
    return not kind.jobs.rows.filter(kind.only, pk=running.pk).exists()


def first_answers_wait() -> bool:
    """Return whether somebody waits for a first answer because all processes are busy."""
    late = in_view_now() & Q(status=Status.QUEUED, queued_at__lt=timezone.now() - PATIENCE)
    return _rows(Urgency.FIRST).filter(late).exists()


def wake() -> None:
    """Send a message for each of the broker's queues that has none though a job waits: messages may be lost."""
    waiting = (_kinds[number] for number, _, status, *_ in _counts() if status == Status.QUEUED)
    tasks = {kind.broker_queue: kind.task for kind in waiting}
    for queue, task in tasks.items():
        try:
            if not count_messages(queue):
                send(task)
        except BrokerUnreachable:
            return


def rescue_orphans() -> int:
    """Queue the jobs again whose worker is silent; return their number."""
    silent = list(Jobs(_table()).orphans().values_list("pk", flat=True))
    orphans = _marked(_kinds).filter(pk__in=silent) if silent else ()
    return sum(_kinds[job.kind_at].jobs.rescue(job) for job in orphans)


def count_unfinished() -> dict[tuple[str, str, bool], int]:
    """Return how many jobs there are by task, by status and by whether somebody looks."""
    counts = {(kind.name, str(each), seen): 0 for kind in _kinds for each in ACTIVE for seen in (True, False)}
    for number, hidden, status, count in _counts():
        counts[_kinds[number].name, status, not hidden] += count
    return counts


def count_in_view() -> int:
    """Return how many unfinished jobs somebody looks at."""
    return sum(count for _, hidden, _, count in _counts() if not hidden)


def _counts() -> Sequence[tuple[Any, ...]]:
    """Return the kind, whether nobody looks, the status and the number of unfinished jobs."""
    return _fetch(_counting())


@cache
def _counting() -> CompiledQuery:
    rows = _marked(_kinds).filter(status__in=ACTIVE).values_list("kind_at", "hidden", "status")
    return CompiledQuery(rows.annotate(count=Count("pk")))


def count_questions(client: str) -> tuple[int, int]:
    """Return how many questions a client has that are not done: those in view, and those at which nobody looks.

    The lines of a map are one.
    """
    found = {bool(hidden): count for hidden, count in _fetch(_asked(), client=client)}
    return found.get(False, 0), found.get(True, 0)


@cache
def _asked() -> CompiledQuery:
    rows = _marked(_kinds).filter(status__in=ACTIVE, client=CLIENT)
    return CompiledQuery(rows.values_list("hidden").annotate(count=Count(WHOLE, distinct=True)))


def drop_unseen(client: str, keep: int) -> None:
    """Cancel a client's jobs out of view, except those of the `keep` questions seen last."""
    jobs = Jobs(_table())
    unseen = jobs.rows.filter(status__in=ACTIVE, client=client).exclude(in_view_now()).annotate(whole=WHOLE)
    seen_last = unseen.values_list("whole").annotate(last=Max("in_view_until")).order_by("-last")
    too_many = [whole for whole, _ in seen_last[keep:]]
    for pk in unseen.filter(whole__in=too_many).values_list("pk", flat=True):
        jobs.request_cancel(pk)


def count_ahead(job: Job, urgency: Urgency) -> int:
    """Return how many jobs in view of the same urgency run, or go before a queued one."""
    earlier = Q(client_seq__lt=job.client_seq) | Q(client_seq=job.client_seq, queued_at__lt=job.queued_at)
    ahead = in_view_now() & (Q(status=Status.RUNNING) | Q(earlier, status=Status.QUEUED))
    return _rows(urgency).filter(ahead).count()


def _rows(urgency: Urgency) -> QuerySet[Any]:
    """Return the jobs of an urgency."""
    kinds = (kind.only for kind in _kinds if kind.urgency == urgency)
    return _table()._base_manager.filter(reduce(or_, kinds)).order_by()


def _table() -> type[Job]:
    """Return the model of the one table of jobs."""
    table: type[Job] = _kinds[0].jobs.model._meta.concrete_model
    return table


def _marked(kinds: Sequence[Kind]) -> QuerySet[Any]:
    """Return the jobs of some kinds with the parts of the order that are no columns."""
    of_kind = [When(kind.only, then=Value(_kinds.index(kind))) for kind in kinds]
    urgency = [When(kind.only, then=Value(int(kind.urgency))) for kind in kinds]
    rows = _table()._base_manager.annotate(
        hidden=Case(When(in_view_until__gt=NOW, then=Value(False)), default=Value(True), output_field=BooleanField()),
        kind_at=Case(*of_kind, default=None, output_field=IntegerField()),
    )
    return rows.filter(kind_at__isnull=False).annotate(urgency=Case(*urgency, output_field=IntegerField()))


def _fetch(query: CompiledQuery, before: datetime | None = None, client: str = "") -> Sequence[tuple[Any, ...]]:
    """Return the rows of a query about all kinds, which Django takes ten milliseconds to put together."""
    adapted, now = connection.ops.adapt_datetimefield_value, timezone.now()
    given = {adapted(NOW): adapted(now), adapted(BEFORE): adapted(before or now + timedelta(days=1)), CLIENT: client}
    return query.fetch([given.get(each, each) for each in query.parameters])
