"""The questions about a game: the odds of its current position, and its decisions between pressing and passing.

The odds are analyses, shared with the answer page; between the rounds they are analyses of their own kind.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine import Game, Pass, Press, State, event_to_json, game_over, legal_actions, why_round_1_has_no_odds
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.models import Analysis
from pressorpass_site.questions.question import NextRound, Question
from pressorpass_site.work.jobs import TooManyQuestions
from pressorpass_site.work.models import VIEW_SECONDS

from . import record
from .models import BetweenRoundsAnalysis, StoredGame
from .reviews import between
from .reviews.between import BetweenRounds

LAST_ROUND = 2

ACTIONS = {"spin": "press", "pass": "pass"}  # by the type of the event

OddsRow = Analysis | BetweenRoundsAnalysis


def get_or_start_odds(stored_game: StoredGame, game: Game, view_seconds: float = VIEW_SECONDS) -> OddsRow | None:
    """Get or start the analysis of the game's current position; None if that position has no odds.

    While a delay hides the position from others, the question has the game's secret, so that nobody finds its answer
    by trying all landings.
    """
    secret = get_question_secret(stored_game)
    try:
        if question := build_question(stored_game, game):
            return analyses.get_or_start_analysis(replace(question, secret=secret), view_seconds=view_seconds)
        if moment := find_between_rounds(stored_game, game):
            return between.get_or_start(replace(moment, secret=secret), view_seconds=view_seconds)
    except TooManyQuestions:  # the next poll tries again
        return get_stored_odds(stored_game, game)
    return None


def get_stored_odds(stored_game: StoredGame, game: Game) -> OddsRow | None:
    """Return the stored analysis of the game's current position, if any; start no job."""
    secret = get_question_secret(stored_game)
    if question := build_question(stored_game, game):
        return (
            analyses.get_stored_analysis(replace(question, secret=secret)) if secret else None
        ) or analyses.get_stored_analysis(question)
    if moment := find_between_rounds(stored_game, game):
        return (between.get_stored(replace(moment, secret=secret)) if secret else None) or between.get_stored(moment)
    return None


def get_question_secret(stored_game: StoredGame) -> str:
    """Return the secret for questions about a game that others still see late; "" if they see everything."""
    return stored_game.host_key if record.is_ahead(stored_game) else ""


def build_question(stored_game: StoredGame, game: Game, state: State | None = None) -> Question | None:
    """Return the question about the game's position, by default in its current state.

    None if the record does not tell the position, nobody is up, the game is over, the board is not playable, or round 1
    has no odds.
    """
    state, rules = state or game.state, game.setup.rules
    position = state.position
    if position is None or state.seat is None or game_over(position, rules) or not stored_game.board_2.playable:
        return None
    if state.round == LAST_ROUND:
        return Question(position, stored_game.board_2, rules)
    if not _has_early_odds(game) or not stored_game.board_1.playable:
        return None
    return Question(
        position,
        stored_game.board_1,
        rules,
        next_round=NextRound(stored_game.board_2, game.setup.era.questions_before(LAST_ROUND)),
    )


def find_between_rounds(stored_game: StoredGame, game: Game) -> BetweenRounds | None:
    """Return the game's moment between the rounds; None during a round."""
    state, rules = game.state, game.setup.rules
    if state.round != 1 or not state.known or state.seat is not None or not _has_early_odds(game):
        return None
    questions_left = max(game.setup.era.questions_before(LAST_ROUND) - state.questions, 0)
    return (
        BetweenRounds(state.podiums, stored_game.board_2, rules, questions_left)
        if stored_game.board_2.playable
        else None
    )


def _has_early_odds(game: Game) -> bool:
    return not why_round_1_has_no_odds(game, game.setup.rules)


@dataclass(frozen=True)
class Decision:
    """A choice between pressing and passing after the event `number`; a correction opens no new one.

    While it is open, `done` is "" and `made_by`, the number of the event that made it, None.
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
        """Whether the other two are out, so that passing means stopping."""
        return self.question.position.alone


def list_decisions(stored_game: StoredGame, game: Game) -> Iterator[Decision]:
    """Yield the decisions of the events that count, in order; the last may be open."""
    number: int | None = None
    for entry in game.played:
        kind = str(event_to_json(entry.event)["type"])
        if (
            kind in ACTIONS
            and number is not None
            and (question := _build_choice_question(stored_game, game, entry.before))
        ):
            yield Decision(number, question.position.mover_seat, question, ACTIONS[kind], entry.number)
        if kind != "correction" or number is None:
            number = entry.number
    if number is not None and (question := _build_choice_question(stored_game, game, game.state)):
        yield Decision(number, question.position.mover_seat, question)


def find_open_decision(stored_game: StoredGame, game: Game) -> Decision | None:
    last = next(reversed(list(list_decisions(stored_game, game))), None)
    return last if last and last.open else None


def _build_choice_question(stored_game: StoredGame, game: Game, state: State) -> Question | None:
    question = build_question(stored_game, game, state)
    if question is None:
        return None
    actions = legal_actions(question.position, question.rules)
    can_press = any(isinstance(action, Press) for action in actions)
    can_pass = any(isinstance(action, Pass) for action in actions)
    return question if can_press and can_pass else None
