"""Two answers side by side: the differences between their questions and between their odds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from engine import formatting
from engine.calls import EQUAL
from pressorpass_site.analyses.answers import ACTIONS, Answer, Figure
from pressorpass_site.analyses.explanation import decision
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.questions.podium_words import podium_words
from pressorpass_site.questions.question import SEATS, Question
from pressorpass_site.questions.rule_labels import OPTION_LABELS, option_text

NONE = "—"


@dataclass(frozen=True)
class Side:
    """A question and its answer, if there is one."""

    question: Question
    answer: Answer | None


@dataclass(frozen=True)
class QuestionDifference:
    """A property that differs between the questions; `link` leads to details."""

    name: str
    old: str
    new: str
    link: str = ""


@dataclass(frozen=True)
class OddsChange:
    """One action's figure for one contestant in both answers.

    `sure`: the difference is larger than its error, as shown, or has none.
    """

    action: str
    old: str
    new: str
    text: str
    sure: bool


@dataclass(frozen=True)
class ContestantChanges:
    """All actions' changes for one contestant."""

    contestant: str
    rows: list[OddsChange]


@dataclass(frozen=True)
class Difference:
    """Two answers compared.

    Attributes:
        facts: the differences between the questions, and between the methods of the answers.
        verdict: whether the verdicts agree, in a sentence.
        measure: the name of the figures.
        unit: the unit of the differences.
        odds: the figures by contestant.
        open: whether some difference is within its error.
    """

    facts: list[QuestionDifference]
    verdict: str
    measure: str
    unit: str
    odds: list[ContestantChanges]
    open: bool


def difference(old: Side, new: Side, names: tuple[str, str] = ("A", "B")) -> Difference | None:
    """Return the differences between the sides of these names; None while one has no answer."""
    if old.answer is None or new.answer is None:
        return None
    dollars = old.answer.in_dollars and new.answer.in_dollars
    odds = [
        ContestantChanges(
            name,
            [_change(action, seat, old.answer, new.answer, dollars) for action in _actions(old.answer, new.answer)],
        )
        for seat, name in enumerate(SEATS)
    ]
    return Difference(
        facts=facts(old, new),
        verdict=_verdict(old.answer, new.answer, names),
        measure=new.answer.odds_measure if dollars else "Chance to win",
        unit="dollars" if dollars else "percentage points",
        odds=odds,
        open=any(not row.sure for each in odds for row in each.rows),
    )


def facts(old: Side, new: Side) -> list[QuestionDifference]:
    """Return the differences between the questions, and between the methods of the answers."""
    found = [*_of_position(old.question, new.question), *_of_boards(old.question, new.question)]
    found += _of_rules(old.question, new.question)
    if old.answer and new.answer:
        for name, one, other in (
            ("Method", old.answer.badge, new.answer.badge),
            ("Engine", old.answer.result["engine"], new.answer.result["engine"]),
        ):
            if one != other:
                found.append(QuestionDifference(name, one, other))
    return found


def _actions(old: Answer, new: Answer) -> list[str]:
    """Return the actions that are possible in either of them."""
    return [name for name in ACTIONS if name in old.actions or name in new.actions]


def _change(action: str, seat: int, old: Answer, new: Answer, dollars: bool) -> OddsChange:
    one, other = (_figure(answer, action, seat, dollars) for answer in (old, new))
    label = (new if action in new.actions else old).labels[action]
    if one is None or other is None:
        return OddsChange(label, one.text if one else NONE, other.text if other else NONE, NONE, sure=True)
    apart, off = other.value - one.value, one.off + other.off
    if dollars:
        text, sure = formatting.money_change_within(apart, off), formatting.money_exceeds_error(apart, off)
    else:
        text, sure = formatting.points_within(apart, off), formatting.exceeds_error(apart, off)
    return OddsChange(label, one.text, other.text, text, sure)


def _figure(answer: Answer, action: str, seat: int, dollars: bool) -> Figure | None:
    return answer.figure(action, seat, dollars=dollars) if action in answer.actions else None


def _verdict(old: Answer, new: Answer, names: tuple[str, str]) -> str:
    before, after = (answer.word.rstrip(".") for answer in (old, new))
    if before != after:
        return f"The verdicts differ: “{before}” and “{after}”."
    return f"Both say {after}{_where_it_matters(old, new, names)}."


def _where_it_matters(old: Answer, new: Answer, names: tuple[str, str]) -> str:
    """Return text such as “; in A the call matters more (53.6 against 23.2 points)”; empty where that is not known."""
    if old.forced or new.forced or old.in_dollars != new.in_dollars:
        return ""
    judged = [decision(answer, answer.best) for answer in (old, new)]
    sizes = [abs(answer.difference or 0.0) for answer in (old, new)]
    known = all(each and each.judgement == "right" for each in judged)
    if not known or abs(sizes[0] - sizes[1]) <= old.margin_error + new.margin_error + EQUAL:
        return ""
    more, less = (0, 1) if sizes[0] > sizes[1] else (1, 0)
    worths = [each.worth for each in judged if each]
    return f"; in {names[more]} the call matters more ({worths[more].removesuffix(' points')} against {worths[less]})"


def _of_position(old: Question, new: Question) -> Iterator[QuestionDifference]:
    if old.position.mover_seat != new.position.mover_seat:
        yield QuestionDifference("Who is up", SEATS[old.position.mover_seat], SEATS[new.position.mover_seat])
    for name, one, other in zip(SEATS, old.position.contestants, new.position.contestants, strict=True):
        if one != other:
            yield QuestionDifference(name, podium_words(one), podium_words(other))


def _of_boards(old: Question, new: Question) -> Iterator[QuestionDifference]:
    if old.revision != new.revision:
        yield _board_fact("Board", old.revision, new.revision)
    if (old.next_spins is None) != (new.next_spins is None) or (
        old.next_spins and new.next_spins and old.next_spins != new.next_spins
    ):
        link = ""
        if old.next_spins and new.next_spins and old.next_spins.revision != new.next_spins.revision:
            link = _board_fact("", old.next_spins.revision, new.next_spins.revision).link
        yield QuestionDifference("Board of the next spins", _next_spins_words(old), _next_spins_words(new), link)


def _next_spins_words(question: Question) -> str:
    if question.next_spins is None:
        return "the same board"
    now = question.next_spins
    return f"{board_words(now.revision)} for {formatting.plural(now.spins, 'spin')}"


def _board_fact(name: str, old: BoardRevision, new: BoardRevision) -> QuestionDifference:
    link = f"{reverse('boards:diff')}?from={boards.pinned(old)}&to={boards.pinned(new)}"
    return QuestionDifference(name, board_words(old), board_words(new), link)


def board_words(revision: BoardRevision) -> str:
    """Return the board and its revision, for one line."""
    return f"{revision.board.label}, revision {revision.number}"


def _of_rules(old: Question, new: Question) -> Iterator[QuestionDifference]:
    before, after = old.rules.options(), new.rules.options()
    labels = {each.name: each for each in OPTION_LABELS}

    def in_words(name: str, value: Any) -> str:
        return labels[name].label(option_text(value)) if name in labels else option_text(value)

    for name in after:
        if before.get(name) != after[name]:
            question = labels[name].question if name in labels else name
            yield QuestionDifference(question, in_words(name, before.get(name)), in_words(name, after[name]))
