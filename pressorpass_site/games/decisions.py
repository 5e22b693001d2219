"""The decisions of a game: where the contestant who was up could press or pass, and what was done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine import Game, Pass, Press, State, event_to_json, legal_actions
from pressorpass_site.questions.question import Question

from . import odds
from .models import StoredGame

DONE = {"spin": "press", "pass": "pass"}  # by the type of the event


@dataclass(frozen=True)
class Decision:
    """A choice between pressing and passing.

    Attributes:
        number: of the event after which it was open. Corrections do not open another one.
        seat: whose decision.
        question: what is asked about it.
        done: “press” or “pass”; "" while it is open.
        made_by: number of the event that it was made by; None while it is open.
    """

    number: int
    seat: int
    question: Question
    done: str = ""
    made_by: int | None = None

    @property
    def open(self) -> bool:
        return self.made_by is None

    @property
    def alone(self) -> bool:
        """Whether the other two are out, so that passing means to stop."""
        return self.question.position.alone


def decisions(row: StoredGame, game: Game) -> Iterator[Decision]:
    """Those of the events that count, in order; the last may be open."""
    number: int | None = None
    for played in game.played:
        kind = str(event_to_json(played.event)["type"])
        if kind in DONE and number is not None and (question := _choice(row, game, played.before)):
            yield Decision(number, question.position.mover_seat, question, DONE[kind], played.number)
        if kind != "correction" or number is None:
            number = played.number
    if number is not None and (question := _choice(row, game, game.state)):
        yield Decision(number, question.position.mover_seat, question)


def open_decision(row: StoredGame, game: Game) -> Decision | None:
    """The decision that the game waits for, if any."""
    found = next(reversed(list(decisions(row, game))), None)
    return found if found and found.open else None


def _choice(row: StoredGame, game: Game, state: State) -> Question | None:
    """What is asked of somebody who may press and may pass."""
    question = odds.question_in(row, game, state)
    if question is None:
        return None
    actions = legal_actions(question.position, question.rules)
    free = any(isinstance(each, Press) for each in actions) and any(isinstance(each, Pass) for each in actions)
    return question if free else None
