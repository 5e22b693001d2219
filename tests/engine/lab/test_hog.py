"""Hog: reference values, the rules once more in plain Python, corner cases, bad input."""

from collections import Counter
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from tests.engine.lab.asking import answer
from tests.engine.lab.plain_algorithms import best_response, evaluate, explore, value_iteration
from tests.engine.strategies import many as drawn
from tests.tier import few

RULES = ("piggy-back", "free-bacon", "hog-wild", "hogtimus", "swine-swap")


def hog(question, off=(), **options):
    return answer("hog", question, **options, **{f"no-{rule}": "yes" for rule in off})


# The rules once more, by digits and enumerated dice.


@cache
def plain_sums(dice, sides):
    return Counter(0 if 1 in thrown else sum(thrown) for thrown in product(range(1, sides + 1), repeat=dice))


def is_prime(number):
    return number > 1 and all(number % divisor for divisor in range(2, number))


def plain_end(own, opp, dice, score, off):
    if "hogtimus" not in off and is_prime(score):
        score += 1
        while not is_prime(score):
            score += 1
    own += score
    if score == 0 and "piggy-back" not in off:
        opp += dice
    if "swine-swap" not in off and f"{own % 100:02}" == f"{opp % 100:02}"[::-1]:
        own, opp = opp, own
    return own, opp


def wins(a, b, goal):
    return float(a >= goal)


def plain_process(goal, max_dice, off, paid=wins):
    """States: A's points, B's points, who is up. Actions: dice from the fewest; values: what A is paid at the end."""
    least = 1 if "free-bacon" in off else 0

    def actions(state):
        a, b, up = state
        if a >= goal or b >= goal:
            return []
        own, opp = (a, b) if up == 0 else (b, a)
        offered = []
        for dice in range(least, max_dice + 1):
            if dice == 0:
                ends = {plain_end(own, opp, 0, 1 + max(int(digit) for digit in str(opp)), off): 1.0}
            else:
                sides = 4 if (own + opp) % 7 == 0 and "hog-wild" not in off else 6
                ends = Counter()
                for score, ways in plain_sums(dice, sides).items():
                    ends[plain_end(own, opp, dice, score, off)] += ways / sides**dice
            links = [(chance, (*(end if up == 0 else end[::-1]), 1 - up)) for end, chance in ends.items()]
            # The end pays when it is reached, since an end is worth 0.
            pays = (chance * paid(*after[:2], goal) for chance, after in links if max(after[:2]) >= goal)
            offered.append((sum(pays), links))
        return offered

    roots = [(a, b, up) for a in range(goal) for b in range(goal) for up in (0, 1)]
    return explore(roots, actions, lambda state: state[2] == 1), least


def plain_policy(process, number, least, tables):
    policy = np.full(process.states, -1)
    for (a, b, up), place in number.items():
        if process.first_action[place] < process.first_action[place + 1]:
            own, opp = (a, b) if up == 0 else (b, a)
            policy[place] = process.first_action[place] + tables[up](own, opp) - least
    return policy


def plain_bacon(most, dice, off, swaps=False):
    def choose(own, opp):
        if "free-bacon" in off:
            return dice
        digit = 1 + max(int(digit) for digit in str(opp))
        without = plain_end(own, opp, 0, digit, {*off, "swine-swap"})
        swapped = swaps and plain_end(own, opp, 0, digit, off) != without and opp > without[0]
        return 0 if swapped or without[0] - own >= most else dice

    return choose


GAMES = [
    (1, 2, ()),
    (7, 4, ("piggy-back", "free-bacon", "hog-wild", "hogtimus", "swine-swap")),
    (22, 1, ("piggy-back", "swine-swap")),
    (24, 3, ()),
    (24, 3, ("piggy-back",)),
    (23, 2, ("piggy-back", "free-bacon")),
    (22, 3, ("swine-swap", "hog-wild")),
    (23, 2, ("hogtimus", "free-bacon")),
]


@pytest.mark.parametrize(("goal", "max_dice", "off"), few(3, GAMES))
def test_by_general_algorithms(goal, max_dice, off):
    (process, number), least = plain_process(goal, max_dice, off)
    best = value_iteration(process, 1e-14)
    worth = process.action_values(best)
    equilibrium = process.greedy(worth, 1e-11)
    many, policies = max_dice, (f"bacon:5:{max_dice}", f"swap:6:{max_dice}")
    fixed = plain_policy(process, number, least, (plain_bacon(5, many, off), plain_bacon(6, many, off, swaps=True)))
    against = best_response(process, fixed, False, 1e-14)
    both = evaluate(process, fixed, 1e-14)
    mixed = np.where(process.minimizes, fixed, equilibrium)
    weaker = evaluate(process, mixed, 1e-14)
    rules = {"goal": goal, "max_dice": max_dice, "off": off}
    for own, opp in {(0, 0), (goal // 2, goal // 3), (goal - 1, goal // 2), (goal // 12, goal * 21 // 24)}:
        for a, b, values in (
            ("optimal", "optimal", best),
            ("best-response", policies[1], against),
            (*policies, both),
            ("optimal", policies[1], weaker),
        ):
            for up, first in enumerate("ab"):
                answer = hog("duel", a=a, b=b, own=own, opp=opp, first=first, **rules)
                assert answer.answer == pytest.approx(values[number[own, opp, up]], abs=1e-11), (own, opp, a, b, first)
        place = number[own, opp, 0]
        here = worth[process.first_action[place] : process.first_action[place + 1]]
        ties = [least + int(dice) for dice in np.flatnonzero(here >= here.max() - 1e-11)]
        assert hog("dice", own=own, opp=opp, **rules).answer == ties
    table = hog("policy", **rules).answer
    for (a, b, up), place in number.items():
        if up == 0 and a < goal and b < goal:
            assert table[a][b] == least + equilibrium[place] - process.first_action[place]


@drawn(2)
@given(st.integers(101, 125), st.sets(st.sampled_from(RULES)), st.integers(0, 100), st.integers(0, 100))
def test_goals_over_a_hundred(goal, off, own, opp):
    (process, number), _ = plain_process(goal, 1, tuple(sorted(off)))
    best = value_iteration(process, 1e-14)
    answer = hog("duel", off, goal=goal, max_dice=1, own=own, opp=opp)
    assert answer.answer == pytest.approx(best[number[own, opp, 0]], abs=1e-10)


@pytest.mark.parametrize(
    ("off", "options"),
    [
        ((), {"a": "points", "b": "lead", "own": 1}),
        ((), {"first": "average", "b": "swap:8:5"}),
        (("piggy-back",), {"first": "b", "b": "always:6", "own": 3}),
        (("free-bacon", "hogtimus"), {"goal": 150, "max_dice": 6}),
        (("hog-wild", "swine-swap"), {"a": "best-response", "b": "bacon:7:4", "goal": 60}),
    ],
)
def test_simulation_agrees(off, options):
    estimate = hog("simulate", off, games=40000, seed=3, **options)
    assert estimate.certainty == "estimated"
    assert abs(estimate.answer - hog("duel", off, **options).answer) < 4 * estimate.error


@pytest.mark.parametrize("first", ["a", "b", "average"])
def test_the_chance_beside_the_points_is_that_of_the_duel(first):
    here = {"goal": 20, "own": 12, "opp": 5, "first": first}
    assert hog("position", **here).details["chance"] == pytest.approx(hog("duel", **here).answer, abs=1e-12)


def test_a_turn_that_just_reaches_the_goal_ends_the_game():
    assert [hog("turn", own=90, dice=2, total=total).details["over"] for total in (9, 10)] == [False, True]


def test_contest(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("from math import floor\n\ndef five(score, opponent_score):\n    return floor(5.5)\n")
    answer = hog("contest", policies="optimal,always:5,always:4", file=file)
    assert answer.details["policies"] == ["optimal", "always:5", "always:4", "five"]
    wins = answer.details["wins"]
    assert wins[1][3] == pytest.approx(0.5, abs=1e-12)
    assert wins[0][1] == pytest.approx(hog("duel", b="always:5", first="average").answer, abs=1e-12)
    assert answer.answer[0] == pytest.approx((wins[0][1] + wins[0][2] + wins[0][3]) / 3)


@pytest.mark.parametrize("text", ["def f(a, b):\n    return 11\n", "def f(a):\n    return 1\n", "1 +\n"])
def test_bad_strategies(tmp_path, text):
    file = tmp_path / "mine.py"
    file.write_text(text)
    with pytest.raises(InputError) as caught:
        hog("contest", file=file)
    assert caught.value.field == "file"
