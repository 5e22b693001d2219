"""A quiz of a game's hardest calls: one after another in the order of the game, so that nothing is given away."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine import Judged, action_words, calls, formatting, stated_error
from pressorpass_site.questions.address import address

from . import words
from .services import ReviewStatus
from .show import Podium
from .words import capital

GIVEN = re.compile(r"[0-9]{0,10}")


@dataclass(frozen=True)
class QuizChoice:
    """A possible choice: its place among the choices, and its words."""

    place: int
    label: str


@dataclass(frozen=True)
class Result:
    """A choice with its judgement.

    Attributes:
        grade: of the choice (engine/calls.py). label: the choice. best: the best one.
        cost: as the difference of the chances that are shown; `points` as a text.
        odds: every choice with the chance it leaves, the best first.
        did: the contestant's choice. link: to the answer page.
    """

    grade: calls.Grade
    label: str
    best: str
    cost: float
    points: str
    odds: list[tuple[str, str]]
    did: str
    link: str


@dataclass(frozen=True)
class HardCall:
    """A hard call in its position."""

    number: int
    mover: str
    podiums: list[Podium]
    choices: list[QuizChoice]


@dataclass(frozen=True)
class Quiz:
    """A viewer's place in the quiz.

    Attributes:
        given: the choices so far, a digit each, as in the address.
        total: the number of calls.
        last: the result of the choice just made; None at the beginning, and when the next call is asked.
        call: the call to be made; None at the end.
        results: of all choices so far.
    """

    given: str
    total: int
    last: Result | None
    call: HardCall | None
    results: list[Result]

    @property
    def cost(self) -> str:
        """The total cost of all choices."""
        return formatting.in_points(formatting.points(sum(each.cost for each in self.results)).removeprefix("+"))

    @property
    def right(self) -> int:
        return sum(each.grade == "right" for each in self.results)

    @property
    def close(self) -> int:
        return sum(each.grade == "too_close" for each in self.results)


def quiz(status: ReviewStatus, given: str, *, asking: bool) -> Quiz:
    """Return the quiz after some choices; with `asking` the next call, otherwise the result of the last choice first.

    Raises:
        ValueError: `given` has choices that do not exist.
    """
    steps = sorted(status.review.hardest, key=status.review.judged.index)
    if not GIVEN.fullmatch(given) or len(given) > len(steps):
        raise ValueError("There is no such call in the quiz of this game.")
    results = [_result(status, step, int(place)) for step, place in zip(steps, given, strict=False)]
    ask = asking or not given
    at = len(given)
    call = _call(status, steps[at], at + 1) if ask and at < len(steps) else None
    return Quiz(given, len(steps), None if ask or not results else results[-1], call, results)


def _names(step: Judged) -> list[str]:
    """Return the choices in an order that gives nothing away."""
    return sorted(step.choices)


def _call(status: ReviewStatus, step: Judged, number: int) -> HardCall:
    mover = step.position.mover_seat
    podiums = [
        Podium(name, contestant, seat == mover)
        for seat, (name, contestant) in enumerate(
            zip(words.names_of(status.review), step.position.contestants, strict=True)
        )
    ]
    choices = [QuizChoice(place, _label(status, name)) for place, name in enumerate(_names(step))]
    return HardCall(number, podiums[mover].name, podiums, choices)


def _result(status: ReviewStatus, step: Judged, place: int) -> Result:
    names = _names(step)
    if place >= len(names):
        raise ValueError("There is no such choice in the quiz of this game.")
    seat = step.position.mover_seat
    name = names[place]
    ranked = sorted(names, key=lambda each: -step.choices[each].win[seat])
    best, other = ranked[0], next(each for each in ranked if each != name)
    lead = step.choices[name].win[seat] - step.choices[other].win[seat]
    cost = step.choices[best].win[seat] - step.choices[name].win[seat]
    shown = words.shown_chance(step.choices[best], seat), words.shown_chance(step.choices[name], seat)
    off = stated_error(step.choices[best], seat) + stated_error(step.choices[name], seat)
    question = status.question(step.position)
    return Result(
        calls.grade(lead, certain=True),
        _label(status, name),
        _label(status, best),
        max(shown[0] - shown[1], 0.0),
        formatting.in_points(formatting.points_within(cost, off, shown, tell_apart=True).removeprefix("+")),
        [(_label(status, each), words.chance(step.choices[each], seat)) for each in ranked],
        _label(status, step.done),
        address(question) if question else "",
    )


def _label(status: ReviewStatus, name: str) -> str:
    """Return the text of a choice's button: “Press”, “Pass to Bob”, “Take $500 on square 8”."""
    setup = status.plan.game.setup
    verb, _, seat = name.partition(" ")
    if verb == "pass":
        return f"Pass to {setup.name(int(seat) - 1)}" if seat else "Pass"
    return {"press": "Press", "stop": "Stop"}.get(verb) or capital(action_words(name, setup)).replace(
        "Taking", "Take", 1
    )
