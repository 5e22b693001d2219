"""Games 1 and 2 of the memo's chapter 6: what it says of them that can be checked (docs/lab/tree.md)."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from functools import cache

import pytest

from engine.errors import InputError
from engine.lab import ask

# A tree is None, an end point, or a pair of trees.
Shape = tuple["Shape", "Shape"] | None


@cache
def shapes(ends: int) -> tuple[Shape, ...]:
    """All trees with so many end points."""
    if ends == 1:
        return (None,)
    return tuple((left, right) for here in range(1, ends) for left in shapes(here) for right in shapes(ends - here))


def size(tree: Shape) -> int:
    return 1 if tree is None else size(tree[0]) + size(tree[1])


@cache
def looks(unseen: tuple[Shape, ...], chance: Fraction, *, lowest_first: bool) -> Fraction:
    """Expected looks until a win is seen or all is seen, each end point a win with that chance.

    Looks at a point with the fewest end points, or in the best of all orders, that knows the trees' shapes.
    """
    if not unseen:
        return Fraction(0)
    order = sorted(set(unseen), key=size)
    return 1 + min(
        (1 - chance) * looks(_without(unseen, tree), chance, lowest_first=lowest_first)
        if tree is None
        else looks(tuple(sorted((*_without(unseen, tree), *tree), key=repr)), chance, lowest_first=lowest_first)
        for tree in (order[:1] if lowest_first else order)
    )


def _without(trees: tuple[Shape, ...], tree: Shape) -> tuple[Shape, ...]:
    place = trees.index(tree)
    return trees[:place] + trees[place + 1 :]


@pytest.mark.parametrize("chance", [Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)])
def test_game_1_the_lowest_value_first_takes_the_fewest_looks(chance: Fraction) -> None:
    for tree in shapes(7):
        assert tree is not None
        assert looks(tree, chance, lowest_first=True) == looks(tree, chance, lowest_first=False)


def tree_of(end: float, rng: random.Random) -> list[int]:
    """The depths of a random tree's end points below the top."""
    depths, open_points = [], [1, 1]
    while open_points:
        depth = open_points.pop()
        if rng.random() < end:
            depths.append(depth)
        else:
            open_points += [depth + 1, depth + 1]
    return depths


@pytest.fixture(scope="module")
def trees() -> list[list[int]]:
    rng = random.Random(1)
    return [tree_of(0.7, rng) for _ in range(20_000)]


def test_game_1_the_chance_that_a_win_lies_below_the_top(trees: list[list[int]]) -> None:
    end, value = 0.7, 0.3
    split = 1 - end
    none = (1 - math.sqrt(1 - 4 * split * end * (1 - value))) / (2 * split)
    seen = [(1 - value) ** len(depths) for depths in trees]
    assert 1 - sum(seen) / len(seen) == pytest.approx(1 - none * none, abs=0.006)


def test_game_2_a_split_point_s_value_varies_less_than_an_end_point_s(trees: list[list[int]]) -> None:
    end = 0.7
    # The top's value is the sum of 2^-depth times each end point's, so its variance has the squares of these weights.
    weights = [[0.5**depth for depth in depths] for depths in trees]
    assert all(math.isclose(sum(each), 1) for each in weights)
    squares = [sum(weight * weight for weight in each) for each in weights]
    assert sum(squares) / len(squares) == pytest.approx(end / (1 + end), abs=0.004)


def asked(game: int, strategy: str, **options: str):
    return ask("tree", f"game{game}", {"strategy": strategy, "E": ".7", **options}).answer


def test_both_games_are_searched_with_the_same_chance_but_not_the_same_looks() -> None:
    level = {"lowest": ".3", "highest": ".3"}
    exact = asked(1, "lowest", **level)
    assert exact.answer == pytest.approx(asked(2, "highest", **level).answer)
    lowest, highest = (asked(1, order, **level, method="simulate") for order in ("lowest", "highest"))
    assert lowest.answer == highest.answer  # the same trees
    assert abs(exact.answer - lowest.answer) < 4 * lowest.error
    assert lowest.details["looks"] + 4 * lowest.details["looks_error"] < highest.details["looks"]
    assert abs(lowest.details["end_points"] - 3.5) < 4 * lowest.details["end_points_error"]


@pytest.mark.parametrize("strategy", ["nostrat", "hstrat", "2lstrat", "bstrat", "infhstrat"])
def test_game_2_with_equal_values_is_theorem_6_1(strategy: str) -> None:
    level = {"lowest": ".4", "highest": ".4"}
    exact, played = asked(2, strategy, **level), asked(2, strategy, **level, method="simulate")
    assert exact.known == "exact"
    assert abs(exact.answer - played.answer) < 4 * played.error


def test_caution_pays_where_values_do_not_shrink() -> None:
    """Game 1's values still shrink on the way down, game 2's do not."""
    found = {
        (game, strategy): asked(game, strategy, method="simulate").answer
        for game in (1, 2)
        for strategy in ("hstrat", "lstrat")
    }
    assert found[1, "lstrat"] > found[1, "hstrat"]
    assert found[2, "hstrat"] > found[2, "lstrat"] + 0.03


@pytest.mark.parametrize(
    ("game", "options", "field"),
    [
        (1, {"strategy": "hstrat"}, "method"),
        (2, {"strategy": "hstrat"}, "method"),
        (1, {"strategy": "hstrat", "method": "simulate", "E": ".5"}, "E"),
        (1, {"strategy": "lowest", "lowest": ".5", "highest": ".4"}, "lowest"),
        (1, {"strategy": "unlimited"}, "strategy"),
    ],
)
def test_what_cannot_be_asked_of_games_1_and_2(game: int, options: dict[str, str], field: str) -> None:
    with pytest.raises(InputError) as caught:
        ask("tree", f"game{game}", {"E": ".7", **options})
    assert caught.value.field == field
