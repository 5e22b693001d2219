"""Simulated games agree with exact figures: strategies with a number of looks, E by level, and more than two branches."""

import pytest

from engine.errors import InputError
from engine.lab import Budget
from engine.lab.games.tree.exact import compute_chance, expect_count, follow_course
from engine.lab.games.tree.play import Tally, simulate
from engine.lab.games.tree.rules import STEPPING, parse_strategy_name
from engine.lab.games.tree.trees import SplitRatio, Trees
from engine.lab.simulation import Estimate
from tests.engine.lab.asking import answer

GAMES = 60_000
FURTHER = ("3hstrat", "4lstrat", "7hstrat")
TREES = [
    Trees("tsi", 0.4, SplitRatio(0.7), first_ends=(0.6, 0.1, 0.3)),
    Trees("tsi", 0.4, SplitRatio(None), 0.9, first_ends=(0.2,)),
    Trees("tsd", 0.4, SplitRatio(0.5, (0.3, 0.2)), first_ends=(0.2,)),
    Trees("tsi", 0.5, SplitRatio(0.4, (0.3, 0.2, 0.1))),
    Trees("tsd", 0.45, SplitRatio(0.75)),
]


@pytest.mark.parametrize("trees", TREES, ids=range(len(TREES)))
@pytest.mark.parametrize("strategy", [*STEPPING, *FURTHER])
def test_games_agree_with_chances_moves_looks_and_lengths(strategy: str, trees: Trees) -> None:
    simulated = simulate(trees, strategy, GAMES, 3, Budget())
    assert abs(simulated.chance.mean - compute_chance(strategy, trees, Budget()).chance) < 4 * simulated.chance.error
    for what, estimate in (("looks", simulated.looks), ("moves", simulated.moves)):
        right, _ = expect_count(what, strategy, trees, Budget())
        assert abs(estimate.mean - right) < 4 * estimate.error + 1e-12
    for won, chance in zip(simulated.by_move, follow_course(strategy, trees, Budget(), 5).won, strict=False):
        assert abs(won - GAMES * chance) < 5 * (GAMES * chance) ** 0.5


@pytest.mark.parametrize("strategy", ["unlimited", "2ply"])
@pytest.mark.parametrize("trees", TREES[:4], ids=range(4))
def test_what_sees_more_agrees_too(strategy: str, trees: Trees) -> None:
    if strategy == "2ply" and (trees.ratio.constant is None or len(trees.ratio.shares) > 2):
        return
    simulated = simulate(trees, strategy, GAMES // 5, 4, Budget())
    reply = compute_chance(strategy, trees, Budget())
    assert abs(simulated.chance.mean - reply.chance) < 4 * simulated.chance.error


def test_a_gain_has_the_error_of_games_on_the_same_trees() -> None:
    """Of 100 games 40 are won by one strategy alone: the differences are 40 times 1, 60 times 0."""
    none = Estimate(0.0, 0.0, 100)
    gain = Tally(100, 60, 20, 20, [], none, none, 0).gain
    assert (gain.mean, gain.error) == (0.4, pytest.approx(((0.4 - 0.4**2) / 99) ** 0.5))


def test_a_strategy_with_one_look_has_a_name_of_its_own() -> None:
    names = ("1hstrat", "xlstrat:1", "ply:1", "3HSTRAT", "0lstrat")
    assert [parse_strategy_name(name) for name in names] == ["hstrat", "lstrat", "bstrat", "3hstrat", None]


def test_games_that_hardly_ever_end_are_not_exact() -> None:
    with pytest.raises(InputError, match="must be simulate for hstrat with so few end points"):
        answer("tree", "win", strategy="hstrat", E="1e-9", A=".9")
