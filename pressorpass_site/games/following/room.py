"""Calling it first: predictions of people in the room, made before they see the odds, and the costs of their calls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Count
from django.http import HttpRequest
from django.utils import timezone

from engine import Game, formatting
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.answers import BADGES, Answer, least_sure
from pressorpass_site.answers.analyses.explanation import PAST, JudgedDecision, decision
from pressorpass_site.core import owners, voters
from pressorpass_site.core.refused import Refused
from pressorpass_site.core.text_fields import one_line
from pressorpass_site.games.dilemmas.page import MARKS

from .. import record
from ..models import CALLER_LENGTH, MAX_DELAY, Call, StoredGame
from ..odds import Decision, decisions, open_decision

MAX_CALLS = 20_000  # of a game: 200 people, 100 decisions
MOST_SCORES = 250  # shown
GRACE = timedelta(seconds=2)  # for a call on its way while the decision was entered
NAMELESS = "Guest"


@dataclass(frozen=True)
class Votes:
    """The room's calls of a decision."""

    decision: Decision
    press: int
    passing: int

    @property
    def count(self) -> int:
        return self.press + self.passing


@dataclass
class Score:
    """Somebody's calls so far.

    Attributes:
        key: names the caller on a page. name: the caller's name.
        calls: the number on decisions that count. right, wrong, close: those that have been judged; the cost of those
            that cannot be told apart is not known.
    """

    key: int
    name: str
    calls: int = 0
    right: int = 0
    wrong: int = 0
    close: int = 0
    in_dollars: bool = False
    _lost: float = 0.0
    _off: float = 0.0
    _methods: set[str] = field(default_factory=set)

    @property
    def judged(self) -> int:
        return self.right + self.wrong + self.close

    @property
    def lost(self) -> float:
        """The total cost of the calls, where it is known."""
        return self._lost

    @property
    def cost(self) -> str:
        """The same in words; empty before any call has been judged for certain."""
        if not self._methods:
            return ""
        if self.in_dollars:
            return formatting.money_change_within(self._lost, self._off).removeprefix("+")
        return formatting.points_within(self._lost, self._off).removeprefix("+")

    @property
    def method(self) -> str:
        """The certainty of the cost: that of the least certain answer."""
        return least_sure(self._methods)

    @property
    def badge(self) -> str:
        return BADGES[self.method] if self.method else ""

    def add(self, answer: Answer, judged: JudgedDecision | None, action: str) -> None:
        """Count a call that this answer judges."""
        if judged is None:
            return
        mark, _ = MARKS[judged.judgement]
        self.right += mark == "right"
        self.close += mark == "close"
        self.wrong += mark == "wrong"
        if judged.judgement == "open":
            return
        self._methods.add(answer.method)
        self.in_dollars = answer.in_dollars
        if not judged.lost:
            return
        mine, best = (
            answer.figure(each, answer.mover_seat, dollars=answer.in_dollars).shown for each in (action, answer.call)
        )
        self._lost += best - mine
        self._off += answer.margin_error


@dataclass(frozen=True)
class Room:
    """The room's calls so far.

    Attributes:
        now: the votes on the open decision; None if none is open.
        last: the votes on the one before, with the action taken.
        scores: the callers, the smallest loss first. more: the number of others.
    """

    now: Votes | None
    last: Votes | None
    scores: Sequence[Score]
    more: int = 0

    @property
    def shown(self) -> bool:
        """Whether anybody has called anything, or can."""
        return bool(self.scores or self.now)


def make(row: StoredGame, caller: str, name: str, number: int, action: str, delay: int = 0) -> Call:
    """Store a call.

    Args:
        row: the game.
        caller: account or browser (core/owners.py).
        name: of the caller.
        number: names the decision.
        action: “press” or “pass”.
        delay: seconds that the viewer has chosen to be behind: a decision can still be called for this long after it
            was made.

    Raises:
        Refused: it is not open, or the caller has called it otherwise.
    """
    game = record.load(row)
    found = next((each for each in decisions(row, game) if each.number == number), None)
    if found is None:
        raise Refused("There is nothing to call just now.")
    if found.made_by is not None and _entered_before(
        row, found.made_by, timedelta(seconds=min(delay, MAX_DELAY)) + GRACE
    ):
        who = row.names[found.seat]
        raise Refused(
            f"Too late: {who} has {PAST['Stop' if found.alone and found.done == 'pass' else found.done.title()]}."
        )
    fields = {"name": one_line(name)[:CALLER_LENGTH].strip() or NAMELESS, "action": action}
    call = of_caller(row, [caller]).get(number) or _stored(row, caller, number, fields)
    if call.action != action:
        raise Refused(f"You have called this one: {call.get_action_display().lower()}.")
    return call


def _stored(row: StoredGame, caller: str, number: int, fields: dict[str, str]) -> Call:
    """Return a new call; beyond the callers of an address that count (core/voters.py) it has no row."""
    if not voters.counts(row.code, caller):
        voters.keep(row.code, caller, str(number), fields["action"])
        return Call(number=number, caller=caller, **fields)
    if row.calls.count() >= MAX_CALLS:
        raise Refused("This game has too many calls to take another.")
    try:
        with transaction.atomic():
            call, _ = row.calls.get_or_create(number=number, caller=caller, defaults=fields)
    except IntegrityError:
        call = row.calls.get(number=number, caller=caller)
    return call


def of_caller(row: StoredGame, callers: Sequence[str]) -> dict[int, Call]:
    """Return somebody's calls by the numbers of their decisions, also those that do not count."""
    if not callers:
        return {}
    uncounted = {
        int(number): Call(number=int(number), action=each) for number, each in voters.kept(row.code, callers).items()
    }
    return uncounted | {call.number: call for call in row.calls.filter(caller__in=callers)}


def key_of(row: StoredGame, caller: str) -> int | None:
    """Return the caller's key on a page (`Score.key`); None if they have called nothing."""
    return row.calls.filter(caller=caller).values_list("pk", flat=True).first()


def name_of(callers: Iterable[str]) -> str:
    """Return the name that somebody used last, in any game."""
    named = Call.objects.filter(caller__in=list(callers)).exclude(name=NAMELESS).order_by("-pk")
    return named.values_list("name", flat=True).first() or ""


def context(request: HttpRequest, row: StoredGame, game: Game) -> dict[str, Any]:
    """Return the context of `_call.html` and `_room.html` for a viewer of the game."""
    callers = owners.owner_ids(request)
    decision = open_decision(row, game)
    own = of_caller(row, callers)
    return {
        "room": room(row, game),
        "decision": decision,
        "call": own.get(decision.number) if decision else None,
        "caller": next((key for key in (key_of(row, each) for each in callers) if key), None),
        "caller_name": name_of(callers),
        "caller_length": CALLER_LENGTH,
    }


def room(row: StoredGame, game: Game) -> Room:
    """Return the votes and the running score; nothing is asked or started."""
    found = {each.number: each for each in decisions(row, game)}
    last = list(found.items())[-2:]
    voted = row.calls.filter(number__in=[number for number, _ in last]).order_by().values_list("number", "action")
    counted = {(number, action): count for number, action, count in voted.annotate(Count("pk"))}
    votes = [
        Votes(each, counted.get((number, Call.Action.PRESS), 0), counted.get((number, Call.Action.PASS), 0))
        for number, each in last
    ]
    made = [each for each in votes if not each.decision.open]
    scores = _scores(row, found)
    return Room(
        now=votes[-1] if votes and votes[-1].decision.open else None,
        last=made[-1] if made else None,
        scores=scores[:MOST_SCORES],
        more=len(scores[MOST_SCORES:]),
    )


def _scores(row: StoredGame, found: dict[int, Decision]) -> list[Score]:
    # There may be `MAX_CALLS`: no model is made of them.
    calls = list(row.calls.order_by("number", "pk").values_list("pk", "number", "caller", "name", "action"))
    # Open ones are judged later, as the scores would give their odds away.
    numbers = {number for _, number, *_ in calls}
    called = {number: each.question for number, each in found.items() if number in numbers and not each.open}
    known = analyses.known(called.values())
    answers = {number: known[question] for number, question in called.items() if question in known}
    judged = {
        (number, action): (answer, decision(answer, action))
        for number, answer in answers.items()
        for action in Call.Action.values
    }
    scores: dict[str, Score] = {}
    for pk, number, caller, name, action in calls:
        if number not in found:
            continue
        score = scores.setdefault(caller, Score(pk, name))
        score.name = name  # the one given last
        score.calls += 1
        if (number, action) in judged:
            score.add(*judged[number, action], action)
    return sorted(scores.values(), key=lambda each: (each.lost, -each.right, each.key))


def _entered_before(row: StoredGame, number: int, ago: timedelta) -> bool:
    """Return whether an event was entered longer ago than that."""
    return row.events.filter(number=number, entered_at__lt=timezone.now() - ago).exists()
