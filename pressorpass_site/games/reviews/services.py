"""Reviews for views and other apps: asking for one, waiting, cancelling, trying again.

Nothing here knows how games are stored: a review is of an `engine.Game`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from django.db import transaction
from django.utils import timezone

from engine import (
    ENGINE_VERSION,
    SHOW,
    BoardName,
    Game,
    Plan,
    Position,
    PositionValues,
    event_to_json,
    game_to_json,
    plan_review,
    review_from,
)
from engine import Review as EngineReview
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.models import Analysis
from pressorpass_site.core.identity import identity_key
from pressorpass_site.questions.question import Question
from pressorpass_site.work import allowance
from pressorpass_site.work.allowance import TooManyQuestions
from pressorpass_site.work.jobs import queued_fields
from pressorpass_site.work.models import RETRYABLE, Status
from pressorpass_site.work.queues import POLL_LOOK

from . import totals
from .known import Setting, is_exact, keep_known, known_values
from .models import GAME, SOLVED, Review, ReviewPart
from .tasks import game_jobs, position_jobs

GAME_SECONDS = 20.0  # for all positions that share a grid
POSITION_SECONDS = 2.0  # predicted for an exact answer that is worth a job at once
KEPT = 30  # reviews in memory, which their pages ask for again and again
REFINED = 3  # decisions that are solved more closely: the costliest of which not everything is known
NOTES = ("id", "time", "comment")


@dataclass(frozen=True)
class ReviewStatus:
    """A review so far, and its jobs.

    Attributes:
        key: names the review.
        review: from the solved positions.
        setting: its board and rules.
        parts: its jobs; none if nothing had to be solved for it.
        refined: the answer to a position that is being improved, if there is one.
        version: changes with the figures.
    """

    key: str
    review: EngineReview
    setting: Setting
    parts: tuple[ReviewPart, ...]
    refined: Analysis | None
    version: str

    @property
    def plan(self) -> Plan:
        return self.review.plan

    @property
    def begun(self) -> bool:
        """Whether everything that it needs is solved, or was asked for."""
        return not self.review.unsolved or any(not part.position for part in self.parts)

    @property
    def active(self) -> list[ReviewPart]:
        return [part for part in self.parts if part.is_active]

    @property
    def under_way(self) -> bool:
        """Whether there are jobs that must end before every event has its first figures."""
        return bool(self.review.unsolved and self.active)

    @property
    def refining(self) -> bool:
        """Whether every event has its figures, and better ones are being computed."""
        return not self.under_way and bool(self.active or self.refined)

    @property
    def final(self) -> bool:
        """Whether no figure will change by itself."""
        return self.begun and not (self.under_way or self.refining or self.stopped)

    @property
    def stopping(self) -> bool:
        active = [*self.active, *([self.refined] if self.refined else [])]
        return any(job.cancel_requested for job in active)

    @property
    def stopped(self) -> bool:
        """Whether it was cancelled, or failed, before every position was solved."""
        return not self.active and bool(self.review.unsolved) and any(p.status in RETRYABLE for p in self.parts)

    @property
    def is_incomplete(self) -> bool:
        """Whether its jobs have finished, and some results have been removed since (pressorpass_site/retention.py)."""
        return self.begun and bool(self.review.unsolved) and not self.active and not self.stopped

    @property
    def message(self) -> str:
        """The reason why a part failed."""
        return next((part.message for part in self.parts if part.message and not part.is_active), "")

    @property
    def solved(self) -> tuple[int, int]:
        """The number of solved positions, and the number of all."""
        total = len(self.plan.positions)
        return total - self.review.unsolved, total

    @property
    def stage(self) -> str:
        """The present stage of the work."""
        running = [part for part in self.active if part.status == Status.RUNNING and part.stage]
        running.sort(key=lambda part: bool(part.position))
        return running[0].stage if running else ""

    def question(self, position: Position) -> Question | None:
        """Return the question of the answer page about a position of the game."""
        return self.setting.question(position)


def find(game: Game) -> ReviewStatus:
    """Return the review so far; start nothing.

    Raises:
        InputError: a game cannot be judged by these rules.
    """
    told = identity_key([game_to_json(game), game.setup.names, key_of(game)])
    plan = _planned(_Keyed(told, (game,)))
    setting = Setting.of(plan)
    values = known_values(setting, plan.positions)
    key, version = key_of(game), _version(values)
    keys = [key, *map(setting.key, plan.positions)]
    parts = tuple(ReviewPart.objects.filter(key__in=keys).order_by("pk"))
    return ReviewStatus(key, _judged(_Keyed(told + version, (plan, values))), setting, parts, None, version)


def request(game: Game, *, look: float = POLL_LOOK, before_new: Callable[[], object] | None = None) -> ReviewStatus:
    """Return the review; start its jobs if it is new; asking again keeps it in view for `look` seconds.

    Once every position has its first figures, the costliest decisions are solved more closely, one after another.

    Args:
        game: the game to review.
        look: the seconds for which it is in view.
        before_new: called before jobs are started; may raise.

    Raises:
        InputError: a game cannot be judged by these rules.
    """
    status = find(game)
    if status.is_incomplete:
        status = find(game)  # a job may have ended between its two queries
    if not status.begun or status.is_incomplete:
        if before_new is not None:
            before_new()
        done = ReviewPart.objects.filter(pk__in=[part.pk for part in status.parts], status=Status.DONE)
        done.filter(kind=SOLVED).delete()
        _begin(game, find(game), look)
        return find(game)
    store_totals(game, status)
    return _refined(_refreshed(status, look), look)


def key_of(game: Game) -> str:
    """Return the hash of what a review depends on: the events that count, boards, rules and engine."""
    played = [_without_notes(event_to_json(each.event)) for each in game.played]
    digests = [game.setup.boards[number].digest for number in sorted(game.setup.boards)]
    return identity_key(["review", played, digests, game.setup.rules.identity(), ENGINE_VERSION])


def stored_totals(keys: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return the totals (totals.py) of complete reviews by their keys."""
    rows = Review.objects.filter(key__in=list(keys), result__isnull=False).values_list("key", "result")
    return {key: result["totals"] for key, result in rows}


def store_totals(game: Game, status: ReviewStatus) -> dict[str, Any] | None:
    """Have a complete review store its totals, unless its figures are still the same; return them, None if there are none."""
    if status.review.unsolved or not status.review.accounts:
        return None
    row = next((part for part in status.parts if not part.position), None)
    if row and row.result and row.result["version"] == status.version:
        found: dict[str, Any] = row.result["totals"]
        return found
    found = totals.to_json(status.review)
    result = {"version": status.version, "totals": found}
    if row:
        ReviewPart.objects.filter(pk=row.pk).update(result=result)
    else:  # other games' reviews had solved all of it
        done = {"kind": GAME, "status": Status.DONE, "input": _stripped(game), "engine_version": ENGINE_VERSION}
        Review.objects.get_or_create(key=status.key, defaults={**done, "finished_at": timezone.now(), "result": result})
    return found


def retry(game: Game) -> ReviewStatus:
    """Start failed or cancelled jobs again; results stay."""
    status = find(game)
    pks = [part.pk for part in status.parts]
    for jobs in (game_jobs, position_jobs):
        jobs.retry_all(ReviewPart.objects.filter(pk__in=pks), look=POLL_LOOK)
    for analysis in map(analyses.stored, _costly_questions(status)):
        if analysis is not None and analysis.status == Status.CANCELLED:
            analyses.retry(analysis)
    return request(game)


def cancel(game: Game) -> ReviewStatus:
    """Stop its jobs, except those that somebody else is waiting for; results stay."""
    status = find(game)
    game_jobs.cancel(*status.active)
    for analysis in map(analyses.stored, _costly_questions(status)):
        if analysis is not None and analysis.is_active:
            analyses.cancel(analysis)
    return find(game)


def leave(game: Game) -> None:
    """Note that a page with the review was closed, hidden or left."""
    status = find(game)
    game_jobs.leave(part.pk for part in status.parts)
    for question in _costly_questions(status):
        analyses.leave(question.key)


def _begin(game: Game, status: ReviewStatus, look: float) -> None:
    """Store the review and start its jobs: one for each position, and one for what these leave."""
    seq = allowance.check()
    existing = {part.key for part in status.parts}
    with transaction.atomic():
        limits = {"seconds": GAME_SECONDS}
        fields: dict[str, Any] = {"kind": GAME, "input": _stripped(game), "engine_version": ENGINE_VERSION}
        review, created = game_jobs.get_or_create(status.key, limits, look=look, **fields)
        if created:
            game_jobs.dispatch(review)
        elif review.status == Status.DONE:
            ReviewPart.objects.filter(pk=review.pk).update(result=None)
            game_jobs.start(review, limits, look=look)
        known = known_values(status.setting, status.plan.positions)
        fresh = [
            ReviewPart(
                key=status.setting.key(position),
                part_of=review,
                position=position.notation,
                engine_version=ENGINE_VERSION,
                **queued_fields({"seconds": POSITION_SECONDS}, look, seq),
            )
            # From the other end than the game's job, so that the two rarely meet.
            for position in reversed(status.plan.positions)
            if not is_exact(known.get(position)) and status.setting.key(position) not in existing
        ]
        ReviewPart.objects.bulk_create(fresh, ignore_conflicts=True)
        tokens = [part.token for part in fresh]
        position_jobs.dispatch(*ReviewPart.objects.filter(token__in=tokens))


def _refreshed(status: ReviewStatus, look: float) -> ReviewStatus:
    """Keep the review in view, and restart jobs whose worker was lost; return it."""
    for jobs, parts in (
        (game_jobs, [part for part in status.parts if not part.position]),
        (position_jobs, [part for part in status.parts if part.position]),
    ):
        if look:
            jobs.look(*parts, seconds=look)
        for part in parts:
            jobs.refresh(part)
    if look:
        keep_known(status.setting, status.plan.positions)
    return status


def _refined(status: ReviewStatus, look: float) -> ReviewStatus:
    """Return the review with a costly decision being solved more closely, if there is one and nothing was stopped."""
    if status.active or status.stopped or any(part.status == Status.CANCELLED for part in status.parts):
        return status
    for question in _costly_questions(status):
        try:
            analysis = analyses.ask(question, look=look)
        except TooManyQuestions:  # it is asked with a later look
            return status
        if analysis.status == Status.CANCELLED:
            return status
        if analysis.is_active:
            return replace(status, refined=analysis)
    return status


@dataclass(frozen=True)
class _Keyed:
    """What a result is made of; `key` tells all of it, for the cache."""

    key: str
    parts: tuple[Any, ...] = field(compare=False)


@lru_cache(KEPT)
def _planned(asked: _Keyed) -> Plan:
    return plan_review(*asked.parts)


@lru_cache(KEPT)
def _judged(asked: _Keyed) -> EngineReview:
    return review_from(*asked.parts)


def _costly_questions(status: ReviewStatus) -> list[Question]:
    """Return the questions of the costliest decisions of which not everything is known, the costliest first."""
    costly = [step for step in status.review.judged if step.method != "exact" and step.cost > 0]
    costly.sort(key=lambda step: -step.cost)
    positions = list(dict.fromkeys(step.position for step in costly))[:REFINED]
    found = map(status.question, positions)
    return [question for question in found if question is not None]


def _stripped(game: Game) -> dict[str, Any]:
    """Return the game's JSON with its boards in full, and without names, texts and notes."""
    boards = tuple(BoardName(board.id, None, board) for _, board in sorted(game.setup.boards.items()))
    headers = replace(
        game.headers,
        names=("", "", ""),
        date="",
        episode="",
        result="",
        comment="",
        extra=((SHOW, game.setup.era.network),),
        boards=(boards[0], boards[1]),
    )
    content = game_to_json(replace(game, headers=headers))
    return content | {"events": [_without_notes(event) for event in content["events"]]}


def _without_notes(event: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in event.items() if name not in NOTES}


def _version(values: Mapping[Position, PositionValues]) -> str:
    found = sorted((position.notation, each.to_json()) for position, each in values.items())
    return identity_key([[notation, content] for notation, content in found])[:12]
