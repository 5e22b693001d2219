"""Each rule of the round by itself, on positions small enough to see the answer (docs/rules.md)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from engine import Contestant, Position, Rules, first_mover
from engine.game.rules import PlayRules, apply_effect, game_over, legal_actions, pass_spins, payoff, winners
from engine.game.spin import Effect
from tests.engine.tiny import BIG, name_of

SHOW = Rules()
WHAMMY = Effect("whammy")
HALF = Fraction(1, 2)
OUT = Contestant(0, whammies=4)


def read(text):
    return Position.parse(text)


def actions(text, **options):
    return ", ".join(name_of(action) for action in legal_actions(read(text), Rules(**options)))


def after_effect(text, effect, *, unit=1, cap=BIG, **options):
    """The position after a spin with this effect."""
    [(chance, next_position)] = apply_effect(read(text), effect, PlayRules(Rules(**options), unit, cap))
    assert chance == 1
    return next_position.notation


def cash(amount):
    return Effect("money", (amount,))


def cash_spin(amount):
    return Effect("money", (amount,), spin=True)


THIRD, LEAD = {"third_place_plays": True}, {"max_lead": 1000}
NEXT_SEAT, HOUSE = {"level_opponents": "next_seat"}, {"house": "play"}
ALL_HABITS = HOUSE | LEAD | THIRD | {"opponents": "cautious/cautious/cautious"}
# What the one up may do: press, or pass to whom.
MAY = [
    ({}, "1000e2,500,0@1", "press, pass 2"),
    ({}, "1000p1,500,0@1", "press"),  # passed spins must be played
    ({}, "1000e3p1,500,0@1", "press"),
    ({}, "1000e1,5000,3000@1", "press, pass 2"),  # the higher score receives
    ({}, "1000e1,3000,5000@1", "press, pass 3"),
    ({}, "9000e1,500,600@1", "press, pass 3"),  # a leader passes to second place
    ({}, "1000,500e1,900@2", "press, pass 1"),
    ({}, "5000e1,5000,4000@1", "press, pass 2"),  # level with the passer is no tie
    ({}, "900e1,500,500@1", "press, pass 2, pass 3"),  # level: the next seat round first
    ({}, "500,900e1,500@2", "press, pass 3, pass 1"),
    ({}, "500,500,900e1@3", "press, pass 1, pass 2"),
    (NEXT_SEAT, "900e1,500,500@1", "press, pass 2"),
    (NEXT_SEAT, "500,900e1,500@2", "press, pass 3"),
    (NEXT_SEAT, "500,500,900e1@3", "press, pass 1"),
    ({}, "900e1,0w4,0@1", "press, pass 3"),  # one who is out receives nothing
    ({}, "0w4,900e1,0@2", "press, pass 3"),
    # Alone he has won, or presses or stops; leads and places do not matter.
    ({}, "700e2,0w4,0w4@1", ""),
    (HOUSE, "700e2,0w4,0w4@1", "press, stop"),
    (HOUSE, "700p1,0w4,0w4@1", "press"),
    (HOUSE, "0w4,700e3p1,0w4@2", "press"),
    (ALL_HABITS, "700e1,0w4,0w4@1", "press, stop"),
    # Third place always plays.
    (THIRD, "500e1,900,1000@1", "press"),
    (THIRD, "900e1,900,1000@1", "press, pass 3"),  # level with second place
    (THIRD, "950e1,900,1000@1", "press, pass 3"),
    (THIRD, "500e1,0w4,1000@1", "press, pass 3"),  # only two are in
    # A lead above the limit always passes.
    (LEAD, "5001e1,4000,0@1", "pass 2"),
    (LEAD, "5000e1,4000,0@1", "press, pass 2"),  # not above it
    (LEAD, "5001e1p1,4000,0@1", "press"),
    (LEAD, "9000e1,500,500@1", "pass 2, pass 3"),
    # These come before habits; and another one's lead is his own matter.
    (THIRD | {"opponents": "0/0/0"}, "500e1,900,1000@1", "press"),
    (LEAD | {"opponents": "5000/0/0"}, "3000e1,900,1000@1", "pass 3"),
    ({"max_lead": 5000, "opponents": "500/0/0"}, "3000e1,900,1000@1", "pass 3"),
    ({"opponents": "optimal/cautious/cautious"}, "5000e1,1000e1,0@1", "press, pass 2"),
]


@pytest.mark.parametrize(("options", "text", "may"), MAY)
def test_what_may_be_done(options, text, may):
    assert actions(text, **options) == may


@pytest.mark.parametrize(
    ("text", "opponents", "may"),
    [
        ("500e1,1000e1,0@2", "cautious", "pass 1"),
        ("1000e1,1000e1,0@2", "cautious", "press"),  # level is no lead
        ("500e1,400e1,0@2", "cautious", "press"),
        ("1000,11000e1,0@2", "aggressive", "press"),  # just $10,000
        ("1000,11001e1,0@2", "aggressive", "pass 1"),
        ("700,1000e1,0@2", "300", "press"),
        ("699,1000e1,0@2", "300", "pass 1"),
        ("0,1e1,0@2", "0", "pass 3, pass 1"),  # he may still choose between level opponents
        ("0,1e1,0w4@2", "cautious", "pass 1"),
        ("0w4,900e1,800@2", "cautious", "pass 3"),  # the lead over those who are in
        ("0,5000e1p1,0@2", "cautious", "press"),  # passed spins must be played
    ],
)
def test_who_goes_by_his_lead_has_no_choice(text, opponents, may):
    for everybody in (f"optimal/{opponents}/optimal", f"{opponents}/{opponents}/{opponents}"):
        assert actions(text, opponents=everybody) == may


@pytest.mark.parametrize(
    ("text", "to", "order", "after"),
    [
        ("1000e3,500,0@1", 2, "score", "1000,500p3,0@2"),  # all earned spins, and the turn ends
        ("1000e3,500e1p2,0@1", 2, "score", "1000,500e1p5,0@2"),  # beside the passed ones that are there
        ("5000e2,9000e1,1000e1@1", 2, "score", "5000,9000e1p2,1000e1@3"),  # the lowest score first
        ("5000e2,9000e1,1000e1@1", 2, "seat", "5000,9000e1p2,1000e1@2"),
        ("1000e1,5000e2,9000@2", 3, "cyclic", "1000e1,5000,9000p2@3"),
        ("1000e1,5000e2,9000@2", 3, "seat", "1000e1,5000,9000p2@1"),
        ("1000p1,5000e2,9000@2", 3, "receiver", "1000p1,5000,9000p2@3"),  # who received last
        ("1000e4p1,5000e2,9000@2", 3, "receiver", "1000e4p1,5000,9000p2@3"),  # even before another’s first turn
        ("1000e1,5000e2,9000@2", 3, "receiver", "1000e1,5000,9000p2@1"),  # of one who received nothing
        ("1000e1,5000e2,9000e5@2", 3, "receiver", "1000e1,5000,9000e5p2@1"),  # the first lap goes on
        ("900e5,5000e2,900e4@2", 3, "receiver", "900e5,5000,900e4p2@3"),  # in its order: with fewer spins at first
        ("900e4,5000e2,900e4@2", 3, "receiver", "900e4,5000,900e4p2@1"),
        ("1000,5000e2,9000e5@2", 3, "receiver", "1000,5000,9000e5p2@3"),
    ],
)
def test_after_a_pass(text, to, order, after):
    assert pass_spins(read(text), to - 1, Rules(turn_order=order)).notation == after


DOUBLE, DOUBLE_SPIN, ADD = Effect("double"), Effect("double", spin=True), Effect("add_a_one")


@pytest.mark.parametrize(
    ("before", "effect", "after"),
    [
        ("1000e2,500,0@1", cash(750), "1750e1,500,0@1"),
        ("1000e2,500,0@1", WHAMMY, "0e1w1,500,0@1"),
        ("1000e2p2,500,0@1", cash(750), "1750e2p1,500,0@1"),  # passed spins come before earned ones
        ("1000e2,500,0@1", cash_spin(750), "1750e2,500,0@1"),
        ("1000p2,500,0@1", cash_spin(750), "1750e1p1,500,0@1"),  # the new spin is an earned one
        ("1000e1p3,500,0@1", WHAMMY, "0e3w1,500,0@1"),  # the passed spins left become earned ones
        ("1000e5w3,500e1,0@1", WHAMMY, "0w4,500e1,0@2"),  # out, and the spins left are lost
        ("1000p5w3,500e1,0@1", WHAMMY, "0w4,500e1,0@2"),
        ("1000e5w3,0e1,0w4@1", WHAMMY, "0w4,0e1,0w4@2"),
        ("1000e2w3,500,0@1", Effect("whammy_off"), "1000e1w2,500,0@1"),
        ("0e2,0,0@1", ADD, "10e1,0,0@1"),  # a one before the score
        ("500e2,0,0@1", ADD, "1500e1,0,0@1"),
        ("990e2,0,0@1", ADD, "1990e1,0,0@1"),
        ("1000e2,0,0@1", ADD, "11000e1,0,0@1"),
        ("12345e2,0,0@1", ADD, "112345e1,0,0@1"),
        ("1300e2,0,0@1", DOUBLE, "2600e1,0,0@1"),
        ("1300e2,0,0@1", DOUBLE_SPIN, "2600e2,0,0@1"),
        ("0e2,0,0@1", DOUBLE_SPIN, "0e2,0,0@1"),
    ],
)
def test_after_a_spin(before, effect, after):
    assert after_effect(before, effect) == after


def test_the_sum_a_double_or_an_add_a_one_adds_is_rounded_half_up_to_the_unit():
    assert after_effect("1375e2,0,0@1", DOUBLE, unit=250) == "2875e1,0,0@1"  # 1,375 counts as 1,500
    assert after_effect("1374e2,0,0@1", DOUBLE, unit=250) == "2624e1,0,0@1"
    assert after_effect("0e2,0,0@1", ADD, unit=250) == "0e1,0,0@1"  # $10 counts as $0
    assert after_effect("1300e2,0,0@1", ADD, unit=4000) == "13300e1,0,0@1"  # 10,000: half way, so up


def test_a_score_stops_at_the_cap_and_one_above_it_stays():
    assert after_effect("900e1,0e1,0@1", cash(200), cap=1000) == "1000,0e1,0@2"
    assert after_effect("700e1,0e1,0@1", DOUBLE, cap=1000) == "1000,0e1,0@2"
    assert after_effect("1500e2,0,0@1", cash(200), cap=1000) == "1500e1,0,0@1"


def test_a_prize_from_a_pool_is_drawn_with_each_value_alike():
    pool = Effect("money", (1000, 2000, 2000))
    next_positions = apply_effect(read("0e2,0,0@1"), pool, PlayRules(SHOW, 1, BIG))
    assert {(chance, p.notation) for chance, p in next_positions} == {
        (Fraction(1, 3), "1000e1,0,0@1"),
        (Fraction(2, 3), "2000e1,0,0@1"),
    }


@pytest.mark.parametrize(
    ("after", "score", "seat", "cyclic", "receiver"),
    [
        # Contestant 2 has just passed or used his last spin; who of the others is next?
        ("900e1,500,300e1", 3, 1, 3, 3),
        ("300e1,500,900e1", 1, 1, 3, 1),
        ("300e2,500,300e1", 3, 1, 3, 3),  # level: fewer spins first
        ("300e1p1,500,300p1", 3, 1, 3, 1),  # earned and passed together
        ("300e1,500,300p1", 1, 1, 3, 1),  # level in both: the leftmost
        ("900e1,500,300p1", 3, 1, 3, 1),  # own spins alone: the first turn is still to come
        ("900p1,500,300p2", 3, 1, 3, 3),  # in no game: with two who received, somebody has just passed
        ("300e1,500,300", 1, 1, 1, 1),  # the only holder
        ("300,500,300e1", 3, 3, 3, 3),
    ],
)
def test_who_plays_next(after, score, seat, cyclic, receiver):
    first, _, third = after.split(",")
    before = f"{first},0e1,{third}@2"
    for order, expected in (("score", score), ("seat", seat), ("cyclic", cyclic), ("receiver", receiver)):
        assert after_effect(before, cash(500), turn_order=order) == f"{after}@{expected}"


def test_the_game_is_over_when_nobody_has_spins():
    [(_, end)] = apply_effect(read("1000e1,500,0@1"), cash(500), PlayRules(SHOW, 1, BIG))
    assert game_over(end, Rules())
    assert legal_actions(end, SHOW) == []


def ended(*contestants):
    return Position(contestants, 0)


def test_the_last_one_in_has_won_though_he_holds_spins_or_nothing():
    assert payoff(ended(Contestant(0, 5), OUT, OUT), SHOW) == (1, 0, 0)
    assert game_over(read("0w4,0e1,0w4@2"), Rules())


def test_if_all_are_out_nobody_wins():
    assert winners(ended(OUT, OUT, OUT)) == ()
    assert payoff(ended(OUT, OUT, OUT), SHOW) == (0, 0, 0)


@pytest.mark.parametrize(
    ("podiums", "split", "joint"),
    [
        ("500e1,1500,1499", (0, 1, 0), (0, 1, 0)),
        ("500e1,500,0", (HALF, HALF, 0), (1, 1, 0)),
        ("0e1,0,0", (Fraction(1, 3),) * 3, (1, 1, 1)),
        ("0e1,0w4,0", (HALF, 0, HALF), (1, 0, 1)),  # who is out has no share of nothing
    ],
)
def test_who_has_won(podiums, split, joint):
    end = ended(*(replace(contestant, earned=0) for contestant in read(podiums).contestants))
    assert payoff(end, Rules(ties="split")) == split
    assert payoff(end, Rules(ties="joint")) == joint


def test_money_and_the_win_together():
    end = ended(Contestant(900), Contestant(900), Contestant(400))
    assert payoff(end, Rules(goal="blend", win_worth=100)) == (500, 500, 0)
    assert payoff(end, Rules(goal="blend", win_worth=100, ties="joint")) == (1000, 1000, 0)
    assert payoff(end, Rules(goal="blend", win_worth=0)) == payoff(end, Rules(goal="money"))
    # A win with $0 is a win: by default it is worth $5,000.
    assert payoff(ended(Contestant(0), OUT, OUT), Rules(goal="blend")) == (5000, 0, 0)
    assert payoff(ended(OUT, OUT, OUT), Rules(goal="blend")) == (0, 0, 0)


def test_to_stop_gives_up_the_earned_spins_and_ends_the_game():
    stopped = pass_spins(read("700e2w1,0w4,0w4@1"), None, Rules(house="play"))
    assert stopped == ended(Contestant(700, whammies=1), OUT, OUT)
    assert game_over(stopped, Rules(house="play"))
    assert payoff(stopped, Rules(house="play", goal="money")) == (700, 0, 0)


def test_the_fourth_whammy_alone_leaves_nobody():
    [(_, end)] = apply_effect(read("700e3w3,0w4,0w4@1"), WHAMMY, PlayRules(Rules(house="play"), 1, BIG))
    assert end.still_in == ()
    assert game_over(end, Rules(house="play"))
    assert winners(end) == ()


def test_when_the_second_one_goes_out_the_third_plays_his_own_spins():
    # Those of the one who goes out are lost; without any of his own there is nothing left to play.
    assert after_effect("500p3w3,700e1,0w4@1", WHAMMY, house="play") == "0w4,700e1,0w4@2"
    [(_, end)] = apply_effect(read("500p3w3,700,0w4@1"), WHAMMY, PlayRules(Rules(house="play"), 1, BIG))
    assert game_over(end, Rules(house="play"))
    assert winners(end) == (1,)


def starts(text, **options):
    return first_mover(Position.parse(text).contestants, Rules().with_options(options)) + 1


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("4100e2,2400e4,500e3@1", 3),  # the lowest score
        ("2400e4,2400e3,4100e2@1", 2),  # level: fewer spins
        ("2400e3,2400e3,4100e2@1", 1),  # level in both: the left
        ("0,2400e4,4100e2@2", 2),  # nobody starts without spins
        ("0e3,0e1,0e6@1", 2),  # round 1: the fewest spins
    ],
)
def test_the_lowest_score_starts_then_fewer_spins_then_the_left(text, seat):
    assert starts(text) == seat


@pytest.mark.parametrize("order", ["seat", "cyclic"])
def test_by_seat_and_in_turn_the_leftmost_with_spins_starts(order):
    assert starts("4100,2400e4,500e3@2", turn_order=order) == 2
