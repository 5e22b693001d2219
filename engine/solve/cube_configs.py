"""Configurations: everything but the scores and the Whammies, and their successors by the rules.

What follows depends on the scores only through their order, so the readable rules are asked once
for each of the 13 orders that three scores can be in.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import product
from typing import NamedTuple

from ..errors import Unaffordable
from ..game.options import Rules
from ..game.position import SEATS, WHAMMIES_OUT, Contestant, Position
from ..game.rules import Pass, PlayRules, legal_actions, pass_spins, take
from ..game.spin import Effect
from .cancel_flag import CancelFlag

ORDERS = 27  # three comparisons with three results each; 13 of them arise
MOST_CONFIGS = 60_000
CAPPED = 10**12  # a cap that no representative score meets
STAY = Effect("money", (0,))
EXTRA = Effect("money", (0,), spin=True)
WHAMMY = Effect("whammy")

FrameKey = tuple[int, int]  # spins left, bit mask of seats that are out
Scores = tuple[int, int, int]


class Config(NamedTuple):
    """Spins (earned, passed) of each seat, its frame (spins left, who is out), who moves.

    With no spins left, the end of the game by the scores; ``mover_seat`` is then 0.
    """

    spins: tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
    frame: FrameKey
    mover_seat: int


class Decided(NamedTuple):
    """The game is decided, whatever the scores: all but one are out."""

    winner: int


Next = Config | Decided | None
NOTHING = ((0, 0), (0, 0), (0, 0))


def config_of(position: Position) -> Config | Decided:
    """The configuration of a position."""
    still_in = position.still_in
    if len(still_in) <= 1:
        return Decided(still_in[0] if still_in else -1)
    out = out_mask(position)
    if position.spins == 0:
        return Config(NOTHING, (0, out), 0)
    a, b, c = ((x.earned, x.passed) for x in position.contestants)
    return Config((a, b, c), (position.spins, out), position.mover_seat)


def out_mask(position: Position) -> int:
    """Bit mask of the seats that are out."""
    return sum(1 << seat for seat in SEATS if position.contestants[seat].out)


@dataclass
class Successors:
    """The configurations that one leads to.

    Attributes:
        spin: after an extra spin. spent: by order of the scores, after a spin without another.
        whammy, fourth: after a Whammy (the mover's score being $0), after the fourth.
        passes: by order, after the pass to each receiver, at most two.
    """

    spin: Config
    spent: list[Next] = field(default_factory=lambda: [None] * ORDERS)
    whammy: list[Next] = field(default_factory=lambda: [None] * ORDERS)
    fourth: list[Next] = field(default_factory=lambda: [None] * ORDERS)
    passes: list[list[Next]] = field(default_factory=lambda: [[None] * ORDERS, [None] * ORDERS])

    def in_frame(self) -> set[Config]:
        """Configurations of the same frame that this one leads to."""
        found = {target for targets in self.passes for target in targets if isinstance(target, Config)}
        return found | {self.spin}

    def below(self) -> dict[str, tuple[list[Next], FrameKey]]:
        """Where a spin leads in other frames, by the kind of change of Whammies: by order, and the frame."""
        found = {}
        for kind, targets in (("spent", self.spent), ("whammy", self.whammy), ("fourth", self.fourth)):
            frame = next((target.frame for target in targets if isinstance(target, Config)), None)
            if frame is not None:
                found[kind] = (targets, frame)
        return found

    def all(self) -> set[Config]:
        """Everything that this one leads to and that is not decided."""
        below = {t for targets in (self.spent, self.whammy, self.fourth) for t in targets if isinstance(t, Config)}
        return below | self.in_frame()


class SuccessorFinder:
    """Finds the successors of configurations by the readable rules.

    Args:
        rules: the options.
        seats: the seat of each axis; orders are of the scores of axes A, B, C.
    """

    def __init__(self, rules: Rules, seats: tuple[int, int, int]):
        # Passing by the lead depends on the scores: the kernel handles it.
        self.rules = replace(rules, opponents="optimal", max_lead=None)
        self.free = PlayRules(rules, 1, CAPPED)
        self.by_seat = {order: tuple(scores[seats.index(s)] for s in SEATS) for order, scores in ORDER_SCORES.items()}
        # Only this turn order looks at the scores; otherwise one order speaks for all.
        self.turn_by_score = rules.turn_order == "score"

    def successors(self, config: Config) -> Successors:
        """The successors of a configuration, by the order of the scores."""
        mover_seat = config.mover_seat
        earned, passed = config.spins[mover_seat]
        ends_turn = earned + passed == 1
        any_order = next(iter(self.by_seat))
        found = Successors(self._spun(config, any_order, EXTRA))
        for order, scores in self.by_seat.items():
            by_order = ends_turn and self.turn_by_score
            found.spent[order] = self._spun(config, order, STAY) if by_order else None
            if scores[mover_seat] == 0:
                found.whammy[order] = self._spun(config, order, WHAMMY) if by_order else None
                found.fourth[order] = self._fourth(config, order) if self.turn_by_score else None
            if not passed:
                position = self._position(config, order)
                for place, action in enumerate(a for a in legal_actions(position, self.rules) if isinstance(a, Pass)):
                    found.passes[place][order] = config_of(pass_spins(position, action.to, self.rules))
        if not (ends_turn and self.turn_by_score):
            found.spent = [self._spun(config, any_order, STAY)] * ORDERS
            found.whammy = [self._spun(config, any_order, WHAMMY)] * ORDERS
        if not self.turn_by_score:
            found.fourth = [self._fourth(config, any_order)] * ORDERS
        return found

    def _position(self, config: Config, order: int, marked: bool = False) -> Position:
        scores = self.by_seat[order]
        podiums = [
            Contestant(
                scores[s],
                *config.spins[s],
                WHAMMIES_OUT
                if config.frame[1] >> s & 1
                else WHAMMIES_OUT - 1
                if marked and s == config.mover_seat
                else 0,
            )
            for s in SEATS
        ]
        return Position((podiums[0], podiums[1], podiums[2]), config.mover_seat)

    def _spun(self, config: Config, order: int, effect: Effect) -> Config:
        reached = config_of(take(self._position(config, order), effect, self.free)[0][1])
        assert isinstance(reached, Config), "one spin without a fourth Whammy decides nothing for all scores"
        return reached

    def _fourth(self, config: Config, order: int) -> Next:
        return config_of(take(self._position(config, order, marked=True), WHAMMY, self.free)[0][1])


def close(
    root: Config, finder: SuccessorFinder, cancel: CancelFlag, most: int = MOST_CONFIGS
) -> dict[Config, Successors]:
    """All configurations below one, with the successors of each.

    Raises:
        Unaffordable: more than ``most``.
        Cancelled: the flag was set.
    """
    found: dict[Config, Successors] = {}
    waiting = [root]
    while waiting:
        config = waiting.pop()
        if config in found or not config.frame[0]:
            continue
        cancel.check()
        if len(found) >= most:
            raise Unaffordable("It has too many ways to share out the spins.")
        found[config] = finder.successors(config)
        waiting += found[config].all()
    return found


def order_of(a: int, b: int, c: int) -> int:
    """Order of three scores as a number from 0 to 26: three comparisons, each 0, 1 or 2."""

    def sign(x: int, y: int) -> int:
        return (x > y) - (x < y) + 1

    return 9 * sign(a, b) + 3 * sign(a, c) + sign(b, c)


# One triple of scores for each order that three scores can be in, the lowest being $0.
_THREE = (0, 1000, 2000)
ORDER_SCORES: dict[int, Scores] = {
    order_of(a, b, c): (a, b, c) for a, b, c in product(_THREE, _THREE, _THREE) if min(a, b, c) == 0
}
