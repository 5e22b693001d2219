"""One player: the fast table against fractions."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.lab import ask
from engine.lab.budget import Budget
from engine.lab.games.yahtzee.rules import CATEGORIES, YAHTZEE, Card
from engine.lab.games.yahtzee.storage import get_full_table
from engine.lab.games.yahtzee.table import error_bound, solve_card
from tests.engine.lab.yahtzee_plain import Alone, alone
from tests.tier import times

BOX = {name: box for box, name in enumerate(CATEGORIES)}


def write_line(question, **options):
    texts = {name.replace("_", "-"): str(text) for name, text in options.items()}
    return ask("yahtzee", question, texts).answer.answer


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
    card = Card(tuple(sorted(BOX[box] for box in boxes.split(","))), upper, fifty)
    exact = alone(rules, card)
    value = solve_card(rules, card, Budget()).value(card)
    assert abs(Fraction(value) - exact[Alone(card)]) <= error_bound(card, value)
    options = {"rules": rules, "open": boxes, "upper": upper}
    if YAHTZEE not in card.open:
        options["yahtzee"] = 50 if fifty else 0
    for roll in [(1, 1, 2, 3, 3), (4, 4, 4, 4, 4), (2, 3, 4, 5, 6), (1, 5, 5, 5, 6)]:
        shown = ",".join(map(str, reversed(roll)))
        for rerolls in (1, 2):
            keeps = {
                state.dice: worth
                for state, worth in exact.items()
                if state.card == card and not state.thrown and state.throws_left == rerolls
            }
            fitting = {keep: keeps[keep] for keep in keeps if all(keep.count(f) <= roll.count(f) for f in keep)}
            best = sorted(list(keep) for keep, worth in fitting.items() if worth == max(fitting.values()))
            assert sorted(write_line("keep", roll=shown, rerolls=rerolls, **options)) == best
        last = exact[Alone(card, roll, 0, True)]
        reply = ask("yahtzee", "category", {k: str(v) for k, v in (options | {"roll": shown}).items()})
        assert reply.answer.details["value"] == pytest.approx(float(last), rel=1e-12)


@settings(max_examples=times(15))
@given(data=st.data())
def test_a_card_solved_alone_is_as_in_the_full_table(data):
    boxes = tuple(sorted(data.draw(st.sets(st.integers(0, 12), min_size=1, max_size=6))))
    card = Card(boxes, data.draw(st.integers(0, 63)), YAHTZEE not in boxes and data.draw(st.booleans()))
    assert solve_card("official", card, Budget(), threads=1).value(card) == get_full_table(
        "official", Budget()
    ).table.value(card)
