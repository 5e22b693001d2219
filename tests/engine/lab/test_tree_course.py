"""Wins and losses by move, moves and looks of a game: against all games in trees with a last level."""

from fractions import Fraction
from functools import partial

import pytest

from tests.engine.lab import asking
from tests.engine.lab.tree_finite import Trees, play_all

answer = partial(asking.answer, "tree")
MOVES = 4
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
ENDS = (Fraction(2, 5), Fraction(1, 5), Fraction(1))
STRATEGIES = ("nostrat", "strat", "lstrat", "2hstrat", "3lstrat", "infhstrat", "inflstrat", "bstrat", "2ply")
TREES = {
    "tsi": Trees("tsi", ENDS, (Fraction(3, 4), Fraction(1, 4)), Fraction(9, 10)),
    "tsd": Trees("tsd", ENDS, (Fraction(2, 3), THIRD)),
    "equal branches": Trees("tsi", ENDS, (HALF, HALF)),
    "drift": Trees("drift", ENDS, top=HALF, step=Fraction(1, 6)),
    "steep": Trees("drift", ENDS, top=Fraction(1, 5), step=Fraction(3, 5)),
    "level": Trees("drift", ENDS, top=THIRD, step=Fraction(0)),
}


def options(trees: Trees) -> dict[str, str]:
    names = {"form": trees.form, "ends": ",".join(map(str, trees.ends)), "E": "1"}
    if trees.form == "drift":
        return names | {"top": str(trees.top), "step": str(trees.step)}
    if len(trees.shares) > 2:
        return names | {"shares": ",".join(map(str, trees.shares)), "value": str(trees.top)}
    return names | {"A": str(trees.shares[0]), "value": str(trees.top)}


@pytest.mark.parametrize(
    ("strategy", "name"),
    [*((strategy, name) for strategy in STRATEGIES for name in TREES), ("3ply", "steep")],
)
def test_all_games_in_small_trees(strategy: str, name: str) -> None:
    typed_options = options(TREES[name]) | {"strategy": strategy}
    right = play_all(strategy, TREES[name])
    assert answer("win", **typed_options).answer == pytest.approx(float(sum(right.won.values())), abs=1e-12)
    assert answer("length", **typed_options).answer == pytest.approx(float(right.moves), abs=1e-12)
    assert answer("looks", **typed_options).answer == pytest.approx(float(right.looks), abs=1e-12)
    for outcome, chances in (("win", right.won), ("loss", right.lost)):
        course = answer("moves", **typed_options, outcome=outcome, moves=str(MOVES))
        assert course.answer == pytest.approx([float(chances.get(move, 0)) for move in range(1, MOVES + 1)], abs=1e-12)
        assert course.details["sum"] == pytest.approx(float(sum(chances.values())), abs=1e-12)


@pytest.mark.parametrize("strategy", ["2ply", "2hstrat", "inflstrat"])
def test_all_games_with_three_branches(strategy: str) -> None:
    trees = Trees("tsi", (Fraction(2, 5), Fraction(1)), (HALF, Fraction(3, 10), Fraction(1, 5)))
    typed_options = options(trees) | {"strategy": strategy}
    right = play_all(strategy, trees)
    assert answer("win", **typed_options).answer == pytest.approx(float(sum(right.won.values())), abs=1e-12)
    assert answer("looks", **typed_options).answer == pytest.approx(float(right.looks), abs=1e-12)
    lost = answer("moves", **typed_options, outcome="loss", moves="2").answer
    assert lost == pytest.approx([float(right.lost.get(move, 0)) for move in (1, 2)], abs=1e-12)


@pytest.mark.parametrize("end", ["0.1", "0.001", "0.000001"])
def test_the_error_of_a_length_grows_with_it(end: str) -> None:
    """HSTRAT in the dependent form: C + DX with C = 1 + (1 + E)SC and D = S(A + EB)D - EASC, of which X = 1."""
    for ratio in (HALF, Fraction(3, 4), Fraction(1)):
        e = Fraction(end)
        s, b = 1 - e, 1 - ratio
        constant = 1 / (1 - (1 + e) * s)
        right = constant - e * ratio * s * constant / (1 - s * (ratio + e * b))
        reply = answer("length", strategy="hstrat", form="tsd", E=end, A=str(float(ratio)))
        assert abs(reply.answer - right) <= reply.error
