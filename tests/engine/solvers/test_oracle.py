"""The oracle against answers worked out by hand."""

from fractions import Fraction

import pytest

from engine import Position, Rules, Unaffordable, Unsettled, preset_boards
from engine.game.rules import PlayRules
from engine.game.spin import spins
from engine.solvers import oracle as oracle_module
from engine.solvers.oracle import Oracle
from tests.engine.tiny import BIG, exact, thirds, tiny

COIN = tiny("500 W")  # $500 or a Whammy, evens


def test_certain_money():
    # Whoever spins gets $500 and wins; both opponents are level, so the passer may choose.
    assert exact("0e1,0,0@1", tiny("500")) == {"press": (1, 0, 0), "pass 2": (0, 1, 0), "pass 3": (0, 0, 1)}


def test_the_last_spin_of_the_game():
    # Press: $1,500 wins, a Whammy loses. Pass: contestant 2 goes to $1,750, or to nothing.
    answer = exact("1000e1,1250,0@1", COIN)
    assert answer == {"press": thirds(1, 1, 0, of=2), "pass 2": thirds(1, 1, 0, of=2)}


def test_a_tie_at_the_top_is_split_or_joint():
    # Press: $1,000 ties with contestant 2; a Whammy loses.
    assert exact("500e1,1000,0@1", COIN)["press"] == thirds(1, 3, 0, of=4)
    assert exact("500e1,1000,0@1", COIN, ties="joint")["press"] == thirds(1, 2, 0, of=2)


def test_two_spins_are_decided_one_by_one():
    # First $500 (to $1,500): then pressing loses half the time, passing makes contestant 2 spin from
    # $1,250, who passes $1,500 with $500: also half. First a Whammy: $0, $500 does not win: press
    # gives 0; a pass gives contestant 2 the win or, after a Whammy, $0 - $0 - $0: a third each.
    answer = exact("1000e2,1250,0@1", COIN)
    whammy = thirds(1, 4, 1, of=6)
    good = thirds(1, 1, 0, of=2)
    assert answer["press"] == tuple((a + b) / 2 for a, b in zip(whammy, good, strict=True))


def test_the_fourth_whammy_hands_the_game_to_the_last_one_in():
    # A Whammy puts contestant 1 out; otherwise he has $1,000 and nobody spins any more.
    assert exact("500e1w3,0,0w4@1", COIN)["press"] == thirds(1, 1, 0, of=2)
    # Contestant 2 has three Whammies too; the pass makes him spin: $500 ties, a Whammy loses.
    assert exact("500e1w3,0w3,0w4@1", COIN)["pass 2"] == thirds(3, 1, 0, of=4)


def test_if_all_are_put_out_nobody_wins():
    # Contestant 1's Whammy ends the game at once: contestant 2 is the last one in.
    assert exact("0p1w3,0p1w3,0w4@1", tiny("W"))["press"] == (0, 1, 0)


def test_money_or_a_whammy_off():
    # Two passed spins, three Whammies; $500 or lose a Whammy against a Whammy, evens. The money: a
    # second Whammy puts him out, else he wins: 1/2. A Whammy off: a second Whammy ties at $0: 3/4.
    board = tiny("500/W W")
    assert exact("500p2w3,0,0w4@1", board)["press"] == thirds(3, 5, 0, of=8)
    assert exact("500p2w3,0,0w4@1", board, lose_whammy="money")["press"] == thirds(1, 3, 0, of=4)


def test_a_choice_among_the_slides_that_show():
    # $1,000 wins, nothing else does. Seen: it shows in square 2 half the time. Even: half of that.
    board = tiny(">2,3", "1000 W", "500 500")
    rules = {"third_place_plays": True}
    assert exact("0e1,750,700@1", board, **rules)["press"] == thirds(2, 4, 0, of=6)
    assert exact("0e1,750,700@1", board, choices="even", **rules)["press"] == thirds(1, 3, 0, of=4)


def test_each_pass_to_level_opponents_has_its_value():
    # Contestant 2 has three Whammies, 3 has none. A Whammy puts 2 out, or leaves 3 with $0 and in;
    # both come to the same for the passer, so both passes are worth 1/2 to him.
    answer = exact("700e1,500w3,500@1", COIN)
    assert answer["pass 2"] == thirds(1, 1, 0, of=2)
    assert answer["pass 3"] == thirds(1, 0, 1, of=2)


def test_money_as_the_goal():
    assert exact("1000e1,1250,0@1", COIN, goal="money") == {
        "press": (750, 625, 0),
        "pass 2": (500, 875, 0),
    }


def test_winning_counts_or_the_money_does():
    # Passing wins for certain ($600 is not enough for contestant 2) and pays $1,000. Pressing pays
    # $1,600 two times out of three; a Whammy leaves $0 - $0, a shared win of nothing.
    board = tiny("600 600 W")
    win = exact("1000e1,0,0w4@1", board)
    assert (win["press"][0], win["pass 2"][0]) == (Fraction(5, 6), 1)
    money = exact("1000e1,0,0w4@1", board, goal="money")
    assert (money["press"][0], money["pass 2"][0]) == (Fraction(3200, 3), 1000)


# -- cycles ------------------------------------------------------------------------------------


def test_a_spin_that_adds_nothing_is_a_geometric_series():
    # v = 1/3 v + 1/3 (win) + 1/3 (lose), third place having to press: v = 1/2.
    board = tiny("0+ 1000 W")
    assert exact("0e1,500,250@1", board, third_place_plays=True)["press"] == thirds(1, 1, 0, of=2)


def test_two_at_the_cap_pass_one_spin_to_and_fro():
    # $500 + one spin, $500, a Whammy; both have $1,000, the cap. A = value for the one who holds the
    # spin. Press: 1/3 A + 1/3 (tie, 1/2) + 0. Pass: the other must spin: 1/3 (1 - A) + 1/3 (tie) +
    # 1/3 (he has $0). If passing is best A = (1 - A)/3 + 1/2, so A = 5/8, and pressing is 3/8.
    answer = exact("1000e1,1000,0w4@1", tiny("500+ 500 W"), cap=1000)
    assert answer == {"press": thirds(3, 5, 0, of=8), "pass 2": thirds(5, 3, 0, of=8)}


def test_a_double_of_nothing_recurs():
    # $0 doubled keeps the spin: v = 1/2 v + 1/2 (win).
    assert exact("0e1,500,250@1", tiny("double+ 1000"), third_place_plays=True)["press"] == (1, 0, 0)


def test_endless_play_pays_nobody():
    assert exact("0e1,500,250@1", tiny("0+"), third_place_plays=True)["press"] == (0, 0, 0)
    assert exact("500e1,500,0@1", tiny("0+")) == {"press": (0, 0, 0), "pass 2": (0, 0, 0)}


def test_choices_that_chase_one_another_have_no_answer(monkeypatch):
    monkeypatch.setattr(oracle_module, "MAX_SWEEPS", 300)  # enough to settle what settles
    board = preset_boards()["pyl-1984-09-r1"]
    rules = Rules(prizes=2500, unit=250, cap=4000)
    oracle = Oracle(spins(board, rules, 250), PlayRules(rules, 250, 4000), 20_000)
    with pytest.raises(Unsettled):
        oracle.value(Position.parse("250,250,2750e1@3"))


# -- limits ------------------------------------------------------------------------------------


def test_a_budget_of_positions():
    rules = Rules()
    spin = spins(preset_boards()["pyl-1985-02-r2"], rules, 1)
    with pytest.raises(Unaffordable) as caught:
        Oracle(spin, PlayRules(rules, 1, BIG), 1000).value(Position.parse("8000e3,3000,0@1"))
    assert "1,000 positions" in str(caught.value)


def test_values_are_kept_between_calls():
    oracle = Oracle(spins(COIN, Rules(), 1), PlayRules(Rules(), 1, BIG), 20_000)
    first = oracle.value(Position.parse("1000e2,1250,0@1"))
    states = oracle.states
    assert oracle.value(Position.parse("1000e2,1250,0@1")) == first
    assert oracle.states == states
    assert sum(first) == 1
