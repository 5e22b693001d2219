"""The odds at one position: a review's unit of work, which a task queue may run."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from ..answers.methods import solve
from ..answers.result import METHODS, Odds, SolveResult, make_odds
from ..errors import RulesError
from ..game.board import Board
from ..game.options import Rules
from ..game.position import SEATS, Position
from ..game.rules import game_over, payoff
from ..game.spin import landings_by_seat
from ..json_form import JsonForm, name_json_field
from ..solvers import schedule
from ..solvers.against_house import against_house_value
from ..solvers.cancel_flag import CancelFlag, ProgressListener
from ..solvers.limits import Limits
from ..solvers.ply import first_within_tolerance, to_triple


@dataclass(frozen=True, slots=True)
class PositionValues(JsonForm):
    """The odds after a press and after the preferred pass; None where it is not allowed.

    Between the rounds, when nobody decides, ``press`` has the odds.
    """

    press: Odds | None
    passing: Odds | None = field(metadata=name_json_field("pass"))

    @classmethod
    def from_result(cls, result: SolveResult) -> PositionValues:
        return cls(make_odds(result.press, result.method), make_odds(result.passing, result.method))

    @property
    def uncertainty(self) -> tuple[int, float]:
        """A sort key, more certain first: whether they are inexact, and the largest error."""
        return max((odds.uncertainty for odds in (self.press, self.passing) if odds is not None), default=(0, 0.0))


def position_values(
    position: Position,
    board: Board,
    rules: Rules,
    limits: Limits | None = None,
    *,
    progress: ProgressListener | None = None,
    cancel: CancelFlag | None = None,
) -> PositionValues:
    """Return the odds after each action at one position of a review.

    Raises:
        InputError: a position, board or option that cannot be solved, with the field at fault.
        Unaffordable: too big for the limits.
        Unsettled: the best choices in an endless cycle of spins depend on one another.
        Cancelled: ``cancel`` was set.
    """
    check_rules(rules)
    result = solve(position, board, rules, limits, progress=progress, cancel=cancel)
    return PositionValues.from_result(result)


def share_limits(limits: Limits, seconds_left: float, positions_left: int) -> Limits:
    """Return the limits of one position: an equal share of the time left."""
    return replace(limits, seconds=max(schedule.MIN_POSITION_SECONDS, seconds_left / max(1, positions_left)))


def find_known_odds(position: Position, board: Board, rules: Rules) -> Odds | None:
    """Return the odds if there is nothing to solve: the game is over, or one contestant is alone; else None."""
    if game_over(position, rules):
        return make_exact_odds(payoff(position, rules))
    if position.alone and not rules.mixes_boards(position.spins):
        landings = landings_by_seat(board, rules.at(position.spins), rules.unit or 1)
        return make_exact_odds(against_house_value(position, landings))
    return None


def make_exact_odds(win: Iterable[Any]) -> Odds:
    return Odds(to_triple(map(float, win)), (0.0, 0.0, 0.0), "exact")


def choose_best_odds(choices: Collection[Odds], seat: int) -> Odds:
    """Return the odds that this contestant prefers, the first of equal odds."""
    return first_within_tolerance(choices, lambda odds: odds.win[seat])


def average_odds(outcomes: Iterable[tuple[float, Odds]]) -> Odds:
    """Return the expected odds of (chance, odds) pairs, with the least certain method."""
    weighted_odds = list(outcomes)
    return Odds(
        to_triple(sum(chance * odds.win[seat] for chance, odds in weighted_odds) for seat in SEATS),
        to_triple(sum(chance * odds.error[seat] for chance, odds in weighted_odds) for seat in SEATS),
        max((odds.method for _, odds in weighted_odds), key=METHODS.index),
    )


def check_rules(rules: Rules) -> None:
    """Raise RulesError if the meaning of the rules depends on the mover, or if they have a goal in dollars."""
    if rules.in_dollars:
        raise RulesError("A game is judged by the chance to win: goal=win.", field="goal")
    if rules.opponents != "optimal" and "/" not in rules.opponents:
        raise RulesError(
            "In a whole game everybody is up in turn, so opponents are given for each contestant, such as "
            f"optimal/{rules.opponents}/{rules.opponents}.",
            field="opponents",
        )
    if rules.weights == "mover":
        raise RulesError(
            "In a whole game everybody is up in turn, so weights are given for each contestant, such as board/even/even.",
            field="weights",
        )
