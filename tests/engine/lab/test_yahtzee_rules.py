"""The card, by hand."""

import pytest

from engine.lab.games.yahtzee.rules import CATEGORIES, fill_box, list_allowed_boxes, score_roll
from tests.engine.lab.yahtzee_plain import BOX, card


@pytest.mark.parametrize(
    ("box", "roll", "points"),
    [
        ("aces", (1, 1, 2, 3, 3), 2),
        ("sixes", (1, 1, 2, 3, 3), 0),
        ("sixes", (6, 6, 6, 6, 6), 30),
        ("three_kind", (2, 2, 2, 5, 6), 17),
        ("three_kind", (2, 2, 5, 5, 6), 0),
        ("four_kind", (4, 4, 4, 4, 1), 17),
        ("four_kind", (4, 4, 4, 1, 1), 0),
        ("full_house", (3, 3, 5, 5, 5), 25),
        ("full_house", (5, 5, 5, 5, 5), 0),
        ("full_house", (3, 3, 3, 3, 5), 0),
        ("small_straight", (1, 2, 3, 4, 4), 30),
        ("small_straight", (1, 3, 4, 5, 6), 30),
        ("small_straight", (1, 2, 3, 5, 6), 0),
        ("large_straight", (2, 3, 4, 5, 6), 40),
        ("large_straight", (1, 2, 3, 4, 6), 0),
        ("yahtzee", (1, 1, 1, 1, 1), 50),
        ("yahtzee", (1, 1, 1, 1, 2), 0),
        ("chance", (1, 1, 2, 3, 3), 10),
    ],
)
def test_scores(box, roll, points):
    assert score_roll(BOX[box], roll) == points


FOURS = (4, 4, 4, 4, 4)


@pytest.mark.parametrize(
    ("rules", "before", "boxes"),
    [
        ("official", card("fours,fives,full_house"), ["fours"]),
        ("official", card("fives,full_house,chance"), ["full_house", "chance"]),
        ("official", card("aces,fives"), ["aces", "fives"]),
        ("official", card("aces,fours,full_house,yahtzee"), ["aces", "fours", "full_house", "yahtzee"]),
        ("plain", card("fours,fives,full_house"), ["fours", "fives", "full_house"]),
        ("free-joker", card("fours,fives,full_house"), ["fours", "fives", "full_house"]),
        ("free-joker", card("fives,full_house,chance"), ["fives", "full_house", "chance"]),
    ],
)
def test_a_further_yahtzee_has_its_place(rules, before, boxes):
    assert [CATEGORIES[box] for box in list_allowed_boxes(rules, before, FOURS)] == boxes


@pytest.mark.parametrize("fifty", [False, True])
@pytest.mark.parametrize(
    ("box", "points"), [("full_house", 25), ("small_straight", 30), ("large_straight", 40), ("chance", 20), ("aces", 0)]
)
def test_a_joker_scores_in_full_and_pays_only_over_fifty(fifty, box, points):
    after, made = fill_box("official", card(box, fifty=fifty), FOURS, BOX[box])
    assert made == points + (100 if fifty else 0)
    assert after.fifty is fifty
    assert fill_box("plain", card(box), FOURS, BOX[box])[1] == (points if box in ("chance", "aces") else 0)


def test_a_free_joker_scores_in_full_once_its_upper_box_is_filled():
    for box, points in (("full_house", 25), ("small_straight", 30), ("aces", 0)):
        assert fill_box("free-joker", card(f"{box},fours", fifty=True), FOURS, BOX[box])[1] == 100
        assert fill_box("free-joker", card(box, fifty=True), FOURS, BOX[box])[1] == 100 + points


def test_the_first_yahtzee_is_remembered_only_where_it_matters():
    both = card("yahtzee,chance")
    assert fill_box("official", both, FOURS, BOX["yahtzee"]) == (card("chance", fifty=True), 50)
    assert fill_box("official", both, (1, 2, 3, 4, 4), BOX["yahtzee"]) == (card("chance"), 0)
    assert fill_box("plain", both, FOURS, BOX["yahtzee"]) == (card("chance"), 50)


def test_the_bonus_comes_once():
    before = card("fives,sixes", upper=50)
    reached, points = fill_box("plain", before, (1, 5, 5, 5, 6), BOX["fives"])
    assert (reached, points) == (card("sixes", upper=63), 15 + 35)
    assert fill_box("plain", reached, (6, 6, 6, 1, 1), BOX["sixes"]) == (card("", upper=63), 18)
    assert fill_box("plain", before, (1, 5, 5, 2, 6), BOX["fives"]) == (card("sixes", upper=60), 10)
