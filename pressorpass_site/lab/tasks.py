"""The background work: one question of the lab, answered by the engine."""

from __future__ import annotations

import logging

from celery import shared_task
from kombu.exceptions import OperationalError

from engine import Exhausted, InputError, Unaffordable
from engine.lab import ask
from pressorpass_site.work.running import TIME_LIMIT, NoPlace, doing
from pressorpass_site.work.slots import Line, Urgency, form, must_give_way, place
from pressorpass_site.work.watch import Watch

from .jobs import jobs
from .models import LabAnswer

logger = logging.getLogger(__name__)


@shared_task(name="lab.answer", time_limit=TIME_LIMIT)
def answer(pk: int, token: str) -> None:
    """Answer a question. A duplicate or outdated message ends here quietly.

    Without a place nothing happens either: the row waits in line and is called.
    """
    with place() as one:
        if not one.take(brief=True) or must_give_way(one.urgency) or not jobs.claim(pk, token):
            logger.info("lab answer %s: not now", pk)
            return
        with doing(jobs, pk, token, one.urgency) as watch:
            _answer(LabAnswer.objects.get(pk=pk), watch)


def call_first() -> bool:
    """Announce the question that has waited longest."""
    waiting = jobs.next_parked()
    if waiting is None:
        return False
    try:
        answer.apply_async(waiting, retry=False)
    except (OperationalError, OSError) as error:  # called again in a later round
        logger.warning("lab answer %s could not be announced: %s", waiting[0], error)
    return True


form(Line(Urgency.BRIEFLY, jobs.anybody_waits, call_first, brief=True))


def _answer(row: LabAnswer, watch: Watch) -> None:
    """Store the engine's answer. Raises what the engine raises, NoPlace when it should stop."""
    seconds, nodes = row.limits["seconds"], row.limits["nodes"]
    try:
        reply = ask(
            row.game,
            row.question,
            row.options,
            seconds=seconds,
            nodes=nodes,
            cancel=watch.cancel,
            listener=watch.report,
        )
    except InputError as error:
        jobs.wrong(row.pk, row.token, error.field or "")
        raise
    except Exhausted as error:
        raise Unaffordable(str(error)) from None
    if not jobs.store(row.pk, row.token, result=reply.to_json()):
        raise NoPlace
