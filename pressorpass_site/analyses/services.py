"""The door to the analyses: asking, looking, cancelling, trying again, recovering.

Other apps, the views and the worker's signals come through here.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from pressorpass_site.questions.question import Question
from pressorpass_site.work.dispatch import announce
from pressorpass_site.work.jobs import first_start

from .answer_quality import step
from .jobs import jobs
from .live import DROPPED, Turn, claimed_by_others
from .models import Analysis, Status
from .tasks import solve_analysis

logger = logging.getLogger(__name__)

POLL_SECONDS = 0.01
LONG_POLL_SECONDS = 0.05
# With a first answer in hand, the last one is waited for this much longer: most come together.
AFTER_FIRST_SECONDS = 0.15
# A worker needs about this long to stop.
STOP_SECONDS = 0.5


def ask(
    question: Question,
    *,
    afresh: bool = False,
    live: Turn | None = None,
    before_new: Callable[[], object] | None = None,
) -> Analysis:
    """The stored analysis of this question, its job begun if that is needed.

    Asking again costs nothing; asking what is being worked on joins that job. `afresh` is for
    somebody who asks by hand: what failed or was cancelled is then tried again at once. `live` is
    the turn of a page that asks while its numbers are being changed: the question may be dropped for its
    next one as long as nobody else has asked it. `before_new` is called before a question is stored that
    nobody has asked yet, and may raise.
    """
    analysis = _with_boards().filter(key=question.key).first()
    if analysis is None:
        if before_new is not None:
            before_new()
        analysis, created = _with_boards().get_or_create(
            key=question.key,
            defaults={**_asked(question), "live": live.text if live else "", **first_start(current_limits())},
        )
        if created:
            announce(jobs, solve_analysis, analysis.pk, analysis.token)
            return analysis
    if claimed_by_others(analysis.live, live):
        Analysis.objects.filter(pk=analysis.pk).update(live="")
    if _worth_another_start(analysis, afresh):
        start(analysis, live)
        analysis.refresh_from_db()
    return refresh(analysis, live)


def answered(question: Question) -> bool:
    """Whether there is an answer to it, be it a rough one."""
    return Analysis.objects.filter(key=question.key, result__isnull=False).exists()


def at_once(question: Question, result: dict[str, Any]) -> Analysis:
    """An answer that was read from a table, as an analysis that is stored nowhere."""
    return Analysis(result=result, steps=[step(result)], status=Status.DONE, **_asked(question))


def drop_before(turn: Turn, key: str) -> None:
    """Stop what a page asked before this turn, but for `key`, where nobody else has asked it since.

    Whoever looks at such a question later has it begun again.
    """
    asked = turn.earlier(Analysis.objects.filter(status__in=(Status.QUEUED, Status.RUNNING)).exclude(key=key))
    for pk, live in asked.values_list("pk", "live"):
        if Analysis.objects.filter(pk=pk, live=live).update(live=DROPPED):
            jobs.request_cancel(pk)


def find(key: str) -> Analysis:
    """The analysis that this key names. Raises Analysis.DoesNotExist if there is none."""
    return _with_boards().get(key=key)


def start(analysis: Analysis, live: Turn | None = None) -> None:
    """Queue a question that rests; if somebody else has just done so, theirs stands."""
    token = jobs.enqueue(analysis, current_limits())
    if token:
        Analysis.objects.filter(pk=analysis.pk).update(live=live.text if live else "")
        announce(jobs, solve_analysis, analysis.pk, token)


def retry(analysis: Analysis) -> Analysis:
    """Try again what failed, was cancelled or was too big."""
    if analysis.status in (Status.FAILED, Status.CANCELLED, Status.OUT_OF_REACH):
        start(analysis)
        analysis.refresh_from_db()
    return analysis


def cancel(analysis: Analysis) -> Analysis:
    """Stop the job, for everybody who waits for it; an answer that it has found stays."""
    Analysis.objects.filter(pk=analysis.pk).update(live="")  # somebody means it
    jobs.request_cancel(analysis.pk)
    analysis.refresh_from_db()
    return analysis


def stopped(analysis: Analysis) -> Analysis:
    """The analysis once its cancelled job has stopped; a worker that hangs is not waited for."""
    return ended(analysis, STOP_SECONDS)


def refresh(analysis: Analysis, live: Turn | None = None) -> Analysis:
    """The analysis as it stands, its job put back into the queue if its worker was lost or a page has dropped it."""
    if analysis.live == DROPPED and analysis.status == Status.CANCELLED:
        start(analysis, live)
        analysis.refresh_from_db()
    elif analysis.unfinished and jobs.orphans().filter(pk=analysis.pk).exists():
        _rescue(analysis)
        analysis.refresh_from_db()
    return analysis


def wait(analysis: Analysis, seconds: float, *, after_first: float = AFTER_FIRST_SECONDS) -> Analysis:
    """Give a first answer the chance to arrive with the page, for about `seconds` at most.

    With it in hand the last one is waited for `after_first` seconds longer.
    """
    _look_until(lambda: analysis.result is not None or not analysis.unfinished, analysis, seconds)
    if analysis.refining:
        _look_until(lambda: not analysis.unfinished, analysis, after_first)
    return analysis


def ended(analysis: Analysis, seconds: float) -> Analysis:
    """The analysis once its job has ended, however it ends; as it stands after about so many `seconds`.

    That may be long: the look at the row is a small one, and the pauses are not the shortest.
    """
    unfinished = Analysis.objects.filter(pk=analysis.pk, status__in=(Status.QUEUED, Status.RUNNING))
    end = time.monotonic() + seconds
    while unfinished.exists() and time.monotonic() < end:
        time.sleep(LONG_POLL_SECONDS)
    analysis.refresh_from_db()
    return analysis


def would_begin(question: Question, *, afresh: bool = False) -> bool:
    """Whether asking this would set the solver to work, as far as can be seen beforehand."""
    analysis = Analysis.objects.filter(key=question.key).defer("result", "steps").first()
    return analysis is None or _worth_another_start(analysis, afresh)


def recover_orphans() -> int:
    """Queue again every job whose worker or message was lost; how many."""
    return sum(_rescue(analysis) for analysis in jobs.orphans())


def current_limits() -> dict[str, Any]:
    """What the solver may spend on one question."""
    return {"seconds": settings.SOLVER_SECONDS, "memory_bytes": settings.SOLVER_MEMORY_BYTES}


def _with_boards() -> QuerySet[Analysis]:
    """Analyses with what their question is made of, so that it takes no more queries."""
    return Analysis.objects.select_related("board_revision__board", "now_revision__board")


def _asked(question: Question) -> dict[str, Any]:
    """What a row says of its question."""
    return {"key": question.key, "position": question.position.notation, **Analysis.columns(question)}


def _look_until(there: Callable[[], bool], analysis: Analysis, seconds: float) -> Analysis:
    """Read the row again and again until what is wanted is there or the time is up."""
    end = time.monotonic() + seconds
    while not there() and time.monotonic() < end:
        time.sleep(POLL_SECONDS)
        analysis.refresh_from_db()
    return analysis


def _worth_another_start(analysis: Analysis, afresh: bool) -> bool:
    if analysis.status == Status.OUT_OF_REACH:
        return analysis.limits != current_limits()
    return afresh and analysis.status in (Status.FAILED, Status.CANCELLED)


def _rescue(analysis: Analysis) -> bool:
    token = jobs.take_over(analysis)
    if token is None:
        return False
    logger.warning("analysis %s (%s): no word of its worker, queued again", analysis.pk, analysis.status)
    announce(jobs, solve_analysis, analysis.pk, token)
    return True
