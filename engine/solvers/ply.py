"""One-ply lookahead from the values of a position's successors, by the readable rules (``engine.game.rules``)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import itemgetter
from typing import Any, Literal, NamedTuple, TypeVar

from .. import calibration
from ..game.options import Rules
from ..game.position import Position
from ..game.rules import PlayRules, Press, apply_effect, legal_actions, pass_spins, payoff, rank_options
from ..game.spin import SpinLandings, SpinOption

Vector = tuple[float, ...]  # payoffs by seat; where they are dollars, then the shares of the win by seat
Triple = tuple[float, float, float]  # numbers by seat
Outcomes = dict[tuple[SpinOption, ...], Vector]  # by landing (its options), the payoffs after the mover's choice there
Best = Literal["press", "pass"]

Choice = TypeVar("Choice")

TOLERANCE = {False: 1e-12, True: 1e-8}  # by whether payoffs are dollars
# The tolerance in an endless cycle, as a share: iterated values may end up to this tolerance apart, and later comparisons
# must still treat them as equal.
IN_CYCLES = 1 / 8


@dataclass(frozen=True, slots=True)
class LookaheadValues:
    """The actions of the mover.

    Attributes:
        press: payoffs after a press; None where it is not allowed.
        passing: payoffs after the pass that the mover prefers; None if there is none.
        outcomes: payoffs after each landing of the next spin.
    """

    press: Vector | None
    passing: Vector | None
    outcomes: Outcomes


class TossUp(NamedTuple):
    """The range of the chances to win, by how one contestant's toss-ups later in the game go.

    Attributes:
        seat: the contestant who decides. low, high: the chances, in seat order.
    """

    seat: int
    low: Triple
    high: Triple

    def moves(self, seat: int) -> bool:
        """Return whether the range of a seat's chance is wide enough to be stated."""
        return self.high[seat] - self.low[seat] >= calibration.TOSS_UP_MIN_SHIFT

    def to_json(self) -> dict[str, Any]:
        return {"contestant": self.seat + 1, "low": list(self.low), "high": list(self.high)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> TossUp:
        return cls(data["contestant"] - 1, to_triple(data["low"]), to_triple(data["high"]))


def one_ply_lookahead(
    position: Position,
    spin: SpinLandings,
    play_rules: PlayRules,
    value: Callable[[Position], Vector],
    tolerance: float | None = None,
    *,
    passed: Callable[[Position], Vector] | None = None,
) -> LookaheadValues:
    """Return the values of the actions from the values of the successors.

    Args:
        position: the position to look ahead from.
        spin: landings of the mover, as ``engine.game.spin.merged_landings`` gives them.
        play_rules: rules, unit and cap.
        value: payoffs of a successor.
        tolerance: payoffs closer than this are equal; by default ``TOLERANCE``.
        passed: payoffs of the position after a pass; by default ``value``.
    """
    if tolerance is None:
        tolerance = TOLERANCE[play_rules.rules.in_dollars]
    seat = position.mover_seat
    actions = legal_actions(position, play_rules.rules)
    press: Vector | None = None
    outcomes: Outcomes = {}
    if Press() in actions:
        for _, options in spin:
            outcomes[options] = _choose_option(position, options, play_rules, value, tolerance)
        press = _mean((chance, outcomes[options]) for chance, options in spin)
    after_pass = passed or value
    passes = [after_pass(pass_spins(position, a.to, play_rules.rules)) for a in actions if not isinstance(a, Press)]
    return LookaheadValues(
        press, first_within_tolerance(passes, itemgetter(seat), tolerance) if passes else None, outcomes
    )


def _choose_option(
    position: Position,
    options: tuple[SpinOption, ...],
    play_rules: PlayRules,
    value: Callable[[Position], Vector],
    tolerance: float,
) -> Vector:
    """Return the payoffs after the option that the mover prefers on one landing."""
    values: list[Vector] = []
    for option in rank_options(position, options, play_rules.unit):
        values.append(
            _mean((chance, value(after)) for chance, after in apply_effect(position, option.effect, play_rules))
        )
    return first_within_tolerance(values, itemgetter(position.mover_seat), tolerance)


def to_triple(values: Iterable[float]) -> Triple:
    a, b, c = values
    return a, b, c


def terminal_payoff(position: Position, rules: Rules) -> Vector:
    """Return the payoffs of a finished game: dollars if at stake, then the shares of the win."""
    payoffs: tuple[Fraction, ...] = payoff(position, rules)
    if rules.in_dollars:
        payoffs += payoff(position, replace(rules, goal="win"))
    return tuple(map(float, payoffs))


def _mean(parts: Iterable[tuple[Fraction, Vector]]) -> Vector:
    """Return the average of vectors by their chances."""
    weighted = ([float(chance) * x for x in vector] for chance, vector in parts)
    return tuple(sum(column) for column in zip(*weighted, strict=True))


def first_within_tolerance(
    choices: Collection[Choice], utility: Callable[[Choice], Any], tolerance: float = TOLERANCE[False]
) -> Choice:
    """Return the first of the choices whose utility is within the tolerance of the best."""
    best = max(map(utility, choices))
    return next(choice for choice in choices if utility(choice) >= best - tolerance)
