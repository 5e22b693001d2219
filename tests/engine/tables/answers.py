"""Real tables for the tests: every triple of scores, solved one by one."""

import json
from itertools import product

import numpy as np

from engine import Contestant, Position, Rules
from engine.game.rules import PlayRules, Press
from engine.game.spin import landings_by_seat
from engine.solvers.oracle import Oracle
from engine.tables import SolvedTable


def play_rules_of(cap=2000, unit=500, **options):
    return PlayRules(Rules(cap=cap, unit=unit, **options), unit, cap)


def at(position, *scores):
    """The position with other scores; contestants who are out keep none."""
    podiums = [
        Contestant(0 if c.out else score, c.earned, c.passed, c.whammies)
        for c, score in zip(position.contestants, scores, strict=True)
    ]
    return Position(tuple(podiums), position.mover_seat)


def look_up(store, position, board, play_rules):
    """What a kept table says of both actions at a position; None if none has it."""
    table = store.find(position, board, play_rules)
    return None if table is None else table.answer(position, play_rules.rules)


def array_of(path):
    """The file of the array that a description names."""
    return path.with_name(json.loads(path.read_text())["array"])


def everywhere(solved, position):
    """Every cell of a solved table with the position at its scores."""
    for cell in product(*(range(length) for length in solved.shape)):
        yield cell, at(position, *(int(axis[i]) for axis, i in zip(solved.dollars, cell, strict=True)))


def oracle_table(position, board, play_rules, rounding=1e-7):
    """The oracle's answers at every triple of multiples of the unit up to the cap."""
    grid = [*range(0, play_rules.cap, play_rules.unit), play_rules.cap]
    dollars = tuple(np.array([0] if c.out else grid) for c in position.contestants)
    shape = tuple(len(axis) for axis in dollars)
    press, passing = (np.full((*shape, 3), np.nan, np.float32) for _ in range(2))
    oracle = Oracle(landings_by_seat(board, play_rules.rules, play_rules.unit), play_rules, 1_000_000)
    for cell, here in everywhere(SolvedTable(dollars, press, passing, 0.0, 0), position):
        for action, value in oracle.actions(here).items():
            chances = [float(x) for x in value]
            if action == Press():
                press[cell] = chances
            elif np.isnan(passing[cell][0]) or chances[position.mover_seat] > passing[cell][position.mover_seat]:
                passing[cell] = chances  # of two receivers the one that the passer prefers
    known = [None if np.isnan(payoffs).all() else payoffs for payoffs in (press, passing)]
    return SolvedTable(dollars, *known, rounding, oracle.states)


def random_table(shape, *, step=500, seed=1, sharing=1.0):
    """Chances that sum to ``sharing`` at every cell, for tests of the file alone."""
    chances = np.random.default_rng(seed)
    dollars = tuple(np.arange(0, n * step, step) for n in shape)
    press, passing = ((chances.dirichlet((1, 1, 1), size=shape) * sharing).astype(np.float32) for _ in range(2))
    return SolvedTable(dollars, press, passing, 1e-6, 1)


def close(actual, expected, within):
    """Whether two arrays agree within a bound, and are NaN at the same places."""
    if actual is None or expected is None:
        return actual is None and expected is None
    same = np.array_equal(np.isnan(actual), np.isnan(expected))
    return same and (actual.size == 0 or not np.any(np.abs(actual.astype(float) - expected) > within))
