"""The configurations that one leads to, by the readable rules: what ``engine/solvers/_configs.pyx`` is compared with.

What follows depends on the scores only through their order, so the rules are asked once for each of
the 13 orders that three scores can be in.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.game.options import Rules
from engine.game.position import SEATS, WHAMMIES_OUT, Contestant, Position
from engine.game.rules import Pass, PlayRules, apply_effect, legal_actions, pass_spins
from engine.game.spin import Effect
from engine.solvers.configs import ORDER_SCORES, Config, Decided, config_of

CAPPED = 10**12  # a cap that no representative score meets
STAY = Effect("money", (0,))
EXTRA = Effect("money", (0,), spin=True)
WHAMMY = Effect("whammy")

ByOrder = dict[int, Config | Decided]  # order of the scores of axes A, B, C


@dataclass
class Successors:
    """The configurations that one leads to.

    Attributes:
        spin: after an extra spin. spent: after a spin without another.
        whammy, fourth: after a Whammy, where the mover's score is $0; after the fourth.
        passes: after the pass to each receiver, at most two.
    """

    spin: Config | Decided
    spent: ByOrder
    whammy: ByOrder
    fourth: ByOrder
    passes: tuple[ByOrder, ByOrder]

    def all(self) -> set[Config]:
        """Return everything that this one leads to and that is not decided."""
        by_order = (self.spent, self.whammy, self.fourth, *self.passes)
        all_targets = {self.spin, *(target for targets in by_order for target in targets.values())}
        return {target for target in all_targets if isinstance(target, Config)}


def successors(config: Config, rules: Rules, seats: tuple[int, int, int]) -> Successors:
    """Return the successors of a configuration.

    Args:
        config: with spins left.
        rules: the options; leads are ignored.
        seats: the seat of each axis.
    """
    rules = replace(rules, opponents="optimal", max_lead=None)
    any_order = _position(config, (0, 0, 0), 0)
    result = Successors(_after(any_order, EXTRA, rules), {}, {}, {}, ({}, {}))
    for order, its in ORDER_SCORES.items():
        scores = tuple(its[seats.index(seat)] for seat in SEATS)
        position = _position(config, scores, 0)
        result.spent[order] = _after(position, STAY, rules)
        if scores[config.mover_seat] == 0:
            result.whammy[order] = _after(position, WHAMMY, rules)
            result.fourth[order] = _after(_position(config, scores, WHAMMIES_OUT - 1), WHAMMY, rules)
        passes = (action for action in legal_actions(position, rules) if isinstance(action, Pass))
        for by_order, action in zip(result.passes, passes, strict=False):
            by_order[order] = config_of(pass_spins(position, action.to, rules))
    return result


def _position(config: Config, scores: tuple[int, ...], whammies: int) -> Position:
    """Return a position of the configuration, with the mover's Whammies."""
    podiums = []
    for seat in SEATS:
        count = whammies if seat == config.mover_seat else 0
        count = WHAMMIES_OUT if config.frame[1] >> seat & 1 else count
        podiums.append(Contestant(scores[seat], *config.spins[seat], count))
    return Position((podiums[0], podiums[1], podiums[2]), config.mover_seat)


def _after(position: Position, effect: Effect, rules: Rules) -> Config | Decided:
    [(_, reached)] = apply_effect(position, effect, PlayRules(rules, 1, CAPPED))
    return config_of(reached)
