"""A hundred tries: games from a position by pressing and by passing, to be shown beside its odds.

Tries are playouts by the values of one grid of a fixed number of cells, whatever method answered the question, so they are
the same on every machine and at any later time. A try depends on its number, so more tries continue the earlier ones, and
on a seed from the position and the board, so that different questions have independent luck. They estimate nothing: the
odds are far more precise than a hundred games.
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
from .abstraction import simplify_for_dense
from .grid_selection import select_grids_within
from .question import ask

TRIES = 100
RECORDED_GAMES = 8  # games whose steps are kept, half of them of each action
MAX_CELLS = 1_000_000  # about 0.3 seconds,
COARSEST_FACTOR = 40  # ... times this if even the coarsest grid has more
MAX_DEEP_SPINS = 12  # with more spins left the lookahead is one spin instead of two, which takes minutes
BETWEEN_GAMES, BETWEEN_STEPS = " ", "~"


@dataclass(frozen=True, slots=True)
class ActionTries:
    """The tries of one action.

    Attributes:
        winners: a digit for each, the bit mask of the winners' seats.
        games: the steps of the first of them.
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
        """Return these tries followed by later ones, without the steps of the later ones."""
        return Tries(self.seed, _join(self.press, later.press), _join(self.passing, later.passing))


def can_try(position: Position, rules: Rules, next_spins: NextSpinsBoard | None = None) -> bool:
    """Return whether there can be tries of a position of round 2."""
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

    Only the memory and the unit of the limits apply.

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
    simpler = simplify_for_dense(question, play_rules)
    try:
        plans = select_grids_within(*simpler, MAX_CELLS)
    except Unaffordable:
        plans = select_grids_within(*simpler, COARSEST_FACTOR * MAX_CELLS)
    grid = plans[-1].dense
    grid.solve()
    depth = 2 if position.spins <= MAX_DEEP_SPINS else 1
    seed = zlib.crc32(f"{position.notation} {board.digest}".encode())
    playouts = Playouts(grid, seed, game=(board, play_rules), next_spins=next_spins, depth=depth, position=position)
    press = _playout.PRESS if _playout.PRESS in playouts.actions else None
    passes = [action for action in playouts.actions if action != press]
    passing = (
        first_within_tolerance(passes, lambda action: playouts.actions[action][position.mover_seat]) if passes else None
    )
    recorded_games = 0 if first else RECORDED_GAMES // (1 if press is None or passing is None else 2)
    by_action = []
    for action in (press, passing):
        games = [] if action is None else list(playouts.record(action, first, count, question.cancel))
        winners, steps = (
            "".join(str(game.winners) for game in games),
            tuple(map(playouts.steps_of, games[:recorded_games])),
        )
        by_action.append(None if action is None else ActionTries(winners, steps))
    return Tries(seed, *by_action)


def _join(tries: ActionTries | None, later: ActionTries | None) -> ActionTries | None:
    return tries and later and replace(tries, winners=tries.winners + later.winners)
