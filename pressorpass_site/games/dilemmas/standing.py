"""A viewer's day with three dilemmas: the three calls, their score, and how many others did worse."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone

from engine.formatting import format_count
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.answers import Answer

from ..models import Vote
from . import days, page, services
from .deck import LEVELS
from .page import Call
from .scoring import SQUARES
from .services import Dilemma

CACHE_SECONDS = 60  # for the scores of all voters
COUNTS = ("None", "One", "Two", "All")


@dataclass(frozen=True)
class DayPart:
    """One of the three dilemmas, with the viewer's call, if any."""

    dilemma: Dilemma
    level: str
    call: Call | None


@dataclass(frozen=True)
class DayStanding:
    """A viewer's day; `below` is the percentage of other voters with a lower score."""

    number: int
    parts: Sequence[DayPart]
    others: int = 0
    below: int = 0

    @property
    def date(self) -> date:
        return days.get_day_date(self.number)

    @property
    def next(self) -> Dilemma | None:
        return next((part.dilemma for part in self.parts if part.call is None), None)

    @property
    def score(self) -> int:
        return sum(part.call.score or 0 for part in self.parts if part.call)

    @property
    def compared(self) -> str:
        """Text such as “Better than 71% of 1,204”."""
        if not self.below:
            return (
                f"{format_count(self.others, 'other')} called all three"
                if self.others
                else "The first to call all three"
            )
        return f"Better than {self.below}% of {self.others:,}"

    @property
    def sentence(self) -> str:
        rights = sum(part.call.mark == "right" for part in self.parts if part.call)
        return f"{COUNTS[rights]} of three right. {self.compared}. And you?"

    @property
    def lessons(self) -> list[str]:
        """The lessons of the three dilemmas; for a moment, the choice made on the show."""
        dilemmas = [part.dilemma for part in self.parts]
        taught = [dilemma.lesson or (f"On the show: {dilemma.done}" if dilemma.done else "") for dilemma in dilemmas]
        return [lesson for lesson in taught if lesson]

    @property
    def line(self) -> str:
        """The line to share, which has no answer in it: “Press or Pass 31 🟩🟨🟥 212”."""
        squares = "".join(SQUARES[part.call.mark if part.call else ""] for part in self.parts)
        return f"Press or Pass {self.number} {squares} {self.score}"


def build_standing(request: HttpRequest, number: int) -> DayStanding:
    """Return the requester's day. Raises NoDilemma: the day is in the future."""
    dilemmas = [services.get_dilemma(number, part) for part in services.list_parts(number)]
    votes = [services.get_vote(request, dilemma) for dilemma in dilemmas]
    parts = [
        DayPart(dilemma, level, _judge_vote(dilemma, vote) if vote else None)
        for dilemma, level, vote in zip(dilemmas, LEVELS, votes, strict=True)
    ]
    standing = DayStanding(number, parts)
    if standing.next:
        return standing
    voters = {vote.voter for vote in votes if vote}
    others = [score for voter, score in _count_day_scores(number, dilemmas).items() if voter not in voters]
    below = sum(score < standing.score for score in others)
    return DayStanding(number, parts, len(others), round(100 * below / len(others)) if others else 0)


def get_finished_day(request: HttpRequest, number: int) -> DayStanding | None:
    """Return the requester's day; None until all three dilemmas are called. Raises NoDilemma: it is in the future."""
    if not days.has_three(number):
        return None
    standing = build_standing(request, number)
    return None if standing.next else standing


def _judge_vote(dilemma: Dilemma, vote: Vote) -> Call:
    answer = _get_answer(dilemma)
    if answer is None and dilemma.known_answer is None and dilemma.is_a_call:
        return Call("", "", "", "", None, on_time=False)  # a moment whose odds are being solved
    verdict = page.judge_by_answer(dilemma, answer) if answer else page.judge_by_choices(dilemma)
    return page.judge_call(dilemma, answer, verdict, vote)


def _get_answer(dilemma: Dilemma) -> Answer | None:
    if dilemma.known_answer or not dilemma.is_a_call:
        return dilemma.known_answer
    analysis = analyses.get_stored_analysis(dilemma.question)
    return analysis.answer if analysis else None


def _count_day_scores(number: int, dilemmas: Sequence[Dilemma]) -> dict[str, int]:
    """Return the scores of the day by voter, for voters with three calls; cached for a minute."""
    key = f"dilemma-scores-{number}"
    cached: dict[str, int] | None = cache.get(key)
    if cached is not None:
        return cached
    scores_by_action: dict[tuple[str, str, int | None], int] = {}
    scores_by_voter: dict[str, list[int]] = defaultdict(list)
    dilemmas_by_key = {dilemma.key: dilemma for dilemma in dilemmas}
    votes = Vote.objects.filter(question__in=dilemmas_by_key).values_list("question", "voter", "action", "guess")
    for question, voter, action, guess in votes.iterator():
        if (question, action, guess) not in scores_by_action:
            vote = Vote(question=question, action=action, guess=guess, made_at=timezone.now())
            scores_by_action[question, action, guess] = _judge_vote(dilemmas_by_key[question], vote).score or 0
        scores_by_voter[voter].append(scores_by_action[question, action, guess])
    scores = {voter: sum(three) for voter, three in scores_by_voter.items() if len(three) == len(dilemmas)}
    cache.set(key, scores, CACHE_SECONDS)
    return scores
