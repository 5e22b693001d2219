"""Which job goes first, across all queues: in slots, in processes and in processor time.

Jobs queue in the database. A message only wakes a worker, which looks up whose turn it is: a first answer's if any waits,
otherwise that of the most urgent job for which there is a slot. Clients take turns (turns.py), and one who has several jobs at work
leaves a process to another who has none (sharing.py).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from enum import IntEnum
from typing import NamedTuple, Protocol

from django.utils import timezone

from pressorpass_site.core import clients

from .priority import JobThread
from .slots import Slot

# Clients who had a turn within this time come after those who had none, whatever their jobs are.
ROUND_OF_TURNS = timedelta(seconds=2)
NEVER = datetime.min.replace(tzinfo=UTC)


class Urgency(IntEnum):
    """What goes first. A queue has one of the first four, or IN_ADVANCE, for jobs that somebody is looking at."""

    FIRST_ANSWER = 1  # there is nothing to show yet
    REFINEMENT = 2  # long work that improves what is shown
    TABLE = 3  # answers the numbers that somebody may try next
    MAP = 4  # many jobs of seconds each
    OUT_OF_VIEW = 5  # asked for by a page that has been closed or left
    IN_ADVANCE = 6  # nobody has asked for it yet

    @property
    def is_brief(self) -> bool:
        """Whether jobs are so short that they may use the spare slot while somebody is looking at them."""
        return self in (Urgency.FIRST_ANSWER, Urgency.TABLE, Urgency.MAP)

    def yields_to(self, other: Urgency) -> bool:
        """Whether a job leaves its slot to one of the other urgency.

        A first answer or refinement in view keeps it: the work that would be lost is worth more than the wait. So do
        tables and maps among themselves.
        """
        if self >= Urgency.OUT_OF_VIEW:
            return other < self
        return self >= Urgency.TABLE > other

    @property
    def niceness(self) -> int:
        """How far they make room on the processors for more urgent ones."""
        return {Urgency.FIRST_ANSWER: 0, Urgency.REFINEMENT: 5, Urgency.TABLE: 8, Urgency.MAP: 8}.get(self, 15)


class Waiting(NamedTuple):
    """Jobs of a client in view that wait: how urgent they are, since when, and whether they need a slot."""

    client: str
    urgency: Urgency
    since: datetime
    needs_slot: bool


class Candidate(NamedTuple):
    """The job of a queue whose turn it is."""

    queue: Queue
    pk: int
    token: str
    client: str
    queued_at: datetime
    served_at: datetime | None
    slotless: bool
    in_view: bool
    unanswered: bool = True  # of those that need no slot: there is nothing to show yet

    @property
    def is_brief(self) -> bool:
        """Whether the spare slot will do."""
        return self.in_view and self.queue.urgency.is_brief

    @property
    def turn(self) -> tuple[datetime, datetime]:
        """What comes first: the client served longest ago, then the job that has waited longest."""
        return self.served_at or NEVER, self.queued_at


class Queue(Protocol):
    """What scheduling knows of a queue."""

    urgency: Urgency

    @property
    def broker_queue(self) -> str:
        """Where its messages wait for workers."""

    def is_called_by(self, message_of: Queue) -> bool:
        """Whether a message of that queue may be a turn for this one."""

    def next_first_answer(self) -> Candidate | None:
        """The job in view that needs no slot and whose turn it is."""

    def next_parked(self, *, in_view: bool) -> Candidate | None:
        """The same of the jobs that need a slot."""

    def begin(self, candidate: Candidate) -> bool:
        """Claim the job; false if it is gone."""

    def run(self, candidate: Candidate, slot: Slot, thread: JobThread) -> None:
        """Do a job that has begun."""

    def wake(self, candidate: Candidate) -> None:
        """Send a message for the job, unless one is on its way."""

    def waiting(self) -> list[Waiting]:
        """Jobs in view that have waited for more than a moment."""

    def running_clients(self, *, unanswered: bool) -> list[str]:
        """Whose jobs in view are running, or those of them that have nothing to show yet, one entry for each."""

    def count_questions(self, of: Collection[str]) -> dict[str, int]:
        """How many questions in view each of these clients has that are not done."""

    def drop_unseen(self, client: str, keep: int) -> None:
        """Cancel a client's jobs out of view but for the last questions."""

    def is_waiting_for_process(self) -> bool:
        """Whether a job in view that needs no slot has found no free process."""

    def is_waiting_for_slot(self, *, in_view: bool, besides: Collection[str] = ()) -> bool:
        """Whether a job that somebody is looking at, or nobody, is waiting for a slot, `besides` those of some clients."""

    @property
    def task_name(self) -> str:
        """The name of the Celery task that does these jobs."""

    def count_unfinished(self) -> dict[tuple[str, bool], int]:
        """How many jobs are queued and how many are running, by status and whether somebody is looking."""

    def count_late(self) -> int:
        """How many jobs in view that need no slot have found no free process."""

    def count_in_view(self) -> int:
        """How many queued or running jobs somebody is looking at."""

    def rescue_orphans(self) -> int:
        """Queue orphans again; return their number."""


_queues: list[Queue] = []


def register_queue(queue: Queue) -> None:
    """Give a queue its share of the slots."""
    _queues.append(queue)
    _queues.sort(key=lambda each: each.urgency)


def queues() -> tuple[Queue, ...]:
    """All queues, the most urgent first."""
    return tuple(_queues)


def must_yield(urgency: Urgency, slot: Slot, client: str = clients.SITE) -> bool:
    """Whether a job is to leave its process, and the slot that it may have, to a more urgent one.

    Someone who waits for a first answer gets the process of the spare slot, or of any job out of view. A job in view stays
    if all that wait are of other clients who have jobs at work.
    """
    if (slot.is_spare or urgency >= Urgency.OUT_OF_VIEW) and is_process_wanted():
        return True
    rivals = [queue for queue in _queues if urgency.yields_to(queue.urgency)] if slot.acquired else []
    if urgency == Urgency.IN_ADVANCE and any(queue.is_waiting_for_slot(in_view=False) for queue in rivals):
        return True
    rivals = [queue for queue in rivals if queue.urgency.is_brief or not slot.is_spare]
    busy = set(running_clients()) - {client} if rivals and urgency < Urgency.OUT_OF_VIEW else set()
    return any(queue.is_waiting_for_slot(in_view=True, besides=busy) for queue in rivals)


def running_clients(*, unanswered: bool = False) -> Iterator[str]:
    """Whose jobs in view are running, or those of them that have nothing to show yet, one entry for each."""
    for queue in _queues:
        yield from queue.running_clients(unanswered=unanswered)


def begin(slot: Slot, message_of: Queue) -> Candidate | None:
    """Claim the job whose turn it is, in a slot if it needs one; None if there is none."""
    called = [queue for queue in _queues if queue.is_called_by(message_of)]
    return next((each for each in _startable(slot, called) if each.queue.begin(each)), None)


def wake() -> None:
    """Send a message if a job waits that could begin here and now, as messages may be lost or have come too early."""
    slot = Slot()
    try:
        candidate = next(_startable(slot, _queues), None)
    finally:
        slot.release()
    if candidate is not None:
        candidate.queue.wake(candidate)


def is_process_wanted() -> bool:
    """Whether someone is waiting for a first answer because all processes are busy."""
    return any(queue.is_waiting_for_process() for queue in _queues)


def count_more_urgent(urgency: Urgency) -> int:
    """How many jobs in view are in queues that go before those of this urgency."""
    return sum(queue.count_in_view() for queue in _queues if queue.urgency < urgency)


def count_unfinished() -> dict[str, dict[tuple[str, bool], int]]:
    """By queue, how many jobs are queued and how many are running, by status and whether somebody is looking."""
    return {queue.task_name: queue.count_unfinished() for queue in _queues}


def rescue_orphans() -> None:
    """Queue the orphans of all queues again."""
    for queue in _queues:
        queue.rescue_orphans()


def _startable(slot: Slot, queues: Collection[Queue]) -> Iterator[Candidate]:
    """Yield the jobs that may begin, in their order; the slot is acquired for those that need one."""
    first_answers = filter(None, (queue.next_first_answer() for queue in queues))
    yield from sorted(first_answers, key=lambda each: (not each.unanswered, each.turn))
    for candidate in _parked(queues):
        if not slot.acquire(spare_first=candidate.is_brief) or (slot.is_spare and not candidate.is_brief):
            continue
        if (slot.is_spare or not candidate.in_view) and is_process_wanted():
            continue
        yield candidate


def _parked(queues: Iterable[Queue]) -> list[Candidate]:
    """The parked job of each queue whose turn it is, in view and out of view, in the order in which they begin."""

    def order(candidate: Candidate) -> tuple[bool, bool, Urgency, tuple[datetime, datetime]]:
        just_served = candidate.served_at is not None and candidate.served_at > timezone.now() - ROUND_OF_TURNS
        return not candidate.in_view, candidate.in_view and just_served, candidate.queue.urgency, candidate.turn

    found = [queue.next_parked(in_view=in_view) for queue in queues for in_view in (True, False)]
    return sorted(filter(None, found), key=order)
