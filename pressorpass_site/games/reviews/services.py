"""Reviews: asking for one, canceling, trying again.

Nothing here knows how games are stored: a review is of an `engine.Game`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from django.db.models import Q
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
from pressorpass_site.answers.models import Answer
from pressorpass_site.core import limits
from pressorpass_site.core.identity import identity_key
from pressorpass_site.questions.question import Question
from pressorpass_site.work.models import LOOK, RETRYABLE, Status
from pressorpass_site.work.queues import TooManyQuestions

from . import between, totals
from .between import BetweenRounds
from .known import Setting, Values, as_result, known_values, known_values_of
from .models import Review
from .tasks import jobs

LIMITS = {"seconds": 20.0}  # for all positions that share a grid
KEPT = 30  # reviews in memory, which their pages ask for again and again
REFINED = 3  # decisions that are solved more closely: the costliest of which not everything is known
MOST_AHEAD = 60  # positions of a game that are solved while it is entered
NOTES = ("id", "time", "comment")


@dataclass(frozen=True)
class ReviewStatus:
    """A review so far, and its job.

    Attributes:
        key: names the review.
        review: from the solved positions.
        setting: its board and rules.
        values: of the solved positions.
        job: its row; None if it was never asked for.
        refined: the answer to a position that is being improved, if there is one.
        version: changes with the figures.
    """

    key: str
    review: EngineReview
    setting: Setting
    values: Values
    job: Review | None
    refined: Analysis | None
    version: str

    @property
    def plan(self) -> Plan:
        return self.review.plan

    @property
    def active(self) -> bool:
        """Whether its job waits or is being done."""
        return self.job is not None and self.job.is_active

    @property
    def under_way(self) -> bool:
        """Whether its job must end before every event has its first figures."""
        return bool(self.review.unsolved) and self.active

    @property
    def refining(self) -> bool:
        """Whether every event has its figures, and better ones are being computed."""
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
        """The reason why it failed."""
        return self.job.message if self.job and not self.job.is_active else ""

    @property
    def solved(self) -> tuple[int, int]:
        """The number of solved positions, and the number of all."""
        total = len(self.plan.positions)
        return total - self.review.unsolved, total

    @property
    def stage(self) -> str:
        """The present stage of the work."""
        return self.job.stage if self.job and self.job.status == Status.RUNNING else ""

    def question(self, position: Position) -> Question | None:
        """Return the question of the answer page about a position of the game."""
        return self.setting.question(position)


def find(game: Game, near: Iterable[int] = ()) -> ReviewStatus:
    """Return the review so far; start nothing.

    Args:
        game: the game to review.
        near: the rows of reviews that may know some of its positions.

    Raises:
        InputError: a game cannot be judged by these rules.
    """
    return find_all([_Reviewed.of(game, near)])[0]


@dataclass(frozen=True)
class _Reviewed:
    """A game to be reviewed: its names in the caches and in the table, and the rows that may know some of its positions."""

    told: str
    key: str
    plan: Plan
    near: tuple[int, ...]

    @classmethod
    def of(cls, game: Game, near: Iterable[int] = ()) -> _Reviewed:
        key = key_of(game)
        told = identity_key([game_to_json(game), game.setup.names, key])
        return cls(told, key, _planned(_Keyed(told, (game,))), tuple(near))


plan_of = _Reviewed.of


def find_all(games: Sequence[_Reviewed]) -> list[ReviewStatus]:
    """Return the reviews of games (`plan_of`) so far, in a constant number of queries; start nothing."""
    keys, near = [each.key for each in games], [pk for each in games for pk in each.near]
    rows = Review.objects.filter(Q(key__in=keys) | Q(pk__in=near)) if games else ()
    by_key, by_pk = {row.key: row for row in rows}, {row.pk: row for row in rows}
    known = known_values_of(
        (Setting.of(each.plan), each.plan.positions, _rows_of(each, by_key, by_pk)) for each in games
    )
    found = []
    for each, values in zip(games, known, strict=True):
        version = _version(values)
        review = _judged(_Keyed(each.told + version, (each.plan, values)))
        job = by_key.get(each.key)
        found.append(ReviewStatus(each.key, review, Setting.of(each.plan), values, job, None, version))
    return found


def _rows_of(game: _Reviewed, by_key: Mapping[str, Review], by_pk: Mapping[int, Review]) -> list[Review]:
    rows = [by_key.get(game.key), *(by_pk.get(pk) for pk in game.near)]
    return list({row.pk: row for row in rows if row is not None}.values())


def request(
    game: Game,
    near: Iterable[int] = (),
    *,
    look: float = LOOK,
    before_new: Callable[[], object] | None = None,
    refine: bool = True,
) -> ReviewStatus:
    """Return the review; start its job if it is new; asking again keeps it in view for `look` seconds.

    Once every position has its first figures, the costliest decisions are solved more closely, one after another.

    Args:
        game: the game to review.
        near: the rows of reviews that may know some of its positions.
        look: the seconds for which it is in view.
        before_new: called before a job is started; may raise.
        refine: whether the costliest decisions are solved more closely.

    Raises:
        InputError: a game cannot be judged by these rules.
    """
    status = find(game, near)
    if not status.plan.positions:
        return status
    job = status.job
    if not status.review.unsolved:
        job = jobs.refresh(settled(game, status), look)
    elif job is not None and job.status == Status.DONE:  # of a version that stored no values in it
        job = jobs.start(job, LIMITS, look=look)
    else:
        job = jobs.ask(status.key, LIMITS, look=look, before_new=before_new, **_columns(game, status))
    status = replace(status, job=job)
    return _refined(status, look) if refine else status


def solve_ahead(game: Game, near: Iterable[int] = ()) -> bool:
    """Have idle workers solve the positions that nothing is known of; return whether these are all that the review needs.

    There are at most `MOST_AHEAD` of a game, and those of two games an hour of a client.

    Raises:
        InputError: a game cannot be judged by these rules.
        TooManyQuestions: the client has too many questions.
    """
    plan = plan_review(game)
    setting, ahead = Setting.of(plan), list(plan.roots)[:MOST_AHEAD]
    known = known_values(setting, ahead, Review.objects.filter(pk__in=near))
    unknown = [position for position in ahead if position not in known]
    asked = [each for place in (setting.question, setting.moment) for each in map(place, unknown) if each]
    begun = set(Answer.objects.filter(key__in=[each.key for each in asked]).values_list("key", flat=True))
    for each in asked:
        if each.key in begun or not limits.spend_own("ahead").granted:
            continue
        if isinstance(each, BetweenRounds):
            between.ask(each, look=0)
        else:
            analyses.ask(each, look=0)
    return len(ahead) == len(plan.positions)


def settled(game: Game, status: ReviewStatus) -> Review:
    """Return the row of a complete review, which stores all that it shows: it needs no answer that may go."""
    job = status.job
    if job is not None and job.result and job.result.get("version") == status.version:
        return job
    columns = _columns(game, status)
    totals_of = totals.to_json(status.review) if status.review.accounts else None
    columns["result"] |= {"version": status.version, "totals": totals_of}
    if job is None:
        ended = {"status": Status.DONE, "finished_at": timezone.now(), "viewed_until": timezone.now()}
        job, _ = Review.objects.get_or_create(key=status.key, defaults=columns | ended)
    elif not job.is_active:
        Review.objects.filter(pk=job.pk, status=job.status).update(result=columns["result"])
    job.result = columns["result"]
    return job


def key_of(game: Game) -> str:
    """Return the hash of what a review depends on: the events that count, boards, rules and engine."""
    played = [_without_notes(event_to_json(each.event)) for each in game.played]
    digests = [game.setup.boards[number].digest for number in sorted(game.setup.boards)]
    return identity_key(["review", played, digests, game.setup.rules.identity(), ENGINE_VERSION])


def stored_totals(keys: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return the totals (totals.py) of complete reviews by their keys."""
    rows = Review.objects.filter(key__in=list(keys)).values_list("key", "result__totals")
    return {key: found for key, found in rows if found}


def retry(game: Game) -> ReviewStatus:
    """Start a failed or canceled job again; results stay."""
    status = find(game)
    if status.job is not None:
        jobs.retry(status.job, LIMITS)
    for analysis in map(analyses.stored, _costly_questions(status)):
        if analysis is not None and analysis.status == Status.CANCELLED:
            analyses.retry(analysis)
    return request(game)


def cancel(game: Game) -> ReviewStatus:
    """Stop its job, except if somebody else is waiting for it; results stay."""
    status = find(game)
    if status.job is not None:
        jobs.cancel(status.job)
    for analysis in map(analyses.stored, _costly_questions(status)):
        if analysis is not None and analysis.is_active:
            analyses.jobs.cancel(analysis)
    return find(game)


def _columns(game: Game, status: ReviewStatus) -> dict[str, Any]:
    """Return the columns of a new row."""
    result = as_result(status.setting, status.values)
    return {"input": _stripped(game), "engine_version": ENGINE_VERSION, "result": result}


def _refined(status: ReviewStatus, look: float) -> ReviewStatus:
    """Return the review with a costly decision being solved more closely, if there is one and nothing was stopped."""
    if status.job is None or status.active or status.stopped or status.job.status == Status.CANCELLED:
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
    """A cache key with the arguments it stands for."""

    key: str
    parts: tuple[Any, ...] = field(compare=False)


@lru_cache(KEPT)
def _planned(asked: _Keyed) -> Plan:
    return plan_review(*asked.parts)


@lru_cache(KEPT)
def _judged(asked: _Keyed) -> EngineReview:
    return review_from(*asked.parts)


def costly_positions(review: EngineReview) -> list[Position]:
    """Return the positions of the costliest decisions of which not everything is known, the costliest first."""
    costly = [step for step in review.judged if step.method != "exact" and step.cost > 0]
    costly.sort(key=lambda step: -step.cost)
    return list(dict.fromkeys(step.position for step in costly))[:REFINED]


def _costly_questions(status: ReviewStatus) -> list[Question]:
    questions = map(status.question, costly_positions(status.review))
    return [question for question in questions if question is not None]


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
