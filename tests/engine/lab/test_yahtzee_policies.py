"""Given policies: exact values against plain ones, and games that are played."""

from fractions import Fraction
from math import prod

import numpy as np
import pytest

from engine import InputError
from engine.lab import Budget, ask
from engine.lab.games.yahtzee import dice
from engine.lab.games.yahtzee.policies import Policy, evaluate, first_die, helping, led, preferred
from engine.lab.games.yahtzee.rules import CATEGORIES, Card, allowed, fill
from engine.lab.games.yahtzee.simulate import play
from tests.engine.lab import yahtzee_plain
from tests.engine.lab.yahtzee_plain import throws
from tests.tier import few

BOX = {name: box for box, name in enumerate(CATEGORIES)}
GREEDY, RANDOM, AUTO, DEEP = Policy("greedy"), Policy("random"), Policy("autoplayer", 1), Policy("autoplayer", 2)
NUMBERS, RANKED, PRUNED = Policy("numbers", 2), Policy("ranked", 2), Policy("autoplayer", 2, prune=True)


def card(text, upper=0, fifty=False):
    return Card(tuple(sorted(BOX[box] for box in text.split(","))), upper, fifty)


def test_players_stand_side_by_side():
    two = {"open": "chance,yahtzee", "upper": "63"}
    found = ask("yahtzee", "ranking", {**two, "policies": "random, greedy,autoplayer:2,solitaire"}).answer
    assert [name for name, _ in found.answer] == ["solitaire", "greedy", "autoplayer:2", "random"]
    for name, value in found.answer:
        policy, _, depth = name.replace("solitaire", "optimal").partition(":")
        texts = {**two, "policy": policy} | ({"depth": depth} if depth else {})
        assert value == pytest.approx(ask("yahtzee", "policy", texts).answer.answer, abs=1e-9)
    assert found.details["short"] == [pytest.approx(found.answer[0][1] - value) for _, value in found.answer]


def test_all_autoplayers_of_a_ranking_prune_by_the_first_die():
    few = {"open": "primis,sextus,squadron,pandemonium", "prune-first-die": "yes"}
    found = ask("sebastian", "ranking", few | {"policies": "greedy,numbers:2"}).answer.answer
    for name, options in {
        "greedy": {"policy": "greedy"},
        "numbers:2": few | {"policy": "numbers", "depth": "2"},
    }.items():
        alone = ask("sebastian", "policy", {"open": few["open"]} | options).answer.answer
        assert dict(found)[name] == alone
    with pytest.raises(InputError) as refused:
        ask("sebastian", "ranking", few | {"policies": "greedy,random"})
    assert refused.value.field == "prune-first-die"


def test_random_by_hand():
    """A box filled with a roll that comes once is worth the mean score, whatever the order, but for the bonus."""
    here = card("twos,chance,full_house")
    by_hand = sum((chance * (throw.count(2) * 2 + sum(throw)) for chance, throw in throws(5)), Fraction(0))
    by_hand += 25 * sum(
        (
            chance
            for chance, throw in throws(5)
            if sorted(map(throw.count, throw))[-1] == 3 and sorted(map(throw.count, throw))[0] == 2
        ),
        Fraction(0),
    )
    assert evaluate(RANDOM, "plain", here, Budget()).value(here) == pytest.approx(float(by_hand), rel=1e-13)


CARDS = [card("fives,chance", 50), card("yahtzee,full_house"), card("small_straight,sixes", 45, fifty=True)]


@pytest.mark.parametrize("here", CARDS)
@pytest.mark.parametrize("policy", [GREEDY, AUTO, DEEP, NUMBERS, RANKED, PRUNED])
def test_exact_values_follow_the_choices_told_in_plain_python(here, policy):
    """Two routes: the kernel's sweep, and choice by choice with chances added up by keep."""
    player = led(policy, "official", here, Budget())

    def worth(at):
        if not at.open:
            return 0.0
        ends = np.empty(len(dice.ROLLS))
        for index, roll in enumerate(dice.ROLLS):
            after, points = fill("official", at, roll, yahtzee_plain.box_for(player, at, roll)[0])
            if after not in known:
                known[after] = worth(after)
            ends[index] = points + known[after]
        believed = yahtzee_plain.stages(player, at)
        for rerolls in (1, 2):
            keeps = [yahtzee_plain.keep(player, at, believed[rerolls], roll) for roll in dice.ROLLS]
            value = {keep: _expected(keep, ends) for keep in set(keeps)}
            ends = np.array([value[keep] for keep in keeps])
        return float(ends @ dice.chances())

    known = {}
    assert evaluate(policy, "official", here, Budget()).value(here) == pytest.approx(worth(here), rel=1e-12)


def _expected(keep, ends):
    rolls = ((chance, tuple(sorted(keep + throw))) for chance, throw in throws(5 - len(keep)))
    return sum(float(chance) * ends[dice.INDEX[roll] - dice.FIRST_ROLL] for chance, roll in rolls)


@pytest.mark.parametrize(
    ("box", "roll", "kept"),
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
def test_dice_that_help(box, roll, kept):
    assert helping(BOX[box], roll) == kept


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
    assert preferred("autoplayer", roll) == ()
    for name, boxes in (("numbers", numbers), ("ranked", ranked)):
        assert ",".join(CATEGORIES[box] for box in preferred(name, roll)) == boxes


def test_the_first_die_that_is_rerolled():
    assert first_die((3, 3), (1, 3, 3, 4, 6)) == 1
    assert first_die((1, 2, 2, 2), (1, 2, 2, 2, 2)) == 2
    assert first_die((2, 2, 5, 5, 5), (2, 2, 5, 5, 5)) == 0


def test_what_the_attempts_at_the_bonus_and_pruning_cost():
    """As the report says: more bonuses with three of a kind to the numbers, more zeros, and fewer points."""
    boxes = "primis,secundus,tertium,quartus,quintus,sextus,squadron,pandemonium"

    def played(policy, **options):
        return ask("sebastian", "distribution", options | {"policy": policy, "open": boxes}).answer.details

    plain, numbers, pruned = played("autoplayer"), played("numbers"), played("autoplayer", **{"prune-first-die": "yes"})
    assert numbers["bonus_share"] > plain["bonus_share"] + 0.01
    assert numbers["zeros"] > 2 * plain["zeros"]
    assert pruned["exact_mean"] < numbers["exact_mean"] < plain["exact_mean"] < plain["optimal"]


def test_how_many_keeps_are_compared():
    """All: each face may be kept from 0 to as many times as it was rolled."""
    every = sum(chance * prod(throw.count(face) + 1 for face in set(throw)) for chance, throw in throws(5))
    options = {"open": "sextus,pandemonium"}

    def keeps(**more):
        return ask("sebastian", "policy", options | more).answer.details["keeps"]

    assert keeps() == keeps(policy="greedy") == pytest.approx(float(every))
    # Sixes, or 4, 5 and 6: one keep if there is neither a 4 nor a 5, else two.
    assert keeps(policy="autoplayer") == pytest.approx(2 - (4 / 6) ** 5)
    # The sixes' first die is the lowest; the other set has the same unless there are only 4, 5 and 6, but not only 6.
    assert keeps(**{"policy": "autoplayer", "prune-first-die": "1"}) == pytest.approx(1 + (3**5 - 1) / 6**5)


def test_nobody_beats_the_best_and_looking_ahead_pays():
    boxes = "quintus,sextus,triplex,company,quintuplicatam,pandemonium"

    def short(**options):
        return ask("sebastian", "policy", options | {"open": boxes, "upper": "40"}).answer.details["short"]

    one, two = short(policy="autoplayer", depth="1"), short(policy="autoplayer", depth="2")
    assert 0 < two < one < short(policy="random")
    assert short(policy="optimal") == 0


MIDDLE = card("threes,fives,three_kind,full_house,large_straight,yahtzee,chance", 30)


@pytest.mark.parametrize(
    ("rules", "policy", "here"),
    few(
        5,
        [
            ("official", NUMBERS, MIDDLE),
            ("sebastian", RANKED, MIDDLE),
            ("official", PRUNED, MIDDLE),
            ("official", GREEDY, MIDDLE),
            ("official", RANDOM, Card()),
            ("official", Policy("optimal"), Card()),
            ("sebastian", AUTO, Card()),
            ("official", AUTO, MIDDLE),
            ("official", DEEP, MIDDLE),
            ("sebastian", GREEDY, MIDDLE),
        ],
    ),
)
def test_games_agree_with_exact_values(rules, policy, here):
    sample = play(policy, rules, here, 20_000, 7, Budget())
    exact = evaluate(policy, rules, here, Budget()).value(here)
    assert abs(sample.estimate.mean - exact) <= 4 * sample.estimate.error
    assert sample.counts.sum() == 20_000


def test_games_from_a_card_with_fifty():
    here = card("fours,full_house,chance", 55, fifty=True)
    sample = play(Policy("optimal"), "official", here, 50_000, 3, Budget())
    exact = evaluate(Policy("optimal"), "official", here, Budget()).value(here)
    assert abs(sample.estimate.mean - exact) <= 4 * sample.estimate.error


def test_the_same_seed_the_same_games():
    asked = {"policy": "greedy", "games": "2000", "seed": "5", "open": "sextus,prattle,squadron,pandemonium"}
    first, again = (ask("sebastian", "distribution", asked).answer for _ in range(2))
    assert first == again
    assert sum(share for _, share in first.answer) == pytest.approx(1)
    assert ask("sebastian", "distribution", asked | {"seed": "6"}).answer.answer != first.answer


@pytest.mark.parametrize("policy", ["optimal", "greedy", "random", "autoplayer"])
def test_a_game_told_turn_by_turn_keeps_the_rules(policy):
    reply = ask("yahtzee", "game", {"policy": policy, "seed": "11"})
    turns, here, total = reply.answer.details["turns"], Card(), 0
    for turn in turns:
        for before, keep, after in zip(turn["rolls"], turn["keeps"], turn["rolls"][1:], strict=False):
            assert all(keep.count(face) <= min(before.count(face), after.count(face)) for face in keep)
        roll, box = tuple(turn["rolls"][-1]), BOX[turn["category"]]
        assert box in allowed("official", here, roll)
        here, points = fill("official", here, roll, box)
        assert points == turn["points"]
        total += points
    assert not here.open
    assert reply.answer.answer == total


@pytest.mark.parametrize(
    "options", [{"policy": "autoplayer", "depth": "2"}, {"policy": "numbers"}, {"policy": "greedy"}]
)
def test_decisions_are_those_of_the_game_that_is_told(options):
    few = options | {"open": "primis,sextus,squadron,prattle,pandemonium", "upper": "30"}
    turn = ask("sebastian", "game", few | {"seed": "3"}).answer.details["turns"][0]
    for rerolls, rolled, kept in zip("21", turn["rolls"], turn["keeps"], strict=False):
        found = ask("sebastian", "decide", few | {"roll": ",".join(map(str, rolled)), "rerolls": rerolls}).answer
        assert found.answer == [kept]
    last = ",".join(map(str, turn["rolls"][2]))
    assert ask("sebastian", "decide", few | {"roll": last}).answer.answer == [turn["category"]]


def test_a_decision_tells_what_was_compared_and_what_it_costs():
    few = {"open": "sextus,prattle,company", "upper": "45"}
    asked = few | {"roll": "1,3,4,6,6", "rerolls": "1"}
    found = ask("sebastian", "decide", asked | {"policy": "autoplayer"}).answer
    told = {tuple(each["choice"]): each["for"] for each in found.details["compared"]}
    assert told == {(6, 6): ["sextus"], (3, 4, 6): ["prattle", "company"]}
    best = ask("sebastian", "keep", asked).answer
    values = {tuple(each["choice"]): each["value"] for each in best.details["choices"]}
    assert found.details["value"] == pytest.approx(values[tuple(found.answer[0])])
    assert found.details["best_value"] == pytest.approx(best.details["value"])
    assert ask("sebastian", "decide", asked | {"policy": "optimal"}).answer.details["cost"] == 0
    pruned = ask("sebastian", "decide", asked | {"policy": "autoplayer", "prune-first-die": "yes"}).answer
    assert [each["choice"] for each in pruned.details["compared"]] == [[6, 6]]  # both sets begin with the 1


def test_random_fills_any_box_and_rerolls_nothing():
    asked = {"open": "aces,chance", "yahtzee": "0", "roll": "1,1,3,4,6", "policy": "random"}
    assert ask("yahtzee", "decide", asked).answer.answer == ["aces", "chance"]
    assert ask("yahtzee", "decide", asked | {"rerolls": "2"}).answer.answer == [[1, 1, 3, 4, 6]]
    found = ask("yahtzee", "decide", asked).answer
    del asked["policy"]
    values = [each["value"] for each in ask("yahtzee", "category", asked).answer.details["choices"]]
    assert found.details["value"] == pytest.approx(sum(values) / 2)
