"""Figures of the memo beside the correct values.

The scan of the memo is poor: it confuses digits, above all those that look alike, and prints other signs for some. A
figure is counted against the memo only if no misread digit explains it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from ...answer import Value
from ...budget import Budget
from .exact import chance_to_win, tables_of
from .memo import DRIFT, Figure, Order
from .play import simulate
from .rules import WEIGHING
from .trees import SplitRatio, Trees
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
_DECIMALS = 5  # of the ranking
_NAMES = {"ratio": "{} over the move before", "gain": "{} over {}", "improvement": "{} over {}"}


# The correct value of a figure, its error, and the value by the memo's own method if that is another one.
Correct = tuple[float, float, float | None]


def row(figure: Figure, games: int, seed: int, budget: Budget, *, drift: bool = False) -> tuple[list[Value], float]:
    """Return a figure beside its correct value, the columns ``COLUMNS``, and the error of that value.

    Args:
        figure: of a table.
        games: the number to simulate if there is no exact method.
        seed: of those games.
        budget: see ``Budget``; raises Exhausted or Cancelled.
        drift: whether the figure is from chapter 6.
    """
    trees = Trees("tsi", figure.end, SplitRatio(figure.ratio))
    if drift:
        trees = Trees("drift", figure.end, SplitRatio(0.5), *DRIFT)
    if figure.strategy in WEIGHING:
        played = simulate(trees, figure.strategy, games, seed, budget, figure.over)
        estimate = played.chance if figure.over is None else played.gain
        value, error, by_memo = estimate.mean, estimate.error, None
    else:
        value, error, by_memo = _correct(figure, trees, budget)
    printed, verdict, remark = _reading(figure, value, by_memo)
    cells: list[Value] = [
        _NAMES.get(figure.quantity, "{}").format(figure.strategy, figure.over),
        figure.end,
        figure.ratio,
        figure.move,
        printed,
        value,
        None if printed is None else printed - value,
        remark,
        figure.quantity,
        figure.scan,
        verdict,
    ]
    return cells, error


def order(row: Order, budget: Budget) -> list[Value]:
    """Return a row of the ranking, and the correct one to as many digits; the columns ``COLUMNS``."""
    trees = Trees("tsi", row.end, SplitRatio(row.ratio))
    found = {name: round(chance_to_win(name, trees, budget).chance, _DECIMALS) for name in _RANKED}
    # Strategies that tie stand in the memo's order.
    told = row.memo.replace("=", " ").split()
    ranked = sorted(_RANKED, key=lambda name: (-found[name], told.index(name)))
    correct = ranked[0]
    for before, name in pairwise(ranked):
        correct += ("=" if found[before] == found[name] else " ") + name
    verdict = "agrees" if correct == row.memo else "differs"
    return [None, row.end, row.ratio, None, row.memo, correct, None, "", "order", row.memo, verdict]


def _reading(figure: Figure, value: float, by_memo: float | None) -> tuple[float | None, str, str]:
    """Return the memo's figure, a verdict on it, and a remark."""
    if figure.random:
        remark = "; ".join(filter(None, (figure.remark, "the memo's random numbers")))
        return float(figure.scan), "random", remark
    found = read(figure.scan, *(each for each in (value, by_memo) if each is not None), certain=figure.certain)
    if found.verdict == "unreadable":
        return None, found.verdict, "unreadable"
    if found.verdict == "differs":
        return found.figure, found.verdict, figure.remark
    said = []
    if by_memo is not None and found.figure is not None and abs(found.figure - value) > 10.0 ** -_places(figure.scan):
        said.append(figure.remark or "as found by ten moves and a correction")
    if found.verdict == "misread":
        said.append(f"the scan has {figure.scan}")
    return found.figure, found.verdict, "; ".join(said)


def _correct(figure: Figure, trees: Trees, budget: Budget) -> Correct:
    """Return the exact value of a figure."""
    strategy, quantity, drift = figure.strategy, figure.quantity, trees.form == "drift"
    if quantity == "improvement":
        assert figure.over is not None
        better, blind = (chance_to_win(each, trees, budget) for each in (strategy, figure.over))
        return better.chance / blind.chance, (better.error + blind.error) / blind.chance, None
    if quantity == "limit":  # as values shrink: S(A + EB) or SA
        ratio, split = trees.ratio.mean, 1 - trees.end
        return split * (ratio + trees.end * (1 - ratio) if strategy == "hstrat" else ratio), 1e-15, None
    if quantity == "loss total" or (quantity == "win" and figure.move is None):
        exact = chance_to_win(strategy, trees, budget)
        if quantity == "loss total":
            return 1 - exact.chance, exact.error, None
        ten = None if drift or trees.ratio.constant is None else _total(_by_move(strategy, trees, TEN))
        return exact.chance, exact.error, ten
    chances = _by_move(strategy, trees, figure.move or (_BY_HAND if drift else TEN), lost=quantity.startswith("loss"))
    value, by_memo = chances[-1], None
    if quantity in ("sum", "loss sum"):
        value = sum(chances)
        if drift:  # by hand, of rounded chances
            by_memo = sum(round(each, _places(figure.scan)) for each in chances)
    elif quantity == "ratio":
        value = chances[-1] / chances[-2]
    elif quantity in ("correction", "total"):
        value = _correction(chances) if quantity == "correction" else _total(chances)
    return value, 1e-12, by_memo


def _by_move(strategy: str, trees: Trees, moves: int, *, lost: bool = False) -> list[float]:
    """Return the chances of the first moves to win or see a win, or to lose."""
    return [each.lost() if lost else each.won() for each in rows(tables_of(strategy, trees, ahead=False), moves)]


def _correction(chances: list[float]) -> float:
    """Return the memo's addition for later moves: as if the last ratio stayed the same (Appendix A, OUTPUT)."""
    return chances[-1] / (1 - chances[-1] / chances[-2]) - chances[-1] if chances[-1] else 0.0


def _total(chances: list[float]) -> float:
    return sum(chances) + _correction(chances)


def _places(scan: str) -> int:
    """Return the number of decimals."""
    return len(scan.partition(".")[2])
