"""The door to the analyses: asking, looking, cancelling, trying again.

Other apps and the views come through here.
"""

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
    """Whether there is an answer to it, be it a rough one."""
    return Analysis.objects.filter(key=question.key, result__isnull=False).exists()


def at_once(question: Question, result: dict[str, Any]) -> Analysis:
    """An answer that was read from a table, as an analysis that is stored nowhere."""
    return Analysis(result=result, steps=[step(result)], status=Status.DONE, **_asked(question))


def drop_before(turn: Turn, key: str) -> None:
    """Stop what a page asked before this turn, but for `key`, where nobody else has asked it since.

    Whoever looks at such a question later has it begun again.
    """
    asked = turn.earlier(Analysis.objects.filter(status__in=ACTIVE).exclude(key=key))
    for pk, live in asked.values_list("pk", "live"):
        if Analysis.objects.filter(pk=pk, live=live).update(live=DROPPED):
            jobs.request_cancel(pk)


def find(key: str) -> Analysis:
    """The analysis that this key names. Raises Analysis.DoesNotExist if there is none."""
    return _with_boards().get(key=key)


def start(analysis: Analysis, live: Turn | None = None) -> Analysis:
    """Queue a question whose job has ended; if someone else has just done so, theirs stands."""
    return jobs.start(analysis, current_limits(), live=live.text if live else "")


def retry(analysis: Analysis) -> Analysis:
    """Try again what failed, was cancelled or was too big."""
    return jobs.retry(analysis, current_limits(), live="")


def cancel(analysis: Analysis) -> Analysis:
    """Stop the job, for everybody who waits for it; an answer that it has found stays."""
    Analysis.objects.filter(pk=analysis.pk).update(live="")  # somebody means it
    return jobs.cancel(analysis)


def stopped(analysis: Analysis) -> Analysis:
    """The analysis once its cancelled job has stopped; a worker that hangs is not waited for."""
    return ended(analysis, STOP_SECONDS)


def refresh(analysis: Analysis, live: Turn | None = None) -> Analysis:
    """The analysis as it stands, its job put back into the queue if its worker was lost or a page has dropped it."""
    if analysis.live == DROPPED and analysis.status == Status.CANCELLED:
        return start(analysis, live)
    return jobs.refresh(analysis)


def wait(analysis: Analysis, seconds: float, *, after_first: float = AFTER_FIRST_SECONDS) -> Analysis:
    """Give a first answer the chance to arrive with the page, for about `seconds` at most.

    With it in hand the last one is waited for `after_first` seconds longer.
    """
    jobs.wait(analysis, seconds, lambda row: row.result is not None or not row.is_active)
    return jobs.wait(analysis, after_first) if analysis.refining else analysis


def ended(analysis: Analysis, seconds: float) -> Analysis:
    """The analysis once its job has ended, however it ends; as it stands after about so many `seconds`."""
    return jobs.long_poll(analysis, seconds)


def would_begin(question: Question, *, afresh: bool = False) -> bool:
    """Whether asking this would set the solver to work, as far as can be seen beforehand."""
    analysis = Analysis.objects.filter(key=question.key).defer("result", "steps").first()
    return analysis is None or _worth_another_start(analysis, afresh)


def current_limits() -> dict[str, Any]:
    """What the solver may spend on one question."""
    return {"seconds": settings.SOLVER_SECONDS, "memory_bytes": settings.SOLVER_MEMORY_BYTES}


def _with_boards() -> QuerySet[Analysis]:
    """Analyses with what their question is made of, so that it takes no more queries."""
    return Analysis.objects.select_related("board_revision__board", "now_revision__board")


def _asked(question: Question) -> dict[str, Any]:
    """What a row says of its question."""
    return {"key": question.key, "position": question.position.notation, **Analysis.columns(question)}


def _worth_another_start(analysis: Analysis, afresh: bool) -> bool:
    if analysis.status == Status.OUT_OF_REACH:
        return analysis.limits != current_limits()
    return afresh and analysis.status in (Status.FAILED, Status.CANCELLED)
