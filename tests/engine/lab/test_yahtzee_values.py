"""One player: the fast table against fractions."""

from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.lab.budget import Budget
from engine.lab.games.yahtzee.rules import YAHTZEE, Card
from engine.lab.games.yahtzee.storage import get_full_table
from engine.lab.games.yahtzee.table import bound_error, count_reachable, solve_card
from tests.engine.lab.asking import answer
from tests.engine.lab.yahtzee_plain import Alone, alone, best_keeps, ways_to_fill
from tests.engine.lab.yahtzee_plain import card as build_card
from tests.tier import times

CARDS = [
    ("plain", "chance", 63, False),
    ("plain", "sixes", 40, False),
    ("official", "full_house", 0, False),
    ("official", "full_house", 0, True),
    ("official", "yahtzee,small_straight", 0, False),
    ("free-joker", "full_house,fours", 50, True),
    ("free-joker", "yahtzee,small_straight", 0, False),
    ("official", "large_straight,fives", 50, True),
    ("plain", "full_house,yahtzee", 10, False),
]


@pytest.mark.parametrize(("rules", "boxes", "upper", "fifty"), CARDS)
def test_fractions_agree(rules, boxes, upper, fifty):
    card = build_card(boxes, upper, fifty)
    exact = alone(partial(ways_to_fill, rules), card)
    value = solve_card(rules, card, Budget()).value(card)
    assert abs(Fraction(value) - exact[Alone(card)]) <= bound_error(card, value)
    options = {"rules": rules, "open": boxes, "upper": upper}
    if YAHTZEE not in card.open:
        options["yahtzee"] = 50 if fifty else 0
    for roll in [(1, 1, 2, 3, 3), (4, 4, 4, 4, 4), (2, 3, 4, 5, 6), (1, 5, 5, 5, 6)]:
        options["roll"] = ",".join(map(str, reversed(roll)))
        for rerolls in (1, 2):
            choices = answer("yahtzee", "keep", rerolls=rerolls, **options).answer
            assert sorted(choices) == best_keeps(exact, card, roll, rerolls)
        last = exact[Alone(card, roll, 0, True)]
        category = answer("yahtzee", "category", **options)
        assert category.details["value"] == pytest.approx(float(last), rel=1e-12)


def test_as_many_cards_can_be_reached_as_are_published():
    assert count_reachable("official") == 536_448


@settings(max_examples=times(15))
@given(data=st.data())
def test_a_card_solved_alone_is_as_in_the_full_table(data):
    boxes = tuple(sorted(data.draw(st.sets(st.integers(0, 12), min_size=1, max_size=6))))
    card = Card(boxes, data.draw(st.integers(0, 63)), YAHTZEE not in boxes and data.draw(st.booleans()))
    assert solve_card("official", card, Budget(), threads=1).value(card) == get_full_table(
        "official", Budget()
    ).table.value(card)
