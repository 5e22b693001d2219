"""The parts of a spin: the effect of a slide, the options, and the place where the light stops."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .board import Slide


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a slide on the contestant who takes it.

    Attributes:
        kind: ``money``, ``double``, ``add_a_one``, ``lead``, ``whammy`` or ``whammy_off``.
        amounts: dollars of ``money``: one, or the equally likely values of a pool of prizes. For ``lead``, the dollars
            by which the contestant then leads.
        spin: whether it brings an extra earned spin.
    """

    kind: str
    amounts: tuple[int, ...] = ()
    spin: bool = False

    def sums(self, score: int, unit: int) -> tuple[int, ...]:
        """Return the equally likely dollars added to this score; ``lead`` adds to the best opponent's (rules 1.14)."""
        if self.kind in ("money", "lead"):
            return self.amounts
        if self.kind == "double":
            return (round_half_up(score, unit),)
        if self.kind == "add_a_one":
            return (round_half_up(10 ** len(str(score)), unit),)
        return (0,)


# Kinds whose sums depend on the contestants' scores.
BY_SCORE = ("double", "add_a_one", "lead")


@dataclass(frozen=True, slots=True)
class SpinOption:
    """One thing the contestant may take: an effect and its square."""

    effect: Effect
    square: int


@dataclass(frozen=True, slots=True)
class Landing:
    """One result of a spin.

    Attributes:
        chance: exact probability.
        options: what the contestant may take; ``whammy_off`` is only for a contestant with a Whammy.
        square: the square where the light stopped.
        slide: the slide it stopped on.
    """

    chance: Fraction
    options: tuple[SpinOption, ...]
    square: int
    slide: Slide


def round_half_up(amount: int, unit: int) -> int:
    """Return ``amount`` rounded half up to a multiple of ``unit``: 1375 to 250s is 1500."""
    return (2 * amount + unit) // (2 * unit) * unit
