"""Games 1 and 2 of the memo's chapter 6: what it says of them that can be checked (docs/lab/tree.md)."""

import pytest

from engine.lab import ask

# A tree is None, an end point, or a pair of trees.
Shape = tuple["Shape", "Shape"] | None


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
    exact, simulated = asked(2, strategy, **level), asked(2, strategy, **level, method="simulate")
    assert exact.certainty == "exact"
    assert abs(exact.answer - simulated.answer) < 4 * simulated.error


def test_caution_pays_where_values_do_not_shrink() -> None:
    """Game 1's values still shrink on the way down, game 2's do not."""
    chance_by_strategy = {
        (game, strategy): asked(game, strategy, method="simulate").answer
        for game in (1, 2)
        for strategy in ("hstrat", "lstrat")
    }
    assert chance_by_strategy[1, "lstrat"] > chance_by_strategy[1, "hstrat"]
    assert chance_by_strategy[2, "hstrat"] > chance_by_strategy[2, "lstrat"] + 0.03
