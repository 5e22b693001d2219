"""The context of the answer page's templates, and the progress of its job in words. This module starts no job."""

from dataclasses import dataclass, replace
from typing import Any

import redis
from django.conf import settings
from django.utils import timezone

from engine.calls import OPEN
from pressorpass_site.answers.asking import FOR_OTHERS, GOES_ON
from pressorpass_site.answers.models import Analysis
from pressorpass_site.answers.tables import score_values
from pressorpass_site.answers.tables import whatif_tables as tables
from pressorpass_site.questions.address import build_address
from pressorpass_site.work import liveness
from pressorpass_site.work.models import Status
from pressorpass_site.work.running import BEAT_SECONDS

from . import play, tries
from .answers import Answer
from .related import build_chains
from .trail import Trail

LAMPS = 18
# Five beats missed: something has happened, though it is too early to restart.
QUIET_SECONDS = 5 * BEAT_SECONDS
# The pause before a page polls again, for a young job and later; short enough that the job stays viewed.
SOON, LATER = 0.3, 1.0
# The page of a queued job pauses for this share of the time that the job has waited: in a crowd, polls would keep the
# processors from the jobs (100 fans editing: 3 answers a second without it).
WAITED_SHARE, MAX_PAUSE = 0.25, 3.0
YOUNG_SECONDS = 4
# A rough answer is shown once its question is this old, as a better answer mostly comes sooner.
ROUGH_SECONDS = 3
# A job that has been queued for this long waits for other jobs: nothing better comes soon.
TAKEN_SECONDS = 0.5

HALTED = {
    Status.CANCELLED: "Stopped. This is the answer so far.",
    Status.FAILED: "No better answer was reached.",
    Status.TOO_LARGE: "A better answer would be too large.",
}


@dataclass(frozen=True)
class JobWords:
    """A job as the page shows it: on a card of its own, or as a line under the answer so far."""

    title: str
    detail: str
    percent: int
    lamps: list[bool]
    elapsed: int
    interrupted: bool
    stopping: bool
    poll_pause: str


def build_context(
    analysis: Analysis, trail: Trail, optimal: Analysis | None = None, *, stop_polling: bool = False
) -> dict[str, Any]:
    """Return the context of the part of the page that changes, in each state.

    `trail` leads to the question. `optimal` is the analysis of the same question against best play, if this one is
    against other opponents. With `stop_polling` the job goes on for other viewers, and the page stops polling.
    """
    question = trail.question
    context: dict[str, Any] = {
        "analysis": analysis,
        "question": question,
        "announce": None,
        "halted": HALTED[Status(analysis.status)] if analysis.halted else "",
        "here": trail.build_url(build_address(question)),
        "trail": trail,
        "odds": ((), (), ()),
        **dict.fromkeys(("answer", "chains", "comparison", "play", "table", "tries", "waiting", "walk")),
        "better_later": False,
        "quiet": False,
    }
    answer = analysis.answer
    if answer and not is_held_back(analysis):
        context["answer"] = answer
        context["odds"] = answer.bars
        context["table"] = tables.get_status(question)
        context["walk"] = trail.build_outcome_links() if answer.outcomes else {}
        context["chains"] = build_chains(answer, trail) if analysis.has_row else None  # their address has the row's key
        context["play"] = play.build_next_spin(analysis, answer, trail, context["walk"])
        context["tries"] = tries.describe_tries(analysis, answer)
        context["comparison"] = optimal
        context["better_later"] = analysis.rests_on_rough_scores and score_values.is_under_way(question)
    if analysis.is_active:
        context["waiting"] = describe_job(analysis)
        if stop_polling:
            context["waiting"] = replace(context["waiting"], title=GOES_ON, detail=FOR_OTHERS, poll_pause="")
    return context


def is_held_back(analysis: Analysis) -> bool:
    """Return whether the answer so far is too rough to be shown, while the question is new."""
    answer = analysis.answer
    if answer is None or not analysis.has_row or not analysis.refining or not answer.is_rough:
        return False
    now = timezone.now()
    if (
        analysis.status == Status.QUEUED
        and analysis.queued_at
        and (now - analysis.queued_at).total_seconds() >= TAKEN_SECONDS
    ):
        return False
    return (now - analysis.created_at).total_seconds() < ROUGH_SECONDS


def describe_job(analysis: Analysis) -> JobWords:
    begun_before = analysis.status == Status.QUEUED and analysis.started_at is not None
    interrupted = begun_before or analysis.seconds_since_heartbeat > QUIET_SECONDS
    is_running = analysis.status == Status.RUNNING and not interrupted
    percent = int(100 * min(max(analysis.progress, 0.0), 1.0)) if is_running else 0
    better = analysis.refining and not is_held_back(analysis)
    title, detail = _describe_progress(analysis, is_running, interrupted, better)
    lit = round(LAMPS * percent / 100)
    since = analysis.started_at if is_running else analysis.queued_at
    elapsed = int((timezone.now() - since).total_seconds()) if since else 0
    # A page that has an answer polls once a second: every 0.3 s it received 60.3 kB, a third of it without news.
    young = (elapsed < YOUNG_SECONDS and not better) or analysis.cancel_requested
    return JobWords(
        title=title,
        detail=detail,
        percent=percent,
        lamps=[number < lit for number in range(LAMPS)],
        elapsed=max(elapsed, 0),
        interrupted=interrupted,
        stopping=analysis.cancel_requested,
        poll_pause=choose_poll_pause(analysis, SOON if young else LATER),
    )


def choose_poll_pause(analysis: Analysis, pause: float) -> str:
    """Return the pause before a page polls again, such as “300ms”: longer if the job has been queued for long."""
    if analysis.status == Status.QUEUED and analysis.queued_at is not None:
        waited = (timezone.now() - analysis.queued_at).total_seconds()
        pause = min(max(pause, WAITED_SHARE * waited), MAX_PAUSE)
    return f"{1000 * pause:.0f}ms"


def announce_answer(analysis: Analysis, answer: Answer, steps_seen: int) -> str:
    """Return the text for a screen reader after the answer numbered `steps_seen` (0: none).

    Announced are the first answer, a changed verdict and the end of the job, but not finer figures for the same
    verdict.
    """
    before = answer.get_call(steps_seen)
    if not before:
        return f"{answer.headline} Improving…" if analysis.refining else answer.headline
    if before != answer.call:
        return answer.headline if before == OPEN else f"The verdict has changed. {answer.headline}"
    if analysis.refining:
        return ""
    return HALTED[Status(analysis.status)] if analysis.halted else f"This is the final answer. {answer.headline}"


def _describe_progress(
    analysis: Analysis, is_running: bool, was_interrupted: bool, is_refinement: bool
) -> tuple[str, str]:
    if analysis.cancel_requested:
        return "Stopping…", "Waiting for the solver to stop." + (" This answer stays." if is_refinement else "")
    if was_interrupted:
        return "The solver was interrupted.", _describe_next_method(analysis)
    if is_running:
        stage = analysis.stage or "Getting ready"
        retry_words = f" · try {analysis.attempts} of {settings.JOB_ATTEMPTS}, after an interruption"
        title = "Improving…" if is_refinement else analysis.message or "Solving…"
        return title, stage + retry_words if analysis.attempts > 1 else stage
    title = "Waiting to improve…" if is_refinement else "Waiting for the solver."
    return title, "" if _solver_alive(analysis) else _NO_SOLVER


def _describe_next_method(analysis: Analysis) -> str:
    if analysis.attempts >= settings.JOB_ATTEMPTS:
        return f"That was try {analysis.attempts} of {settings.JOB_ATTEMPTS}."
    reassurance = "this answer stays" if analysis.refining else "nothing is lost"
    retry_words = f"It restarts by itself (try {analysis.attempts + 1} of {settings.JOB_ATTEMPTS}); {reassurance}."
    return retry_words if _solver_alive(analysis) else f"{retry_words} {_NO_SOLVER}"


_NO_SOLVER = "No solver is running at the moment; the question keeps its place until one is."


def _solver_alive(analysis: Analysis) -> bool:
    try:
        return liveness.read_queues()[analysis.queue]
    except redis.RedisError:
        return False
