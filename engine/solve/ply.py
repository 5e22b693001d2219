"""One ply from a position whose successors are known: the values of its actions and outcomes.

The rules are the readable ones; only the values come from a kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from engine.game.position import SEATS, Position
from engine.game.rules import Press, Table, by_preference, legal_actions, offered, pass_spins, take
from engine.game.spin import SpinOption, anywhere

Triple = tuple[float, float, float]
Spin = tuple[tuple[Fraction, tuple[SpinOption, ...]], ...]

TOLERANCE = {"win": 1e-12, "money": 1e-8}


@dataclass(frozen=True, slots=True)
class Ply:
    """The actions of the contestant up.

    Attributes:
        press: payoffs if he presses; None where he may not.
        passing: payoffs after the pass he prefers; None where he cannot pass.
        outcomes: by landing (its options), the payoffs after what he takes there.
    """

    press: Triple | None
    passing: Triple | None
    outcomes: dict[tuple[SpinOption, ...], Triple]

    def after(self, options: tuple[SpinOption, ...]) -> Triple:
        """The payoffs after a landing with these options, wherever on the board it is."""
        found = self.outcomes.get(options)
        return self.outcomes[anywhere(options)] if found is None else found


def look(
    position: Position,
    spin: Spin,
    table: Table,
    value: Callable[[Position], Triple],
    tolerance: float | None = None,
) -> Ply:
    """Values of the actions from the values of the positions they lead to.

    Args:
        position: what to look from.
        spin: landings as ``engine.game.spin.merged`` gives them.
        table: rules, unit and cap.
        value: payoffs of a successor.
        tolerance: payoffs closer than this are equal; by default the rules'.
    """
    if tolerance is None:
        tolerance = TOLERANCE[table.rules.goal]
    up = position.up
    actions = legal_actions(position, table.rules)
    press: Triple | None = None
    outcomes: dict[tuple[SpinOption, ...], Triple] = {}
    if Press() in actions:
        total = [0.0, 0.0, 0.0]
        for chance, options in spin:
            outcomes[options] = _taken(position, options, table, value, tolerance)
            for seat in SEATS:
                total[seat] += float(chance) * outcomes[options][seat]
        press = (total[0], total[1], total[2])
    passes = [value(pass_spins(position, a.to, table.rules)) for a in actions if not isinstance(a, Press)]
    return Ply(press, _first_best(passes, up, tolerance) if passes else None, outcomes)


def _taken(
    position: Position,
    options: tuple[SpinOption, ...],
    table: Table,
    value: Callable[[Position], Triple],
    tolerance: float,
) -> Triple:
    """Payoffs after the option that the contestant up prefers on one landing."""
    score = position.mover.score
    values: list[Triple] = []
    for option in sorted(offered(position, options), key=lambda o: by_preference(score, o, table.unit)):
        mixed = [0.0, 0.0, 0.0]
        for chance, reached in take(position, option.effect, table):
            for seat, x in enumerate(value(reached)):
                mixed[seat] += float(chance) * x
        values.append((mixed[0], mixed[1], mixed[2]))
    return _first_best(values, position.up, tolerance)


def _first_best(values: list[Triple], up: int, tolerance: float) -> Triple:
    best = max(v[up] for v in values)
    return next(v for v in values if v[up] >= best - tolerance)
