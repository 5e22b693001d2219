from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from pressorpass_site.answers.models import Analysis
from pressorpass_site.answers.tables import score_values
from pressorpass_site.core import clients, metrics
from pressorpass_site.questions.question import Question
from pressorpass_site.work.jobs import TooManyQuestions
from pressorpass_site.work.models import VIEW_SECONDS, Status

from .answers import Answer
from .known import (
    build_better_columns,
    build_result_columns,
    choose_best_result,
    get_precomputed_result,
    get_table_result,
)
from .tasks import jobs as jobs

# After this time, opening the page of a question whose job the client has canceled restarts the job.
CHANGED_MIND = timedelta(minutes=1)

wait, refresh = jobs.wait_for_answer, jobs.refresh


def get_or_start_analysis(
    question: Question,
    *,
    retry_failed: bool = False,
    before_new: Callable[[], object] | None = None,
    view_seconds: float = VIEW_SECONDS,
    persist: bool = True,
) -> Analysis:
    """Return the stored analysis, its job started if needed; an active job is shared.

    `persist` is False while the numbers are still being changed: an answer from a table is then returned without a row
    or a job. `retry_failed` is for an explicit request. `before_new` is called before a new question is stored, and may
    raise. With 0 `view_seconds` the job runs in the background. Raises TooManyQuestions.
    """
    analysis = _get_analysis(question)
    precomputed_result = get_precomputed_result(question)
    asks_table = precomputed_result is None and (analysis is None or (analysis.result is None and not persist))
    table = get_table_result(question) if asks_table else None
    if table and not persist:
        return Analysis(status=Status.DONE, **build_result_columns(table), **_build_analysis_columns(question))
    metrics.count_lookup("answers", is_hit=analysis is not None or precomputed_result is not None)
    if precomputed_result is not None:
        return _store_precomputed_answer(question, analysis, precomputed_result)
    if analysis is None:
        if before_new is not None:
            before_new()
        # A job reads an exact answer at once, with the outcomes.
        fields = _build_analysis_columns(question) | (
            build_result_columns(table) if table and table["method"] != "exact" else {}
        )
        analysis, created = jobs.create(limits=get_current_limits(), view_seconds=view_seconds, **fields)
        if created:
            _ask_score_values(question)
            return analysis
    better = analysis.rests_on_rough_scores and _ask_score_values(question, analysis)
    if better or _needs_another_start(analysis, retry_failed) or (view_seconds and _cancelled_by_others(analysis)):
        jobs.start(analysis, get_current_limits(), view_seconds=view_seconds)
    return adopt_table_answer(refresh(analysis, view_seconds))


def _store_precomputed_answer(question: Question, analysis: Analysis | None, result: dict[str, Any]) -> Analysis:
    """Return the analysis of a question with its precomputed answer stored, so that its job is done."""
    analysis_or_new = analysis or Analysis(**_build_analysis_columns(question))
    fields = build_better_columns(analysis_or_new, result)
    if analysis_or_new.status == Status.DONE and not fields:
        return analysis_or_new
    fields |= {
        "status": Status.DONE,
        "message": "",
        "token": "",  # a worker that is solving the question stores nothing more
        "progress": 1.0,
        "finished_at": timezone.now(),
    }
    if analysis is None:
        Analysis.objects.get_or_create(key=question.key, defaults=_build_analysis_columns(question) | fields)
    else:
        Analysis.objects.filter(pk=analysis.pk, token=analysis.token).update(**fields)
    stored_row: Analysis = Analysis.objects.get(key=question.key)
    return stored_row


def get_available_answers(questions: Iterable[Question], *, only_final: bool = False) -> dict[Question, Answer]:
    """Return the answers available without a job, precomputed or stored.

    With `only_final`, answers whose jobs may still find better ones are left out.
    """
    keys = {question: question.key for question in questions}
    results = {key: get_precomputed_result(question) for question, key in keys.items()}
    if missing_keys := [key for key, result in results.items() if result is None]:
        rows = Analysis.objects.filter(key__in=missing_keys, result__isnull=False)
        if only_final:
            rows = rows.filter(status=Status.DONE)
        results |= dict(rows.order_by().values_list("key", "result"))
    answers = {key: Answer(result) for key, result in results.items() if result is not None}
    return {question: answers[key] for question, key in keys.items() if key in answers}


def start_optimal_comparison(analysis: Analysis, question: Question) -> Analysis | None:
    """Get or start the analysis against best play; None if the question already assumes best play or has no answer
    yet. Starts no job for a client with too many.
    """
    optimal = question.against_best_play
    if optimal is None or analysis.result is None:
        return None
    try:
        return get_or_start_analysis(optimal)
    except TooManyQuestions:  # the next poll tries again
        return get_stored_analysis(optimal)


def adopt_table_answer(analysis: Analysis) -> Analysis:
    """Store the current table's answer in the analysis if it is better than the stored one (or the first); return the
    analysis.
    """
    if analysis.result is None and not analysis.is_active:
        return analysis
    if analysis.result is not None and analysis.result["method"] == "exact":
        return analysis
    fields = build_better_columns(analysis)
    if analysis.result is None and fields and fields["result"]["method"] == "exact":
        return analysis  # its job reads the answer at once, with the outcomes
    if fields:
        unchanged_rows = Analysis.objects.filter(pk=analysis.pk, token=analysis.token, status=analysis.status)
        if unchanged_rows.filter(result__isnull=analysis.result is None).update(**fields):
            analysis.result, analysis.steps = fields["result"], fields["steps"]
    return analysis


def get_best_answer(question: Question) -> Answer | None:
    """Return the best answer available without a job: the stored one or a table's; None if there is none."""
    analysis = get_stored_analysis(question)
    result = (analysis.result if analysis else None) or choose_best_result(question, None)
    return Answer(result, improving=analysis is None or analysis.is_active) if result else None


def get_stored_analysis(question: Question) -> Analysis | None:
    """Return the stored analysis, improved by the current table's answer; None if there is no row."""
    analysis = _get_analysis(question)
    return adopt_table_answer(analysis) if analysis else None


def cancel_abandoned(keys: set[str]) -> None:
    """Cancel the jobs of questions that their page has left, unless another client views them or a saved answer waits.

    Viewing a question again restarts its job.
    """
    if not keys:
        return
    rows = list(Analysis.objects.filter(key__in=keys).defer("result", "steps"))
    if optimal := [
        best_play_question.key for analysis in rows if (best_play_question := analysis.question.against_best_play)
    ]:
        rows += Analysis.objects.filter(key__in=optimal).defer("result", "steps")
    abandoned_analyses = [analysis for analysis in rows if analysis.is_active and not analysis.finishes_unviewed]
    jobs.cancel(*abandoned_analyses, was_interrupted=True)


def retry(analysis: Analysis) -> Analysis:
    return jobs.retry(analysis, get_current_limits())


def needs_job(question: Question) -> bool:
    if get_precomputed_result(question) is not None:
        return False
    analysis = Analysis.objects.filter(key=question.key).defer("result", "steps").first()
    return analysis is None or _needs_another_start(analysis, retry_failed=False)


def get_current_limits() -> dict[str, Any]:
    """Return the solver's limits for one question; each worker has its own limit of memory."""
    return {"seconds": settings.SOLVER_SECONDS}


def _ask_score_values(question: Question, analysis: Analysis | None = None) -> bool:
    """Start the job of a round 1 question's score values; return whether they are stored, but only since this answer."""
    if question.next_round is None:
        return False
    stored_time = score_values.get_stored_time(question)
    if stored_time is None:
        score_values.start_if_needed(question)
    elif analysis and analysis.finished_at:
        return not analysis.is_active and analysis.finished_at.timestamp() < stored_time
    return False


def _get_analysis(question: Question) -> Analysis | None:
    """Return the row of a question, with the question's boards, so that they need no query."""
    analysis: Analysis | None = Analysis.objects.get_or_none(question.key)
    if analysis is not None:
        analysis.board_revision = question.revision
        analysis.next_spins_revision = question.next_spins.revision if question.next_spins else None
        analysis.next_round_revision = question.next_round.revision if question.next_round else None
    return analysis


def _build_analysis_columns(question: Question) -> dict[str, Any]:
    return {"key": question.key, **Analysis.build_columns(question)}


def _cancelled_by_others(analysis: Analysis) -> bool:
    """Return whether another client canceled the job, or this one did long enough ago to have changed their mind."""
    if analysis.status != Status.CANCELLED or analysis.client == clients.SITE:  # an admin did, for all clients
        return False
    ended_at = analysis.finished_at or analysis.created_at
    return analysis.client != clients.get_current_client() or timezone.now() - ended_at > CHANGED_MIND


def _needs_another_start(analysis: Analysis, retry_failed: bool) -> bool:
    if analysis.is_worth_another_start:
        return True
    if analysis.status == Status.TOO_LARGE:
        return analysis.limits != get_current_limits()
    return retry_failed and analysis.status in (Status.FAILED, Status.CANCELLED)
