"""The background work: one question of the lab, answered by the engine."""

from __future__ import annotations

from engine import Exhausted, InputError, Overdue, Unaffordable
from engine.lab import ask
from pressorpass_site.work.models import Priority
from pressorpass_site.work.queues import JobQueue
from pressorpass_site.work.running import Run

from .models import LabAnswer


def answer(row: LabAnswer, run: Run) -> None:
    """Store the engine's answer."""
    try:
        reply = ask(row.game, row.question, row.options, **row.limits, cancel=run.cancel, listener=run.report)
    except InputError as error:
        run.store(steps=[{"invalid": error.field or ""}])  # the error is stored as the job's message
        raise
    except Overdue:
        raise
    except Exhausted as error:
        raise Unaffordable(str(error)) from None
    run.store(result=reply.to_json())


jobs = JobQueue(LabAnswer, answer, task="lab.answer", priority=Priority.BRIEF, fails_undispatched=True)
