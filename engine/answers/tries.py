"""A hundred tries: a position played out again and again by pressing and by passing, to be looked at beside its odds.

Everybody plays as the playouts of an estimate do, by the values of one grid of a fixed number of cells, whatever method
answered the question: the same tries on every machine and at any later time. Each is drawn by its number, so more go on where the last ones
ended; the seed is the question's own, so that luck in one says nothing about another. They estimate nothing: the odds are far
surer than a hundred games.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ..errors import Unaffordable
from ..game.board import Board
from ..game.next_spins import NextSpinsBoard
from ..game.options import Rules
from ..game.position import Position
from ..game.walk import Step
from ..json_form import JsonForm, name_json_field
from ..solvers import _playout
from ..solvers.cancel_flag import CancelFlag
from ..solvers.limits import Limits
from ..solvers.playouts import Playouts, can_play_out
from ..solvers.ply import first_within_tolerance
from ..solvers.schedule import Schedule
from ..solvers.score_cap import COARSE_NEGLIGIBLE
from .abstraction import dense_abstraction
from .grid_selection import select_grids_within
from .question import ask

TRIES = 100
TOLD = 8  # games of which the steps are kept, half of them of each action
CELLS = 1_000_000  # about 0.3 seconds; where even the coarsest grid has more, it may have these times as many:
MORE_CELLS = 40
FAR_SPINS = 12  # with more, games look one spin ahead instead of two, which takes minutes
BETWEEN_GAMES, BETWEEN_STEPS = " ", "~"


@dataclass(frozen=True, slots=True)
class ActionTries:
    """The tries of one action.

    Attributes:
        winners: who wins each, a digit: 1, 2 or 4 by seat, their sum where several win, 0 for nobody.
        games: what happens in the first of them.
    """

    winners: str
    games: tuple[tuple[Step, ...], ...]

    def count_wins(self, seat: int) -> int:
        return sum(int(winners) >> seat & 1 for winners in self.winners)

    def to_json(self) -> dict[str, str]:
        games = (BETWEEN_STEPS.join(step.text for step in game) for game in self.games)
        return {"winners": self.winners, "games": BETWEEN_GAMES.join(games)}

    @classmethod
    def from_json(cls, data: Mapping[str, str]) -> ActionTries:
        games = (map(Step.parse, game.split(BETWEEN_STEPS)) for game in data["games"].split())
        return cls(data["winners"], tuple(tuple(step for step in game if step) for game in games))


@dataclass(frozen=True, slots=True)
class Tries(JsonForm):
    """A position played out many times.

    Attributes:
        seed: of the random numbers.
        press, passing: the tries of each action; None where it is not allowed.
    """

    seed: int
    press: ActionTries | None = field(default=None, metadata=name_json_field(beside="press"))
    passing: ActionTries | None = field(default=None, metadata=name_json_field("pass", beside="passing"))

    @property
    def count(self) -> int:
        """Tries of each action."""
        return max(len(action.winners) for action in (self.press, self.passing) if action)

    def and_then(self, later: Tries) -> Tries:
        """Return these tries and the ones that go on from them, of which no steps are kept."""
        return Tries(self.seed, _joined(self.press, later.press), _joined(self.passing, later.passing))


def can_try(position: Position, rules: Rules, next_spins: NextSpinsBoard | None = None) -> bool:
    """Return whether there are tries of such a position of round 2."""
    return can_play_out(position, rules.seated(position.mover_seat).at(position.spins), next_spins)


def play_tries(
    position: Position,
    board: Board,
    rules: Rules | None = None,
    limits: Limits | None = None,
    *,
    next_spins: NextSpinsBoard | None = None,
    first: int = 0,
    count: int = TRIES,
    cancel: CancelFlag | None = None,
) -> Tries | None:
    """Return tries ``first`` to ``first + count`` of a position of round 2; None where it cannot be played out.

    Of the limits only the memory and the unit count.

    Raises:
        InputError: a position, board or option that cannot be solved, with the field at fault.
        Unaffordable: even the coarsest grid is too big.
        Cancelled: ``cancel`` was set.
    """
    question = ask(position, board, rules, limits, next_spins, cancel=cancel)
    if not can_try(position, question.rules, next_spins):
        return None
    question = replace(question, schedule=Schedule(math.inf))
    play_rules = question.play_rules(COARSE_NEGLIGIBLE)
    simpler = dense_abstraction(question, play_rules)
    try:
        plans = select_grids_within(*simpler, CELLS)
    except Unaffordable:
        plans = select_grids_within(*simpler, MORE_CELLS * CELLS)
    grid = plans[-1].dense
    grid.solve()
    depth = 2 if position.spins <= FAR_SPINS else 1
    seed = zlib.crc32(f"{position.notation} {board.digest}".encode())
    playouts = Playouts(grid, seed, game=(board, play_rules), next_spins=next_spins, depth=depth, position=position)
    press = _playout.PRESS if _playout.PRESS in playouts.actions else None
    passes = [action for action in playouts.actions if action != press]
    passing = (
        first_within_tolerance(passes, lambda action: playouts.actions[action][position.mover_seat]) if passes else None
    )
    recorded_games = 0 if first else TOLD // (1 if press is None or passing is None else 2)
    by_action = []
    for action in (press, passing):
        games = [] if action is None else list(playouts.record(action, first, count, question.cancel))
        winners, steps = (
            "".join(str(game.winners) for game in games),
            tuple(map(playouts.steps_of, games[:recorded_games])),
        )
        by_action.append(None if action is None else ActionTries(winners, steps))
    return Tries(seed, *by_action)


def _joined(tries: ActionTries | None, later: ActionTries | None) -> ActionTries | None:
    return tries and later and replace(tries, winners=tries.winners + later.winners)
