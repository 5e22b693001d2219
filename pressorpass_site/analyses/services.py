"""Analyses for views and other apps: asking, waiting, cancelling, trying again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from pressorpass_site.questions.question import Question
from pressorpass_site.work.models import ACTIVE

from .answer_quality import step
from .live import DROPPED, Turn, claimed_by_others
from .models import Analysis, Status
from .tasks import jobs

# Most answers are final soon after the first one.
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
    """The stored analysis of this question, its job started if needed.

    Asking again costs nothing; asking while the job is active joins it.

    Args:
        question: what is asked.
        afresh: for an explicit request: a job that failed or was cancelled is tried again.
        live: the turn of a page that asks while its numbers are being changed. Its next turn may cancel
            the job as long as nobody else has asked the question.
        before_new: called before a question is stored that nobody has asked yet; may raise.
    """
    analysis = _with_boards().filter(key=question.key).first()
    if analysis is None:
        if before_new is not None:
            before_new()
        fields = _asked(question) | {"live": live.text if live else ""}
        analysis, created = jobs.get_or_create(limits=current_limits(), **fields)
        if created:
            jobs.dispatch(analysis)
            return analysis
    if claimed_by_others(analysis.live, live):
        Analysis.objects.filter(pk=analysis.pk).update(live="")
    if _worth_another_start(analysis, afresh):
        start(analysis, live)
    return refresh(analysis, live)


def answered(question: Question) -> bool:
    """Whether there is an answer, if only a rough one."""
    return Analysis.objects.filter(key=question.key, result__isnull=False).exists()


def at_once(question: Question, result: dict[str, Any]) -> Analysis:
    """An answer that was read from a table, as an analysis that is not stored."""
    return Analysis(result=result, steps=[step(result)], status=Status.DONE, **_asked(question))


def drop_before(turn: Turn, key: str) -> None:
    """Cancel what a page asked before this turn, except `key` and what someone else has asked since.

    Such a question is started again when someone looks at it later.
    """
    asked = turn.earlier(Analysis.objects.filter(status__in=ACTIVE).exclude(key=key))
    for pk, live in asked.values_list("pk", "live"):
        if Analysis.objects.filter(pk=pk, live=live).update(live=DROPPED):
            jobs.request_cancel(pk)


def find(key: str) -> Analysis:
    """The analysis that this key names. Raises Analysis.DoesNotExist if there is none."""
    return _with_boards().get(key=key)


def start(analysis: Analysis, live: Turn | None = None) -> Analysis:
    """Start a job that has ended again, unless someone else has just done so."""
    return jobs.start(analysis, current_limits(), live=live.text if live else "")


def retry(analysis: Analysis) -> Analysis:
    """Try again what failed, was cancelled or was too big."""
    return jobs.retry(analysis, current_limits(), live="")


def cancel(analysis: Analysis) -> Analysis:
    """Cancel the job, for everybody who is waiting for it; an answer that it has found stays."""
    Analysis.objects.filter(pk=analysis.pk).update(live="")  # an explicit cancel is not undone by the next look
    return jobs.cancel(analysis)


def stopped(analysis: Analysis) -> Analysis:
    """The analysis once its cancelled job has stopped; a worker that hangs is not waited for."""
    return ended(analysis, STOP_SECONDS)


def refresh(analysis: Analysis, live: Turn | None = None) -> Analysis:
    """The analysis as it stands, its job started again if its worker was lost or a page has dropped it."""
    if analysis.live == DROPPED and analysis.status == Status.CANCELLED:
        return start(analysis, live)
    return jobs.refresh(analysis)


def wait(analysis: Analysis, seconds: float, *, after_first: float = AFTER_FIRST_SECONDS) -> Analysis:
    """Wait for a first answer for about `seconds`, so that it arrives with the page.

    Once it is there, wait `after_first` seconds longer for the last one.
    """
    jobs.wait(analysis, seconds, lambda row: row.result is not None or not row.is_active)
    return jobs.wait(analysis, after_first) if analysis.refining else analysis


def ended(analysis: Analysis, seconds: float) -> Analysis:
    """The analysis once its job has ended, or as it stands after about `seconds`."""
    return jobs.long_poll(analysis, seconds)


def would_begin(question: Question, *, afresh: bool = False) -> bool:
    """Whether asking this would start a job, as far as can be seen beforehand."""
    analysis = Analysis.objects.filter(key=question.key).defer("result", "steps").first()
    return analysis is None or _worth_another_start(analysis, afresh)


def current_limits() -> dict[str, Any]:
    """What the solver may spend on one question."""
    return {"seconds": settings.SOLVER_SECONDS, "memory_bytes": settings.SOLVER_MEMORY_BYTES}


def _with_boards() -> QuerySet[Analysis]:
    """Analyses with the boards of their questions, in one query."""
    return Analysis.objects.select_related("board_revision__board", "now_revision__board")


def _asked(question: Question) -> dict[str, Any]:
    """The columns that store a question."""
    return {"key": question.key, "position": question.position.notation, **Analysis.columns(question)}


def _worth_another_start(analysis: Analysis, afresh: bool) -> bool:
    if analysis.status == Status.OUT_OF_REACH:
        return analysis.limits != current_limits()
    return afresh and analysis.status in (Status.FAILED, Status.CANCELLED)
