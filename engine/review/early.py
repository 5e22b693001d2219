"""Positions before round 2, whose odds assume average questions: positions of round 1, and podiums between the rounds."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..errors import InputError
from ..game.board import ROUNDS
from ..game.options import Rules
from ..game.position import SEATS, Position
from ..game.record.game import Game
from ..game.record.state import State
from ..game.rules import Podiums, first_mover, pass_spins
from ..tables.score_value_build import check_round_1

FIRST_ROUND, LAST_ROUND = ROUNDS


@dataclass(frozen=True, slots=True)
class EarlyPosition(Position):
    """A position before round 2. It never equals a position of round 2, even with the same podiums.

    Attributes:
        questions: number of questions left before round 2.
        board: the digest of the board of round 1; "" between the rounds, when nobody is up and the podiums have the spins
            earned so far.
    """

    questions: int
    board: str = ""

    @property
    def between(self) -> bool:
        """Whether round 1 is over."""
        return not self.board

    @property
    def plain(self) -> Position:
        """The position without the round."""
        return Position(self.contestants, self.mover_seat)

    @property
    def notation(self) -> str:
        """A text that identifies the position, for a board of round 2 and rules."""
        place = f"round 1 on {self.board}" if self.board else "between the rounds"
        return f"{place}, {self.questions} to come: {self.plain.notation}"


def why_round_1_has_no_odds(game: Game, rules: Rules) -> str:
    """Return a sentence with the reason why nothing before round 2 has odds; "" if it has odds."""
    era = game.setup.era
    if FIRST_ROUND not in era.questions:
        return f"Round 1 has no odds. On {era.network} it was another game, which is not played here."
    try:
        game.setup.boards[FIRST_ROUND].check(f"board{FIRST_ROUND}")
        check_round_1(game.setup.boards[LAST_ROUND], rules.seated(SEATS[0]))
    except InputError as error:
        return f"Round 1 has no odds. {error.message}"
    return ""


def make_between_position(podiums: Podiums, questions: int, rules: Rules) -> Position:
    """Return the position between the rounds; without questions left, or with two out, the position of round 2."""
    if questions and sum(not podium.out for podium in podiums) > 1:
        return EarlyPosition(podiums, SEATS[0], questions)
    return Position(podiums, first_mover(podiums, rules))


def find_position_with_odds(state: State, game: Game, rules: Rules, first_round: int = FIRST_ROUND) -> Position | None:
    """Return a state's position, an ``EarlyPosition`` before round 2; None if unknown, or before ``first_round``."""
    position = state.position if state.round >= first_round else None
    if position is None or state.round == LAST_ROUND:
        return position
    questions = game.setup.era.questions_before(LAST_ROUND)
    if state.seat is None:
        return make_between_position(position.contestants, max(questions - state.questions, 0), rules)
    return EarlyPosition(position.contestants, position.mover_seat, questions, game.setup.boards[FIRST_ROUND].digest)


def after_turn(position: Position, next_position: Position, rules: Rules) -> Position:
    """Return the position after a spin or a pass, an ``EarlyPosition`` before round 2."""
    if not isinstance(position, EarlyPosition):
        return next_position
    if next_position.spins:
        return replace(position, contestants=next_position.contestants, mover_seat=next_position.mover_seat)
    return make_between_position(next_position.contestants, position.questions, rules)


def after_pass(position: Position, to: int | None, rules: Rules) -> Position:
    return after_turn(position, pass_spins(position, to, rules), rules)
