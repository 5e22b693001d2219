"""Pig: reference values, a second route by general algorithms and fractions, corner cases, bad input."""

from fractions import Fraction
from functools import cache, partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.lab import Budget
from engine.lab.simulation import simulate
from tests.engine.lab import asking
from tests.engine.lab.plain_algorithms import best_response, evaluate, explore, value_iteration
from tests.tier import times

pig = partial(asking.answer, "pig")
DICE = [(11, 6, 1), (13, 2, 1), (12, 2, 2), (10, 6, 4), (9, 3, 3), (1, 6, 1), (14, 4, 2)]
GAMES = st.tuples(st.integers(1, 14), st.integers(2, 7), st.integers(1, 7)).filter(lambda game: game[2] <= game[1])


def die(game):
    return dict(zip(("goal", "sides", "bust"), game, strict=True))


# Two players as a general decision process: (A's points, B's points, who is up, points in hand).


def two_players(game):
    goal, sides, bust = game
    chance = 1.0 / sides

    def actions(state):
        a, b, up, total = state
        if a >= goal or b >= goal:
            return []
        rolls = []
        for face in range(1, sides + 1):
            after = (a, b, 1 - up, 0) if face == bust else (a, b, up, total + face)
            rolls.append((chance, after))
        banked = (a + total, b, 1, 0) if up == 0 else (a, b + total, 0, 0)
        won = 1.0 if a + total >= goal and up == 0 else 0.0
        hold = (won, [(1.0, banked)])
        if total == 0:
            return [(0.0, rolls)]
        if (a if up == 0 else b) + total >= goal:
            return [hold]
        return [hold, (0.0, rolls)]

    roots = [(a, b, up, 0) for a in range(goal) for b in range(goal) for up in (0, 1)]
    return explore(roots, actions, lambda state: state[2] == 1)


def one_player(game):
    """States (points, points in hand); a turn costs 1 when it ends."""
    goal, sides, bust = game
    chance = 1.0 / sides

    def actions(state):
        score, total = state
        rolls = [(chance, (score, 0 if face == bust else total + face)) for face in range(1, sides + 1)]
        hold = (1.0, [(1.0, (score + total, 0))])
        if score >= goal:
            return []
        if total == 0:
            return [(chance, rolls)]
        return [hold] if score + total >= goal else [hold, (chance, rolls)]

    return explore([(0, 0)], actions, lambda state: True)


def holding(process, number, thresholds):
    """Actions of hold:K for both; the first action of a choice is to hold."""
    policy = np.where(np.diff(process.first_action) > 0, process.first_action[:-1], -1)
    for (_, _, up, total), place in number.items():
        if np.diff(process.first_action)[place] == 2 and total < thresholds[up]:
            policy[place] += 1
    return policy


@pytest.mark.parametrize("game", DICE)
def test_two_players_by_value_iteration(game):
    goal = game[0]
    process, number = two_players(game)
    best = value_iteration(process, 1e-13)
    equilibrium = process.greedy(process.action_values(best), 1e-9)
    fixed = holding(process, number, (4, 3))
    against = best_response(process, fixed, False, 1e-13)
    minimal = best_response(process, fixed, True, 1e-13)
    both = evaluate(process, fixed, 1e-13)
    mixed = equilibrium.copy()
    for (_, _, up, _), place in number.items():
        if up == 1:
            mixed[place] = fixed[place]
    weaker = evaluate(process, mixed, 1e-13)
    for own, opp in {(0, 0), (goal // 2, goal // 3), (goal - 1, 0), (0, goal - 1), (goal - 1, goal - 1)}:
        for first, total in (("a", 0), ("b", 0), ("a", 3), ("b", 2)):
            place = number.get((own, opp, int(first == "b"), total))
            if place is None:
                continue
            reply = {"own": own, "opp": opp, "first": first, "turn_total": total, **die(game)}
            for a, b, values in (
                ("optimal", "optimal", best),
                ("best-response", "optimal", best),
                ("best-response", "hold:3", against),
                ("hold:4", "best-response", minimal),
                ("hold:4", "hold:3", both),
                ("optimal", "hold:3", weaker),
            ):
                answer = pig("duel", a=a, b=b, **reply)
                assert answer.answer == pytest.approx(values[place], abs=1e-10), (reply, a, b)
        # The equilibrium's choices at turn totals that can come up.
        details = pig("hold", own=own, opp=opp, **die(game)).details
        held = [
            total
            for total in range(1, goal - own)
            if (own, opp, 0, total) in number
            and equilibrium[number[own, opp, 0, total]] == process.first_action[number[own, opp, 0, total]]
        ]
        assert details["smallest_reachable"] == (held[0] if held else goal - own)


def limited_by_fractions(game, turns, objective, threshold, own, total):
    """The value of a moment of a game with a limit, and those of holding and of rolling there, if it is a choice."""
    goal, sides, bust = game

    @cache
    def start(score, turns_left):
        return Fraction(0) if turns_left == 0 else roll(score, 0, turns_left) - (objective == "turns")

    def roll(score, total, turns_left):
        values = [
            start(score, turns_left - 1) if face == bust else decide(score, total + face, turns_left)
            for face in range(1, sides + 1)
        ]
        return sum(values, Fraction(0)) / sides

    @cache
    def decide(score, total, turns_left):
        if score + total >= goal:
            return Fraction(objective == "reach")
        held = start(score + total, turns_left - 1)
        if threshold:
            return held if total >= threshold else roll(score, total, turns_left)
        return max(held, roll(score, total, turns_left))

    if total == 0 or turns == 0:
        return abs(start(own, turns)), None, None
    cost = objective == "turns"
    held = start(own + total, turns - 1) if own + total < goal else Fraction(objective == "reach")
    return tuple(abs(value - cost) for value in (decide(own, total, turns), held, roll(own, total, turns)))


@settings(max_examples=times(60))
@given(
    GAMES,
    st.integers(0, 6),
    st.sampled_from(["reach", "turns"]),
    st.integers(0, 5),
    st.integers(0, 13),
    st.integers(0, 15),
)
def test_limits_by_fractions(game, turns, objective, threshold, own, total):
    own %= game[0]
    policy = f"hold:{threshold}" if threshold else "optimal"
    here = {"turns": turns, "objective": objective, "own": own, "turn_total": total, **die(game)}
    answer = pig("limited", policy=policy, **here)
    exact, held, rolled = limited_by_fractions(game, turns, objective, threshold, own, total)
    assert abs(answer.answer - exact) <= answer.error + 1e-15
    if turns and not threshold:
        choice = pig("decide", **here)
        if held is None:
            assert choice.answer == ["roll"]
        else:
            better = max if objective == "reach" else min
            ties = [name for name, value in (("hold", held), ("roll", rolled)) if value == better(held, rolled)]
            assert choice.answer == ties
            assert choice.details["hold"] == pytest.approx(float(held), abs=1e-14)
            assert choice.details["roll"] == pytest.approx(float(rolled), abs=1e-14)


@pytest.mark.parametrize("game", DICE)
def test_alone_at_any_score_and_turn_total(game):
    process, number = one_player(game)
    values = value_iteration(process, 1e-13)
    for (own, total), place in number.items():
        if own < game[0]:
            here = {"own": own, "turn_total": total, **die(game)}
            answer = pig("solitaire", **here)
            assert answer.answer == pytest.approx(values[place], abs=1e-9)
            assert answer.error <= 1e-9
            choice = pig("decide", **here)
            assert min(choice.details[name] for name in choice.answer) == pytest.approx(values[place], abs=1e-9)


def test_an_island_begins_at_its_first_total():
    islands = pig("surface", goal=20, sides=3).details["islands"]
    assert any(island["again"][-1][-1] > island["rolled"] for island in islands)
    assert all(island["again"][0][0] == island["rolled"] for island in islands)


@pytest.mark.parametrize("bust", [1, 6])
def test_the_stated_error_is_small_at_the_highest_goal(bust):
    assert pig("duel", goal=1000, own=990, opp=990, bust=bust).error < 1e-10
    assert pig("solitaire", goal=1000, bust=bust).error < 1e-9


def test_tiny_chances_keep_their_digits():
    # Each turn succeeds with one chance in 2^500, or 2^200, whose turns are counted without losing all digits.
    assert pig("solitaire", goal=1000, sides=2, policy="hold:1000").answer == pytest.approx(2.0**500, rel=1e-9)
    assert pig("duel", goal=400, sides=2, a="hold:400", b="hold:400").answer == pytest.approx(0.5, abs=1e-9)


@pytest.mark.parametrize(
    "options",
    [
        {"a": "hold:20", "b": "hold:25"},
        {"a": "best-response", "b": "hold:8", "goal": 30, "first": "b"},
        {"goal": 30, "sides": 4, "bust": 3},
    ],
)
def test_simulation_agrees(options):
    estimate = pig("simulate", games=40000, seed=7, **options)
    assert estimate.certainty == "estimated"
    assert abs(estimate.answer - pig("duel", **options).answer) < 4 * estimate.error
    assert pig("simulate", games=40000, seed=7, **options) == estimate


def test_games_that_all_ended_alike_might_not_have():
    assert simulate(lambda random, count: np.ones(count), 50, 1, Budget()).error == 1 / 50


@pytest.mark.parametrize("policy", ["optimal", "hold:20"])
def test_simulation_of_one_player_agrees(policy):
    estimate = pig("simulate", players=1, a=policy, games=20000)
    assert abs(estimate.answer - pig("solitaire", policy=policy).answer) < 4 * estimate.error
