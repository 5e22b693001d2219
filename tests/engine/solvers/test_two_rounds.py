"""The oracle of two rounds, by hand."""

from collections import Counter
from fractions import Fraction

from engine import Contestant, NextRound, Position, Rules
from engine.game.position import SEATS
from engine.game.questions import spins_from_questions, start_of_round_2
from engine.game.rules import PlayRules, Press
from tests.engine.solvers.two_rounds import BetweenRounds, exact_actions
from tests.engine.tiny import BIG, thirds, tiny

RULES = Rules(unit=1, cap=BIG)
THIRD = thirds(1, 1, 1, of=3)


def podiums(*scores, earned=(0, 0, 0), whammies=(0, 0, 0)):
    return tuple(Contestant(*about) for about in zip(scores, earned, (0, 0, 0), whammies, strict=True))


def between(board, questions=1, rules=RULES, earned_before=0):
    return BetweenRounds(NextRound(board, questions), PlayRules(rules, rules.unit, rules.cap), earned_before)


# -- between the rounds ------------------------------------------------------------------------


def test_without_spins_the_scores_decide():
    nothing = between(tiny("500 W"), questions=0)
    assert nothing(podiums(1500, 0, 1000)) == (1, 0, 0)
    assert nothing(podiums(1500, 0, 1500)) == thirds(1, 0, 1, of=2)
    assert nothing(podiums(0, 0, 0)) == THIRD


def test_a_question_by_hand():
    # Left has $1,000 and three Whammies, Center $0, Right is out; every spin is a Whammy. So Left may take none: with one
    # spin Left passes it, Center takes the Whammy, and Left wins. With three Center takes the first, which makes the others
    # earned, and passes them back. Center passes what Center has earned at once.
    board = tiny("W")
    odds = between(board)(podiums(1000, 0, 0, whammies=(3, 0, 4)))
    # Left or Center is first on the buzzer, each right or wrong: 8 ways, in 3 of which nobody has spins, or Left has one.
    assert odds == thirds(3, 5, 0, of=8)


def test_spins_of_questions_before_are_kept():
    value = between(tiny("500 W"), earned_before=1)
    some = podiums(1000, 0, 500, earned=(1, 0, 0))
    expected = [Fraction(0)] * 3
    for spins, chance in spins_from_questions(SEATS, 1).items():
        a, b, c = spins
        for seat, chance_to_win in enumerate(value.round_2.value(start_of_round_2(some, (a + 1, b, c), RULES))):
            expected[seat] += chance * chance_to_win
    assert value(some) == tuple(expected)


# -- round 1 -----------------------------------------------------------------------------------


def test_money_of_round_1_that_round_2_wipes_out_is_worth_nothing():
    # In round 2 every slide is a Whammy, and without spins there everybody would be level: what counts is who has money
    # and need not spin. With no question at all the money of round 1 decides.
    answer = exact_actions(Position.parse("0e1,0,0@1"), tiny("500"), RULES, NextRound(tiny("W"), 0))
    assert answer[Press()] == (1, 0, 0)
    after = exact_actions(Position.parse("0e1,0,0@1"), tiny("500"), RULES, NextRound(tiny("W"), 1))
    assert after[Press()][0] < 1


def test_whammies_carry_over():
    # The press is a Whammy for sure: Left begins round 2 with four Whammies, out, or with one.
    last, first = (
        exact_actions(Position.parse(f"0e1w{count},0,0@1"), tiny("W"), RULES, NextRound(tiny("500"), 1))[Press()]
        for count in (3, 0)
    )
    assert last[0] == 0 < first[0]


def test_round_1_ends_in_a_given_value_of_scores():
    calls = Counter()

    def value(podiums):
        calls[podiums] += 1
        return 0.5, 0.25, 0.25 if podiums[0].whammies else 0.125

    answer = exact_actions(Position.parse("0e1,0,0@1"), tiny("500 W"), RULES, None, value_of_scores=value)
    assert answer[Press()] == (Fraction(1, 2), Fraction(1, 4), Fraction(3, 16))
    assert set(calls.values()) == {1}
