"""Yatzy: boxes by hand, and small cards in fractions; `tests/engine/test_docs.py` has the published figures."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import partial

import pytest

from engine.lab import find_game
from engine.lab.budget import Budget
from engine.lab.games.yahtzee import dice
from engine.lab.games.yahtzee.rules import Card, Roll
from engine.lab.games.yahtzee.table import bound_error
from engine.lab.games.yatzy.rules import BOXES, RuleSet, get_table, score_roll
from tests.engine.lab import asking
from tests.engine.lab.yahtzee_plain import Alone, alone, best_keeps

RULES: tuple[RuleSet, ...] = ("usual", "thesis")
yatzy = partial(asking.answer, "yatzy")


def test_the_fact() -> None:
    adds, fact = yatzy("value").details["adds"], find_game("yatzy").fact
    assert adds["one_pair"] > adds["yatzy"]
    assert f"{adds['one_pair']:.1f} points less" in fact.reason
    assert f"only {adds['yatzy']:.1f}" in fact.reason


@pytest.mark.parametrize(
    ("name", "roll", "points"),
    [
        ("ones", (1, 1, 2, 3, 3), 2),
        ("sixes", (1, 1, 2, 3, 3), 0),
        ("one_pair", (2, 2, 5, 5, 5), 10),
        ("one_pair", (1, 2, 3, 4, 6), 0),
        ("two_pairs", (2, 2, 5, 5, 5), 14),
        ("two_pairs", (5, 5, 5, 5, 6), 0),
        ("three_kind", (3, 4, 4, 4, 4), 12),
        ("four_kind", (3, 4, 4, 4, 4), 16),
        ("four_kind", (6, 6, 6, 6, 6), 24),
        ("small_straight", (1, 2, 3, 4, 5), 15),
        ("small_straight", (2, 3, 4, 5, 6), 0),
        ("large_straight", (2, 3, 4, 5, 6), 20),
        ("full_house", (3, 3, 5, 5, 5), 21),
        ("full_house", (5, 5, 5, 5, 5), 0),
        ("full_house", (3, 3, 4, 5, 5), 0),
        ("chance", (1, 3, 4, 6, 6), 20),
        ("yatzy", (2, 2, 2, 2, 2), 50),
        ("yatzy", (2, 2, 2, 2, 3), 0),
    ],
)
def test_boxes(name: str, roll: tuple[int, ...], points: int) -> None:
    assert score_roll("usual", name, roll) == points


def test_the_thesis_differs_where_one_face_is_paired() -> None:
    for roll in dice.ROLLS:
        rolls = {name: [score_roll(rules, name, roll) for rules in RULES] for name in BOXES}
        paired = [face for face, count in Counter(roll).items() if count > 1]
        assert [name for name, (usual, thesis) in rolls.items() if usual != thesis] == ["two_pairs"] * (
            len(paired) == 1
        )
        if len(paired) == 1:
            assert rolls["two_pairs"] == [0, 2 * paired[0]]


def ways_to_fill(rules: RuleSet, card: Card, roll: Roll) -> Iterator[tuple[Card, int]]:
    for box in card.open:
        points = score_roll(rules, BOXES[box], roll)
        upper = card.upper + (points if box < 6 else 0)
        bonus = 50 if card.upper < 63 <= upper else 0
        yield Card(tuple(open_box for open_box in card.open if open_box != box), min(63, upper)), points + bonus


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("boxes", "upper"), [("two_pairs,full_house", 0), ("sixes,yatzy", 48), ("one_pair", 63)])
def test_fractions_agree(rules: RuleSet, boxes: str, upper: int) -> None:
    card = Card(tuple(sorted(map(BOXES.index, boxes.split(",")))), upper)
    exact = alone(partial(ways_to_fill, rules), card)
    value = get_table(rules, card, Budget()).value(card)
    assert abs(Fraction(value) - Fraction(exact[Alone(card)])) <= bound_error(card, value)
    options = {"rules": rules, "open": boxes, "upper": upper}
    for roll in [(1, 1, 2, 3, 3), (4, 4, 4, 4, 4), (2, 3, 4, 5, 6)]:
        typed = ",".join(map(str, roll))
        for rerolls in (1, 2):
            choices = yatzy("keep", roll=typed, rerolls=rerolls, **options).answer
            assert sorted(choices) == best_keeps(exact, card, roll, rerolls)  # type: ignore[arg-type]
        last = float(exact[Alone(card, roll, 0, True)])
        assert yatzy("category", roll=typed, **options).details["value"] == pytest.approx(last, rel=1e-12)


def test_a_card_solved_alone_is_as_in_the_full_table() -> None:
    small = Card((0, 6, 7, 12, 14), 30)
    full = get_table("usual", Card(tuple(range(15))), Budget())
    assert get_table("usual", small, Budget()).value(small) == full.value(small)
