"""Shares: when a running job leaves its process to another client's, however urgent its own client's jobs are."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone

from . import scheduling
from .allowance import count_unfinished
from .jobs import Jobs, in_view_now
from .models import Status
from .scheduling import Urgency, Waiting
from .slots import Slot

# No job is disturbed sooner than so many seconds after it began, and how often it checks then.
UNDISTURBED_SECONDS = 0.5
CHECK_SECONDS = 0.3
# A first answer has waited so long before a better answer, which loses minutes of work, leaves to it.
PATIENCE = timedelta(seconds=0.8)
# "Far fewer" questions than another client's.
MANY_TIMES = 3


def is_anothers_turn(jobs: Jobs[Any], pk: int, client: str, urgency: Urgency, slot: Slot) -> bool:
    """Whether a running job of this client is to leave its process to a waiting job of another client.

    A brief job leaves it to a client with a much smaller share: none at work while its own has several, or far fewer
    questions. In a crowd, where everybody has one or two, no first answer is begun in vain.
    A better answer leaves it to a first answer that has waited, and a client's second one to somebody's first.
    """
    waiting = [each for each in _waiting(slot) if each.client != client]
    if not waiting:
        return False
    if urgency == Urgency.REFINEMENT:
        return _leaves_better_answer(jobs, pk, client, waiting)
    rivals = {each.client for each in waiting if each.urgency.is_brief}
    return bool(rivals) and _is_latest(jobs, pk, Q(client=client)) and _any_has_less(rivals, client)


def first_answers_wait() -> bool:
    """Whether one has waited so long that no better answer is to begin."""
    before = timezone.now() - PATIENCE
    found = (each for queue in scheduling.queues() for each in queue.waiting())
    return any(each.urgency == Urgency.FIRST_ANSWER and each.since < before for each in found)


def _waiting(slot: Slot) -> list[Waiting]:
    """Jobs that could begin where this one runs."""
    found = [each for queue in scheduling.queues() for each in queue.waiting()]
    return [
        each
        for each in found
        if not each.needs_slot or (slot.acquired and (each.urgency.is_brief or not slot.is_spare))
    ]


def _leaves_better_answer(jobs: Jobs[Any], pk: int, client: str, waiting: list[Waiting]) -> bool:
    before = timezone.now() - PATIENCE
    if any(each.urgency == Urgency.FIRST_ANSWER and each.since < before for each in waiting):
        return _is_latest(jobs, pk, ~jobs.unanswered)
    running = _running()
    return (
        running[client] > 1
        and any(each.urgency == Urgency.REFINEMENT and not running[each.client] for each in waiting)
        and _is_latest(jobs, pk, ~jobs.unanswered & Q(client=client))
    )


def _any_has_less(rivals: set[str], client: str) -> bool:
    running, at_first_answers = _running(), _running(unanswered=True)
    if at_first_answers[client] > 1 and any(not running[each] for each in rivals):
        return True
    unfinished = count_unfinished((client, *rivals))
    return any(
        running[client] >= running[each] and MANY_TIMES * unfinished[each] < unfinished[client] for each in rivals
    )


def _running(*, unanswered: bool = False) -> Counter[str]:
    return Counter(scheduling.running_clients(unanswered=unanswered))


def _is_latest(jobs: Jobs[Any], pk: int, of: Q) -> bool:
    """Whether this job began last among those running, so that only one leaves."""
    running = jobs.rows.filter(jobs.only, of, in_view_now(), status=Status.RUNNING)
    return running.order_by("-started_at", "-pk").values_list("pk", flat=True).first() == pk
