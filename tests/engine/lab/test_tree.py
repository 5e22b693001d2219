"""Tree Solitaire: the values of lab/README.md, and each number by two routes that share no formula."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InputError
from engine.lab import ask
from engine.lab.budget import Budget
from engine.lab.games.tree.exact import compute_chance
from engine.lab.games.tree.rules import STEPPING, STRATEGIES
from engine.lab.games.tree.states import HIGH, LOW, UNKNOWN, build_fork_states, solve_level_chance
from engine.lab.games.tree.trees import Ends, SplitRatio, Trees
from engine.lab.games.tree.values import Drifting
from engine.lab.games.tree.walk import follow_wins
from tests.engine.lab.tree_places import by_places
from tests.tier import times

ENDS = st.floats(0.02, 1.0)
RATIOS = st.floats(0.5, 1.0)


def answer(question: str, **options: str):
    return ask("tree", question, {name.replace("_", "-"): text for name, text in options.items()}).answer


def win(strategy: str, **options: str) -> float:
    reply = answer("win", strategy=strategy, **options)
    assert reply.certainty == "exact"
    assert reply.error <= 1e-9
    return reply.answer


NAMES = ("strat", "hstrat", "lstrat", "2hstrat", "2lstrat", "bstrat", "infhstrat", "inflstrat")


@settings(max_examples=times(40))
@given(st.sampled_from(STEPPING), ENDS, st.floats(0.5, 0.98), st.floats(0.01, 1.0))
def test_powers_of_values_agree_with_all_values(strategy: str, end: float, ratio: float, top: float):
    trees = Trees("tsi", end, SplitRatio(ratio), top)
    won, trees_left = follow_wins(by_places(strategy, trees), Budget())
    assert won - 1e-11 <= compute_chance(strategy, trees, Budget()).chance <= won + trees_left + 1e-11


@settings(max_examples=times(40))
@given(ENDS, RATIOS)
def test_closed_forms_of_the_dependent_form(end: float, ratio: float):
    e, s, a, b = end, 1 - end, ratio, 1 - ratio
    high = a + b * e
    expected = {
        "nostrat": e / (1 + e),
        "strat": e * a / (1 - s * a),
        "hstrat": e * high / (1 - s * high),
        "lstrat": e / (1 - s * a),
        "bstrat": e / (1 - s * high),
        "2lstrat": e * (1 + s * a * b) / (1 - s * a),
    }
    for strategy, chance in expected.items():
        assert win(strategy, form="tsd", E=repr(e), A=repr(a)) == pytest.approx(chance, rel=1e-11)


@settings(max_examples=times(30))
@given(ENDS, RATIOS, st.floats(0.0, 1.0))
def test_what_looking_is_worth(end: float, ratio: float, top: float):
    """Nobody wins more than the one who sees everything, and a look is never worth less than none."""
    trees = Trees("tsi", end, SplitRatio(ratio), top)
    reply = {name: compute_chance(name, trees, Budget()).chance for name in STRATEGIES}
    assert all(chance <= reply["unlimited"] + 1e-11 for chance in reply.values())
    assert reply["unlimited"] <= top + 1e-11
    assert reply["strat"] <= min(reply[name] for name in NAMES) + 1e-11
    assert reply["hstrat"] <= reply["lstrat"] + 1e-11
    assert reply["2hstrat"] <= reply["infhstrat"] + 1e-11 or ratio > 0.5


def test_uniform_ratios_in_the_dependent_form_need_their_mean_only():
    for strategy in STEPPING:
        assert win(strategy, form="tsd", E=".3", ratio="uniform") == pytest.approx(
            win(strategy, form="tsd", E=".3", A=".75"), abs=1e-13
        )


def test_equal_branches_make_hprime_go_low_and_bprime_no_matter():
    for form in ("tsi", "tsd"):
        assert win("hprime", form=form, E=".5", A=".5") == pytest.approx(win("lstrat", form=form, E=".5", A=".5"))
        assert win("bprime", form=form, E=".5", A=".5") == pytest.approx(win("bstrat", form=form, E=".5", A=".5"))
        assert win("hprime", form=form, E=".5", A=".9") == pytest.approx(win("hstrat", form=form, E=".5", A=".9"))


def test_branches_of_the_drift_form_that_are_drawn():
    """Two draws have the mean values T+D and T-D, but T*T as the mean of their product, not T*T-D*D."""
    end, top, step = 0.5, 0.5, 1 / 6
    options = {"form": "drift", "E": ".5", "top": ".5", "step": "1/6", "method": "simulate", "games": "500000"}
    for ratio, product in (("uniform", top * top), ("constant", top * top - step * step)):
        first = {
            "strat": end * (top + step),
            "hstrat": end * (top + step) + end * end * (top - step - product),
            "lstrat": end * (top - step) + end * (top + step) - end * end * product,
        }
        for strategy, chance in first.items():
            moves = answer("moves", strategy=strategy, ratio=ratio, moves="1", **options)
            assert abs(moves.answer[0] - chance) < 4 * moves.error
            assert ("draws" in moves.details["branches"]) is (ratio == "uniform")
    gain = answer("gain", strategy="hstrat", over="lstrat", ratio="uniform", **options)
    assert "draws" in gain.details["branches"]
    assert abs(gain.answer - (0.86268 - 0.78963)) < 4 * gain.error  # what the page says


@pytest.mark.parametrize("strategy", STEPPING)
def test_drift_form_by_its_equations(strategy: str):
    """Values move on a grid of D: the chances of all grid points must satisfy the one-step equation."""
    end, top, step = 0.4, 0.3, 0.1
    if strategy in ("2hstrat", "infhstrat", "inflstrat", "2lstrat"):
        assert win(strategy, form="drift", E="1", top="0.3", step="0.1") == pytest.approx(0.4 + 0.6 * 0.2)
        return

    def chance(value: float) -> float:
        return win(strategy, form="drift", E=repr(end), top=repr(value), step=repr(step))

    values = Drifting(Ends((), end), step, strategy != "nostrat")
    state = build_fork_states(strategy, values, 0, np.array([top]))[UNKNOWN]
    to_high, to_low = state.transitions[HIGH, UNKNOWN], state.transitions[LOW, UNKNOWN]
    expected = state.won + to_high * chance(top + step) + to_low * chance(top - step)
    assert chance(top) == pytest.approx(expected, abs=1e-11)


@settings(max_examples=times(10), deadline=None)
@given(st.floats(0.3, 1.0), st.floats(0.01, 0.99))
def test_drift_form_without_drift(end: float, top: float):
    """Theorem 6.1 and its formulas: where all values are equal, caution pays."""
    e, t = end, top
    assert solve_level_chance("hstrat", e, t) == pytest.approx(t * (1 + e - e * t) / (t + e - e * t), rel=1e-9)
    assert solve_level_chance("lstrat", e, t) == pytest.approx(t * (2 - e * t) / (1 + t - e * t), rel=1e-9)
    assert solve_level_chance("hstrat", e, t) >= solve_level_chance("lstrat", e, t) - 1e-12
    for strategy in STEPPING:
        won, _ = follow_wins(by_places(strategy, Trees("drift", e, SplitRatio(0.5), t, 0.0)), Budget())
        assert solve_level_chance(strategy, e, t) == pytest.approx(won, abs=1e-10)


@settings(max_examples=times(40))
@given(st.sampled_from(["lstrat", "hstrat", "bstrat"]), ENDS, RATIOS, st.floats(0.0, 1.0))
def test_depreciation_factor_solves_its_equation(strategy: str, end: float, ratio: float, value: float):
    e, s, h, low = end, 1 - end, ratio * value, (1 - ratio) * value
    k = answer("depreciation", strategy=strategy, E=repr(e), A=repr(ratio), value=repr(value)).answer
    right = {
        "lstrat": e * low + (1 - e * low) * (e * h + s * k * h),
        "hstrat": e * h + s * k * h + e * (1 - h) * (e * low + s * k * low),
        "bstrat": e * h + (1 - e * h) * e * low + e * (1 - h) * s * k * low + (1 - e * low) * s * k * h,
    }
    assert k * value == pytest.approx(right[strategy], rel=1e-9, abs=1e-15)


@pytest.mark.parametrize("strategy", ["lstrat", "hstrat", "bstrat"])
def test_the_chance_to_win_is_between_the_memo_s_two_estimates(strategy: str):
    """Chapter 5: “somewhere between” X K(X) and X K(0)."""
    for end, ratio, value in itertools.product((".05", ".5", ".95"), (".5", ".75", "1"), (".1", ".5", "1")):
        reply = answer("depreciation", strategy=strategy, E=end, A=ratio, value=value).details
        assert reply["low"] - 1e-12 <= reply["win"] <= reply["high"] + 1e-12
        assert reply["win"] == pytest.approx(win(strategy, E=end, A=ratio, value=value), abs=1e-12)


def test_depreciation_at_nothing_is_the_dependent_form():
    for strategy in ("lstrat", "hstrat", "bstrat"):
        k = answer("depreciation", strategy=strategy, E=".3", A=".6", value="0").answer
        assert k == pytest.approx(win(strategy, form="tsd", E=".3", A=".6"))


def test_ends():
    for form in ("tsi", "tsd"):
        for strategy in STRATEGIES:
            assert win(strategy, form=form, E="0", A="0.8") == 0
            if strategy not in ("nostrat", "unlimited"):
                assert win(strategy, form=form, E="0.3", A="1") == pytest.approx(1.0, abs=1e-12)
        assert win("strat", form=form, E="1", A=".8") == pytest.approx(0.8)
        assert win(
            "hstrat",
            form=form,
            E="1",
            A=".8",
        ) == pytest.approx(0.84 if form == "tsi" else 1.0)
    assert win("lstrat", E=".5", A=".8", value="0") == 0
    assert answer("win", strategy="hstrat", E="0", A=".8", method="simulate").answer == 0
    assert answer("moves", strategy="hstrat", E="0", A=".8", moves="2").answer == [0.0, 0.0]


@pytest.mark.parametrize(
    ("question", "options"), [("ranking", {"A": ".75"}), ("curve", {"against": "A", "steps": "2"})]
)
def test_trees_that_hardly_end_are_refused_where_the_chance_to_end_is_typed(question, options):
    with pytest.raises(InputError) as error:
        ask("tree", question, {"E": "1e-9", **options})
    assert error.value.field == "E"


def test_a_ranking_without_a_digit_to_spare_is_bounded():
    assert answer("ranking", E="1e-8", A=".75").certainty == "bounded"
    assert answer("ranking", E=".5", A=".75").certainty == "exact"
