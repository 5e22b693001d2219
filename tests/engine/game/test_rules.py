"""Each rule of the round by itself, on positions small enough to see the answer (docs/rules.md)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from engine import Contestant, Position, Rules, first_mover
from engine.game.rules import PlayRules, add, game_over, legal_actions, pass_spins, payoff, receivers, take, winners
from engine.game.spin import Effect
from tests.engine.tiny import BIG, name_of

SHOW = Rules()
WHAMMY = Effect("whammy")
HALF = Fraction(1, 2)


def read(text):
    return Position.parse(text)


def actions(text, **options):
    return [name_of(action) for action in legal_actions(read(text), Rules(**options))]


def passed(text, to, **options):
    """The position after the one up passes to the seat ``to`` (from 1)."""
    return pass_spins(read(text), to - 1, Rules(**options)).notation


def spun(text, effect, *, unit=1, cap=BIG, **options):
    """The position after a spin with this effect."""
    [(chance, reached)] = take(read(text), effect, PlayRules(Rules(**options), unit, cap))
    assert chance == 1
    return reached.notation


def cash(amount):
    return Effect("money", (amount,))


def cash_spin(amount):
    return Effect("money", (amount,), spin=True)


# -- press or pass (1.3, 1.5) ------------------------------------------------------------------


def test_earned_spins_may_be_pressed_or_passed():
    assert actions("1000e2,500,0@1") == ["press", "pass 2"]


def test_passed_spins_must_be_played():
    assert actions("1000p1,500,0@1") == ["press"]
    assert actions("1000e3p1,500,0@1") == ["press"]


def test_a_pass_gives_away_all_earned_spins_and_ends_the_turn():
    assert passed("1000e3,500,0@1", 2) == "1000,500p3,0@2"


def test_spins_arrive_in_the_passed_column_beside_those_there():
    assert passed("1000e3,500e1p2,0@1", 2) == "1000,500e1p5,0@2"


# -- who receives (1.4) ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "receiver"),
    [
        ("1000e1,5000,3000@1", "pass 2"),
        ("1000e1,3000,5000@1", "pass 3"),
        ("9000e1,500,600@1", "pass 3"),  # a leader passes to second place
        ("1000,500e1,900@2", "pass 1"),
        ("5000e1,5000,4000@1", "pass 2"),  # level with the passer is no tie
    ],
)
def test_the_opponent_with_the_higher_score_receives(text, receiver):
    assert actions(text) == ["press", receiver]


def test_level_opponents_the_passer_chooses_the_next_seat_round_first():
    assert actions("900e1,500,500@1") == ["press", "pass 2", "pass 3"]
    assert actions("500,900e1,500@2") == ["press", "pass 3", "pass 1"]
    assert actions("500,500,900e1@3") == ["press", "pass 1", "pass 2"]


def test_level_opponents_the_next_seat_round_receives():
    assert actions("900e1,500,500@1", level_opponents="next_seat") == ["press", "pass 2"]
    assert actions("500,900e1,500@2", level_opponents="next_seat") == ["press", "pass 3"]
    assert actions("500,500,900e1@3", level_opponents="next_seat") == ["press", "pass 1"]


def test_one_who_is_out_receives_nothing():
    assert actions("900e1,0w4,0@1") == ["press", "pass 3"]
    assert actions("0w4,900e1,0@2") == ["press", "pass 3"]
    assert receivers(read("0e1,0w4,0@1"), SHOW) == [2]


# -- spins (1.5, 1.8) --------------------------------------------------------------------------


def test_a_spin_is_used_whatever_it_shows():
    assert spun("1000e2,500,0@1", cash(750)) == "1750e1,500,0@1"
    assert spun("1000e2,500,0@1", WHAMMY) == "0e1w1,500,0@1"


def test_passed_spins_are_played_before_earned_ones():
    assert spun("1000e2p2,500,0@1", cash(750)) == "1750e2p1,500,0@1"


def test_cash_and_a_spin_gives_the_spin_back():
    assert spun("1000e2,500,0@1", cash_spin(750)) == "1750e2,500,0@1"


def test_cash_and_a_spin_on_a_passed_spin_gives_an_earned_one():
    assert spun("1000p2,500,0@1", cash_spin(750)) == "1750e1p1,500,0@1"


def test_a_whammy_turns_the_passed_spins_left_into_earned_ones():
    assert spun("1000e1p3,500,0@1", WHAMMY) == "0e3w1,500,0@1"
    assert actions("0e3w1,500,0@1") == ["press", "pass 2"]


def test_the_fourth_whammy_puts_out_and_the_spins_left_are_lost():
    assert spun("1000e5w3,500e1,0@1", WHAMMY) == "0w4,500e1,0@2"
    assert spun("1000p5w3,500e1,0@1", WHAMMY) == "0w4,500e1,0@2"


def test_lose_a_whammy_uses_the_spin_and_pays_nothing():
    assert spun("1000e2w3,500,0@1", Effect("whammy_off")) == "1000e1w2,500,0@1"


@pytest.mark.parametrize(
    ("score", "after"), [(0, 10), (500, 1500), (1000, 11_000), (990, 1990), (12_345, 112_345), (9, 19)]
)
def test_add_a_one_puts_a_one_before_the_score(score, after):
    assert spun(f"{score}e2,0,0@1", Effect("add_a_one")) == f"{after}e1,0,0@1"


def test_double_doubles_the_score():
    assert spun("1300e2,0,0@1", Effect("double")) == "2600e1,0,0@1"
    assert spun("1300e2,0,0@1", Effect("double", spin=True)) == "2600e2,0,0@1"
    assert spun("0e2,0,0@1", Effect("double", spin=True)) == "0e2,0,0@1"


def test_the_sum_a_double_or_an_add_a_one_adds_is_rounded_half_up_to_the_unit():
    assert spun("1375e2,0,0@1", Effect("double"), unit=250) == "2875e1,0,0@1"  # 1,375 counts as 1,500
    assert spun("1374e2,0,0@1", Effect("double"), unit=250) == "2624e1,0,0@1"
    assert spun("0e2,0,0@1", Effect("add_a_one"), unit=250) == "0e1,0,0@1"  # $10 counts as $0
    assert spun("1300e2,0,0@1", Effect("add_a_one"), unit=4000) == "13300e1,0,0@1"  # 10,000: half way, so up


def test_a_score_stops_at_the_cap_after_a_spin():
    assert spun("900e1,0e1,0@1", cash(200), cap=1000) == "1000,0e1,0@2"
    assert spun("700e1,0e1,0@1", Effect("double"), cap=1000) == "1000,0e1,0@2"


def test_a_score_above_the_cap_already_stays():
    assert spun("1500e2,0,0@1", cash(200), cap=1000) == "1500e1,0,0@1"
    assert add(1500, 200, 1000) == 1500
    assert passed("1500e2,0,0@1", 2) == "1500,0p2,0@2"


def test_a_prize_from_a_pool_is_drawn_with_each_value_alike():
    pool = Effect("money", (1000, 2000, 2000))
    reached = take(read("0e2,0,0@1"), pool, PlayRules(SHOW, 1, BIG))
    assert {(chance, p.notation) for chance, p in reached} == {
        (Fraction(1, 3), "1000e1,0,0@1"),
        (Fraction(2, 3), "2000e1,0,0@1"),
    }


# -- whose turn (1.6) --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("after", "score", "seat", "cyclic"),
    [
        # Contestant 2 has just passed or used his last spin; who of the others is next?
        ("900e1,500,300e1", 3, 1, 3),
        ("300e1,500,900e1", 1, 1, 3),
        ("300e2,500,300e1", 3, 1, 3),  # level: fewer spins first
        ("300e1p1,500,300p1", 3, 1, 3),  # earned and passed together
        ("300e1,500,300p1", 1, 1, 3),  # level in both: the leftmost
        ("300e1,500,300", 1, 1, 1),  # the only holder
        ("300,500,300e1", 3, 3, 3),
    ],
)
def test_who_plays_next(after, score, seat, cyclic):
    first, _, third = after.split(",")
    before = f"{first},0e1,{third}@2"
    for order, expected in (("score", score), ("seat", seat), ("cyclic", cyclic)):
        assert spun(before, cash(500), turn_order=order) == f"{after}@{expected}"


def test_after_a_pass_the_turn_goes_by_the_same_order():
    assert passed("5000e2,9000e1,1000e1@1", 2) == "5000,9000e1p2,1000e1@3"  # the lowest score first
    assert passed("5000e2,9000e1,1000e1@1", 2, turn_order="seat") == "5000,9000e1p2,1000e1@2"
    assert passed("1000e1,5000e2,9000@2", 3, turn_order="cyclic") == "1000e1,5000,9000p2@3"
    assert passed("1000e1,5000e2,9000@2", 3, turn_order="seat") == "1000e1,5000,9000p2@1"


def test_the_game_is_over_when_nobody_has_spins():
    [(_, end)] = take(read("1000e1,500,0@1"), cash(500), PlayRules(SHOW, 1, BIG))
    assert game_over(end, Rules())
    assert legal_actions(end, SHOW) == []


# -- the end (1.9, 1.10) -----------------------------------------------------------------------


def ended(*contestants):
    return Position(contestants, 0)


def test_the_last_one_in_has_won_though_he_holds_spins_or_nothing():
    assert payoff(ended(Contestant(0, 5), Contestant(0, whammies=4), Contestant(0, whammies=4)), SHOW) == (1, 0, 0)
    assert legal_actions(read("0e5,0w4,0w4@1"), SHOW) == []
    assert spun("1000e5w3,0e1,0w4@1", WHAMMY) == "0w4,0e1,0w4@2"
    assert game_over(read("0w4,0e1,0w4@2"), Rules())


def test_if_all_are_out_nobody_wins():
    end = ended(*(Contestant(0, whammies=4) for _ in range(3)))
    assert winners(end) == ()
    assert payoff(end, SHOW) == (0, 0, 0)


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
    nothing = ended(Contestant(0), Contestant(0, whammies=4), Contestant(0, whammies=4))
    assert payoff(nothing, Rules(goal="blend")) == (5000, 0, 0)
    nobody = ended(*(Contestant(0, whammies=4) for _ in range(3)))
    assert payoff(nobody, Rules(goal="blend")) == (0, 0, 0)


# -- alone against the house (1.9) -------------------------------------------------------------


def test_alone_he_has_won_or_may_press_or_stop():
    alone = "700e2,0w4,0w4@1"
    assert game_over(read(alone), Rules())
    assert actions(alone) == []
    assert not game_over(read(alone), Rules(house="play"))
    assert actions(alone, house="play") == ["press", "stop"]


def test_to_stop_gives_up_the_earned_spins_and_ends_the_game():
    stopped = pass_spins(read("700e2w1,0w4,0w4@1"), None, Rules(house="play"))
    assert stopped == Position((Contestant(700, whammies=1), Contestant(0, whammies=4), Contestant(0, whammies=4)), 0)
    assert game_over(stopped, Rules(house="play"))
    assert payoff(stopped, Rules(house="play", goal="money")) == (700, 0, 0)


def test_passed_spins_must_be_taken_alone_too():
    assert actions("700p1,0w4,0w4@1", house="play") == ["press"]
    assert actions("0w4,700e3p1,0w4@2", house="play") == ["press"]


def test_the_fourth_whammy_alone_leaves_nobody():
    [(_, end)] = take(read("700e3w3,0w4,0w4@1"), WHAMMY, PlayRules(Rules(house="play"), 1, BIG))
    assert end.still_in == ()
    assert game_over(end, Rules(house="play"))
    assert winners(end) == ()


def test_when_the_second_one_goes_out_the_third_plays_his_own_spins():
    # Those of the one who goes out are lost; without any of his own there is nothing left to play.
    assert spun("500p3w3,700e1,0w4@1", WHAMMY, house="play") == "0w4,700e1,0w4@2"
    [(_, end)] = take(read("500p3w3,700,0w4@1"), WHAMMY, PlayRules(Rules(house="play"), 1, BIG))
    assert game_over(end, Rules(house="play"))
    assert winners(end) == (1,)


def test_leads_and_places_do_not_matter_alone():
    rules = {"house": "play", "max_lead": 0, "third_place_plays": True, "opponents": "cautious/cautious/cautious"}
    assert actions("700e1,0w4,0w4@1", **rules) == ["press", "stop"]


# -- contestants who go by their lead ----------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "opponents", "may"),
    [
        ("500e1,1000e1,0@2", "cautious", ["pass 1"]),
        ("1000e1,1000e1,0@2", "cautious", ["press"]),  # level is no lead
        ("500e1,400e1,0@2", "cautious", ["press"]),
        ("1000,11000e1,0@2", "aggressive", ["press"]),  # just $10,000
        ("1000,11001e1,0@2", "aggressive", ["pass 1"]),
        ("700,1000e1,0@2", "300", ["press"]),
        ("699,1000e1,0@2", "300", ["pass 1"]),
        ("0,1e1,0@2", "0", ["pass 3", "pass 1"]),  # he may still choose between level opponents
        ("0,1e1,0w4@2", "cautious", ["pass 1"]),
        ("0w4,900e1,800@2", "cautious", ["pass 3"]),  # the lead over those who are in
        ("0,5000e1p1,0@2", "cautious", ["press"]),  # passed spins must be played
    ],
)
def test_who_goes_by_his_lead_has_no_choice(text, opponents, may):
    assert actions(text, opponents=f"optimal/{opponents}/optimal") == may
    assert actions(text, opponents=f"{opponents}/{opponents}/{opponents}") == may


def test_another_ones_lead_is_his_own_matter():
    assert actions("5000e1,1000e1,0@1", opponents="optimal/cautious/cautious") == ["press", "pass 2"]


def test_the_older_short_cuts_come_first():
    # In third place he never passes; with a lead above the limit he always does, whatever his habit.
    assert actions("500e1,900,1000@1", opponents="0/0/0", third_place_plays=True) == ["press"]
    assert actions("3000e1,900,1000@1", opponents="5000/0/0", max_lead=1000) == ["pass 3"]
    assert actions("3000e1,900,1000@1", opponents="500/0/0", max_lead=5000) == ["pass 3"]


# -- the old heuristics ------------------------------------------------------------------------


def test_third_place_always_plays():
    third = {"third_place_plays": True}
    assert actions("500e1,900,1000@1", **third) == ["press"]
    assert actions("900e1,900,1000@1", **third) == ["press", "pass 3"]  # level with second place
    assert actions("950e1,900,1000@1", **third) == ["press", "pass 3"]
    assert actions("500e1,0w4,1000@1", **third) == ["press", "pass 3"]  # only two are in


def test_a_lead_above_the_limit_always_passes():
    lead = {"max_lead": 1000}
    assert actions("5001e1,4000,0@1", **lead) == ["pass 2"]
    assert actions("5000e1,4000,0@1", **lead) == ["press", "pass 2"]  # not above it
    assert actions("5001e1p1,4000,0@1", **lead) == ["press"]  # passed spins must be played
    assert actions("9000e1,500,500@1", **lead) == ["pass 2", "pass 3"]


# -- who starts (1.2) ---------------------------------------------------------------------------


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


def test_by_seat_and_in_turn_the_leftmost_with_spins_starts():
    assert starts("4100,2400e4,500e3@2", turn_order="seat") == 2
    assert starts("4100,2400e4,500e3@2", turn_order="cyclic") == 2
