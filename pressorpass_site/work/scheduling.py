"""Which job goes first, across all queues: in slots, in processes and in processor time.

Jobs without a slot queue in the database. When a slot is free, it goes to the most urgent of them, and among
equals to the one that has waited longest.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import Protocol

from .slots import Slot


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
        return {Urgency.FIRST_ANSWER: 0, Urgency.REFINEMENT: 2, Urgency.TABLE: 5, Urgency.MAP: 5}.get(self, 15)


class Queue(Protocol):
    """What scheduling knows of a queue."""

    urgency: Urgency

    def is_waiting_for_process(self) -> bool:
        """Whether a job in view that needs no slot has found no free process."""

    def is_waiting_for_slot(self, *, in_view: bool) -> bool:
        """Whether a job that somebody is looking at, or nobody, is waiting for a slot."""

    def dispatch_next(self, *, in_view: bool) -> bool:
        """Dispatch the parked one of these jobs that has waited longest; whether there was one."""

    @property
    def task_name(self) -> str:
        """The name of the Celery task that does these jobs."""

    def count_unfinished(self) -> dict[str, int]:
        """How many jobs are queued and how many are running, in view or not."""

    def count_in_view(self) -> int:
        """How many queued or running jobs somebody is looking at."""

    def rescue_orphans(self) -> int:
        """Queue every orphan again; how many."""


_queues: list[Queue] = []


def register_queue(queue: Queue) -> None:
    """Give a queue its share of the slots."""
    _queues.append(queue)
    _queues.sort(key=lambda each: each.urgency)


def must_yield(urgency: Urgency, slot: Slot) -> bool:
    """Whether a job is to leave its process, and the slot that it may have, to a more urgent one.

    Someone who waits for a first answer gets the process of the spare slot, or of any job out of view.
    """
    if (slot.is_spare or urgency >= Urgency.OUT_OF_VIEW) and is_process_wanted():
        return True
    rivals = [queue for queue in _queues if urgency.yields_to(queue.urgency)] if slot.acquired else []
    if urgency == Urgency.IN_ADVANCE and any(queue.is_waiting_for_slot(in_view=False) for queue in rivals):
        return True
    return any(
        queue.is_waiting_for_slot(in_view=True) for queue in rivals if queue.urgency.is_brief or not slot.is_spare
    )


def may_begin(urgency: Urgency, slot: Slot) -> bool:
    """Take a slot for a job of this urgency, unless there is none or a more urgent job is waiting for it."""
    return slot.acquire(spare_first=urgency.is_brief) and not must_yield(urgency, slot)


def is_process_wanted() -> bool:
    """Whether someone is waiting for a first answer because all processes are busy."""
    return any(queue.is_waiting_for_process() for queue in _queues)


def count_more_urgent(urgency: Urgency) -> int:
    """How many jobs in view are in queues that go before those of this urgency."""
    return sum(queue.count_in_view() for queue in _queues if queue.urgency < urgency)


@contextmanager
def released_slot() -> Iterator[Slot]:
    """A slot to be acquired when it is needed; in the end it goes to the next parked job."""
    slot = Slot()
    try:
        yield slot
    finally:
        if slot.acquired:
            spare = slot.is_spare
            slot.release()
            _dispatch_next(spare=spare)


def dispatch_if_slot_free() -> None:
    """For each kind of slot of which this worker has a free one, dispatch the next parked job.

    Another worker, without a slot, may be quicker to take the message: so this is repeated.
    """
    for spare_first in (False, True):
        with released_slot() as slot:
            slot.acquire(spare_first=spare_first)


def count_unfinished() -> dict[str, dict[str, int]]:
    """By queue, how many jobs are queued and how many are running."""
    return {queue.task_name: queue.count_unfinished() for queue in _queues}


def rescue_orphans() -> None:
    """Queue the orphans of all queues again."""
    for queue in _queues:
        queue.rescue_orphans()


def _dispatch_next(*, spare: bool) -> bool:
    """Dispatch the most urgent parked job that may use a slot; whether there was one."""
    in_view = [queue for queue in _queues if queue.urgency.is_brief or not spare]
    out_of_view = [] if spare else _queues
    return any(queue.dispatch_next(in_view=True) for queue in in_view) or any(
        queue.dispatch_next(in_view=False) for queue in out_of_view
    )
