"""Yahtzee: the kernel against turns in plain Python, ``python -m benchmarks.lab_yahtzee``."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np

from engine.lab.ask import ask
from engine.lab.budget import Budget
from engine.lab.games.yahtzee import dice
from engine.lab.games.yahtzee.duel import DuelSolver
from engine.lab.games.yahtzee.policies import YahtzeePolicy, evaluate_policy
from engine.lab.games.yahtzee.rules import Card, score_sheet
from engine.lab.games.yahtzee.simulate import simulate_games
from engine.lab.games.yahtzee.storage import get_full_table
from engine.lab.games.yahtzee.table import ValueTable, count_reachable, solve_card
from engine.lab.games.yahtzee.turn import average_rerolls, value_boxes

FULL = Card()
SMALL = Card((4, 5, 11, 12), 40)
NOTES_LEADS = 3_000  # of seed 003
YEAR = 365.25 * 24 * 3600


def solve_plainly(card: Card, table: ValueTable) -> float:
    """Return a turn's value in plain Python: each keep is averaged once over its throws, each roll looks at its keeps."""
    keeps_of = {roll: {k for size in range(6) for k in combinations(roll, size)} for roll in dice.ROLLS}
    rolls = dict(zip(dice.ROLLS, _find_best_boxes(card, table), strict=True))
    for _ in range(2):
        keeps: dict[tuple[int, ...], float] = dict(rolls)
        for keep in reversed(dice.KEEPS[: dice.FIRST_ROLL]):
            keeps[keep] = sum(keeps[tuple(sorted((*keep, face)))] for face in range(1, 7)) / 6
        rolls = {roll: max(keeps[keep] for keep in keeps_of[roll]) for roll in dice.ROLLS}
    return sum(chance * rolls[roll] for chance, roll in zip(dice.roll_chances().tolist(), dice.ROLLS, strict=True))


def vectorize(card: Card, table: ValueTable) -> float:
    """Return a turn's value in NumPy, by the chances of all throws at once."""
    rolls = np.array(_find_best_boxes(card, table))
    for _ in range(2):
        rolls = np.where(dice.reroll_chances() > 0, average_rerolls(rolls)[:, None], -np.inf).max(axis=0)
    return float(dice.roll_chances() @ rolls)


def _find_best_boxes(card: Card, table: ValueTable) -> list[float]:
    sheet = score_sheet("plain")
    return [max(value_boxes(sheet, card, roll, lambda c, p: p + table.value(c)).values()) for roll in dice.ROLLS]


def main() -> None:
    """Print seconds, and ratios to plain Python."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PRESSORPASS_LAB"] = folder
        solve_card("plain", SMALL, Budget())
        for rules in ("plain", "official"):
            for threads in (1, 2):
                _, seconds = _time(lambda rules=rules, threads=threads: solve_card(rules, FULL, Budget(), threads))
                print(
                    f"full table, {rules}, {threads} threads: {seconds:.2f} s ({count_reachable(rules):,} reachable cards)"
                )
        table, _ = _time(lambda: get_full_table("plain", Budget()).table)
        _, seconds = _time(lambda: get_full_table("plain", Budget()))
        print(f"from disk: {seconds * 1000:.0f} ms")
        _, kernel = _time(lambda: solve_card("plain", FULL, Budget(), 1))
        per_card = kernel / (8191 * 64)
        value, twin = _time(lambda: solve_plainly(FULL, table))
        assert abs(value - table.value(FULL)) < 1e-9
        print(f"one card in plain Python: {twin * 1000:.0f} ms, {twin / per_card:,.0f} times the kernel's")
        value, vectorized = _time(lambda: vectorize(FULL, table))
        assert abs(value - table.value(FULL)) < 1e-9
        print(f"one card in NumPy: {vectorized * 1000:.1f} ms")
        for policy in (
            YahtzeePolicy("greedy"),
            YahtzeePolicy("random"),
            YahtzeePolicy("autoplayer", 1),
            YahtzeePolicy("autoplayer", 2),
        ):
            value, seconds = _time(
                lambda policy=policy: evaluate_policy(policy, "sebastian", FULL, Budget()).value(FULL)
            )
            print(f"{policy.name} {policy.depth}, exact value {value:.6f}: {seconds:.1f} s")
        sample, seconds = _time(
            lambda: simulate_games(YahtzeePolicy("optimal"), "sebastian", FULL, 100_000, 1, Budget())
        )
        print(f"100,000 games of the best player: {seconds:.1f} s, {sample.estimate.mean:.2f}")
        for size in (2, 3, 4):
            a, b = Card(SMALL.open[-size:], 40), Card((3, 5, 7, 11)[-size:], 45)
            duel = DuelSolver("official", a, b, -5, Budget())
            _, seconds = _time(duel.chance)
            print(f"duel, {size} open boxes each: {seconds:.2f} s, {duel.states:,} states")
        pairs = ask("yahtzee", "states", {"players": "2"}).answer.details["pairs"]
        years = pairs * NOTES_LEADS * seconds / duel.states / YEAR
        print(f"{pairs:,} pairs of cards at {NOTES_LEADS:,} leads, at that pace: {years:.0f} years")


def _time(work: Callable[[], Any]) -> tuple[Any, float]:
    start = time.perf_counter()
    result = work()
    return result, time.perf_counter() - start


if __name__ == "__main__":
    main()
