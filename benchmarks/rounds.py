"""Whole games with average questions: the calibration of chances stated in round 1.

Both rounds are played by solved grids of scores, with the best choices by one spin of lookahead with true sums. At one
decision of round 1, drawn beforehand, the mover's chance to win is noted; over all games these chances are compared with
the winners, in ten bins, by χ². ``python -m benchmarks.rounds [--games N] [--seed N] [--step DOLLARS]``
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import numpy as np

from engine import CancelFlag, Contestant, NextRound, Pass, Position, Rules, pass_spins, preset_boards
from engine.game.position import SEATS
from engine.game.questions import Spins, spins_from_questions, start_of_round_2
from engine.game.rules import PlayRules, Podiums, apply_effect, game_over, legal_actions, list_available_options, payoff
from engine.game.spin import landings_by_seat
from engine.solvers.dense.options import DenseOptions
from engine.solvers.dense.solver import DenseSolver
from engine.solvers.playouts import Playouts
from engine.solvers.ply import Vector
from engine.solvers.score_values import ScoreValues
from engine.tables.score_value_store import find_values

BOARDS = ("pyl-1984-09-r1", "pyl-1985-02-r2")
QUESTIONS = 4
RULES = Rules()
CAPS = (9000, 22_000)
STEPS = (500, 2000)
MEMORY = 10 * 2**30
BINS = 10
MOMENTS = 12  # decisions of round 1, of which one is looked at
PROCESSES = 2


@dataclass(frozen=True)
class Outcome:
    """What was stated of the mover at a moment of round 1, and what share of the win it had in the end."""

    stated: float
    share: float
    value: float  # of the scores at the end of round 1


class Player:
    """One round played by a grid of scores.

    Args:
        number: the round, 0 or 1.
        after: what scores are worth at its end.
        step: dollars between the scores of its grid.
    """

    def __init__(self, number: int, after: ScoreValues | None, step: int):
        board = preset_boards()[BOARDS[number]]
        self.play_rules = PlayRules(RULES, 1, -(-CAPS[number] // step) * step)
        starts = list(_list_starts())
        dense = DenseSolver(
            starts[0],
            board,
            self.play_rules,
            DenseOptions(
                others=starts[1:],
                all_starts=number == 1,
                grid=step,
                single=True,
                counted=0,
                keep=True,
                threads=PROCESSES,
                memory=MEMORY,
                after=after,
            ),
            cancel=CancelFlag(),
        )
        dense.solve()
        self.cells = dense.states
        self.spin = landings_by_seat(board, RULES, 1)
        self._known = lru_cache(maxsize=200_000)(Playouts(dense, depth=1).value)

    def after(self, position: Position, action: Any) -> list[tuple[float, Any]]:
        """Return the possible outcomes of an action, with chances; of the mover's choices only the preferred one."""
        if isinstance(action, Pass):
            return [(1.0, pass_spins(position, action.to, RULES))]
        successors: list[tuple[float, Any]] = []
        for chance, options in self.spin[position.mover_seat]:
            ways = [
                apply_effect(position, option.effect, self.play_rules)
                for option in list_available_options(position, options)
            ]
            worth = [sum(float(p) * self.value(to)[position.mover_seat] for p, to in way) for way in ways]
            best = ways[worth.index(max(worth))] if len(ways) > 1 else ways[0]
            successors += [(float(chance * p), to) for p, to in best]
        return successors

    def value(self, position: Position) -> Vector:
        """Return the value of a position by the grid."""
        return self._known(position)

    def actions(self, position: Position) -> list[tuple[Vector, list[tuple[float, Any]]]]:
        """Return each action's chances to win, and what may follow it."""
        choices = []
        for action in legal_actions(position, RULES):
            after = self.after(position, action)
            mean = np.sum([chance * np.array(self.value(to)) for chance, to in after], axis=0)
            choices.append((tuple(mean.tolist()), after))
        return choices

    def play(self, position: Position, rng: random.Random, seen: list[tuple[int, float]]) -> Position:
        """Return the position at the end of the round; add to ``seen`` each mover and its chance."""
        while not game_over(position, RULES):
            values, after = max(self.actions(position), key=lambda its: its[0][position.mover_seat])
            seen.append((position.mover_seat, values[position.mover_seat]))
            position = rng.choices([to for _, to in after], [chance for chance, _ in after])[0]
        return position


def _list_starts() -> list[Position]:
    starts = []
    for triple in spins_from_questions(SEATS, QUESTIONS):
        for seat in SEATS:
            if triple[seat]:
                a, b, c = (Contestant(0, count) for count in triple)
                starts.append(Position((a, b, c), seat))
    return starts


def start(podiums: Podiums, rng: random.Random) -> Position:
    """Return the start of a round after average questions."""
    still_in = tuple(seat for seat in SEATS if not podiums[seat].out)
    ways = _list_ways(still_in)
    triple = rng.choices([spins for spins, _ in ways], [chance for _, chance in ways])[0]
    return start_of_round_2(podiums, triple, RULES)


@lru_cache
def _list_ways(still_in: tuple[int, ...]) -> list[tuple[Spins, float]]:
    return [(spins, float(chance)) for spins, chance in spins_from_questions(still_in, QUESTIONS).items()]


def play_games(rounds: tuple[Player, Player], values: ScoreValues, seed: int, count: int) -> list[Outcome]:
    """Return the results of some games."""
    rng = random.Random(seed)
    outcomes: list[Outcome] = []
    while len(outcomes) < count:
        seen: list[tuple[int, float]] = []
        moment = rng.randrange(MOMENTS)  # drawn before the game: how long it goes on depends on what came
        start_state = start((Contestant(0), Contestant(0), Contestant(0)), rng)
        end = rounds[0].play(start_state, rng, seen)
        if moment >= len(seen):
            continue
        seat, stated = seen[moment]
        value = values.value(end.contestants)[seat]
        if not end.alone:
            end = rounds[1].play(start(end.contestants, rng), rng, [])
        outcomes.append(Outcome(stated, float(payoff(end, RULES)[seat]), value))
    return outcomes


def report(outcomes: list[Outcome]) -> None:
    """Print what was stated beside what came true, and χ²."""
    stated, share = np.array([x.stated for x in outcomes]), np.array([x.share for x in outcomes])
    order = np.array_split(np.argsort(stated), BINS)
    print("| stated | games | mean stated | came true | apart, standard errors |\n|---|---|---|---|---|")
    total = 0.0
    for places in order:
        mean, true = stated[places].mean(), share[places].mean()
        error = np.sqrt((stated[places] * (1 - stated[places])).sum()) / len(places)
        apart = (true - mean) / error
        total += apart**2
        print(
            f"| {stated[places].min():.3f} to {stated[places].max():.3f} | {len(places):,} | {mean:.4f} | {true:.4f} | {apart:+.2f} |"
        )
    print(f"chi squared {total:.1f} of {BINS} bins; beyond 29.6 one time in a thousand")
    value = np.array([x.value for x in outcomes])
    print(
        f"variance left at the end of round 1: {np.var(value - stated):.4f} by the value of scores, "
        f"{np.var(share - stated):.4f} where round 2 is played"
    )


def main() -> None:
    """Play the games and print the report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", nargs=2, type=int, default=STEPS)
    arguments = parser.parse_args()
    values = find_values(NextRound(preset_boards()[BOARDS[1]], QUESTIONS), RULES)
    assert values is not None
    began = time.perf_counter()
    rounds = Player(0, values, arguments.steps[0]), Player(1, None, arguments.steps[1])
    print(
        f"grids of {rounds[0].cells:,} and {rounds[1].cells:,} cells in {time.perf_counter() - began:.0f} s", flush=True
    )
    began = time.perf_counter()
    games_per_process = arguments.games // PROCESSES
    seeds = [arguments.seed * 1000 + part for part in range(PROCESSES)]
    _ready.append(partial(play_games, rounds, values))  # which the processes inherit
    with ProcessPoolExecutor(PROCESSES, mp_context=multiprocessing.get_context("fork")) as pool:
        outcomes = [x for part in pool.map(_play_part, seeds, [games_per_process] * PROCESSES) for x in part]
    print(f"{len(outcomes):,} games in {time.perf_counter() - began:.0f} s")
    report(outcomes)


_ready: list[Callable[[int, int], list[Outcome]]] = []


def _play_part(seed: int, count: int) -> list[Outcome]:
    return _ready[0](seed, count)


if __name__ == "__main__":
    main()
