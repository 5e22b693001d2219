"""Statistics of one spin: chances of a Whammy and of an extra spin, mean and spread of the money.

``raw`` takes the slides as they are: a move slide brings nothing by itself. ``after_moves`` follows move slides to their
targets.

With ``choices`` "visible" the contestant picks among the visible slides for the most money, as on a
reduced board (``engine.game.reduce``): an extra spin counts as the average of the landings without a
choice, a Whammy comes last, ties go to the lower square. With "even" the pick is random. Between money
and a Whammy off, money is taken. The best choice in a game depends on the position.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from .board import Board
from .landing import BY_SCORE, Effect
from .options import Rules
from .reduce import estimate_extra_spin, prefer_option
from .spin import landings

DOLLAR = 1  # the unit: statistics are to the dollar, whatever ``unit`` an answer rounds to


@dataclass(frozen=True, slots=True)
class SpinFigures:
    """Exact statistics of one spin. A Whammy, and a slide whose sum depends on the score, add $0.

    Attributes:
        whammy: chance of a Whammy.
        extra_spin: chance of an extra spin.
        move: chance of a move slide that is not followed; 0 after moves.
        by_score: chance of a slide whose sum depends on the score (Double, Add-A-One, Take the Lead).
        mean: average dollars added.
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
        """Return the chance of at least one Whammy in this many spins of this board."""
        return 1 - (1 - self.whammy) ** spins

    def whammy_before_the_end(self, spins: int) -> Fraction:
        """Return the chance of at least one Whammy in this many spins and the extra spins that they bring."""
        if self.extra_spin == 1:
            return Fraction(0)
        # A spin is safe if it brings neither an extra spin nor a Whammy, or an extra spin that is safe.
        safe = (1 - self.whammy - self.extra_spin) / (1 - self.extra_spin)
        return 1 - safe**spins


@dataclass(frozen=True, slots=True)
class BoardFigures:
    """Statistics of one spin with the slides as they are, and after moves."""

    raw: SpinFigures
    after_moves: SpinFigures


def board_figures(board: Board, rules: Rules | None = None) -> BoardFigures:
    """Return the exact statistics of one spin under these rules (the show's if None).

    ``unit`` and ``cap`` do not matter; ``choices``, ``prizes`` and other options of a spin do.

    Raises:
        BoardError: a slide is not documented, or the move slides branch too far to list.
        ValueError: the rules' ``weights`` differ by seat; ``Rules.for_seat`` picks one.
    """
    spin_landings = landings(board, rules or Rules(), DOLLAR)
    extra = estimate_extra_spin(spin_landings)
    landing_effects = [(landing, prefer_option(landing.options, extra).effect) for landing in spin_landings]
    return BoardFigures(
        raw=_compute_figures(
            (lnd.chance, None if lnd.slide.kind == "move" else effect) for lnd, effect in landing_effects
        ),
        after_moves=_compute_figures((landing.chance, effect) for landing, effect in landing_effects),
    )


def _compute_figures(outcomes: Iterable[tuple[Fraction, Effect | None]]) -> SpinFigures:
    """Return the statistics of chances and effects; None is a move that is not followed."""
    whammy = extra_spin = move = by_score = mean = square = Fraction(0)
    for chance, effect in outcomes:
        if effect is None:
            move += chance
            continue
        whammy += chance * (effect.kind == "whammy")
        extra_spin += chance * effect.spin
        by_score += chance * (effect.kind in BY_SCORE)
        if effect.kind == "money":
            mean += chance * Fraction(sum(effect.amounts), len(effect.amounts))
            square += chance * Fraction(sum(amount**2 for amount in effect.amounts), len(effect.amounts))
    return SpinFigures(whammy, extra_spin, move, by_score, mean, square - mean**2)
