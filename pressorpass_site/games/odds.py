"""The odds of a game as it stands: those of the answer page, from the same rows."""

from __future__ import annotations

from engine import Game, Position, State, game_over
from pressorpass_site.analyses import services as analyses
from pressorpass_site.analyses.models import Analysis
from pressorpass_site.questions.question import Question
from pressorpass_site.work.allowance import TooManyQuestions
from pressorpass_site.work.queues import POLL_LOOK

from .models import StoredGame

LAST_ROUND = 2


def ask(row: StoredGame, game: Game, look: float = POLL_LOOK) -> Analysis | None:
    """The analysis of the position, begun if nobody has asked for it; None where there are no odds (yet)."""
    question = question_of(row, game)
    if question is None:
        return None
    try:
        return analyses.ask(question, look=look)
    except TooManyQuestions:  # it is asked with a later look
        return analyses.stored(question)


def stored(row: StoredGame, game: Game) -> Analysis | None:
    """The same, as it is stored; nothing is begun."""
    question = question_of(row, game)
    return analyses.stored(question) if question else None


def leave(row: StoredGame, game: Game) -> None:
    """The game has gone on from here: others who still look at these odds are soon heard from."""
    if question := question_of(row, game):
        analyses.leave(question.key)


def question_of(row: StoredGame, game: Game) -> Question | None:
    """What is asked where the game stands.

    None in round 1, whose odds depend on questions still to come, where the record does not say how the game stands, and
    when nobody is up.
    """
    return question_in(row, game, game.state)


def question_in(row: StoredGame, game: Game, state: State) -> Question | None:
    """What is asked where the game stood so; None as `question_of` has it."""
    position = state.position
    if state.round != LAST_ROUND or position is None or state.seat is None:
        return None
    return question_at(row, game, position)


def question_at(row: StoredGame, game: Game, position: Position) -> Question | None:
    """What is asked about a position of the game; None where it is over, or on a board that cannot be played on."""
    if game_over(position, game.setup.rules) or not row.board_2.playable:
        return None
    return Question(position, row.board_2, game.setup.rules)
