"""One player: the fast table against fractions, and the numbers that are known."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.lab import ask
from engine.lab.budget import Budget
from engine.lab.games.yahtzee import dice, table
from engine.lab.games.yahtzee.rules import CATEGORIES, YAHTZEE, Card
from engine.lab.games.yahtzee.storage import full_table
from engine.lab.games.yahtzee.table import error_of, reachable, solve
from engine.lab.games.yahtzee.turn import average, best_keeps, end_values, keep_values
from tests.engine.lab.yahtzee_plain import Alone, alone

BOX = {name: box for box, name in enumerate(CATEGORIES)}
NEED_A_JOKER = [BOX[name] for name in ("full_house", "small_straight", "large_straight")]


def say(question, **options):
    texts = {name.replace("_", "-"): str(text) for name, text in options.items()}
    return ask("yahtzee", question, texts).answer.answer


@pytest.mark.parametrize(
    ("rules", "value"), [("plain", 245.870775), ("sebastian", 245.870775), ("official", 254.587729)]
)
def test_the_full_game(rules, value):
    assert say("value", rules=rules) == pytest.approx(value, abs=5e-7)


def test_the_value_that_is_often_quoted_is_for_a_freer_rule(monkeypatch):
    """Verhoeff's: a further Yahtzee may go anywhere, and is a joker once its upper box is filled."""

    def anywhere(rules, card, roll):
        own = roll[0] - 1
        return tuple(box for box in card.open if own not in card.open or box not in NEED_A_JOKER)

    monkeypatch.setattr(table, "allowed", anywhere)
    table._places.cache_clear()
    try:
        value = table.solve("official", Card(), Budget()).value(Card())
    finally:
        table._places.cache_clear()
    assert value == pytest.approx(254.589609, abs=5e-7)


@pytest.mark.parametrize(
    ("boxes", "value"), [("chance", 23.333333), ("yahtzee", 2.301432), ("yahtzee,chance", 27.259810)]
)
def test_few_boxes(boxes, value):
    assert say("value", rules="plain", open=boxes, upper=63) == pytest.approx(value, abs=5e-7)


def test_what_boxes_add():
    told = ask("yahtzee", "boxes", {"rules": "plain", "open": "yahtzee,chance", "upper": "63"}).answer
    both, yahtzee, chance = told.details["value"], 2.301432, 23.333333
    assert told.details["alone"] == [["yahtzee", pytest.approx(yahtzee, abs=5e-7)], ["chance", pytest.approx(70 / 3)]]
    assert told.answer == [
        ["yahtzee", pytest.approx(both - chance, abs=1e-6)],
        ["chance", pytest.approx(both - yahtzee, abs=1e-6)],
    ]
    # Under official rules a Yahtzee box that is gone also takes the 100 for each further one with it.
    plain, official = (dict(say("boxes", rules=rules))["yahtzee"] for rules in ("plain", "official"))
    assert official > plain + 5


def test_nothing_open_is_worth_nothing():
    assert say("value", open="none") == 0


def test_as_many_cards_can_come_up_as_others_count():
    assert reachable("official") == 536_448


CARDS = [
    ("plain", "chance", 63, False),
    ("plain", "sixes", 40, False),
    ("official", "full_house", 0, False),
    ("official", "full_house", 0, True),
    ("official", "yahtzee,small_straight", 0, False),
    ("official", "large_straight,fives", 50, True),
    ("plain", "full_house,yahtzee", 10, False),
]


@pytest.mark.parametrize(("rules", "boxes", "upper", "fifty"), CARDS)
def test_fractions_agree(rules, boxes, upper, fifty):
    card = Card(tuple(sorted(BOX[box] for box in boxes.split(","))), upper, fifty)
    exact = alone(rules, card)
    value = solve(rules, card, Budget()).value(card)
    assert abs(Fraction(value) - exact[Alone(card)]) <= error_of(card, value)
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
            assert sorted(say("keep", roll=shown, rerolls=rerolls, **options)) == best
        last = exact[Alone(card, roll, 0, True)]
        reply = ask("yahtzee", "category", {k: str(v) for k, v in (options | {"roll": shown}).items()})
        assert reply.answer.details["value"] == pytest.approx(float(last), rel=1e-12)


@pytest.mark.parametrize("rules", ["official", "plain"])
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_every_card_is_worth_its_best_turn(rules, data):
    """Rules read box by box and NumPy give what the kernel found, over the whole table."""
    boxes = tuple(sorted(data.draw(st.sets(st.integers(0, 12), min_size=1))))
    fifty = rules == "official" and YAHTZEE not in boxes and data.draw(st.booleans())
    card = Card(boxes, data.draw(st.integers(0, 63)), fifty)
    table = full_table(rules, Budget()).table
    ends = end_values(rules, card, lambda after, points: points + table.value(after))
    assert table.value(card) == pytest.approx(float(average(best_keeps(keep_values(ends, 2)))[0]), rel=1e-13)


@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_a_card_solved_alone_is_as_in_the_full_table(data):
    boxes = tuple(sorted(data.draw(st.sets(st.integers(0, 12), min_size=1, max_size=6))))
    card = Card(boxes, data.draw(st.integers(0, 63)), YAHTZEE not in boxes and data.draw(st.booleans()))
    assert solve("official", card, Budget(), threads=1).value(card) == full_table("official", Budget()).table.value(
        card
    )


def test_all_choices_that_tie_are_named():
    # With only Yahtzee open, any one face will do after a roll without pairs, and so will five new dice.
    keeps = say("keep", rules="plain", open="yahtzee", roll="1,2,3,4,6", rerolls=1)
    assert keeps == [[], [1], [2], [3], [4], [6]]
    assert say("category", rules="plain", open="full_house,large_straight", roll="2,2,3,3,3") == ["full_house"]
    assert say("keep", rules="plain", open="chance", roll="6,6,6,6,6", rerolls=2) == [[6, 6, 6, 6, 6]]


def test_latin_names_for_sebastian():
    assert say("category", rules="sebastian", open="pandemonium,quintuplicatam", roll="6,6,6,6,6") == ["quintuplicatam"]
    reply = ask("sebastian", "category", {"open": "primis,pandemonium", "roll": "1,1,1,1,2"})
    assert reply.answer.answer == ["primis"]
    assert reply.parameters["rules"] == "sebastian"


def test_chances_of_rolls_sum_to_one():
    assert dice.chances().sum() == pytest.approx(1, abs=1e-15)
    assert len(dice.ROLLS) == 252
    assert len(dice.KEEPS) == 462
