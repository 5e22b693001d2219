"""Given policies: exact values against plain ones, and games that are played."""

import numpy as np
import pytest

from engine.lab import Budget, ask
from engine.lab.games.yahtzee import dice
from engine.lab.games.yahtzee.decision import decide
from engine.lab.games.yahtzee.policies import (
    YahtzeePolicy,
    evaluate_policy,
    guide_policy,
    pick_helping_dice,
    prefer_boxes,
)
from engine.lab.games.yahtzee.rules import CATEGORIES, Card, fill_box, list_allowed_boxes
from engine.lab.games.yahtzee.simulate import _Games, simulate_games
from tests.engine.lab import yahtzee_plain
from tests.engine.lab.yahtzee_plain import BOX, card, throws
from tests.tier import few

GREEDY, RANDOM, AUTO, DEEP = (
    YahtzeePolicy("greedy"),
    YahtzeePolicy("random"),
    YahtzeePolicy("autoplayer", 1),
    YahtzeePolicy("autoplayer", 2),
)
NUMBERS, RANKED, PRUNED = (
    YahtzeePolicy("numbers", 2),
    YahtzeePolicy("ranked", 2),
    YahtzeePolicy("autoplayer", 2, prune=True),
)


CARDS = [card("fives,chance", 50), card("yahtzee,full_house"), card("small_straight,sixes", 45, fifty=True)]


@pytest.mark.parametrize("here", CARDS)
@pytest.mark.parametrize("policy", [GREEDY, AUTO, DEEP, NUMBERS, RANKED, PRUNED])
def test_exact_values_follow_the_choices_told_in_plain_python(here, policy):
    """Two routes: the kernel's sweep, and choice by choice with chances added up by keep."""
    player = guide_policy(policy, "official", here, Budget())

    def worth(at):
        if not at.open:
            return 0.0
        ends = np.empty(len(dice.ROLLS))
        for index, roll in enumerate(dice.ROLLS):
            after, points = fill_box("official", at, roll, yahtzee_plain.box_for(player, at, roll)[0])
            if after not in values:
                values[after] = worth(after)
            ends[index] = points + values[after]
        believed = yahtzee_plain.stages(player, at)
        for rerolls in (1, 2):
            keeps = [yahtzee_plain.keep(player, at, believed[rerolls], roll) for roll in dice.ROLLS]
            value = {keep: _expected(keep, ends) for keep in set(keeps)}
            ends = np.array([value[keep] for keep in keeps])
        return float(ends @ dice.roll_chances())

    values = {}
    assert evaluate_policy(policy, "official", here, Budget()).value(here) == pytest.approx(worth(here), rel=1e-12)


def _expected(keep, ends):
    rolls = ((chance, tuple(sorted(keep + throw))) for chance, throw in throws(5 - len(keep)))
    return sum(float(chance) * ends[dice.INDEX[roll] - dice.FIRST_ROLL] for chance, roll in rolls)


@pytest.mark.parametrize(
    ("box", "roll", "keep"),
    [
        ("threes", (1, 3, 3, 4, 6), (3, 3)),
        ("four_kind", (2, 2, 5, 5, 6), (5, 5)),
        ("full_house", (2, 2, 2, 2, 5), (2, 2, 2, 5)),
        ("full_house", (1, 2, 3, 5, 5), (3, 5, 5)),
        ("small_straight", (1, 2, 2, 3, 6), (1, 2, 3)),
        ("large_straight", (1, 3, 4, 6, 6), (3, 4, 6)),
        ("chance", (1, 3, 4, 5, 6), (4, 5, 6)),
    ],
)
def test_dice_that_help(box, roll, keep):
    assert pick_helping_dice(BOX[box], roll) == keep


@pytest.mark.parametrize(
    ("roll", "numbers", "ranked"),
    [
        ((4, 4, 4, 4, 4), "fours", "yahtzee,fours,chance"),
        ((2, 3, 4, 5, 6), "", "large_straight,chance"),
        ((1, 2, 3, 4, 4), "", "small_straight,chance"),
        ((2, 2, 5, 5, 5), "fives", "full_house,fives,chance"),
        ((1, 3, 3, 3, 3), "threes", "four_kind,threes,chance"),
        ((1, 1, 1, 5, 6), "aces", "three_kind,aces,chance"),
        ((1, 1, 3, 5, 6), "", ""),
    ],
)
def test_boxes_that_the_attempts_at_the_bonus_prefer(roll, numbers, ranked):
    """As the report says of five of a kind: quintuplicatam, then the numbers and pandemonium."""
    assert prefer_boxes("autoplayer", roll) == ()
    for name, boxes in (("numbers", numbers), ("ranked", ranked)):
        assert ",".join(CATEGORIES[box] for box in prefer_boxes(name, roll)) == boxes


MIDDLE = card("threes,fives,three_kind,full_house,large_straight,yahtzee,chance", 30)


@pytest.mark.parametrize(
    ("rules", "policy", "here"),
    few(
        5,
        [
            ("official", NUMBERS, MIDDLE),
            ("sebastian", RANKED, MIDDLE),
            ("official", PRUNED, MIDDLE),
            ("official", YahtzeePolicy("optimal"), card("fours,full_house,chance", 55, fifty=True)),
            ("official", GREEDY, MIDDLE),
            ("official", RANDOM, Card()),
            ("official", YahtzeePolicy("optimal"), Card()),
            ("sebastian", AUTO, Card()),
            ("official", AUTO, MIDDLE),
            ("official", DEEP, MIDDLE),
            ("sebastian", GREEDY, MIDDLE),
        ],
    ),
)
def test_games_agree_with_exact_values(rules, policy, here):
    sample = simulate_games(policy, rules, here, 20_000, 7, Budget())
    exact = evaluate_policy(policy, rules, here, Budget()).value(here)
    assert abs(sample.estimate.mean - exact) <= 4 * sample.estimate.error
    assert sample.counts.sum() == 20_000


@pytest.mark.parametrize("policy", ["optimal", "greedy", "random", "autoplayer"])
def test_a_game_told_turn_by_turn_keeps_the_rules(policy):
    reply = ask("yahtzee", "game", {"policy": policy, "seed": "11"})
    turns, here, total = reply.answer.details["turns"], Card(), 0
    for turn in turns:
        for before, keep, after in zip(turn["rolls"], turn["keeps"], turn["rolls"][1:], strict=False):
            assert all(keep.count(face) <= min(before.count(face), after.count(face)) for face in keep)
        roll, box = tuple(turn["rolls"][-1]), BOX[turn["category"]]
        assert box in list_allowed_boxes("official", here, roll)
        here, points = fill_box("official", here, roll, box)
        assert points == turn["points"]
        total += points
    assert not here.open
    assert reply.answer.answer == total


@pytest.mark.parametrize("rules", ["official", "free-joker", "plain"])
def test_games_played_at_once_fill_boxes_by_the_rules(rules):
    here = card("sixes,small_straight,chance", 55, fifty=rules != "plain")
    turns = [(roll, box) for roll in dice.ROLLS for box in list_allowed_boxes(rules, here, roll)]
    games = _Games(rules, here, len(turns))
    games.fill(*np.array([(dice.NUMBER[roll], box) for roll, box in turns]).T)
    for (roll, box), points, cells in zip(turns, games.points, games.cards, strict=True):
        after, right = fill_box(rules, here, roll, box)
        assert (points, *cells) == (right, after.fifty, after.mask, after.upper), (roll, box)


def test_a_tie_costs_nothing_whatever_its_rounding():
    here = Card((BOX["large_straight"], BOX["yahtzee"]), 63)
    answer = decide(YahtzeePolicy("optimal"), "plain", here, (1, 2, 5, 6, 6), 1, Budget())
    assert answer.details["cost"] == 0.0


@pytest.mark.parametrize(
    "options", [{"policy": "autoplayer", "depth": "2"}, {"policy": "numbers"}, {"policy": "greedy"}]
)
def test_decisions_are_those_of_the_game_that_is_told(options):
    few = options | {"open": "primis,sextus,squadron,prattle,pandemonium", "upper": "30"}
    turn = ask("sebastian", "game", few | {"seed": "3"}).answer.details["turns"][0]
    for rerolls, rolled, keep in zip("21", turn["rolls"], turn["keeps"], strict=False):
        decision = ask("sebastian", "decide", few | {"roll": ",".join(map(str, rolled)), "rerolls": rerolls}).answer
        assert decision.answer == [keep]
    last = ",".join(map(str, turn["rolls"][2]))
    assert ask("sebastian", "decide", few | {"roll": last}).answer.answer == [turn["category"]]
