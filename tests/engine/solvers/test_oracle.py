"""The oracle against answers worked out by hand."""

import pytest

from engine import Position, Rules, Unaffordable, Unsettled, preset_boards
from engine.game.rules import PlayRules
from engine.game.spin import landings_by_seat
from engine.solvers.oracle import Oracle
from tests.engine.solvers.kept_answers import BUDGET, exact_ply, kept
from tests.engine.tiny import BIG, exact, thirds, tiny

COIN = tiny("500 W")  # $500 or a Whammy, evens


def test_certain_money():
    # The one who spins gets $500 and wins; both opponents are level, so the passer may choose.
    assert exact("0e1,0,0@1", tiny("500")) == {"press": (1, 0, 0), "pass 2": (0, 1, 0), "pass 3": (0, 0, 1)}


def test_the_last_spin_of_the_game():
    # Press: $1,500 wins, a Whammy loses. Pass: contestant 2 goes to $1,750, or to nothing.
    answer = exact("1000e1,1250,0@1", COIN)
    assert answer == {"press": thirds(1, 1, 0, of=2), "pass 2": thirds(1, 1, 0, of=2)}


def test_two_spins_are_decided_one_by_one():
    # First $500 (to $1,500): then pressing loses half the time, passing makes contestant 2 spin from
    # $1,250, who passes $1,500 with $500: also half. First a Whammy: $0, $500 does not win: press
    # gives 0; a pass gives contestant 2 the win or, after a Whammy, $0 - $0 - $0: a third each.
    answer = exact("1000e2,1250,0@1", COIN)
    whammy = thirds(1, 4, 1, of=6)
    good = thirds(1, 1, 0, of=2)
    assert answer["press"] == tuple((a + b) / 2 for a, b in zip(whammy, good, strict=True))


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


def test_choices_that_chase_one_another_have_no_answer():
    case = next(case for case in kept("dense") if case.answer is None)
    with pytest.raises(Unsettled):
        exact_ply(case.position, case.board, case.play_rules, BUDGET)


# -- limits ------------------------------------------------------------------------------------


def test_a_budget_of_positions():
    rules = Rules()
    spin = landings_by_seat(preset_boards()["pyl-1985-02-r2"], rules, 1)
    with pytest.raises(Unaffordable) as caught:
        Oracle(spin, PlayRules(rules, 1, BIG), 1000).value(Position.parse("8000e3,3000,0@1"))
    assert "1,000 positions" in str(caught.value)
