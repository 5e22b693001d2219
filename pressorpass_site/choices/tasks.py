"""The background job: what each slide on offer is worth, within a moment and then better."""

from __future__ import annotations

from django.db.models import Q

from engine import Limits, Odds, choose
from pressorpass_site.work.queues import JobQueue
from pressorpass_site.work.running import Run
from pressorpass_site.work.scheduling import Urgency

from .models import ChoiceRow

# Time limits of the first answers; the last one has the limit of the row.
FIRST_SECONDS = (0.5, 4.0)


def solve(row: ChoiceRow, run: Run) -> None:
    """Store every answer as it comes; go on after the first only where there is a slot.

    Figures that are known never become less certain: each answer begins with the stored ones.
    """
    question = row.question
    for seconds in (*FIRST_SECONDS, row.limits["seconds"]):
        if row.result is not None:
            if all(take["method"] == "exact" for take in row.result["takes"]):
                return
            if seconds == FIRST_SECONDS[0]:
                continue  # an earlier start has stored it
            run.acquire_slot()
        found = choose(
            question.position,
            question.board,
            question.rules,
            Limits(seconds, row.limits["memory_bytes"]),
            square=row.square,
            shows=row.shows,
            known={name: Odds.from_json(take) for name, take in row.known.items()},
            progress=run.report,
            cancel=run.cancel,
        )
        row.result, row.version = found.to_json(), row.version + 1
        run.store(result=row.result, version=row.version)


# A first answer needs no slot, so it never waits for a better one of another question.
jobs = JobQueue(
    ChoiceRow,
    solve,
    task="choices.solve",
    urgency=Urgency.REFINEMENT,
    slotless=Q(result__isnull=True),
    fails_undispatched=True,
)
