"""Figures of the memo beside the correct values.

The scan of the memo is poor: it confuses digits, above all those that look alike, and prints other signs for some. A
figure is counted against the memo only if no misread digit explains it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from ...answer import Value
from ...budget import Budget
from .exact import chance_to_win, tables_of
from .memo import DRIFT, Figure, Order
from .play import Estimate, simulate
from .rules import WEIGHING
from .trees import SplitRatio, Trees
from .walk import Row as Forks
from .walk import rows

# Digits that the scan confuses again and again, as the words around its figures show.
ALIKE = frozenset(frozenset(pair) for pair in ("14", "17", "35", "38", "06", "08", "09", "56", "58", "68"))
_LOST = "?"  # stands for a sign that is no digit
_MOST_LOST = 0.5  # of a figure's decimals


@dataclass(frozen=True, slots=True)
class Reading:
    """The reading of a figure.

    Attributes:
        figure: the number that was printed; None if it cannot be read.
        verdict: ``agrees``, ``misread`` (a digit of the scan is wrong), ``differs`` or ``unreadable``.
    """

    figure: float | None
    verdict: str


def read(scan: str, *values: float, certain: bool = False) -> Reading:
    """Read a scanned figure.

    Args:
        scan: its digits, with ``?`` for each illegible one: ``.8?266``.
        values: the values that it may have, the likeliest first, to be rounded or cut off to as many decimals.
        certain: whether no digit is in doubt, as other figures confirm it.
    """
    whole, _, decimals = scan.partition(".")
    places, lost = len(decimals), decimals.count(_LOST)
    if lost > _MOST_LOST * places:
        return Reading(None, "unreadable")
    found = []
    for value in values:
        for printed in (round(value, places), math.floor(value * 10**places + 1e-9) / 10**places):
            text = f"{printed:.{places}f}"
            found.append((*_wrong(text if whole else text.removeprefix("0"), scan), printed))
    other, wrong, printed = min(found, key=lambda each: each[:2])
    if not wrong:
        return Reading(printed, "agrees")
    if other <= 1 and not certain:
        return Reading(printed, "misread")
    return Reading(None, "unreadable") if lost else Reading(float(scan), "differs")


def _wrong(printed: str, scan: str) -> tuple[int, int]:
    """Return the numbers of digits in the scan that differ from the printed ones: without those that look alike, and
    all.
    """
    if len(printed) != len(scan):
        return len(scan), len(scan)
    wrong = [frozenset((a, b)) for a, b in zip(printed, scan, strict=True) if a != b and b != _LOST]
    return sum(pair not in ALIKE for pair in wrong), len(wrong)


COLUMNS = ("strategy", "E", "A", "move", "memo", "value", "difference", "remark", "quantity", "scan", "verdict")
TEN = 10  # the moves that the memo's programs follow
_BY_HAND = 3  # the moves that chapter 6 follows
_RANKED = ("bstrat", "2lstrat", "inflstrat", "2hstrat", "infhstrat", "lstrat", "hstrat")
_PLACES = 5
_NAMES = {"ratio": "{} over the move before", "gain": "{} over {}", "improvement": "{} over {}"}


@dataclass(frozen=True, slots=True)
class Row:
    """A figure, its correct value, the value by the memo's own method, and the error of the correct value."""

    figure: Figure
    value: float
    error: float
    by_memo: float | None = None

    def cells(self) -> list[Value]:
        """Return the columns ``COLUMNS``."""
        figure = self.figure
        printed, verdict, remark = self.reading()
        return [
            _NAMES.get(figure.quantity, "{}").format(figure.strategy, figure.over),
            figure.end,
            figure.ratio,
            figure.move,
            printed,
            self.value,
            None if printed is None else printed - self.value,
            remark,
            figure.quantity,
            figure.scan,
            verdict,
        ]

    def reading(self) -> tuple[float | None, str, str]:
        """Return the memo's figure, a verdict on it, and a remark."""
        figure = self.figure
        if figure.random:
            remark = "; ".join(filter(None, (figure.remark, "the memo's random numbers")))
            return float(figure.scan), "random", remark
        values = [self.value] if self.by_memo is None else [self.value, self.by_memo]
        found = read(figure.scan, *values, certain=figure.certain)
        if found.verdict == "unreadable":
            return None, found.verdict, "unreadable"
        if found.verdict == "differs":
            return found.figure, found.verdict, figure.remark
        said = []
        places = len(figure.scan.partition(".")[2])
        if self.by_memo is not None and found.figure is not None and abs(found.figure - self.value) > 10.0**-places:
            said.append(figure.remark or "as found by ten moves and a correction")
        if found.verdict == "misread":
            said.append(f"the scan has {figure.scan}")
        return found.figure, found.verdict, "; ".join(said)


def row(figure: Figure, games: int, seed: int, budget: Budget, *, drift: bool = False) -> Row:
    """Return the correct value of a figure.

    Args:
        figure: of a table.
        games: the number to simulate if there is no exact method.
        seed: of those games.
        budget: see ``Budget``.
        drift: whether the figure is from chapter 6.

    Raises:
        Exhausted, Cancelled: see ``Budget``.
    """
    trees = Trees("tsi", figure.end, SplitRatio(figure.ratio))
    if drift:
        trees = Trees("drift", figure.end, SplitRatio(0.5), *DRIFT)
    if figure.strategy in WEIGHING:
        played = simulate(trees, figure.strategy, games, seed, budget, figure.over)
        found: Estimate = played.chance if figure.over is None else played.gain
        return Row(figure, found.mean, found.error)
    if figure.quantity == "improvement":
        assert figure.over is not None
        better, blind = (chance_to_win(each, trees, budget) for each in (figure.strategy, figure.over))
        return Row(figure, better.chance / blind.chance, (better.error + blind.error) / blind.chance)
    if figure.quantity == "limit":
        assert figure.ratio is not None
        return Row(figure, limit(figure.strategy, figure.end, figure.ratio), 1e-15)
    if figure.quantity == "win" and figure.move is None:
        exact = chance_to_win(figure.strategy, trees, budget)
        ten = None if drift or trees.ratio.constant is None else _total(_by_move(figure.strategy, trees, TEN))
        return Row(figure, exact.chance, exact.error, ten)
    if figure.quantity == "loss total":
        exact = chance_to_win(figure.strategy, trees, budget)
        return Row(figure, 1 - exact.chance, exact.error)
    return Row(figure, _of_moves(figure, trees, drift), 1e-12, _of_rounded(figure, trees, drift))


def limit(strategy: str, end: float, ratio: float) -> float:
    """Return the limit of the ratio of the chances to win on successive moves, as values shrink: S(A + EB) or SA."""
    split = 1 - end
    return split * (ratio + end * (1 - ratio)) if strategy == "hstrat" else split * ratio


def order(row: Order, budget: Budget) -> list[Value]:
    """Return a row of the ranking, and the correct one to as many digits; the columns ``COLUMNS``."""
    trees = Trees("tsi", row.end, SplitRatio(row.ratio))
    found = {name: round(chance_to_win(name, trees, budget).chance, _PLACES) for name in _RANKED}
    # Strategies that tie stand in the memo's order.
    told = row.memo.replace("=", " ").split()
    ranked = sorted(_RANKED, key=lambda name: (-found[name], told.index(name)))
    correct = ranked[0]
    for before, name in pairwise(ranked):
        correct += ("=" if found[before] == found[name] else " ") + name
    verdict = "agrees" if correct == row.memo else "differs"
    return [None, row.end, row.ratio, None, row.memo, correct, None, "", "order", row.memo, verdict]


def _of_moves(figure: Figure, trees: Trees, drift: bool) -> float:
    """Return the correct value for single moves, or for the first of them together."""
    chances = _chances(figure, trees, figure.move or (_BY_HAND if drift else TEN))
    if figure.quantity == "ratio":
        return chances[-1] / chances[-2]
    if figure.quantity in ("win", "loss"):
        return chances[-1]
    if figure.quantity in ("sum", "loss sum"):
        return sum(chances)
    return {"correction": _correction(chances), "total": _total(chances)}[figure.quantity]


def _of_rounded(figure: Figure, trees: Trees, drift: bool) -> float | None:
    """Return a sum by hand, of chances rounded to as many places; None for other figures."""
    if not drift or figure.quantity not in ("sum", "loss sum"):
        return None
    places = len(figure.scan.partition(".")[2])
    return sum(round(each, places) for each in _chances(figure, trees, _BY_HAND))


def _chances(figure: Figure, trees: Trees, moves: int) -> list[float]:
    """Return the chances of the first moves that a figure is about: to lose, or to win or see a win."""
    return _by_move(figure.strategy, trees, moves, Forks.lost if figure.quantity.startswith("loss") else Forks.won)


def _by_move(strategy: str, trees: Trees, moves: int, chance: Callable[[Forks], float] = Forks.won) -> list[float]:
    return [chance(row) for row in rows(tables_of(strategy, trees, ahead=False), moves)]


def _correction(chances: list[float]) -> float:
    """Return the memo's addition for later moves: as if the last ratio stayed the same (Appendix A, OUTPUT)."""
    return chances[-1] / (1 - chances[-1] / chances[-2]) - chances[-1] if chances[-1] else 0.0


def _total(chances: list[float]) -> float:
    return sum(chances) + _correction(chances)
