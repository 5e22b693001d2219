"""Room predictions: viewers call a decision before the odds are shown, and are scored."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.utils import timezone

from engine import Game, formatting
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.answers import BADGES, Answer, find_least_certain_method
from pressorpass_site.answers.analyses.explanation import PAST, JudgedDecision, judge_action
from pressorpass_site.core import owners
from pressorpass_site.core.errors import UserError
from pressorpass_site.core.text_fields import clean_line
from pressorpass_site.questions.question import Question

from .. import record
from ..dilemmas import scoring, votes
from ..dilemmas.page import MARKS, find_chance_to_guess, get_guess_label
from ..dilemmas.votes import Tally, build_decision_key
from ..models import CALLS, NAME_LENGTH, StoredGame, Vote
from ..odds import Decision, find_open_decision, list_decisions

MAX_CALLS = 20_000  # of a game: 200 people, 100 decisions
MAX_SCORES = 250  # shown
GRACE = timedelta(seconds=2)  # for calls sent just before the decision was entered
NAMELESS = "Guest"


class CalledVote(NamedTuple):
    """A vote of the game; a tuple, because `MAX_CALLS` model instances would take too long."""

    pk: int
    question: str
    voter: str
    name: str
    action: str
    guess: int | None


@dataclass(frozen=True)
class RoomVotes:
    decision: Decision
    tally: Tally


@dataclass
class CallerScore:
    """A caller's calls so far; calls that cannot be judged have no known cost."""

    key: int
    name: str
    calls: int = 0
    right: int = 0
    wrong: int = 0
    close: int = 0
    points: int = 0
    in_dollars: bool = False
    lost: float = 0.0
    _off: float = 0.0
    _methods: set[str] = field(default_factory=set)

    @property
    def judged(self) -> int:
        return self.right + self.wrong + self.close

    @property
    def cost(self) -> str:
        """What the calls cost, in words; "" before any call has been judged."""
        if not self._methods:
            return ""
        if self.in_dollars:
            return formatting.format_money_change_within(self.lost, self._off).removeprefix("+")
        return formatting.format_points_within(self.lost, self._off).removeprefix("+")

    @property
    def method(self) -> str:
        return find_least_certain_method(self._methods)

    @property
    def badge(self) -> str:
        return BADGES[self.method] if self.method else ""

    def add(self, answer: Answer, question: Question, decision: JudgedDecision | None, vote: CalledVote) -> None:
        if decision is None:
            return
        mark, _ = MARKS[decision.judgment]
        self.right += mark == "right"
        self.close += mark == "close"
        self.wrong += mark == "wrong"
        self.points += scoring.score_dilemma(mark, vote.guess, find_chance_to_guess(answer, question))
        if decision.judgment == "open":
            return
        self._methods.add(answer.method)
        self.in_dollars = answer.in_dollars
        if not decision.lost:
            return
        self.lost += answer.get_mover_figure(answer.best).shown - answer.get_mover_figure(vote.action).shown
        self._off += answer.margin_error


@dataclass(frozen=True)
class Room:
    """The votes on the open decision (`now`) and on the last closed one, and the callers, the smallest loss first."""

    now: RoomVotes | None
    last: RoomVotes | None
    scores: Sequence[CallerScore]
    more: int = 0

    @property
    def shown(self) -> bool:
        return bool(self.scores or self.now)


def record_call(
    stored_game: StoredGame,
    caller: str,
    own_ids: Sequence[str],
    name: str,
    number: int,
    action: str,
    guess: int | None = None,
) -> Vote:
    """Store a call on decision `number`; `own_ids` are all owner IDs of the caller.

    Raises:
        UserError: the decision is not open, or the caller has already called it differently.
        RateLimited: the caller is new in the game, and too many others have called from the same address.
    """
    game = record.load(stored_game)
    decision = next((decision for decision in list_decisions(stored_game, game) if decision.number == number), None)
    if decision is None:
        raise UserError("There is nothing to call right now.")
    late = timedelta(seconds=stored_game.delay if stored_game.for_others else 0)
    past = timezone.now() - late - GRACE
    if (
        decision.made_by is not None
        and stored_game.events.filter(number=decision.made_by, entered_at__lt=past).exists()
    ):
        action_label = "Stop" if decision.alone and decision.done == "pass" else decision.done.title()
        raise UserError(f"Too late: {stored_game.names[decision.seat]} has {PAST[action_label]}.")
    vote_key = build_decision_key(stored_game.code, number)
    if stored_game.votes.count() >= MAX_CALLS and not votes.get_first_vote(vote_key, own_ids):
        raise UserError("This game already has the maximum number of calls.")
    visible_name = clean_line(name)[:NAME_LENGTH].strip() or NAMELESS
    call = votes.record(vote_key, action, caller, own_ids, guess, stored_game, name=visible_name)
    if call.action != action:
        raise UserError(f"You have already called this one: {call.get_action_display().lower()}.")
    return call


def find_caller_key(stored_game: StoredGame, caller: str) -> int | None:
    """Return the caller's key on the page (`CallerScore.key`); None without a call."""
    return stored_game.votes.filter(voter=caller).order_by("pk").values_list("pk", flat=True).first()


def get_caller_name(callers: Iterable[str]) -> str:
    named_votes = Vote.objects.filter(voter__in=list(callers)).exclude(name__in=("", NAMELESS)).order_by("-pk")
    return named_votes.values_list("name", flat=True).first() or ""


def build_context(request: HttpRequest, stored_game: StoredGame, game: Game) -> dict[str, Any]:
    callers = owners.list_owner_ids(request)
    decision = find_open_decision(stored_game, game)
    return {
        "room": build_room(stored_game, game),
        "decision": decision,
        "call": votes.get_first_vote(build_decision_key(stored_game.code, decision.number), callers)
        if decision
        else None,
        "caller": next((key for key in (find_caller_key(stored_game, caller) for caller in callers) if key), None),
        "caller_name": get_caller_name(callers),
        "caller_length": NAME_LENGTH,
        "guess_label": get_guess_label(decision.question) if decision else "Your best chance to win",
    }


def build_room(stored_game: StoredGame, game: Game) -> Room:
    decisions_by_key = {
        build_decision_key(stored_game.code, decision.number): decision
        for decision in list_decisions(stored_game, game)
    }
    last = dict(list(decisions_by_key.items())[-2:])
    tallies = votes.count_votes(last)
    room_votes = [RoomVotes(decision, tallies[vote_key]) for vote_key, decision in last.items()]
    closed = [decision_votes for decision_votes in room_votes if not decision_votes.decision.open]
    scores = _rank_callers(stored_game, decisions_by_key)
    return Room(
        now=room_votes[-1] if room_votes and room_votes[-1].decision.open else None,
        last=closed[-1] if closed else None,
        scores=scores[:MAX_SCORES],
        more=len(scores[MAX_SCORES:]),
    )


def _rank_callers(stored_game: StoredGame, decisions_by_key: dict[str, Decision]) -> list[CallerScore]:
    calls = [
        CalledVote(*values)
        for values in stored_game.votes.order_by("pk").values_list("pk", "question", "voter", "name", "action", "guess")
    ]
    # Calls on an open decision are judged later: their scores would reveal its odds.
    voted = {vote.question for vote in calls}
    questions = {
        vote_key: decision.question
        for vote_key, decision in decisions_by_key.items()
        if vote_key in voted and not decision.open
    }
    secret = stored_game.host_key if stored_game.delay and not stored_game.for_others else ""
    secret_questions = {vote_key: replace(question, secret=secret) for vote_key, question in questions.items()}
    available_answers = analyses.get_available_answers([*questions.values(), *secret_questions.values()])
    answers = {
        vote_key: available_answers[question]
        for vote_key in questions
        for question in (secret_questions[vote_key], questions[vote_key])
        if question in available_answers
    }
    decisions = {
        (vote_key, action): (answer, judge_action(answer, action))
        for vote_key, answer in answers.items()
        for action in CALLS
    }
    scores: dict[str, CallerScore] = {}
    for vote in calls:
        if vote.question not in decisions_by_key:
            continue
        score = scores.setdefault(vote.voter, CallerScore(vote.pk, vote.name))
        score.name = vote.name  # the latest name
        score.calls += 1
        if (vote.question, vote.action) in decisions:
            answer, decision = decisions[vote.question, vote.action]
            score.add(answer, questions[vote.question], decision, vote)
    return sorted(scores.values(), key=lambda caller_score: (caller_score.lost, -caller_score.right, caller_score.key))
