"""Many games of Pig simulated at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....errors import InputError
from ...algorithms.simulation import LONGEST_RACE, Estimate, race, simulate
from ...arrays import Bytes, Flags, Ints, Reals
from ...budget import Budget
from . import duel as for_two
from . import solitaire
from .rules import Pig, Policy

# The table of an ``optimal`` player has a cell for each pair of scores and turn total.
LARGEST_TABLE = 300


@dataclass(frozen=True, slots=True)
class Holder:
    """A rule for holding: a threshold, or a table uint8 [own, opp, turn total] with 1 for holding."""

    goal: int
    threshold: int = 0
    table: Bytes | None = None

    def __call__(self, own: Ints, opp: Ints, total: Ints) -> Flags:
        """Return whether to hold, elementwise; also True if the goal is reached."""
        there = own + total >= self.goal
        if self.table is None:
            at_threshold: Flags = there | (total >= self.threshold)
            return at_threshold
        held: Flags = there | (self.table[own, opp, np.where(there, 0, total)] == 1)
        return held


def duel(
    pig: Pig,
    policies: tuple[Policy, Policy],
    scores: tuple[int, int],
    first: int,
    games: int,
    seed: int,
    budget: Budget,
) -> Estimate:
    """Return A's share of games won; ``first`` is 0 if A moves first, else 1.

    Raises:
        InputError: the goal is too high for a table of choices.
        Exhausted: the budget was spent.
    """
    solved = None
    if any(not policy.threshold for policy in policies):
        if pig.goal > LARGEST_TABLE:
            raise InputError(f"must be {LARGEST_TABLE} or less where a policy needs a table", field="goal")
        solved = for_two.solve(pig, *policies, 0, 0, budget)
    holders = [_holder(pig, policies, side, solved, budget) for side in (0, 1)]

    def play(random: np.random.Generator, count: int) -> Reals:
        return _play(pig, holders, scores, first, random, count)

    return simulate(play, games, seed, budget)


def alone(pig: Pig, policy: Policy, games: int, seed: int, budget: Budget) -> Estimate:
    """Return an estimate of the turns to the goal. Raises Exhausted."""
    threshold = policy.threshold
    table = None
    if not threshold:
        table = np.zeros((pig.goal, 1, pig.goal), np.uint8)
        for score, held in enumerate(solitaire.solve(pig, budget).hold):
            table[score, 0, : len(held)] = held
    holder = Holder(pig.goal, threshold, table)

    def play(random: np.random.Generator, count: int) -> Reals:
        score, total, turns = (np.zeros(count, np.int64) for _ in range(3))
        nobody, going = np.zeros(count, np.int64), np.arange(count)
        turns += 1
        for _ in range(LONGEST_RACE):
            if not len(going):
                break
            face = random.integers(1, pig.sides + 1, len(going))
            bust = face == pig.bust
            total[going] = np.where(bust, 0, total[going] + face)
            bank = ~bust & holder(score[going], nobody[going], total[going])
            score[going[bank]] += total[going[bank]]
            total[going[bank]] = 0
            going_on = score[going] < pig.goal
            turns[going[(bust | bank) & going_on]] += 1
            going = going[going_on]
        return turns.astype(np.float64)

    return simulate(play, games, seed, budget)


def _holder(
    pig: Pig, policies: tuple[Policy, Policy], side: int, solved: for_two.Duel | None, budget: Budget
) -> Holder:
    policy = policies[side]
    if policy.threshold or solved is None:
        return Holder(pig.goal, policy.threshold)
    plays_best = policy.best_response or solved.guide is None
    if plays_best:
        views = (solved.a, solved.b) if side == 0 else (solved.b, solved.a)
        solved = for_two.Duel(pig, *views, None, policy, policy, solved.error)
    else:
        guide = solved.guide
        assert guide is not None
        solved = for_two.Duel(pig, guide, guide, guide, policy, policy, solved.error)
    table = np.zeros((pig.goal, pig.goal, pig.goal), np.uint8)
    for own in range(pig.goal):
        budget.spend(0, f"the table of what to do from 0 to {own} points")
        for opp in range(pig.goal):
            held = for_two.hold_set(solved, own, opp)
            table[own, opp, : len(held)] = held
    return Holder(pig.goal, 0, table)


def _play(
    pig: Pig,
    holders: list[Holder],
    scores: tuple[int, int],
    first: int,
    random: np.random.Generator,
    count: int,
) -> Reals:
    """Return 1.0 for each game won by A, else 0.0."""
    total = np.zeros(count, np.int64)

    def step(going: Ints, up: Ints, own: Ints, opp: Ints) -> tuple[Ints, Ints, Flags]:
        face = random.integers(1, pig.sides + 1, len(going))
        bust = face == pig.bust
        now = np.where(bust, 0, total[going] + face)
        bank = ~bust & np.where(up == 0, holders[0](own, opp, now), holders[1](own, opp, now))
        total[going] = np.where(bank, 0, now)
        return np.where(bank, own + now, own), opp, bust | bank

    return race(pig.goal, scores, np.full(count, first), step)
