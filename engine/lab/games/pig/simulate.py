"""Many games of Pig simulated at once."""

from collections.abc import Callable

import numpy as np

from ....errors import InputError
from ...arrays import Bytes, Flags, Ints, Reals
from ...budget import Budget
from ...simulation import Estimate, PlayStep, play_race, simulate
from . import duel, solitaire
from .rules import Pig, PigPolicy

MAX_TABLE_GOAL = 300  # the table of an ``optimal`` player has a cell for each pair of scores and turn total
# Whether to hold, elementwise, by own and opponent's score and turn total.
Holds = Callable[[Ints, Ints, Ints], Flags]


def build_steps(pig: Pig, a: PigPolicy, b: PigPolicy, budget: Budget) -> Callable[[np.random.Generator, int], PlayStep]:
    """Return the factory of a simulation step of parallel two-player games.

    Raises InputError if the goal is too high for a table of choices; Exhausted.
    """
    rules = [_build_threshold_rule(pig, a), _build_threshold_rule(pig, b)]
    if not (a.threshold and b.threshold):
        if pig.goal > MAX_TABLE_GOAL:
            raise InputError(f"must be {MAX_TABLE_GOAL} or less where a policy needs a table", field="goal")
        solution = duel.solve_duel(pig, a, b, 0, 0, budget)
        for side, (policy, other) in enumerate(((a, solution.b), (b, solution.a))):
            if not policy.threshold:
                rules[side] = _build_best_rule(pig, solution.get_guide(policy, other), budget)

    def holds(up: Ints, own: Ints, opp: Ints, total: Ints) -> Flags:
        return np.where(up == 0, rules[0](own, opp, total), rules[1](own, opp, total))

    return lambda random, count: _build_roll(pig, holds, random, count)


def simulate_solo(pig: Pig, policy: PigPolicy, games: int, seed: int, budget: Budget) -> Estimate:
    """Return an estimate of the turns to the goal. Raises Exhausted."""
    rule = _build_threshold_rule(pig, policy)
    if not policy.threshold:
        table = np.zeros((pig.goal, 1, pig.goal), np.uint8)
        for score, row_holds in enumerate(solitaire.solve_solo(pig, budget).hold):
            table[score, 0, : len(row_holds)] = row_holds
        rule = _build_table_rule(pig, table)

    def play(random: np.random.Generator, count: int) -> Reals:
        turns, roll = np.zeros(count), _build_roll(pig, lambda up, *now: rule(*now), random, count)

        def step(going: Ints, up: Ints, own: Ints, opp: Ints) -> tuple[Ints, Ints, Flags]:
            own, opp, ended = roll(going, up, own, opp)
            turns[going] += ended
            return own, opp, np.zeros_like(ended)  # the other player, who has no points, never moves

        play_race(pig.goal, (0, 0), np.zeros(count, np.int64), step)
        return turns

    return simulate(play, games, seed, budget)


def _build_roll(
    pig: Pig, holds: Callable[[Ints, Ints, Ints, Ints], Flags], random: np.random.Generator, count: int
) -> PlayStep:
    """Return the step of one roll in each of ``count`` games, after which the mover holds if ``holds`` says so."""
    total = np.zeros(count, np.int64)

    def step(going: Ints, up: Ints, own: Ints, opp: Ints) -> tuple[Ints, Ints, Flags]:
        face = random.integers(1, pig.sides + 1, len(going))
        bust = face == pig.bust
        now = np.where(bust, 0, total[going] + face)
        bank = ~bust & holds(up, own, opp, now)
        total[going] = np.where(bank, 0, now)
        return np.where(bank, own + now, own), opp, bust | bank

    return step


def _build_threshold_rule(pig: Pig, policy: PigPolicy) -> Holds:
    return lambda own, opp, total: (own + total >= pig.goal) | (total >= policy.threshold)


def _build_table_rule(pig: Pig, table: Bytes) -> Holds:
    """Return the rule of a table uint8 [own, opp, turn total], 1 for holding."""

    def holds(own: Ints, opp: Ints, total: Ints) -> Flags:
        there = own + total >= pig.goal
        stops: Flags = there | (table[own, opp, np.where(there, 0, total)] == 1)
        return stops

    return holds


def _build_best_rule(pig: Pig, other: Reals, budget: Budget) -> Holds:
    table = np.zeros((pig.goal, pig.goal, pig.goal), np.uint8)
    for own in range(pig.goal):
        budget.spend(0, f"the table of what to do from 0 to {own} points")
        for opp in range(pig.goal):
            row_holds = duel.find_holds(pig, other, own, opp)
            table[own, opp, : len(row_holds)] = row_holds
    return _build_table_rule(pig, table)
