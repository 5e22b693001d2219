"""What one spin of a board is worth: chances of a Whammy and of an extra spin, money, spread.

Told twice: ``raw``, the slides as they are, where a move slide is just a move and brings nothing by
itself; and ``after_moves``, where the contestant has gone where a move slide sends or lets him.

With ``choices`` "visible" he chooses among the slides that show, for the most money, as on a
reduced board (``engine.game.reduce``): an extra spin counts as the average of the landings without
a choice, a Whammy is last, equal ones go to the lower square. With "even" fate picks. A decision
between money and a Whammy off is for the money. The real choice depends on the position.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from .board import Board
from .landing import Effect
from .options import Rules
from .reduce import spin_worth, wanted
from .spin import landings

DOLLAR = 1  # the unit: figures are told to the dollar, whatever ``unit`` an answer rounds to
SCORE_DEPENDENT = ("double", "add_a_one")


@dataclass(frozen=True, slots=True)
class SpinFigures:
    """One spin in exact numbers. A Whammy, and a slide whose sum depends on the score, add $0.

    Attributes:
        whammy: chance of a Whammy.
        extra_spin: chance of an extra spin.
        move: chance of a move slide that is not followed; 0 after moves.
        by_score: chance of a slide whose sum depends on the score (Double, Add-A-One).
        mean: dollars added on average.
        variance: of the dollars added, in dollars².
    """

    whammy: Fraction
    extra_spin: Fraction
    move: Fraction
    by_score: Fraction
    mean: Fraction
    variance: Fraction

    @property
    def spread(self) -> float:
        """Standard deviation of the dollars added by one spin."""
        return sqrt(self.variance)

    def whammy_within(self, spins: int) -> Fraction:
        """Chance of at least one Whammy on so many spins of this board."""
        return 1 - (1 - self.whammy) ** spins

    def whammy_before_the_end(self, spins: int) -> Fraction:
        """Chance of at least one Whammy until so many spins, and all that they bring, are played."""
        if self.extra_spin == 1:
            return Fraction(0)
        # One spin and what it brings are safe if it is safe without a spin, or with one that is.
        safe = (1 - self.whammy - self.extra_spin) / (1 - self.extra_spin)
        return 1 - safe**spins


@dataclass(frozen=True, slots=True)
class BoardFigures:
    """One spin with the slides as they are, and after moves."""

    raw: SpinFigures
    after_moves: SpinFigures


def board_figures(board: Board, rules: Rules | None = None) -> BoardFigures:
    """The figures of one spin, exactly, under these rules (the show's if None).

    ``choices``, ``prizes`` and what else bears on a spin count; ``unit`` and ``cap`` do not.

    Raises:
        BoardError: a slide is not documented, or the move slides branch too far to list.
        ValueError: the rules' ``weights`` differ by seat; ``Rules.for_seat`` gives those of one.
    """
    found = landings(board, rules or Rules(), DOLLAR)
    extra = spin_worth(found)
    taken = [(landing, wanted(landing.options, extra).effect) for landing in found]
    return BoardFigures(
        raw=_figures((lnd.chance, None if lnd.slide.kind == "move" else effect) for lnd, effect in taken),
        after_moves=_figures((landing.chance, effect) for landing, effect in taken),
    )


def _figures(outcomes: Iterable[tuple[Fraction, Effect | None]]) -> SpinFigures:
    """Chances with what happens there; None is a move that is not followed."""
    whammy = extra_spin = move = by_score = mean = square = Fraction(0)
    for chance, effect in outcomes:
        if effect is None:
            move += chance
            continue
        whammy += chance * (effect.kind == "whammy")
        extra_spin += chance * effect.spin
        by_score += chance * (effect.kind in SCORE_DEPENDENT)
        if effect.amounts:
            mean += chance * Fraction(sum(effect.amounts), len(effect.amounts))
            square += chance * Fraction(sum(amount**2 for amount in effect.amounts), len(effect.amounts))
    return SpinFigures(whammy, extra_spin, move, by_score, mean, square - mean**2)
