"""Tree Solitaire: closed forms, powers of a value beside all values, and branches that are drawn."""

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InputError
from engine.lab.budget import Budget
from engine.lab.games.tree.exact import compute_chance
from engine.lab.games.tree.rules import STEPPING
from engine.lab.games.tree.states import build_fork_states
from engine.lab.games.tree.trees import SplitRatio, Trees
from engine.lab.games.tree.values import Shrinking
from engine.lab.games.tree.walk import PlaceLayer, follow_wins
from tests.engine.lab import asking
from tests.tier import times

ENDS = st.floats(0.02, 1.0)
RATIOS = st.floats(0.5, 1.0)
answer = partial(asking.answer, "tree")


def win(strategy: str, **options: str) -> float:
    reply = answer("win", strategy=strategy, **options)
    assert reply.certainty == "exact"
    assert reply.error <= 1e-9
    return reply.answer


@settings(max_examples=times(40))
@given(st.sampled_from(STEPPING), ENDS, st.floats(0.5, 0.98), st.floats(0.01, 1.0))
def test_powers_of_values_agree_with_all_values(strategy: str, end: float, ratio: float, top: float):
    trees = Trees("tsi", end, SplitRatio(ratio), top)
    values = Shrinking(trees.ends, trees.ratio, trees.ratio.shares)
    won, trees_left = follow_wins(PlaceLayer(partial(build_fork_states, strategy), values, top, 0), Budget())
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


@pytest.mark.parametrize(
    ("question", "options"), [("ranking", {"A": ".75"}), ("curve", {"against": "A", "steps": "2"})]
)
def test_trees_that_hardly_end_are_refused_where_the_chance_to_end_is_typed(question, options):
    with pytest.raises(InputError) as error:
        answer(question, E="1e-9", **options)
    assert error.value.field == "E"


def test_a_ranking_without_a_digit_to_spare_is_bounded():
    assert answer("ranking", E="1e-8", A=".75").certainty == "bounded"
    assert answer("ranking", E=".5", A=".75").certainty == "exact"
