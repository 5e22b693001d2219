"""Games in plain Python, one by one, beside the same games of the kernel."""

import pytest

from engine.lab import Budget
from engine.lab.games.tree.play import simulate
from engine.lab.games.tree.reference import Tree, play_game, search_tree
from engine.lab.games.tree.rules import STRATEGIES
from engine.lab.games.tree.trees import SplitRatio, Trees
from tests.tier import few

GAMES = 400
TREES = [
    Trees("tsi", 0.5, SplitRatio(0.75)),
    Trees("tsd", 0.4, SplitRatio(None)),
    Trees("drift", 0.5, SplitRatio(0.5), 0.5, 1 / 6),
    Trees("tsi", 0.3, SplitRatio(None), 0.8),
    Trees("drift", 0.4, SplitRatio(None), 0.3, 0.1),
    Trees("tsd", 0.4, SplitRatio(0.7), first_ends=(0.1, 0.6)),
]
PLAYERS = (*STRATEGIES[:-1], "3hstrat", "5lstrat", "2ply", "4ply")


@pytest.mark.parametrize("trees", few(3, TREES), ids=lambda trees: f"{trees.form}-{trees.end}")
@pytest.mark.parametrize("strategy", PLAYERS)
def test_the_kernel_plays_the_same_games(trees: Trees, strategy: str) -> None:
    there = simulate(trees, strategy, GAMES, 7, Budget())
    here = [play_game(strategy, Tree(trees, 7, game)) for game in range(GAMES)]
    assert sum(bool(game.won) for game in here) == there.wins
    assert sum(game.looks for game in here) / GAMES == pytest.approx(there.looks.mean, abs=1e-9)
    for move in (1, 2, 3):
        assert sum(bool(game.won) and len(game.way) == move for game in here) == there.by_move[move - 1]


@pytest.mark.parametrize("trees", TREES[:3], ids=lambda trees: f"{trees.form}-{trees.end}")
def test_the_kernel_searches_the_same_trees(trees: Trees) -> None:
    there = simulate(trees, "unlimited", 60, 3, Budget())
    here = [search_tree(Tree(trees, 3, game), 200_000) for game in range(60)]
    assert sum(bool(game.won) for game in here) == there.wins


def test_a_search_that_takes_too_long_is_given_up() -> None:
    assert search_tree(Tree(Trees("tsi", 0.05, SplitRatio(0.75)), 1), 3).won is None


def test_a_way_leads_to_its_point() -> None:
    tree = Tree(TREES[0], 5)
    high, low = tree.branches(tree.top)
    assert (high.value, low.value) == (0.75, 0.25)
    assert tree.point_at("hl") == tree.branches(high)[1]
    assert tree.point_at("") == tree.top
