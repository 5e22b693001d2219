"""Strategies with a number of looks or plies, looks and lengths of games, E by level, and more than two branches."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InputError
from engine.lab import Budget, ask
from engine.lab.games.tree.exact import compute_chance, expect_count, follow_course
from engine.lab.games.tree.play import simulate
from engine.lab.games.tree.rules import STEPPING
from engine.lab.games.tree.trees import SplitRatio, Trees
from engine.lab.games.tree.walk import follow_wins
from tests.engine.lab.tree_places import by_places
from tests.tier import times

GAMES = 60_000
FURTHER = ("3hstrat", "4lstrat", "7hstrat")
TREES = [
    Trees("tsi", 0.4, SplitRatio(0.7), first_ends=(0.6, 0.1, 0.3)),
    Trees("tsi", 0.4, SplitRatio(None), 0.9, first_ends=(0.2,)),
    Trees("tsd", 0.4, SplitRatio(0.5, (0.3, 0.2)), first_ends=(0.2,)),
    Trees("tsi", 0.5, SplitRatio(0.4, (0.3, 0.2, 0.1))),
    Trees("tsd", 0.45, SplitRatio(0.75)),
]


def answer(question: str, **options: str):
    return ask("tree", question, options).answer


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


@settings(max_examples=times(25))
@given(
    st.sampled_from([*STEPPING, *FURTHER]),
    st.lists(st.floats(0.0, 1.0), max_size=3),
    st.floats(0.1, 1.0),
    st.floats(0.5, 0.95),
)
def test_levels_by_powers_and_by_all_values(strategy: str, first: list[float], end: float, ratio: float) -> None:
    trees = Trees("tsi", end, SplitRatio(ratio), first_ends=tuple(first))
    won, trees_left = follow_wins(by_places(strategy, trees), Budget())
    assert won - 1e-11 <= compute_chance(strategy, trees, Budget()).chance <= won + trees_left + 1e-11


@settings(max_examples=times(15))
@given(st.floats(0.1, 1.0), st.floats(0.5, 0.95))
def test_two_plies_see_more_than_one_and_less_than_all(end: float, ratio: float) -> None:
    """With the same E on each level, that level by level is the same, too."""
    trees = Trees("tsi", end, SplitRatio(ratio))
    one, two, everything = (
        compute_chance(strategy, trees, Budget()).chance for strategy in ("bstrat", "2ply", "unlimited")
    )
    assert one <= two + 1e-12 <= everything + 2e-12
    level = Trees("tsi", end, SplitRatio(ratio), first_ends=(end, end, end, end))
    assert compute_chance("2ply", level, Budget()).chance == pytest.approx(two, abs=1e-12)


def test_games_that_hardly_ever_end_are_not_exact() -> None:
    with pytest.raises(InputError, match="must be simulate for hstrat with so few end points"):
        answer("win", strategy="hstrat", E="1e-9", A=".9")


def test_xhstrat_and_xlstrat_lead_to_their_limits() -> None:
    """The memo: ∞HSTRAT and ∞LSTRAT are the limits, and each further look improves XHSTRAT."""
    for letter in "hl":
        *chances, last, limit = (
            answer("win", strategy=f"{x}{letter}strat", E=".5", A=".75").answer
            for x in ("1", "2", "3", "6", "60", "inf")
        )
        assert [*chances, limit] == sorted([*chances, limit])
        assert last == pytest.approx(limit, abs=1e-12)
    assert answer("win", strategy="3lstrat", E=".5", A=".75").answer == pytest.approx(0.7271303367, abs=1e-9)


def test_two_shares_are_a_split_ratio_and_all_alike_are_nostrat_s() -> None:
    pair = answer("win", strategy="2lstrat", E=".4", shares=".7,.3").answer
    assert pair == pytest.approx(answer("win", strategy="2lstrat", E=".4", A=".7").answer, abs=1e-13)
    blind = [answer("win", strategy=strategy, E=".4", shares="1/3,1/3,1/3").answer for strategy in ("strat", "nostrat")]
    assert blind == pytest.approx([0.4 / (3 - 0.6)] * 2)


def test_shares_are_scaled_to_the_sum_one() -> None:
    typed, meant = (
        answer("win", strategy="bstrat", E=".4", shares=shares).answer for shares in (".333,.333,.333", "1/3,1/3,1/3")
    )
    assert typed == pytest.approx(meant, abs=1e-13)


def test_below_a_level_of_end_points_only_nothing_matters() -> None:
    for strategy in ("inflstrat", "2ply", "unlimited"):
        chances = [answer("win", strategy=strategy, E=end, ends=".5,1", A=".75").answer for end in ("0", ".3", "1")]
        assert chances[0] == chances[1] == chances[2] > 0
    with pytest.raises(InputError, match="some games have no end"):
        answer("win", strategy="strat", E="0", ends=".5", A=".75")
    curve = answer("curve", against="E", ends=".5", A=".75", steps="2").answer
    assert [place for place, _ in curve] == [0.5, 1.0]


def test_every_strategy_plays_the_drift_form() -> None:
    trees = {"form": "drift", "E": ".5", "top": ".5", "step": "1/6"}
    rows = dict(answer("ranking", **trees, all="1").answer)
    assert rows["hprime"] == pytest.approx(rows["hstrat"])
    assert max(rows, key=rows.__getitem__) == "unlimited"
    for strategy in ("unlimited", "3hstrat", "4lstrat", "bprime"):
        exact = answer("win", strategy=strategy, **trees)
        simulated = answer("win", strategy=strategy, **trees, method="simulate", games="60000")
        assert abs(exact.answer - simulated.answer) < 4 * simulated.error
    level = answer("win", strategy="unlimited", form="drift", E=".7", top=".3", step="0").answer
    # Game 2 with equal end points: 1 - q², q = (1 - √(1 - 4SE(1 - v))) / 2S.
    none = (1 - (1 - 4 * 0.3 * 0.7 * 0.7) ** 0.5) / 0.6
    assert level == pytest.approx(1 - none * none, abs=1e-9)
    for end in (".3", ".5"):  # where no point has a value, no tree has a win, not even an endless one
        assert answer("win", strategy="unlimited", form="drift", E=end, top="0", step="0").answer == 0


def test_every_game_is_won_or_lost_on_some_move() -> None:
    for trees in ({"E": ".5", "A": ".75"}, {"form": "drift", "E": ".5", "top": ".5", "step": "1/6"}):
        for strategy in ("hstrat", "lstrat", "2lstrat", "hprime"):
            lost = answer("moves", strategy=strategy, outcome="loss", moves="90", **trees).answer
            won = answer("win", strategy=strategy, **trees).answer
            assert sum(lost) + won == pytest.approx(1, abs=1e-9)
    lost = answer("moves", strategy="hstrat", outcome="loss", moves="2", form="drift", E=".5", top=".5", step="1/6")
    assert lost.answer == pytest.approx([0.0556, 0.0191], abs=5e-5)  # the memo's table 6.2
