"""Reduced boards: few outcomes, the same mean money, the same chances of a Whammy and of a spin."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine import BoardError, Position, Rules, preset_boards, solve
from engine.game.spin import landings, merged_landings
from tests.engine.strategies import boards, many
from tests.engine.tiny import tiny

EVEN = Rules(choices="even", lose_whammy="money")
BOARD = tiny("500 1000 1500 2500 1000+ 2000+ W W")


def reduced(board, outcomes, unit=1, **options):
    """Chance by (kind or sum, spin)."""
    rules = Rules(reduce=outcomes, **options)
    chances = {}
    for chance, [option] in merged_landings(board, rules, unit):
        what = option.effect.amounts[0] if option.effect.kind == "money" else option.effect.kind
        assert (what, option.effect.spin) not in chances
        chances[what, option.effect.spin] = chance
    return chances


def words(board, outcomes, **options):
    return [landing.slide.text for landing in landings(board, Rules(reduce=outcomes, **options), 1)]


def test_four_outcomes_by_hand():
    # Every slide 1/8, all sums multiples of $500. $500 and $1,000 average $750, rounded down to $500;
    # $1,500 and $2,500 average $2,000. $750 lies a sixth of the way from $500 to $2,000.
    assert reduced(BOARD, 4) == {
        ("whammy", False): Fraction(2, 8),
        (500, False): Fraction(2, 8) * Fraction(5, 6),
        (2000, False): Fraction(2, 8) + Fraction(2, 8) * Fraction(1, 6),
        (1500, True): Fraction(2, 8),
    }
    assert words(BOARD, 4) == ["Whammy", "about $500", "about $2,000", "about $1,500 + one spin"]


def test_three_outcomes_by_hand():
    # The money averages $1,375, three quarters of the way from $1,000 to $1,500.
    assert reduced(BOARD, 3) == {
        ("whammy", False): Fraction(2, 8),
        (1000, False): Fraction(1, 8),
        (1500, False): Fraction(3, 8),
        (1500, True): Fraction(2, 8),
    }
    assert words(BOARD, 3) == ["Whammy", "about $1,375", "about $1,375", "about $1,500 + one spin"]


def test_a_choice_counts_as_what_pays_most_and_a_spin_counts_as_an_average_landing():
    # By themselves squares 2 to 6 average $980 (then $1,020), so $500 + one spin is worth $1,480 ($1,520).
    better = tiny(">2,3", "500+", "1400", "1000", "2000", "W")
    worse = tiny(">2,3", "500+", "1600", "1000", "2000", "W")
    assert reduced(better, 5)[500, True] == Fraction(2, 6)
    assert reduced(worse, 5)[500, True] == Fraction(1, 6)


def test_slides_that_grow_with_the_score_stay_as_they_are():
    spin = reduced(tiny("500 1000 1500 2000 double+ add W"), 3)
    assert spin["double", True] == spin["add_a_one", False] == Fraction(1, 7)
    assert spin["whammy", False] == Fraction(1, 7)


def exact_totals(spin):
    """(chance of a Whammy, chance of a spin, mean with a spin, mean without), where there is no choice."""
    whammy = extra = Fraction(0)
    means = {True: Fraction(0), False: Fraction(0)}
    for chance, [option] in spin:
        effect = option.effect
        whammy += chance * (effect.kind == "whammy")
        extra += chance * effect.spin
        if effect.kind == "money":
            means[effect.spin] += chance * Fraction(sum(effect.amounts), len(effect.amounts))
    return whammy, extra, means[True], means[False]


@many(100)
@given(boards(either=False), st.integers(3, 8), st.sampled_from([1, 250, 500]))
def test_mean_and_chances_are_kept_exactly(board, outcomes, unit):
    try:
        full = merged_landings(board, EVEN, unit)
    except BoardError:
        assume(False)
    reduced_spin = merged_landings(board, EVEN.with_options({"reduce": outcomes}), unit)
    assert sum(chance for chance, _ in reduced_spin) == 1
    assert exact_totals(reduced_spin) == exact_totals(full)
    assert all(chance > 0 for chance, _ in reduced_spin)
    assert all(amount % unit == 0 for _, [option] in reduced_spin for amount in option.effect.amounts)
    growing = {options for _, options in full if options[0].effect.kind in ("double", "add_a_one")}
    assert growing <= {options for _, options in reduced_spin}
    assert len(reduced_spin) <= max(outcomes, 5) + len(growing)
    if outcomes >= len(full):
        assert reduced_spin == full


@many(50)
@given(boards(), st.integers(3, 6))
def test_no_choice_is_left_and_no_whammy_is_added(board, outcomes):
    try:
        full = merged_landings(board, Rules(), 1)
    except BoardError:
        assume(False)
    reduced_spin = merged_landings(board, Rules(reduce=outcomes), 1)
    if outcomes >= len(full):
        assert reduced_spin == full
        return
    assert all(len(options) == 1 for _, options in reduced_spin)
    forced = sum(chance for chance, options in full if all(o.effect.kind == "whammy" for o in options))
    assert exact_totals(reduced_spin)[0] == forced


def test_the_answer_lists_the_reduced_outcomes():
    board = preset_boards()["pyl-1985-02-r2"]
    rules = Rules.preset("seed").with_options({"reduce": 3})
    answer = solve(Position.parse("3000e1,2500,2000@1"), board, rules)
    assert answer.rules["reduce"] == 3
    assert len(answer.outcomes) == 3
    assert {outcome.kind: outcome.label for outcome in answer.outcomes} == {
        "whammy": "Whammy",
        "cash": "about $1,786",
        "cash_spin": "about $1,864 + one spin",
    }
    assert sum(outcome.chance for outcome in answer.outcomes) == pytest.approx(1)
    for seat in range(3):
        mean = sum(outcome.chance * outcome.win[seat] for outcome in answer.outcomes)
        assert mean == pytest.approx(answer.press.win[seat])
