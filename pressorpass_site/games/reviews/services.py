"""Reviews: asking for one, canceling, trying again.

A review is of an `engine.Game`. A stored game keeps that of its last state, and takes it along when it is deleted.
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
from .known import ReviewSetting, Values, as_result, get_known_values, get_known_values_of_games
from .tasks import jobs

LIMITS = {"seconds": 20.0}  # for all positions that share a grid
KEPT = 30  # reviews in memory, which their pages ask for again and again
REFINED = 3  # decisions that are solved more closely: the costliest of which not everything is known
MAX_AHEAD = 60  # positions of a game that are solved while it is entered
NOTES = ("id", "time", "comment")


@dataclass(frozen=True)
class ReviewStatus:
    """A review so far; `job` is None if it was never asked for, `refined` the answer that is being improved, if any."""

    key: str
    review: EngineReview
    setting: ReviewSetting
    values: Values
    job: Review | None
    refined: Analysis | None
    version: str
    identity: str  # in the caches: of the game with its names, and of the version

    @property
    def plan(self) -> Plan:
        return self.review.plan

    @property
    def active(self) -> bool:
        return self.job is not None and self.job.is_active

    @property
    def under_way(self) -> bool:
        """Whether its job must end before every event has its first figures."""
        return bool(self.review.unsolved) and self.active

    @property
    def refining(self) -> bool:
        return not self.under_way and bool(self.active or self.refined)

    @property
    def final(self) -> bool:
        """Whether no figure will change by itself."""
        return not (self.review.unsolved or self.active or self.refined)

    @property
    def stopping(self) -> bool:
        return any(job.cancel_requested for job in (self.job, self.refined) if job and job.is_active)

    @property
    def stopped(self) -> bool:
        """Whether it was canceled, or failed, before every position was solved."""
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

    def question(self, position: Position) -> Question | None:
        return self.setting.question(position)


def find(game: Game, near: Iterable[int] = ()) -> ReviewStatus:
    """Start nothing; `near` are reviews that may know some positions. Raises InputError: these rules judge no game."""
    return find_all([_Reviewed.from_game(game, near)])[0]


@dataclass(frozen=True)
class _Reviewed:
    """A game to be reviewed: its names in the caches and in the table, and the rows that may know some of its positions."""

    identity_text: str
    key: str
    plan: Plan
    near: tuple[int, ...]

    @classmethod
    def from_game(cls, game: Game, near: Iterable[int] = ()) -> _Reviewed:
        key = build_review_key(game)
        digest = build_identity_key([game_to_json(game), game.setup.names, key])
        return cls(digest, key, _plan_review(Keyed(digest, (game,))), tuple(near))


plan_of = _Reviewed.from_game


def find_all(games: Sequence[_Reviewed]) -> list[ReviewStatus]:
    """Return the reviews of games (`plan_of`) so far, in a constant number of queries; start nothing."""
    keys = [game.key for game in games]
    near = [pk for game in games for pk in game.near]
    rows = Review.objects.filter(Q(key__in=keys) | Q(pk__in=near)) if games else ()
    by_key = {row.key: row for row in rows}
    by_pk = {row.pk: row for row in rows}
    known_values = get_known_values_of_games(
        (ReviewSetting.from_plan(game.plan), game.plan.positions, _list_review_rows(game, by_key, by_pk))
        for game in games
    )
    statuses = []
    for game, values in zip(games, known_values, strict=True):
        version = _hash_values(values)
        identity = game.identity_text + version
        review = _judge_review(Keyed(identity, (game.plan, values)))
        job = by_key.get(game.key)
        statuses.append(
            ReviewStatus(game.key, review, ReviewSetting.from_plan(game.plan), values, job, None, version, identity)
        )
    return statuses


def _list_review_rows(game: _Reviewed, by_key: Mapping[str, Review], by_pk: Mapping[int, Review]) -> list[Review]:
    rows = [by_key.get(game.key), *(by_pk.get(pk) for pk in game.near)]
    return list({row.pk: row for row in rows if row is not None}.values())


def get_or_start_review(
    game: Game,
    near: Iterable[int] = (),
    *,
    view_seconds: float = VIEW_SECONDS,
    before_new: Callable[[], object] | None = None,
    refine: bool = True,
) -> ReviewStatus:
    """Return the review, its job started if it is new, in view for `view_seconds`. Raises InputError, see `find`.

    Once every position has its first figures, the costliest decisions are solved more closely, one after another, if
    `refine`. `before_new` is called before a job is started, and may raise. `near`: see `find`.
    """
    status = find(game, near)
    if not status.plan.positions:
        return status
    job = status.job
    if not status.review.unsolved:
        job = jobs.refresh(get_complete_review(game, status), view_seconds)
    elif job is not None and job.status == Status.DONE:  # of a version that stored no values in it
        job = jobs.start(job, LIMITS, view_seconds=view_seconds)
    else:
        job = jobs.get_or_start(
            status.key, LIMITS, view_seconds=view_seconds, before_new=before_new, **_build_review_columns(game, status)
        )
    status = replace(status, job=job)
    return _refine_review(status, view_seconds) if refine else status


def solve_ahead(game: Game, near: Iterable[int] = ()) -> bool:
    """Queue the unknown positions for idle workers; return whether these are all that the review needs.

    There are at most `MAX_AHEAD` of a game, and those of two games an hour of a client. Raises InputError, see `find`,
    and TooManyQuestions.
    """
    plan = plan_review(game)
    setting, ahead = ReviewSetting.from_plan(plan), list(plan.roots)[:MAX_AHEAD]
    values = get_known_values(setting, ahead, Review.objects.filter(pk__in=near))
    unknown = [position for position in ahead if position not in values]
    questions = [
        question for place in (setting.question, setting.moment) for question in map(place, unknown) if question
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
    """Return the row of a complete review, which stores all that it shows: it needs no answer that may go."""
    job = status.job
    if job is not None and job.result and job.result.get("version") == status.version:
        return job
    columns = _build_review_columns(game, status)
    totals_of = totals.to_json(status.review) if status.review.accounts else None
    columns["result"] |= {"version": status.version, "totals": totals_of}
    if job is None:
        end_columns = {"status": Status.DONE, "finished_at": timezone.now(), "viewed_until": timezone.now()}
        job, _ = Review.objects.get_or_create(key=status.key, defaults=columns | end_columns)
    elif not job.is_active:
        Review.objects.filter(pk=job.pk, status=job.status).update(result=columns["result"])
    job.result = columns["result"]
    return job


def build_review_key(game: Game) -> str:
    """Return the hash of what a review depends on: the events that count, boards, rules and engine."""
    events = [_strip_notes(event_to_json(played_event.event)) for played_event in game.played]
    digests = [game.setup.boards[number].digest for number in sorted(game.setup.boards)]
    return build_identity_key(["review", events, digests, game.setup.rules.identity(), ENGINE_VERSION])


def get_stored_totals(keys: Iterable[str]) -> dict[str, dict[str, Any]]:
    rows = Review.objects.filter(key__in=list(keys)).values_list("key", "result__totals")
    return {key: totals for key, totals in rows if totals}


def retry(game: Game) -> ReviewStatus:
    """Start a failed or canceled job again; results stay."""
    status = find(game)
    if status.job is not None:
        jobs.retry(status.job, LIMITS)
    for analysis in map(analyses.get_stored_analysis, _list_costly_questions(status)):
        if analysis is not None and analysis.status == Status.CANCELLED:
            analyses.retry(analysis)
    return get_or_start_review(game)


def cancel(game: Game) -> ReviewStatus:
    """Stop its job, except if somebody else is waiting for it; results stay."""
    status = find(game)
    if status.job is not None:
        jobs.cancel(status.job)
    for analysis in map(analyses.get_stored_analysis, _list_costly_questions(status)):
        if analysis is not None and analysis.is_active:
            analyses.jobs.cancel(analysis)
    return find(game)


def _build_review_columns(game: Game, status: ReviewStatus) -> dict[str, Any]:
    result = as_result(status.setting, status.values)
    return {"input": _strip_game(game), "engine_version": ENGINE_VERSION, "result": result}


def _refine_review(status: ReviewStatus, view_seconds: float) -> ReviewStatus:
    """Return the review with a costly decision being solved more closely, if there is one and nothing was stopped."""
    if status.job is None or status.active or status.stopped or status.job.status == Status.CANCELLED:
        return status
    for question in _list_costly_questions(status):
        try:
            analysis = analyses.get_or_start_analysis(question, view_seconds=view_seconds)
        except TooManyQuestions:  # it is asked with a later look
            return status
        if analysis.status == Status.CANCELLED:
            return status
        if analysis.is_active:
            return replace(status, refined=analysis)
    return status


@dataclass(frozen=True)
class Keyed:
    key: str
    parts: tuple[Any, ...] = field(compare=False)


@lru_cache(KEPT)
def _plan_review(keyed: Keyed) -> Plan:
    return plan_review(*keyed.parts)


@lru_cache(KEPT)
def _judge_review(keyed: Keyed) -> EngineReview:
    return review_from(*keyed.parts)


def find_costly_positions(review: EngineReview) -> list[Position]:
    """Return the positions of the costliest decisions of which not everything is known, the costliest first."""
    costly = [step for step in review.judged if step.method != "exact" and step.cost > 0]
    costly.sort(key=lambda step: -step.cost)
    return list(dict.fromkeys(step.position for step in costly))[:REFINED]


def _list_costly_questions(status: ReviewStatus) -> list[Question]:
    questions = map(status.question, find_costly_positions(status.review))
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


def find_stored(stored_game: StoredGame, game: Game | None = None) -> ReviewStatus:
    """Return the review so far; start nothing. Raises InputError: the game cannot be judged by these rules.

    A review is of what its game's delay lets others see, for the hosts, too: what it asks, everybody finds.
    """
    return find(game or record.build_public_game(stored_game), _find_near_reviews(stored_game))


def is_reviewable(stored_game: StoredGame) -> bool:
    """Return whether the game has a review: its rules may be about dollars."""
    try:
        find_stored(stored_game)
    except InputError:
        return False
    return True


def get_or_start_stored(stored_game: StoredGame, **options: Any) -> ReviewStatus:
    """Return the review, begun with the `options` of `request` if new; the game keeps it. Raises InputError."""
    status = get_or_start_review(
        record.build_public_game(stored_game), _find_near_reviews(stored_game), refine=not stored_game.sample, **options
    )
    if status.job is not None and status.job.pk != stored_game.review_id:
        _keep(stored_game, status.job)
    return status


def store_if_complete(stored_game: StoredGame) -> None:
    """Store the game's review if all its positions already have values; start no job."""
    game = record.load(stored_game, names=stored_game.names)
    status = find_stored(stored_game, game)
    if status.plan.positions and status.review.complete:
        _keep(stored_game, get_complete_review(game, status))


def solve_stored_ahead(stored_game: StoredGame, game: Game) -> None:
    """Queue a game that is being entered for idle workers, so that its review is ready when it ends."""
    if record.is_ahead(stored_game):
        game = record.build_public_game(stored_game)
    try:
        if solve_ahead(game, _find_near_reviews(stored_game)) and game.over:
            get_or_start_stored(stored_game, view_seconds=0)
    except (InputError, TooManyQuestions):
        return  # it cannot be judged, or its page begins the rest


def _find_near_reviews(stored_game: StoredGame) -> list[int]:
    """Return reviews that know some of a game's positions: that of an earlier state, and of what it is a variation of."""
    code, _ = record.find_branch_source(stored_game)
    pks = [stored_game.review_id]
    if code:
        pks += StoredGame.objects.filter(code=code).values_list("review_id", flat=True)
    return [pk for pk in pks if pk is not None]


@transaction.atomic
def _keep(stored_game: StoredGame, review: Review) -> None:
    """Store the review of the game's last state; the review of an earlier state is deleted."""
    if Review.objects.select_for_update().filter(pk=review.pk).first() is None:
        return  # it went meanwhile
    review_id = stored_game.review_id
    of_last = (
        StoredGame.objects.filter(pk=stored_game.pk, version=stored_game.version)
        if review_id
        else StoredGame.objects.filter(pk=stored_game.pk)
    )
    rows = Review.objects.filter(games=None)
    if of_last.update(review=review):
        Review.objects.filter(pk=review.pk).update(part_of=None)
        if review_id and rows.filter(pk=review_id).exists():
            Review.objects.filter(part_of=review_id).update(part_of=review)
            rows.filter(pk=review_id).delete()
    else:
        rows.filter(pk=review.pk, part_of=None).update(part_of=review_id)
