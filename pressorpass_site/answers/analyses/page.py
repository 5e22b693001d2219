"""The context of the answer page's templates, and the progress of its job in words. Nothing is asked or started here."""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass, replace
from typing import Any

import redis
from django.conf import settings
from django.utils import timezone

from engine.calls import OPEN
from pressorpass_site.answers.asking import FOR_OTHERS, GOES_ON
from pressorpass_site.answers.tables import score_values
from pressorpass_site.questions.address import address
from pressorpass_site.work import heartbeat, picking
from pressorpass_site.work.models import LOOK
from pressorpass_site.work.running import BEAT_SECONDS

from .answers import Answer
from .models import Analysis, Status
from .related import OptimalComparison, chains
from .tasks import jobs
from .trail import Trail

LAMPS = 18
# Five beats missed: something has happened, though it is too early to restart.
QUIET_SECONDS = 5 * BEAT_SECONDS
# Seconds until a page looks again, while the job is young and later; short enough that the job stays viewed.
SOON, LATER, RAREST = 0.3, 1.0, 4.0
YOUNG_SECONDS = 4
# Up to this many viewed jobs and recent changes, pages ask as often as on an idle site.
UNHURRIED = 8


HALTED = {
    Status.CANCELLED: "Stopped. This is the answer so far.",
    Status.FAILED: "No better answer was reached.",
    Status.OUT_OF_REACH: "A better answer would be too large.",
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
    look_again: str


def context(analysis: Analysis, trail: Trail, optimal: Analysis | None = None, *, left: bool = False) -> dict[str, Any]:
    """Return the context of the part of the page that changes, in each state.

    `trail` leads to the question. `optimal` is the analysis of the same question against best play, if this one is
    against other opponents. On a page that has `left` the job to others it asks no more.
    """
    question = trail.question
    found: dict[str, Any] = {
        "analysis": analysis,
        "question": question,
        "announce": None,
        "halted": HALTED[Status(analysis.status)] if analysis.halted else "",
        "here": trail.on(address(question)),
        "trail": trail,
        "odds": ((), (), ()),
    }
    if answer := analysis.answer:
        found["answer"] = answer
        found["odds"] = answer.bars
        found["walk"] = trail.outcome_links() if answer.outcomes else {}
        found["chains"] = chains(answer, trail) if analysis.has_row else None  # they are asked by the row
        found["comparison"] = OptimalComparison(optimal) if optimal else None
        found["better_later"] = analysis.rests_on_rough_scores and score_values.is_under_way(question)
    if analysis.is_active:
        found["waiting"] = job_words(analysis)
        if left:
            found["waiting"] = replace(found["waiting"], title=GOES_ON, detail=FOR_OTHERS, look_again="")
    return found


_lock = threading.Lock()
_changes: deque[float] = deque()  # when this process was last asked about changed numbers
_viewed, _counted_at = 0, float("-inf")


def stretched(seconds: float, most: float) -> float:
    """Return the time between two requests of a page: longer in a crowd, whose requests slow down its jobs."""
    return min(seconds * max(1.0, _crowd() / UNHURRIED), max(seconds, most))


def note_change() -> None:
    """Note that a page has been answered from a table, and may soon want its numbers solved."""
    with _lock:
        _changes.append(time.monotonic())


def _crowd() -> int:
    """Return the number of viewed jobs and of changes in the last seconds, counted twice a second."""
    global _viewed, _counted_at  # as this process has counted them
    with _lock:
        now = time.monotonic()
        if now - _counted_at >= BEAT_SECONDS:
            _viewed, _counted_at = picking.count_viewed(), now
        while _changes and _changes[0] < now - LOOK:
            _changes.popleft()
        return _viewed + len(_changes)


def job_words(analysis: Analysis) -> JobWords:
    """Return the state of the job in words."""
    begun_before = analysis.status == Status.QUEUED and analysis.started_at is not None
    interrupted = begun_before or analysis.seconds_since_heartbeat > QUIET_SECONDS
    running = analysis.status == Status.RUNNING and not interrupted
    percent = int(100 * min(max(analysis.progress, 0.0), 1.0)) if running else 0
    title, detail = _words(analysis, running, interrupted)
    lit = round(LAMPS * percent / 100)
    since = analysis.started_at if running else analysis.queued_at
    elapsed = int((timezone.now() - since).total_seconds()) if since else 0
    # A page that has an answer looks once a second: at 0.3 s a refined one sent 60.3 kB, a third of them “not yet”.
    young = (elapsed < YOUNG_SECONDS and not analysis.refining) or analysis.cancel_requested
    return JobWords(
        title=title,
        detail=detail,
        percent=percent,
        lamps=[number < lit for number in range(LAMPS)],
        elapsed=max(elapsed, 0),
        interrupted=interrupted,
        stopping=analysis.cancel_requested,
        look_again=f"{1000 * stretched(SOON if young else LATER, RAREST):.0f}ms",
    )


def news(analysis: Analysis, answer: Answer, seen: int) -> str:
    """Return the text for a screen reader after the answer numbered `seen` (0: none).

    The first answer, another verdict and the end are news; the same verdict with finer figures is not.
    """
    before = answer.call_at(seen)
    if not before:
        return f"{answer.headline} Improving…" if analysis.refining else answer.headline
    if before != answer.call:
        return answer.headline if before == OPEN else f"The verdict has changed. {answer.headline}"
    if analysis.refining:
        return ""
    return HALTED[Status(analysis.status)] if analysis.halted else f"This is the final answer. {answer.headline}"


def _words(analysis: Analysis, running: bool, interrupted: bool) -> tuple[str, str]:
    better = analysis.refining
    if analysis.cancel_requested:
        return "Stopping…", "Waiting for the solver to stop." + (" This answer stays." if better else "")
    if interrupted:
        return "The solver was interrupted.", _what_next(analysis)
    if running:
        stage = analysis.stage or "Getting ready"
        again = f" · try {analysis.attempts} of {settings.JOB_ATTEMPTS}, after an interruption"
        title = "Improving…" if better else analysis.message or "Solving…"
        return title, stage + again if analysis.attempts > 1 else stage
    title = "Waiting to improve…" if better else "Waiting for the solver."
    return title, _what_goes_first(analysis)


def _what_goes_first(analysis: Analysis) -> str:
    """Return the reason why a queued job waits."""
    if not _solver_alive():
        return _NO_SOLVER
    ahead = jobs.count_ahead(analysis)
    if not ahead:
        return "This question is next."
    return f"{ahead} other {'question is' if ahead == 1 else 'questions are'} ahead of this one."


def _what_next(analysis: Analysis) -> str:
    if analysis.attempts >= settings.JOB_ATTEMPTS:
        return f"That was try {analysis.attempts} of {settings.JOB_ATTEMPTS}."
    lost = "this answer stays" if analysis.refining else "nothing is lost"
    again = f"It restarts by itself (try {analysis.attempts + 1} of {settings.JOB_ATTEMPTS}); {lost}."
    return again if _solver_alive() else f"{again} {_NO_SOLVER}"


_NO_SOLVER = "No solver is running at the moment; the question keeps its place until one is."


def _solver_alive() -> bool:
    try:
        return heartbeat.workers() > 0
    except redis.RedisError:
        return False
