"""What one spin can do: chances, move slides, choices, rounding."""

from fractions import Fraction

import pytest

from engine import BoardError, Position, Rules, preset_boards
from engine.game.rules import list_available_options, rank_preference
from engine.game.spin import landings, merged_landings, round_half_up
from tests.engine.tiny import tiny
from tests.tier import few

PRESETS = preset_boards()
SHOW = Rules()
EVEN = Rules(choices="even")

# The table of the original C++ solver, each outcome out of 972.
SEED = {
    "Whammy": 162, "500": 72, "500+": 21, "750": 54, "750+": 93, "1000+": 62, "1250": 18, "1500": 65, "1500+": 18,
    "1750": 20, "2000": 59, "2250": 20, "2500": 218, "3000+": 30, "4000+": 30, "5000+": 30,
}  # fmt: skip


def name(option):
    if option.effect.kind == "money":
        return f"{option.effect.amounts[0]}{'+' if option.effect.spin else ''}"
    return {"whammy": "Whammy"}.get(option.effect.kind, option.effect.kind)


def outcomes(board, rules, unit=1):
    """Chance by what may be taken: names joined with a slash, with their squares."""
    chances = {}
    for landing in landings(board, rules, unit):
        key = " / ".join(f"{name(option)} in {option.square}" for option in landing.options)
        chances[key] = chances.get(key, Fraction(0)) + landing.chance
    return chances


def test_outcomes_of_the_seed_rules():
    rules = Rules.preset("seed")
    chances = {
        name(options[0]): chance * 972
        for chance, options in merged_landings(PRESETS["pyl-1985-02-r2"], rules, rules.unit)
    }
    assert chances == SEED


def test_rounding_half_up():
    for unit, amounts in {
        250: {1375: 1500, 1374: 1250, 1376: 1500, 124: 0, 125: 250},
        1: {1400: 1400},
        10: {5: 10},
        3: {1: 0, 2: 3},
    }.items():
        assert {amount: round_half_up(amount, unit) for amount in amounts} == amounts


def test_board_values_and_prizes_are_rounded_to_the_unit():
    board = tiny("470 1400+ prize prize=2370")
    assert outcomes(board, Rules(prizes=2130), 500) == {
        "500 in 1": Fraction(1, 4),
        "1500+ in 1": Fraction(1, 4),
        "2000 in 1": Fraction(1, 4),
        "2500 in 1": Fraction(1, 4),
    }


def test_a_sum_rounded_to_nothing_is_no_whammy_and_keeps_its_spin():
    assert outcomes(tiny("100 100+"), SHOW, 250) == {"0 in 1": Fraction(1, 2), "0+ in 1": Fraction(1, 2)}


def test_a_forced_move_takes_what_the_other_square_shows():
    assert outcomes(tiny(">2", "500 W"), SHOW) == {"500 in 2": Fraction(1, 2), "Whammy in 2": Fraction(1, 2)}


MOVE = tiny(">2,3", "1000 W", "500 750")


def test_a_choice_is_made_among_the_slides_that_show():
    # Square 1 shows: both squares are drawn first, then the contestant picks.
    expected = {
        "1000 in 2 / 500 in 3": Fraction(1, 12),
        "1000 in 2 / 750 in 3": Fraction(1, 12),
        "Whammy in 2 / 500 in 3": Fraction(1, 12),
        "Whammy in 2 / 750 in 3": Fraction(1, 12),
        "1000 in 2": Fraction(1, 6),
        "Whammy in 2": Fraction(1, 6),
        "500 in 3": Fraction(1, 6),
        "750 in 3": Fraction(1, 6),
    }
    assert outcomes(MOVE, SHOW) == expected


def test_an_even_choice_picks_a_square_and_its_slide_alike():
    assert outcomes(MOVE, EVEN) == dict.fromkeys(
        ("1000 in 2", "Whammy in 2", "500 in 3", "750 in 3"), Fraction(1, 6) + Fraction(1, 12)
    )


def test_a_nested_move_is_followed_in_turn():
    board = tiny(">2,3", ">4", "500", "1000 W")
    expected = {
        "500 in 3 / 1000 in 4": Fraction(1, 8),
        "500 in 3 / Whammy in 4": Fraction(1, 8),
        "500 in 3": Fraction(1, 4),
        "1000 in 4": Fraction(1, 4),
        "Whammy in 4": Fraction(1, 4),
    }
    assert outcomes(board, SHOW) == expected
    even = outcomes(board, EVEN)
    assert even["500 in 3"] == Fraction(1, 4) + Fraction(1, 8)
    assert even["1000 in 4"] == Fraction(1, 8) + Fraction(1, 8) + Fraction(1, 16)


def test_a_move_leads_to_no_square_twice_in_a_spin():
    # From 1 by way of 2 only 3 is left. From 2 the way by 1 ends there, with nothing.
    board = tiny(">2", ">1,3", "500")
    assert outcomes(board, SHOW) == {"500 in 3": Fraction(2, 3), "0 in 1 / 500 in 3": Fraction(1, 3)}
    assert outcomes(board, EVEN) == {"500 in 3": Fraction(5, 6), "0 in 1": Fraction(1, 6)}


def test_a_move_with_nowhere_left_to_go_uses_the_spin_for_nothing():
    assert outcomes(tiny(">2", ">1"), SHOW) == {"0 in 2": Fraction(1, 2), "0 in 1": Fraction(1, 2)}
    assert outcomes(tiny(">2", ">1"), EVEN) == {"0 in 2": Fraction(1, 2), "0 in 1": Fraction(1, 2)}


def test_the_same_slide_on_two_squares_is_one_option_on_the_lower_square():
    assert outcomes(tiny(">2,3", "500", "500"), SHOW)["500 in 2"] == Fraction(2, 3)


def test_two_thousand_or_lose_a_whammy():
    board = tiny("2000/W")
    [landing] = landings(board, SHOW, 1)
    assert [name(option) for option in landing.options] == ["2000", "whammy_off"]
    with_one, with_none = Position.parse("0e1w1,0,0@1"), Position.parse("0e1,0,0@1")
    assert [name(o) for o in list_available_options(with_one, landing.options)] == ["2000", "whammy_off"]
    assert [name(o) for o in list_available_options(with_none, landing.options)] == ["2000"]
    [money] = landings(board, Rules(lose_whammy="money"), 1)
    assert [name(option) for option in money.options] == ["2000"]


def test_order_among_options_worth_the_same():
    # The larger sum; the lower square; on one square money before a Whammy off.
    board = tiny(">2,3,4,5,6", "500", "2000/W", "500+", "double", "W")
    options = next(x.options for x in landings(board, SHOW, 1) if x.square == 1)

    def order(score):
        return [f"{name(o)} in {o.square}" for o in sorted(options, key=lambda o: rank_preference(score, o, 1))]

    assert order(1000) == [
        "2000 in 3", "double in 5", "500 in 2", "500+ in 4", "whammy_off in 3", "Whammy in 6",
    ]  # fmt: skip
    assert order(0) == ["2000 in 3", "500 in 2", "500+ in 4", "whammy_off in 3", "double in 5", "Whammy in 6"]


@pytest.mark.parametrize(("board_round", "count", "lowest", "highest"), [(1, 41, 286, 1001), (2, 50, 1038, 6038)])
def test_prizes_from_the_list_of_1984_85(board_round, count, lowest, highest):
    board = tiny("prize prize=777", round=board_round)
    pool, valued = (x.options[0].effect.amounts for x in landings(board, Rules(prizes="pool"), 1))
    assert (len(pool), min(pool), max(pool)) == (count, lowest, highest)
    assert valued == (777,)


@pytest.mark.parametrize("rules", few(1, [SHOW, EVEN]), ids=["show", "even"])
@pytest.mark.parametrize(("squares", "slides"), [(12, ""), (24, " 500 W")])
def test_moves_that_branch_too_far_are_refused(squares, slides, rules):
    numbers = range(1, squares + 1)
    board = tiny(*(">" + ",".join(str(n) for n in numbers if n != here) + slides for here in numbers))
    with pytest.raises(BoardError) as caught:
        landings(board, rules, 1)
    assert "branch too far" in caught.value.message
