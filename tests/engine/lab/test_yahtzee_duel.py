"""Two players: stages and leads against plain recursion, and the notes' example."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import Exhausted
from engine.lab import Budget, ask
from engine.lab.games.yahtzee.duel import DuelSolver
from engine.lab.games.yahtzee.rules import YAHTZEE, Card
from tests.engine.lab.yahtzee_plain import SHEETS, Two, card, duel
from tests.tier import few, times


@pytest.mark.parametrize("rules", ["official", "plain"])
def test_the_best_move_alone_is_not_the_best_for_the_win(rules):
    options = SHEETS | {"rules": rules, "roll": "1,1,2,3,3"}
    assert ask("yahtzee", "category", options).answer.answer == ["yahtzee"]
    assert ask("yahtzee", "category", options | {"objective": "win"}).answer.answer == ["chance"]


CASES = [
    ("official", card("full_house", fifty=True), card("small_straight"), 20),
    ("plain", card(""), card("small_straight,yahtzee"), 45),
    ("official", card("sixes", 50), card("aces", 61), -20),
    ("plain", card("chance"), card("three_kind"), -3),
    ("official", card("full_house,yahtzee"), card("yahtzee"), 0),
    ("official", card("small_straight"), card("full_house,large_straight", fifty=True), 60),
]


@pytest.mark.parametrize(("rules", "a", "b", "lead"), few(3, CASES))
def test_plain_recursion_agrees(rules, a, b, lead):
    expected = duel(rules, a, b, lead)[Two(a, b, lead, True)]
    assert DuelSolver(rules, a, b, lead, Budget()).chance() == pytest.approx(expected, rel=1e-12, abs=1e-300)


BOXES = st.sets(st.integers(0, 12), max_size=2).map(lambda boxes: tuple(sorted(boxes)))


@settings(max_examples=times(20))
@given(a=BOXES, b=BOXES, upper=st.integers(0, 63), lead=st.integers(-60, 60))
def test_more_points_never_hurt_and_chances_are_chances(a, b, upper, lead):
    cards = Card(a, upper, YAHTZEE not in a), Card(b, upper)
    here, better = (DuelSolver("official", *cards, lead + more, Budget()).chance() for more in (0, 1))
    assert -1e-15 <= here <= better + 1e-14
    assert better <= 1 + 1e-14


def test_three_boxes_each_under_a_budget_of_nodes():
    options = {
        "open": "fives,sixes,chance",
        "upper": "40",
        "yahtzee": "50",
        "score": "180",
        "opp-open": "four_kind,yahtzee,sixes",
        "opp-upper": "50",
        "opp-score": "190",
    }
    with pytest.raises(Exhausted, match=r"the last \d of 6 turns"):
        ask("yahtzee", "duel", options, nodes=5_000)
    reply = ask("yahtzee", "duel", options, nodes=10_000_000)
    assert 0 < reply.answer.answer < 1
    assert reply.answer.details["states"] > 5_000
