"""The memo's tables and theorems beside correct values, and how its figures are read.

The scan of the memo is poor: it confuses digits, above all similar ones, and prints other signs for some. A
figure counts against the memo only if no misread digit explains it.
"""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.lab import ask
from tests.engine.lab.tree_memo import DRIFT, DRIFT_TABLES, ORDERS, TABLES, Figure, Order
from tests.tier import times

# Digits that the scan confuses again and again, as the words around its figures show.
ALIKE = frozenset(frozenset(pair) for pair in ("14", "17", "35", "38", "06", "08", "09", "56", "58", "68"))
LOST = "?"  # stands for a sign that is no digit
TEN, BY_HAND = 10, 3  # the moves that the memo's programs follow, and chapter 6
# What counts against the memo, by table: strategy, E and the figure.
WRONG = {
    "4.1": {("strat", 0.25, ".42700")},
    "4.4": {("inflstrat", 0.75, ".78183")},
    "4.5": {("strat", 0.25, ".42730")},
    "5.1": {("hstrat", 0.5, ".41615")},
    "6.1": {("hstrat", 0.5, ".242")},
    "6.2": {
        *(("hstrat", 0.5, scan) for scan in (".0069", ".0816", ".0850", ".915")),
        *(("lstrat", 0.5, scan) for scan in (".035", ".174", ".826")),
    },
}


def read(scan: str, *values: float, certain: bool = False) -> str:
    """What a scanned figure says: `agrees`, `misread` (a digit of the scan is wrong), `differs` or `unreadable`.

    It may have any of the values, rounded or cut off to as many decimals; no digit is in doubt if it is certain.
    """
    whole, _, decimals = scan.partition(".")
    places, lost = len(decimals), decimals.count(LOST)
    if 2 * lost > places:
        return "unreadable"
    readings = []
    for value in values:
        for printed in (round(value, places), math.floor(value * 10**places + 1e-9) / 10**places):
            text = f"{printed:.{places}f}"
            readings.append(wrong_digits(text if whole else text.removeprefix("0"), scan))
    unlike, wrong = min(readings)
    if not wrong:
        return "agrees"
    if unlike <= 1 and not certain:
        return "misread"
    return "unreadable" if lost else "differs"


def wrong_digits(printed: str, scan: str) -> tuple[int, int]:
    """The numbers of digits of the scan that differ from the printed ones: without similar digits, and all."""
    if len(printed) != len(scan):
        return len(scan), len(scan)
    wrong = [frozenset((a, b)) for a, b in zip(printed, scan, strict=True) if a != b and b != LOST]
    return sum(pair not in ALIKE for pair in wrong), len(wrong)


def asked(question: str, strategy: str, trees: dict[str, str], **options: str) -> Any:
    return ask("tree", question, {"strategy": strategy, **trees, **options}).answer.answer


def may_be(figure: Figure, trees: dict[str, str]) -> Sequence[float]:
    """The correct value of a figure and, if it is another, that by the memo's own method."""
    quantity, drift = figure.quantity, "top" in trees
    win = asked("win", figure.strategy, trees)
    if quantity == "improvement":
        return [win / asked("win", "strat", trees)]
    if quantity == "limit":  # as values shrink: S(A + EB) or SA
        a, e = figure.ratio, figure.end
        return [(1 - e) * (a + e * (1 - a) if figure.strategy == "hstrat" else a)]
    if quantity == "loss total":
        return [1 - win]
    count, outcome = figure.move or (BY_HAND if drift else TEN), "loss" if quantity.startswith("loss") else "win"
    chances = asked("moves", figure.strategy, trees, moves=str(count), outcome=outcome)
    total, last = sum(chances), chances[-1]
    correction = last / (1 - last / chances[-2]) - last if count > 1 and last else 0.0  # as if the ratio stayed
    if quantity == "win":
        return [last] if figure.move else [win] if drift else [win, total + correction]
    by_hand = sum(round(chance, len(figure.scan.partition(".")[2])) for chance in chances)
    return {
        "loss": [last],
        "sum": [total, by_hand] if drift else [total],
        "loss sum": [total, by_hand],
        "ratio": [last / (chances[-2] if count > 1 else 1.0)],
        "correction": [correction],
        "total": [total + correction],
    }[quantity]


@pytest.mark.parametrize("table", TABLES)
def test_figures_count_against_the_memo_only_if_no_misread_digit_explains_them(table: str) -> None:
    wrong = set()
    for figure in TABLES[table]:
        trees = {"E": repr(figure.end), "A": repr(figure.ratio)}
        if table in DRIFT_TABLES:
            trees = {"form": "drift", "E": repr(figure.end), "top": repr(DRIFT[0]), "step": repr(DRIFT[1])}
        if read(figure.scan, *may_be(figure, trees), certain=figure.certain) == "differs":
            assert figure.remark, figure
            wrong.add((figure.strategy, figure.end, figure.scan))
    assert wrong == WRONG.get(table, set())


@pytest.mark.parametrize("row", ORDERS, ids=lambda row: f"{row.end}-{row.ratio:.2f}")
def test_the_memo_ranks_the_strategies_as_they_are(row: Order) -> None:
    trees = {"E": repr(row.end), "A": repr(row.ratio)}
    ranks = [rank.split("=") for rank in row.memo.split()]
    ranking = [[round(asked("win", name, trees), 5) for name in rank] for rank in ranks]
    assert all(len(set(rank)) == 1 for rank in ranking), "those that tie"
    assert all(better[0] > worse[0] for better, worse in pairwise(ranking))


def test_reading() -> None:
    assert read(".83266", 0.832685) == "misread"
    assert read(".4?74?", 0.497487) == "agrees"
    assert read(".42700", 0.428571) == "differs"
    assert read(".0069", 0.0052, certain=True) == "differs"
    assert read(".8????", 0.832685) == "unreadable"


@settings(max_examples=times(25))
@given(st.floats(0.3, 0.99), st.floats(0.5, 0.99))
def test_the_theorems_of_the_dependent_form(end: float, ratio: float) -> None:
    """Theorem 3.3, W_L > W_H > W, and its lemmas: each move wins as many times as often as the one before."""
    split, rest = 1 - end, 1 - ratio
    trees = {"form": "tsd", "E": repr(end), "A": repr(ratio)}
    blind, high, low = (asked("win", strategy, trees) for strategy in ("strat", "hstrat", "lstrat"))
    lead = end * (split * rest) ** 2 / ((1 - split * ratio) * (1 - split * (ratio + rest * end)))
    assert low - high == pytest.approx(lead, abs=1e-12)
    assert low > high > blind
    for strategy, first, factor in (
        ("hstrat", end * (ratio + rest * end), split * (ratio + rest * end)),
        ("lstrat", end, split * ratio),
    ):
        chances = asked("moves", strategy, trees, moves="4")
        assert chances == pytest.approx([first * factor**move for move in range(4)])
