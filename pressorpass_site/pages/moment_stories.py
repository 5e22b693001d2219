"""The page of moments: each told as a story, with the right choice and the cost of the other.

Everything is read from stored answers; nothing is solved for the page.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import calls
from pressorpass_site.answers.analyses import moments
from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.answers.analyses.explanation import judge_action
from pressorpass_site.games.dilemmas.page import MARKS, write_question_prompt
from pressorpass_site.questions.moment_cards import MomentCard, MomentChoice, list_cards
from pressorpass_site.questions.moments import KINDS
from pressorpass_site.questions.question import SEATS, Question

EVERY = "all"
DEFAULT = "historical"
CLOSE_CHOICE = "Toss-up."


@dataclass(frozen=True)
class ChoiceStory:
    """One choice with its result: “Left wins 54.7%”."""

    choice: MomentChoice
    odds: str


@dataclass(frozen=True)
class Guess:
    """A moment's button: a possible guess and its result; `mark` is “right”, “close” or “wrong”."""

    name: str
    tone: str
    mark: str
    word: str
    verdict: str


@dataclass(frozen=True)
class MomentStory:
    """A moment with its known answer; there are no `guesses` where there is nothing to choose."""

    card: MomentCard
    prompt: str
    guesses: list[Guess]
    verdict: str
    known: str
    choices: list[ChoiceStory]


@dataclass(frozen=True)
class Tab:
    id: str
    title: str
    count: int
    chosen: bool


def build_page(kind: str) -> dict[str, Any]:
    cards = list_cards()
    selected_kind = kind if kind in (*KINDS, EVERY) else DEFAULT
    answered_cards, answers = moments.get_answered_cards(
        [card for card in cards if selected_kind in (card.moment.kind, EVERY)]
    )
    titles = {kind: (about.title, sum(card.moment.kind == kind for card in cards)) for kind, about in KINDS.items()}
    titles[EVERY] = ("All", len(cards))
    return {
        "tabs": [Tab(name, title, count, name == selected_kind) for name, (title, count) in titles.items()],
        "groups": [
            (about, [_build_story(card, answers) for card in answered_cards if card.moment.kind == kind])
            for kind, about in KINDS.items()
            if selected_kind in (kind, EVERY)
        ],
    }


def _build_story(card: MomentCard, answers: Mapping[Question, Answer]) -> MomentStory:
    known_answers = [answers[question] for question in card.questions if question in answers]
    if not known_answers or len(known_answers) < len(card.questions):
        return MomentStory(card, "", [], "", "", [])
    answer, *after = known_answers
    if after:
        choices = [ChoiceStory(*facts) for facts in zip(card.choices, map(_describe_odds, after), strict=True)]
        verdict = _describe_choice_verdict(card.choices, after)
        guesses = [
            _build_guess(choice.words, "", judgment, verdict)
            for choice, judgment in zip(card.choices, _judge_choices(after, verdict), strict=True)
        ]
        return MomentStory(card, "What would you take?", guesses, verdict, after[0].badge, choices)
    action_done, happened = card.moment.done, card.moment.kind == DEFAULT
    action = action_done.action if action_done else ""
    names = [podium.name for podium in card.moment.podiums]
    name = names[answer.mover_seat]
    judgments = {possible_action: judge_action(answer, possible_action) for possible_action in answer.actions}
    verdict = _describe_verdict(answer, name, action, has_happened=happened)
    guesses = [
        _build_guess(
            answer.labels[judged_action],
            judged_action,
            judgment.judgment,
            _describe_verdict(answer, name, action, has_happened=happened, is_called=judgment.lost),
        )
        for judged_action, judgment in judgments.items()
        if judgment
    ]
    prompt = write_question_prompt(card.questions[0], [*names, *SEATS[len(names) :]]) if guesses else ""
    return MomentStory(card, prompt, guesses, verdict, answer.badge, [])


def _build_guess(name: str, tone: str, judgment: str, verdict: str) -> Guess:
    return Guess(name, tone, *MARKS[judgment], verdict)


def _judge_choices(answers: Sequence[Answer], verdict: str) -> list[str]:
    if verdict == CLOSE_CHOICE:
        return ["open"] * len(answers)
    figures = [answer.get_mover_figure(answer.best) for answer in answers]
    scale = max(answer.scale for answer in answers)
    judgments = []
    for figure in figures:
        best = max((other for other in figures if other is not figure), key=lambda other: other.value)
        judgments.append(calls.grade(figure.value - best.value, certain=True, scale=scale))
    return ["close" if grade == "too_close" else grade for grade in judgments]


def _describe_verdict(
    answer: Answer, name: str, action_done: str, *, has_happened: bool, is_called: bool = False
) -> str:
    """Return the right choice and the cost of the other: “Pass was right: 63.2% against 41.0%. Pressing cost …”.

    With `is_called` the other choice is the visitor's: “Your call cost …”.
    """
    best, other = answer.best, answer.other
    judgment = judge_action(answer, other)
    if judgment is None or judgment.judgment == "equal":
        return answer.headline.replace(answer.mover, name)
    texts = {action: answer.get_bar(action, answer.mover_seat).text for action in answer.actions}
    if judgment.judgment == "open":
        odds = f"{texts[best]} by {answer.gerunds[best]}, {texts[other]} by {answer.gerunds[other]}"
        return f"{answer.word[:-1]}: {odds}. The difference is at most {judgment.worth}."
    was, cost = (
        ("was", "would have cost" if action_done == best else "cost")
        if has_happened and action_done
        else ("is", "costs")
    )
    price = "Your call cost" if is_called else f"{answer.gerunds[other].capitalize()} {cost}"
    against = f"{texts[best]} against {texts[other]}. {price} {judgment.worth}."
    if judgment.judgment == "close":
        return f"Toss-up, {answer.gerunds[best]} {was} slightly better: {against}"
    return f"{answer.labels[best]} {was} right: {against}"


def _describe_choice_verdict(choices: Sequence[MomentChoice], answers: Sequence[Answer]) -> str:
    """Return text such as “Lose a Whammy.”: the choice that is worth most to the mover."""
    figures = [answer.get_mover_figure(answer.best) for answer in answers]
    best = max(figures, key=lambda figure: figure.value)
    if any(other.value + other.error >= best.value - best.error for other in figures if other is not best):
        return CLOSE_CHOICE
    return f"{choices[figures.index(best)].words}."


def _describe_odds(answer: Answer) -> str:
    return f"{answer.mover} wins {answer.get_bar(answer.best, answer.mover_seat).text}"
