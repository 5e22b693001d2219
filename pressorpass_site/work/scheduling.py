"""Which job gets a slot, across all queues, and which must leave the one it has.

Jobs without a slot queue in the database. When a slot is free, the most urgent queue with a parked
job dispatches the job that has waited longest.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import Protocol

from .slots import Slot


class Urgency(IntEnum):
    """Which queue gets a free slot first."""

    INTERACTIVE = 1  # seconds of work that someone is looking at
    REFINEMENT = 2  # long work that improves what someone is looking at
    BATCH = 3  # many jobs of seconds each
    IN_ADVANCE = 4  # long work that nobody is waiting for

    @property
    def is_brief(self) -> bool:
        """Whether jobs are so short that they may use the spare slot."""
        return self in (Urgency.INTERACTIVE, Urgency.BATCH)


class Queue(Protocol):
    """What scheduling knows of a queue."""

    urgency: Urgency

    def is_waiting(self) -> bool:
        """Whether a job is waiting for a slot or a process."""

    def is_waiting_for_process(self) -> bool:
        """Whether a job that needs no slot has found no free process."""

    def dispatch_next(self) -> bool:
        """Dispatch the parked job that has waited longest; whether there was one."""

    def rescue_orphans(self) -> int:
        """Queue every orphan again; how many."""


_queues: list[Queue] = []


def register_queue(queue: Queue) -> None:
    """Give a queue its share of the slots."""
    _queues.append(queue)
    _queues.sort(key=lambda each: each.urgency)


def must_yield(urgency: Urgency, slot: Slot) -> bool:
    """Whether a job of this urgency is to leave its slot to a more urgent one.

    The spare slot is left to jobs that wait for a process; the others only by work in advance.
    """
    if slot.is_spare:
        return any(queue.is_waiting_for_process() for queue in _queues)
    return urgency == Urgency.IN_ADVANCE and any(queue.is_waiting() for queue in _queues if queue.urgency < urgency)


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
            any(queue.dispatch_next() for queue in _queues if queue.urgency.is_brief or not spare)


def dispatch_if_slot_free() -> None:
    """If this worker has a free slot, dispatch the next parked job.

    Another worker, without a slot, may be quicker to take the message: so this is repeated.
    """
    with released_slot() as slot:
        slot.acquire(or_spare=True)


def rescue_orphans() -> None:
    """Queue the orphans of all queues again."""
    for queue in _queues:
        queue.rescue_orphans()
