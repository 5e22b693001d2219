"""The memo's theorems: closed forms beside the results of the recursion from fork to fork.

Theorems 3.1 to 3.3 are about the dependent form, 6.1 about the drift form with D = 0. As usual S = 1 - E and B = 1 - A.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...budget import Budget
from .exact import by_move, chance_to_win
from .states import level_chance
from .trees import SplitRatio, Trees

COLUMNS = ("theorem", "strategy", "of", "formula", "closed form", "recursion")
WIN, RATIO = "chance to win", "ratio of successive moves"


@dataclass(frozen=True, slots=True)
class ClosedForm:
    """A closed form in E and A.

    Attributes:
        theorem: its number in the memo; ``""`` for those it does not have.
        strategy: the strategy.
        of: ``WIN``, or ``RATIO``: the ratio of the chance to win on one move to that on the move before.
        formula: as text.
        at: its value for E and A.
    """

    theorem: str
    strategy: str
    of: str
    formula: str
    at: Callable[[float, float], float]


def _high(end: float, ratio: float) -> float:
    """Return A + BE."""
    return ratio + (1 - ratio) * end


def _without(end: float, factor: float) -> float:
    """Return 1 - S factor, without cancellation."""
    return end * factor + (1 - factor)


DEPENDENT = (
    ClosedForm("chapter 2", "nostrat", WIN, "E / (1 + E)", lambda e, a: e / (1 + e)),
    ClosedForm("chapter 2", "strat", WIN, "EA / (1 - SA)", lambda e, a: e * a / _without(e, a)),
    ClosedForm("lemma 3.1", "hstrat", RATIO, "S(A + BE)", lambda e, a: (1 - e) * _high(e, a)),
    ClosedForm(
        "3.1",
        "hstrat",
        WIN,
        "E(A + BE) / (1 - S(A + BE))",
        lambda e, a: e * _high(e, a) / _without(e, _high(e, a)),
    ),
    ClosedForm("lemma 3.2", "lstrat", RATIO, "SA", lambda e, a: (1 - e) * a),
    ClosedForm("3.2", "lstrat", WIN, "E / (1 - SA)", lambda e, a: e / _without(e, a)),
    ClosedForm("chapter 5", "bstrat", WIN, "E / (1 - S(A + BE))", lambda e, a: e / _without(e, _high(e, a))),
    ClosedForm(
        "",
        "2lstrat",
        WIN,
        "E(1 + SAB) / (1 - SA)",
        lambda e, a: e * (1 + (1 - e) * a * (1 - a)) / _without(e, a),
    ),
)


def level_forms(end: float, value: float) -> tuple[tuple[str, str, float], ...]:
    """Return theorem 6.1 for E and T: strategy, formula and chance to win where all values are T, above 0."""
    e, t = end, value
    return (
        ("hstrat", "T(1 + E - ET) / (T + E - ET)", t * (1 + e - e * t) / (t + e - e * t)),
        ("lstrat", "T(2 - ET) / (1 + T - ET)", t * (2 - e * t) / (1 + t - e * t)),
    )


def lead(end: float, ratio: float) -> float:
    """Return LSTRAT's chance minus HSTRAT's in the dependent form, never negative.

    It is E (SB)^2 / ((1 - SA)(1 - S(A + BE))).
    """
    split, rest = 1 - end, 1 - ratio
    return end * (split * rest) ** 2 / (_without(end, ratio) * _without(end, _high(end, ratio)))


def rows(end: float, ratio: float, value: float, budget: Budget) -> list[list[Any]]:
    """Return all closed forms beside the recursion: the columns ``COLUMNS``.

    Args:
        end: E, above 0.
        ratio: A.
        value: T of theorem 6.1, above 0.
        budget: see ``Budget``; raises Exhausted or Cancelled.
    """
    trees = Trees("tsd", end, SplitRatio(ratio))
    found: list[list[Any]] = []
    for form in DEPENDENT:
        if form.of == WIN:
            recursion: float | None = chance_to_win(form.strategy, trees, budget).chance
        else:
            first, second = by_move(form.strategy, trees, 2, budget)
            recursion = second / first
        found.append([form.theorem, form.strategy, form.of, form.formula, form.at(end, ratio), recursion])
    for strategy, formula, chance in level_forms(end, value):
        found.append(["6.1", strategy, WIN, formula, chance, level_chance(strategy, end, value)])
    return found
