"""Evaluation diagrams: their rows add up, and to what is known of each move."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.lab import ask
from engine.lab.games.tree.rules import STEPPING
from tests.engine.lab.tree_finite import Game, Trees

TREES = {"E": ".5", "A": ".75"}
DRIFT = {"form": "drift", "E": ".5", "top": ".5", "step": "1/6"}


def drawn(**options: str):
    return ask("tree", "diagram", options).answer


@pytest.mark.parametrize(("strategy", "first", "ratio"), [("hstrat", 0.4375, 0.4375), ("lstrat", 0.5, 0.375)])
def test_rows_of_the_dependent_form_are_a_geometric_series(strategy: str, first: float, ratio: float) -> None:
    wins = drawn(form="tsd", strategy=strategy, rows="4", **TREES).details["wins"]
    assert wins == pytest.approx([first * ratio**move for move in range(4)])


@pytest.mark.parametrize("strategy", [*STEPPING, "3hstrat", "5lstrat", "2ply", "3ply", "hprime", "bprime"])
@pytest.mark.parametrize("trees", [{"form": "tsi", **TREES}, DRIFT], ids=["tsi", "drift"])
def test_rows_of_a_lattice_add_up(strategy: str, trees: dict[str, str]) -> None:
    found = drawn(strategy=strategy, rows="4", **trees)
    row = [reached for at, _, _, reached in found.answer if at == 1]
    assert sum(row) == pytest.approx(1)
    for row_number in range(4):
        for number in range(row_number + 1):
            out = [chance for at, place, _, chance in found.details["lines"] if (at, place) == (row_number, number)]
            assert sum(out) == pytest.approx(1)
    if strategy in ("nostrat", "strat", "hstrat", "lstrat", "bstrat", "hprime", "bprime"):
        moves = ask("tree", "moves", {"strategy": strategy, "moves": "4", **trees}).answer.answer
        assert found.details["wins"] == pytest.approx(moves)


@pytest.mark.parametrize("strategy", ["2ply", "3hstrat", "3lstrat"])
@pytest.mark.parametrize("form", ["tsi", "drift"])
def test_the_first_line_has_the_chance_to_go_low(strategy: str, form: str) -> None:
    """Three levels decide: all trees there can be, with fractions."""
    half, levels = Fraction(1, 2), (Fraction(2, 5),) * 3
    trees = (
        Trees(form, levels, (Fraction(3, 4), Fraction(1, 4)))
        if form == "tsi"
        else Trees(form, levels, top=half, step=Fraction(1, 6))
    )
    low, waiting = Fraction(0), [[]]
    while waiting:
        given = waiting.pop()
        game = Game(trees, given)
        low += game.choose(strategy, ()) * game.chance
        waiting += [[*game.drawn[:place], False] for place in range(len(given), len(game.drawn))]
    options = TREES if form == "tsi" else DRIFT
    lines = drawn(strategy=strategy, **{**options, "E": ".4"}).details["lines"]
    assert lines[1] == [0, 0, 1, pytest.approx(float(low))]


@pytest.mark.parametrize("trees", [{"A": ".75"}, {"form": "drift", "top": ".5", "step": "1/6"}], ids=["tsi", "drift"])
def test_wins_that_are_seen_add_up_to_the_chance_to_win(trees: dict[str, str]) -> None:
    for strategy in ("2ply", "3ply", "4hstrat", "inflstrat"):
        wins = drawn(strategy=strategy, E=".95", rows="4", **trees).details["wins"]
        assert sum(wins) == pytest.approx(
            ask("tree", "win", {"strategy": strategy, "E": ".95", **trees}).answer.answer, abs=1e-4
        )
