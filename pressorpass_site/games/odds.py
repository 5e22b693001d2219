"""The questions about a game: its present odds, and its decisions between pressing and passing.

The odds are those of the answer page, from the same rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine import Game, Pass, Press, State, event_to_json, game_over, legal_actions
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.models import Analysis
from pressorpass_site.questions.question import Question
from pressorpass_site.work.models import LOOK
from pressorpass_site.work.queues import TooManyQuestions

from .models import StoredGame

LAST_ROUND = 2

DONE = {"spin": "press", "pass": "pass"}  # by the type of the event


def ask(row: StoredGame, game: Game, look: float = LOOK) -> Analysis | None:
    """Return the analysis of the position, begun if it is new; None if there are no odds (yet)."""
    question = question_of(row, game)
    if question is None:
        return None
    try:
        return analyses.ask(question, look=look)
    except TooManyQuestions:  # it is asked with a later look
        return analyses.stored(question)


def stored(row: StoredGame, game: Game) -> Analysis | None:
    """Return the stored analysis; nothing is begun."""
    question = question_of(row, game)
    return analyses.stored(question) if question else None


def question_of(row: StoredGame, game: Game, state: State | None = None) -> Question | None:
    """Return the question about the game's position, in its present state unless one is given.

    None in round 1, whose odds depend on questions still to come, where the record does not give the position, when
    nobody is up or the game is over, and on a board that cannot be played on.
    """
    state = state or game.state
    position = state.position
    if state.round != LAST_ROUND or position is None or state.seat is None:
        return None
    if game_over(position, game.setup.rules) or not row.board_2.playable:
        return None
    return Question(position, row.board_2, game.setup.rules)


@dataclass(frozen=True)
class Decision:
    """A choice between pressing and passing.

    Attributes:
        number: of the event after which it was open. Corrections do not open another one.
        seat: the contestant who decides.
        question: the question about it.
        done: “press” or “pass”; "" while it is open.
        made_by: the number of the event that made it; None while it is open.
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
    """Yield the decisions of the events that count, in order; the last may be open."""
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
    """Return the decision that the game waits for, if any."""
    found = next(reversed(list(decisions(row, game))), None)
    return found if found and found.open else None


def _choice(row: StoredGame, game: Game, state: State) -> Question | None:
    """Return the question of a contestant who may press and may pass; None for others."""
    question = question_of(row, game, state)
    if question is None:
        return None
    actions = legal_actions(question.position, question.rules)
    free = any(isinstance(each, Press) for each in actions) and any(isinstance(each, Pass) for each in actions)
    return question if free else None
