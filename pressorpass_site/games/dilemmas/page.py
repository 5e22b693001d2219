"""Context of a dilemma's page: podiums and two buttons, or the odds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine import Contestant, Pass, legal_actions
from engine.formatting import counted, money
from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.answers.analyses.explanation import PAST, JudgedDecision, decision, reasons
from pressorpass_site.questions.podium_words import spins_words
from pressorpass_site.questions.question import SEATS, Question

from . import days
from .models import Vote
from .services import Dilemma, on_its_day
from .votes import Tally

# How a call turned out: its mark and word, by the judgment of the decision (analyses/explanation.py).
MARKS = {
    "right": ("right", "Right call!"),
    "wrong": ("wrong", "Wrong call"),
    "equal": ("right", "Either is right"),
    "close": ("close", "Close call"),
    "open": ("close", "Too close to call"),
}


@dataclass(frozen=True)
class Podium:
    """A contestant as the page shows one."""

    name: str
    up: bool
    contestant: Contestant

    @property
    def score(self) -> str:
        return "Out" if self.contestant.out else money(self.contestant.score)

    @property
    def spins(self) -> str:
        """Text such as “2 spins”, “1 passed spin”."""
        if self.contestant.out:
            return ""
        if not self.contestant.passed:
            return f"{self.contestant.earned or 'no'} spin{'' if self.contestant.earned == 1 else 's'}"
        return ", ".join(spins_words(self.contestant, brief=True))

    @property
    def whammies(self) -> str:
        count = self.contestant.whammies
        return f"{count} {'Whammy' if count == 1 else 'Whammies'}"


@dataclass(frozen=True)
class Reveal:
    """The odds of a dilemma.

    Attributes:
        mark: “right”, “close” or “wrong” for somebody who has called it; "" for others.
        word: “Right call!”; "" for others.
        called: “You passed.”; "" for others.
        judged: what the call cost or was worth; None for others.
        why: the reasons, the lesson first.
        done: what was done on the show; "" if it is not known.
        others: the votes of the others.
        on_time: whether it was called on its day.
    """

    answer: Answer
    mark: str
    word: str
    called: str
    judged: JudgedDecision | None
    why: Sequence[str]
    done: str
    others: Tally
    on_time: bool


def question_context(dilemma: Dilemma) -> dict[str, Any]:
    """Return the context that the question needs."""
    question = dilemma.question
    position = question.position
    podiums = [
        Podium(name, seat == position.mover_seat, contestant)
        for seat, (name, contestant) in enumerate(zip(dilemma.names, position.contestants, strict=True))
    ]
    return {
        "dilemma": dilemma,
        "question": question,
        "podiums": podiums,
        "prompt": prompt_of(question, dilemma.names),
        "stops": position.alone,
        "date": days.date_of(dilemma.number) if dilemma.number else None,
        "today": days.today(),
        "day_ends": days.ZONE_WORDS,
    }


def reveal(dilemma: Dilemma, answer: Answer, vote: Vote | None, votes: Tally) -> Reveal:
    """Return the odds, with the verdict on the viewer's vote, if any."""
    answer = answer.named(dilemma.names)
    action = str(vote.action) if vote else ""
    judged = decision(answer, action, "You") if vote else None
    mark, word = MARKS[judged.judgement] if judged else ("", "")
    why = [_named(str(reason), dilemma.names) for reason in reasons(answer, dilemma.question)]
    return Reveal(
        answer=answer,
        mark=mark,
        word=word,
        called=f"You {PAST[answer.labels[action]]}." if vote else "",
        judged=judged,
        why=[dilemma.lesson, *why] if dilemma.lesson else why,
        done=dilemma.moment.done.words if dilemma.moment and dilemma.moment.done else "",
        others=votes.without(action) if vote and vote.counts else votes,
        on_time=vote is not None and on_its_day(dilemma, vote.made_at),
    )


def prompt_of(question: Question, names: Sequence[str] = SEATS) -> str:
    """Return the question: “You are Left, with two spins. Press, or pass them to Right?”."""
    position = question.position
    mover = position.mover
    you = f"You are {names[position.mover_seat]}, with {counted(mover.earned, 'spin')}."
    if position.alone:
        return f"{you} The others are out. Press on, or stop with {money(mover.score)}?"
    actions = legal_actions(position, question.rules.seated(position.mover_seat))
    receivers = [names[action.to] for action in actions if isinstance(action, Pass) and action.to is not None]
    them = "it" if mover.earned == 1 else "them"
    return f"{you} Press, or pass {them} to {' or '.join(receivers)}?"


def _named(sentence: str, names: Sequence[str]) -> str:
    """Return a sentence with the contestants' names in the place of their seats."""
    named = dict(zip(SEATS, names, strict=True))
    return re.sub(rf"\b({'|'.join(SEATS)})\b", lambda found: named[found[0]], sentence)
