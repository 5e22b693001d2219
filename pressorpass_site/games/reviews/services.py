"""Start, cancel and retry reviews.

A review is about an `engine.Game`. A stored game links the review of its last state, which is deleted with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from engine import (
    ENGINE_VERSION,
    SHOW,
    BoardName,
    Game,
    InputError,
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
from pressorpass_site.answers.models import Analysis, StoredAnswer
from pressorpass_site.boards import services as boards
from pressorpass_site.core import limits
from pressorpass_site.core.identity import build_identity_key
from pressorpass_site.questions.question import Question
from pressorpass_site.work.jobs import TooManyQuestions
from pressorpass_site.work.models import RETRYABLE, VIEW_SECONDS, Status

from .. import record
from ..models import Review, StoredGame
from . import between, totals
from .between import BetweenRounds
from .known import ReviewSetting, Values, build_result, get_known_values, get_known_values_of_games
from .tasks import jobs

LIMITS = {"seconds": 20.0}  # for all positions that share a grid
MAX_CACHED_REVIEWS = 30  # in memory, for pages that poll
MAX_REFINED = 3  # the costliest inexact decisions, which are solved more closely
MAX_AHEAD = 60  # positions of a game that are solved while it is entered
NOTES = ("id", "time", "comment")


@dataclass(frozen=True)
class ReviewStatus:
    """A review so far; `job` is None if it was never requested, `refined` the analysis that is being improved, if any."""

    key: str
    review: EngineReview
    setting: ReviewSetting
    values: Values
    job: Review | None
    refined: Analysis | None
    version: str
    identity: str  # the cache key, of the game with its names and of the version

    @property
    def plan(self) -> Plan:
        return self.review.plan

    @property
    def active(self) -> bool:
        return self.job is not None and self.job.is_active

    @property
    def under_way(self) -> bool:
        """Whether the job still has to solve events without any values."""
        return bool(self.review.unsolved) and self.active

    @property
    def refining(self) -> bool:
        return not self.under_way and bool(self.active or self.refined)

    @property
    def final(self) -> bool:
        """Whether no value will change by itself."""
        return not (self.review.unsolved or self.active or self.refined)

    @property
    def stopping(self) -> bool:
        return any(job.cancel_requested for job in (self.job, self.refined) if job and job.is_active)

    @property
    def stopped(self) -> bool:
        """Whether the job was canceled or failed before every position was solved."""
        return self.job is not None and bool(self.review.unsolved) and self.job.status in RETRYABLE

    @property
    def message(self) -> str:
        return self.job.message if self.job and not self.job.is_active else ""

    @property
    def solved(self) -> tuple[int, int]:
        total = len(self.plan.positions)
        return total - self.review.unsolved, total

    @property
    def stage(self) -> str:
        return self.job.stage if self.job and self.job.status == Status.RUNNING else ""

    @property
    def on_newest_boards(self) -> bool:
        newest = boards.get_catalog().by_pk
        return all(
            revision and revision.pk in newest for revision in (self.setting.revision, self.setting.first_revision)
        )


def find_review(game: Game, near: Iterable[int] = ()) -> ReviewStatus:
    """Return the review so far; start no job. Raises InputError: there is no review by these rules.

    `near` are reviews that may have values of some positions.
    """
    return find_reviews([PlannedReview.from_game(game, near)])[0]


@dataclass(frozen=True)
class PlannedReview:
    """A game to review: its cache key with names, its key in the database, and reviews that may have some values."""

    cache_key: str
    key: str
    plan: Plan
    near: tuple[int, ...]

    @classmethod
    def from_game(cls, game: Game, near: Iterable[int] = ()) -> PlannedReview:
        key = build_review_key(game)
        cache_key = build_identity_key([game_to_json(game), game.setup.names, key])
        return cls(cache_key, key, _plan_review(CachedArguments(cache_key, (game,))), tuple(near))


def find_reviews(plans: Sequence[PlannedReview]) -> list[ReviewStatus]:
    """Return the reviews so far, in a constant number of queries; start no job."""
    keys = [planned.key for planned in plans]
    near = [pk for planned in plans for pk in planned.near]
    reviews = Review.objects.filter(Q(key__in=keys) | Q(pk__in=near)) if plans else ()
    by_key = {review.key: review for review in reviews}
    by_pk = {review.pk: review for review in reviews}
    known_values = get_known_values_of_games(
        (ReviewSetting.from_plan(planned.plan), planned.plan.positions, _list_related_reviews(planned, by_key, by_pk))
        for planned in plans
    )
    statuses = []
    for planned, values in zip(plans, known_values, strict=True):
        version = _hash_values(values)
        identity = planned.cache_key + version
        review = _judge_review(CachedArguments(identity, (planned.plan, values)))
        job = by_key.get(planned.key)
        statuses.append(
            ReviewStatus(
                planned.key, review, ReviewSetting.from_plan(planned.plan), values, job, None, version, identity
            )
        )
    return statuses


def _list_related_reviews(
    planned: PlannedReview, by_key: Mapping[str, Review], by_pk: Mapping[int, Review]
) -> list[Review]:
    reviews = [by_key.get(planned.key), *(by_pk.get(pk) for pk in planned.near)]
    return list({review.pk: review for review in reviews if review is not None}.values())


def get_or_start_review(
    game: Game,
    near: Iterable[int] = (),
    *,
    view_seconds: float = VIEW_SECONDS,
    before_new: Callable[[], object] | None = None,
    refine: bool = True,
) -> ReviewStatus:
    """Return the review; start its job if it is new. Raises InputError; see `find_review`, for `near`, too.

    With `refine`, once every position has values, the costliest decisions are solved more closely, one after another.
    `before_new` is called before a new job is started, and may raise.
    """
    status = find_review(game, near)
    if not status.plan.positions:
        return status
    job = status.job
    if not status.review.unsolved:
        job = jobs.refresh(get_complete_review(game, status), view_seconds)
    elif job is not None and job.status == Status.DONE:  # stored by a version of the site that kept no values
        job = jobs.start(job, LIMITS, view_seconds=view_seconds)
    else:
        job = jobs.get_or_start(
            status.key, LIMITS, view_seconds=view_seconds, before_new=before_new, **_build_review_columns(game, status)
        )
    status = replace(status, job=job)
    return _refine_review(status, view_seconds) if refine else status


def solve_ahead(game: Game, near: Iterable[int] = ()) -> bool:
    """Queue the unknown positions for idle workers; return whether the review needs no other positions.

    At most `MAX_AHEAD` positions of a game are queued, within an hourly limit of the client. Raises InputError (see
    `find_review`) and TooManyQuestions.
    """
    plan = plan_review(game)
    setting, ahead = ReviewSetting.from_plan(plan), list(plan.roots)[:MAX_AHEAD]
    values = get_known_values(setting, ahead, Review.objects.filter(pk__in=near))
    unknown = [position for position in ahead if position not in values]
    questions = [
        question
        for build in (setting.build_question, setting.build_moment)
        for question in map(build, unknown)
        if question
    ]
    stored_keys = set(
        StoredAnswer.objects.filter(key__in=[question.key for question in questions]).values_list("key", flat=True)
    )
    for question in questions:
        if question.key in stored_keys or not limits.spend_own_allowance("ahead").granted:
            continue
        if isinstance(question, BetweenRounds):
            between.get_or_start(question, view_seconds=0)
        else:
            analyses.get_or_start_analysis(question, view_seconds=0)
    return len(ahead) == len(plan.positions)


def get_complete_review(game: Game, status: ReviewStatus) -> Review:
    """Return the stored review with all its values, so that it does not need analyses that may be deleted."""
    job = status.job
    if job is not None and job.result and job.result.get("version") == status.version:
        return job
    columns = _build_review_columns(game, status)
    game_totals = totals.serialize_totals(status.review) if status.review.accounts else None
    columns["result"] |= {"version": status.version, "totals": game_totals}
    if job is None:
        end_columns = {"status": Status.DONE, "finished_at": timezone.now(), "viewed_until": timezone.now()}
        job, _ = Review.objects.get_or_create(key=status.key, defaults=columns | end_columns)
    elif not job.is_active:
        Review.objects.filter(pk=job.pk, status=job.status).update(result=columns["result"])
    job.result = columns["result"]
    return job


def build_review_key(game: Game) -> str:
    """Return the hash of all that a review depends on: the events that count, boards, rules and engine."""
    events = [_strip_notes(event_to_json(played_event.event)) for played_event in game.played]
    digests = [game.setup.boards[number].digest for number in sorted(game.setup.boards)]
    return build_identity_key(["review", events, digests, game.setup.rules.identity(), ENGINE_VERSION])


def get_stored_totals(keys: Iterable[str]) -> dict[str, dict[str, Any]]:
    reviews = Review.objects.filter(key__in=list(keys)).values_list("key", "result__totals")
    return {key: totals for key, totals in reviews if totals}


def retry_review(game: Game) -> ReviewStatus:
    """Restart a failed or canceled job; its results stay."""
    status = find_review(game)
    if status.job is not None:
        jobs.retry(status.job, LIMITS)
    for analysis in map(analyses.get_stored_analysis, _list_costly_questions(status)):
        if analysis is not None and analysis.status == Status.CANCELLED:
            analyses.retry(analysis)
    return get_or_start_review(game)


def cancel_review(game: Game) -> ReviewStatus:
    """Stop the job unless another client views it; its results stay."""
    status = find_review(game)
    if status.job is not None:
        jobs.cancel(status.job)
    for analysis in map(analyses.get_stored_analysis, _list_costly_questions(status)):
        if analysis is not None and analysis.is_active:
            analyses.jobs.cancel(analysis)
    return find_review(game)


def _build_review_columns(game: Game, status: ReviewStatus) -> dict[str, Any]:
    result = build_result(status.setting, status.values)
    return {"input": _strip_game(game), "engine_version": ENGINE_VERSION, "result": result}


def _refine_review(status: ReviewStatus, view_seconds: float) -> ReviewStatus:
    """Get or start the refinement of the next costly decision, unless the review or a refinement was stopped."""
    if status.job is None or status.active or status.stopped or status.job.status == Status.CANCELLED:
        return status
    for question in _list_costly_questions(status):
        try:
            analysis = analyses.get_or_start_analysis(question, view_seconds=view_seconds)
        except TooManyQuestions:  # the next poll tries again
            return status
        if analysis.status == Status.CANCELLED:
            return status
        if analysis.is_active:
            return replace(status, refined=analysis)
    return status


@dataclass(frozen=True)
class CachedArguments:
    """Arguments of a cached function, compared by `key` alone."""

    key: str
    arguments: tuple[Any, ...] = field(compare=False)


@lru_cache(MAX_CACHED_REVIEWS)
def _plan_review(cached: CachedArguments) -> Plan:
    return plan_review(*cached.arguments)


@lru_cache(MAX_CACHED_REVIEWS)
def _judge_review(cached: CachedArguments) -> EngineReview:
    return review_from(*cached.arguments)


def find_costly_positions(review: EngineReview) -> list[Position]:
    """Return the positions of the costliest inexact decisions, the costliest first."""
    costly = [step for step in review.judged if step.method != "exact" and step.cost > 0]
    costly.sort(key=lambda step: -step.cost)
    return list(dict.fromkeys(step.position for step in costly))[:MAX_REFINED]


def _list_costly_questions(status: ReviewStatus) -> list[Question]:
    questions = map(status.setting.build_question, find_costly_positions(status.review))
    return [question for question in questions if question is not None]


def _strip_game(game: Game) -> dict[str, Any]:
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
    return content | {"events": [_strip_notes(event) for event in content["events"]]}


def _strip_notes(event: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in event.items() if name not in NOTES}


def _hash_values(values: Mapping[Position, PositionValues]) -> str:
    contents = sorted((position.notation, position_values.to_json()) for position, position_values in values.items())
    return build_identity_key([[notation, content] for notation, content in contents])[:12]


# --- of stored games -----------------------------------------------------------------------------


def find_stored_review(stored_game: StoredGame, game: Game | None = None) -> ReviewStatus:
    """Return the review so far; start no job. Raises InputError: there is no review by these rules.

    Even for hosts it leaves out events that the game's delay hides from others, because anyone can find its questions.
    """
    return find_review(game or record.build_public_game(stored_game), _find_near_reviews(stored_game))


def is_reviewable(stored_game: StoredGame) -> bool:
    """Return whether the game can be reviewed by its rules."""
    try:
        find_stored_review(stored_game)
    except InputError:
        return False
    return True


def get_or_start_stored_review(stored_game: StoredGame, **options: Any) -> ReviewStatus:
    """Get or start the review and link it to the game; `options` as for `get_or_start_review`. Raises InputError."""
    status = get_or_start_review(
        record.build_public_game(stored_game), _find_near_reviews(stored_game), refine=not stored_game.sample, **options
    )
    if status.job is not None and status.job.pk != stored_game.review_id:
        _link_review(stored_game, status.job)
    return status


def store_if_complete(stored_game: StoredGame) -> None:
    """Store the game's review if all its positions already have values; start no job."""
    game = record.load(stored_game, names=stored_game.names)
    status = find_stored_review(stored_game, game)
    if status.plan.positions and status.review.complete:
        _link_review(stored_game, get_complete_review(game, status))


def solve_stored_ahead(stored_game: StoredGame, game: Game) -> None:
    """Queue a game that is being entered for idle workers, so that its review is ready when it ends."""
    if record.is_ahead(stored_game):
        game = record.build_public_game(stored_game)
    try:
        if solve_ahead(game, _find_near_reviews(stored_game)) and game.over:
            get_or_start_stored_review(stored_game, view_seconds=0)
    except (InputError, TooManyQuestions):
        return  # there is no review, or its page starts the rest


def _find_near_reviews(stored_game: StoredGame) -> list[int]:
    """Return the reviews that may have values of a game's positions: of its earlier state, and of its main line."""
    code, _ = record.find_branch_source(stored_game)
    pks = [stored_game.review_id]
    if code:
        pks += StoredGame.objects.filter(code=code).values_list("review_id", flat=True)
    return [pk for pk in pks if pk is not None]


@transaction.atomic
def _link_review(stored_game: StoredGame, review: Review) -> None:
    """Link the review to the game if it is of its last state; delete the review of the earlier state."""
    if Review.objects.select_for_update().filter(pk=review.pk).first() is None:
        return  # it was deleted meanwhile
    review_id = stored_game.review_id
    games = StoredGame.objects.filter(pk=stored_game.pk)
    if review_id:
        games = games.filter(version=stored_game.version)
    unlinked = Review.objects.filter(games=None)
    if games.update(review=review):
        Review.objects.filter(pk=review.pk).update(part_of=None)
        if review_id and unlinked.filter(pk=review_id).exists():
            Review.objects.filter(part_of=review_id).update(part_of=review)
            unlinked.filter(pk=review_id).delete()
    else:
        unlinked.filter(pk=review.pk, part_of=None).update(part_of=review_id)
