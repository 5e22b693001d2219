"""A plain memo search: expectimax as a clear program without optimization.

The rules are the engine's readable ones, the values floats, and a dictionary has every position.
A spin that leads back to its own position (at the cap it adds nothing and gives an extra spin) is
solved for: v = rest / (1 - chance). A position that is still being searched (passes to and fro
between two such spins, or such a spin among choices) counts as 0 at first; afterwards the readers of
changed values are computed again until nothing changes. That is the fixed point of iteration from
zero, as for the oracle.
"""

from __future__ import annotations

import heapq
import sys

from engine import Position, Unaffordable
from engine.game.position import SEATS
from engine.game.rules import (
    PlayRules,
    Press,
    apply_effect,
    game_over,
    legal_actions,
    list_available_options,
    pass_spins,
    payoff,
    rank_preference,
)
from engine.game.spin import SpinLandings
from engine.solvers.ply import TOLERANCE, LookaheadValues, Vector, one_ply_lookahead

STILL = 1e-11
ZERO = (0.0, 0.0, 0.0)
Mix = list[tuple[float, int]]  # chances of positions, by number
Landing = tuple[float, list[Mix]]  # its chance, and what each option leads to


class Memo:
    """Values by position; ``budget`` is the most positions to remember before giving up."""

    def __init__(self, spin: SpinLandings, play_rules: PlayRules, budget: int):
        self.spin = spin
        self.play_rules = play_rules
        self.budget = budget
        self.tolerance = TOLERANCE[play_rules.rules.in_dollars]
        self.number: dict[Position, int] = {}
        self.values: list[Vector] = []
        self.branches: dict[int, tuple[int, list[Landing], list[int]]] = {}  # in the order they were finished
        self.unsure: set[int] = set()  # read a value that was not there yet

    @property
    def states(self) -> int:
        return len(self.values)

    def solve(self, position: Position) -> LookaheadValues:
        """Return the actions of the one who is up. Raises Unaffordable."""
        sys.setrecursionlimit(100_000)
        self._visit(position)
        self._iterate()
        return one_ply_lookahead(position, self.spin, self.play_rules, lambda p: self.values[self.number[p]])

    def _visit(self, position: Position) -> int:
        known = self.number.get(position)
        if known is not None:
            return known
        here = self.number[position] = len(self.values)
        self.values.append(ZERO)
        if here >= self.budget:
            raise Unaffordable(f"The memo search stops at {self.budget:,} positions; this one needs more.")
        rules = self.play_rules.rules
        if game_over(position, rules):
            a, b, c = payoff(position, rules)
            self.values[here] = float(a), float(b), float(c)
            return here
        actions = legal_actions(position, rules)
        press = [self._land(position, *landing) for landing in self.spin] if Press() in actions else []
        passes = [self._visit(pass_spins(position, a.to, rules)) for a in actions if not isinstance(a, Press)]
        if any(self.values[number] is ZERO for number in _list_successors(press, passes) - {here}):
            self.unsure.add(here)
        self.branches[here] = position.mover_seat, press, passes
        self.values[here] = self._value(here)
        return here

    def _land(self, position: Position, chance: object, options) -> Landing:
        score, unit = position.mover.score, self.play_rules.unit
        real = sorted(
            list_available_options(position, options), key=lambda option: rank_preference(score, option, unit)
        )
        return float(chance), [
            [
                (float(part), self._visit(reached))
                for part, reached in apply_effect(position, option.effect, self.play_rules)
            ]
            for option in real
        ]

    def _value(self, here: int) -> Vector:
        up, press, passes = self.branches[here]
        values = self.values
        actions = [values[number] for number in passes]
        if press:
            x = y = z = back = 0.0
            for chance, mixes in press:
                if len(mixes) == 1 and len(mixes[0]) == 1:
                    number = mixes[0][0][1]
                    if number == here:
                        back += chance
                        continue
                    a, b, c = values[number]
                else:
                    a, b, c = self._choose_best([self._average(mix) for mix in mixes], up)
                x += chance * a
                y += chance * b
                z += chance * c
            rest = 1 - back
            actions.insert(0, (x / rest, y / rest, z / rest) if rest > STILL else ZERO)
        return self._choose_best(actions, up)

    def _average(self, mix: Mix) -> Vector:
        a, b, c = (sum(part * self.values[number][seat] for part, number in mix) for seat in SEATS)
        return a, b, c

    def _choose_best(self, vectors: list[Vector], up: int) -> Vector:
        if len(vectors) == 1:
            return vectors[0]
        top = max(vector[up] for vector in vectors)
        return next(vector for vector in vectors if vector[up] >= top - self.tolerance)

    def _iterate(self) -> None:
        """Value again what read a value that has changed, in the order of the search."""
        place = {number: place for place, number in enumerate(self.branches)}
        readers: dict[int, list[int]] = {}
        for here, (_, press, passes) in self.branches.items() if self.unsure else ():
            for number in _list_successors(press, passes) - {here}:
                readers.setdefault(number, []).append(here)
        later = [(place[here], here) for here in self.unsure]
        while later:
            now, later = later, []
            waiting = {here for _, here in now}
            heapq.heapify(now)
            while now:
                at, here = heapq.heappop(now)
                waiting.discard(here)
                value = self._value(here)
                if max(abs(x - y) for x, y in zip(value, self.values[here], strict=True)) <= STILL:
                    continue
                self.values[here] = value
                for reader in readers.get(here, ()):
                    if place[reader] < at:
                        later.append((place[reader], reader))
                    elif reader not in waiting:
                        waiting.add(reader)
                        heapq.heappush(now, (place[reader], reader))


def _list_successors(press: list[Landing], passes: list[int]) -> set[int]:
    return {number for _, mixes in press for mix in mixes for _, number in mix}.union(passes)
