"""Searches in several orders, and the cut-offs of the weighing strategies."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from engine.lab import ask
from engine.lab.games.tree.depreciation import estimate_branches, prefers_high
from engine.lab.games.tree.searches import ORDERS, expect_search
from engine.lab.games.tree.trees import Ends

LEVELS = 2
PICK = {
    "best": lambda point: (-value(point), len(point)),
    "breadth": lambda point: (len(point), point),
    "depth": lambda point: point.replace("h", "0").replace("l", "1"),
    "lowest": lambda point: value(point),
}


def value(point: str) -> Fraction:
    return Fraction(7, 10) ** point.count("h") * Fraction(3, 10) ** point.count("l")


def trees(end: Fraction, form: str) -> Iterator[tuple[Fraction, dict[str, bool]]]:
    """All trees of two levels with their chances: of the end points, which are wins."""
    for ends in range(4):
        chance, leaves = Fraction(1), []
        for place, branch in enumerate("hl"):
            here = bool(ends >> place & 1)
            chance *= end if here else 1 - end
            leaves += [branch] if here else [branch + "h", branch + "l"]
        if form == "tsd":
            for winner in leaves:
                yield chance * value(winner), {leaf: leaf == winner for leaf in leaves}
            continue
        for wins in range(2 ** len(leaves)):
            branch_chance, branch_wins = chance, {}
            for place, leaf in enumerate(leaves):
                branch_wins[leaf] = bool(wins >> place & 1)
                branch_chance *= value(leaf) if branch_wins[leaf] else 1 - value(leaf)
            yield branch_chance, branch_wins


def looks(tree: dict[str, bool], order: str) -> int:
    seen, count = ["h", "l"], 0
    while seen:
        point = min(seen, key=PICK[order])
        seen.remove(point)
        count += 1
        if tree.get(point):
            return count
        if point not in tree:
            seen += [point + "h", point + "l"]
    return count


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("form", ["tsi", "tsd"])
def test_looks_in_every_tree_there_can_be(order: str, form: str) -> None:
    end = Fraction(2, 5)
    expected = sum(chance * looks(tree, order) for chance, tree in trees(end, form))
    searches = expect_search(order, form, Ends((), float(end)), 0.7, LEVELS)
    assert searches.looks == pytest.approx(float(expected), abs=1e-12)
    won = sum(chance for chance, tree in trees(end, form) if any(tree.values()))
    assert searches.win == pytest.approx(float(won), abs=1e-12)


@pytest.mark.parametrize("strategy", ["hprime", "bprime"])
@pytest.mark.parametrize("total", [1.0, 0.1, 0.01])
def test_above_the_cut_off_no_ratio_leads_low_and_below_it_one_does(strategy: str, total: float) -> None:
    options = {"strategy": strategy, "E": ".5", "A": ".75", "total": repr(total)}
    cutoff = ask("tree", "cutoff", options).answer
    assert isinstance(cutoff.answer, float)
    for share, high in ((cutoff.answer + 1e-6, True), (cutoff.answer - 1e-6, False)):
        ratios = (cutoff.details["high_ratio"], cutoff.details["low_ratio"])
        estimates = estimate_branches(strategy, 0.5, 0.75, share * total, (1 - share) * total, ratios)
        assert prefers_high(strategy, *estimates) is high
