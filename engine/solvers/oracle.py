"""The definition of the right answer: exact rationals over the rules' tree, slow and obvious.

A position's value is a vector of three payoffs. A decision takes the branch best for the
decider (max^n); a chance node averages. Values within ``TOLERANCE`` of the best are equal, and
then the order of ``rules.legal_actions`` and ``rules.preference`` decides.

Positions that lie on a cycle (a spin that adds nothing and gives a spin back) are settled by
iteration from zero, all of them at once; then the choices found are solved as linear equations,
in fractions. Endless play pays nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from ..errors import Unaffordable, Unsettled
from ..game.options import Rules
from ..game.position import SEATS, Position
from ..game.rules import (
    Action,
    Pass,
    PlayRules,
    Press,
    game_over,
    legal_actions,
    offered_in_order,
    pass_spins,
    payoff,
    take,
)
from ..game.spin import Spin, SpinOption, StagedSpins
from . import _components

Vector = tuple[Fraction, Fraction, Fraction]
Floats = tuple[float, ...]

TOLERANCE = {False: Fraction(1, 10**12), True: Fraction(1, 10**8)}  # by whether payoffs are dollars
MAX_SWEEPS = 20_000
SETTLED = 1e-15
NEARLY = 1e-6  # values still move this much a sweep
AGREES = 1e-9


@dataclass(frozen=True, slots=True)
class ChanceNode:
    """A chance node over positions, by index: the result of one option of a landing."""

    parts: tuple[tuple[Fraction, int], ...]


@dataclass(frozen=True, slots=True)
class LandingNode:
    """One landing: its chance and, in order of preference, the result of each option."""

    chance: Fraction
    options: tuple[ChanceNode, ...]


@dataclass(frozen=True, slots=True)
class PositionNode:
    """One position of the tree. ``press`` and ``passes`` are None or empty where not legal."""

    mover_seat: int
    payoff: Vector | None
    press: tuple[LandingNode, ...] | None = None
    passes: tuple[int, ...] = ()

    def successors(self) -> Iterator[int]:
        for landed in self.press or ():
            for option in landed.options:
                for _, index in option.parts:
                    yield index
        yield from self.passes


class Oracle:
    """Solve positions under one board, rules and unit; values are kept between calls.

    Args:
        spins: each seat's landings, as ``engine.game.spin.spins`` gives them, or in stages.
        play_rules: rules, unit and cap.
        budget: the most positions to visit before giving up.
        end: the payoffs of a position at the end; by default those at the end of the game.
    """

    def __init__(
        self,
        spins: tuple[Spin, Spin, Spin] | StagedSpins,
        play_rules: PlayRules,
        budget: int = 200_000,
        end: Callable[[Position, Rules], Vector] = payoff,
    ):
        self.spins = spins
        self.play_rules = play_rules
        self.budget = budget
        self.end = end
        self.tolerance = TOLERANCE[play_rules.rules.in_dollars]
        self.positions: list[Position] = []
        self.nodes: list[PositionNode] = []
        self.values: list[Vector | None] = []
        self._index: dict[Position, int] = {}

    @property
    def states(self) -> int:
        """Positions visited so far."""
        return len(self.positions)

    def value(self, position: Position) -> Vector:
        """Return the payoff vector of a position. Raises Unaffordable or Unsettled."""
        root = self._discover(position)
        if self.values[root] is None:
            unsettled = [
                () if v is not None else tuple(n.successors()) for n, v in zip(self.nodes, self.values, strict=True)
            ]
            for component in _components.component_lists(unsettled, [root]):
                if self.values[component[0]] is None:
                    self._settle(component)
        found = self.values[root]
        assert found is not None
        return found

    def actions(self, position: Position) -> dict[Action, Vector]:
        """Return the payoff vector of each legal action."""
        self.value(position)
        node = self.nodes[self._index[position]]
        found: dict[Action, Vector] = {}
        for action in legal_actions(position, self.play_rules.rules):
            if isinstance(action, Press):
                assert node.press is not None
                found[action] = self._press(node.press, node.mover_seat, self._known)
            else:
                found[action] = self.value(pass_spins(position, action.to, self.play_rules.rules))
        return found

    # -- the tree -----------------------------------------------------------------------------

    def _discover(self, root: Position) -> int:
        """List the positions reachable from ``root``, with their branches."""
        first = self._number(root)
        while len(self.nodes) < len(self.positions):
            if len(self.positions) > self.budget:
                raise Unaffordable(f"The exact oracle stops at {self.budget:,} positions; this one needs more.")
            self.nodes.append(self._node(self.positions[len(self.nodes)]))
            self.values.append(None)
        return first

    def _number(self, position: Position) -> int:
        index = self._index.get(position)
        if index is None:
            index = self._index[position] = len(self.positions)
            self.positions.append(position)
        return index

    def _node(self, position: Position) -> PositionNode:
        rules = self.play_rules.rules
        if game_over(position, rules):
            return PositionNode(position.mover_seat, self.end(position, rules))
        actions = legal_actions(position, rules)
        spins = self.spins.at(position.spins) if isinstance(self.spins, StagedSpins) else self.spins
        press = (
            tuple(self._landed(position, *landing) for landing in spins[position.mover_seat])
            if Press() in actions
            else None
        )
        passes = tuple(self._number(pass_spins(position, a.to, rules)) for a in actions if isinstance(a, Pass))
        return PositionNode(position.mover_seat, None, press, passes)

    def _landed(self, position: Position, chance: Fraction, options: tuple[SpinOption, ...]) -> LandingNode:
        return LandingNode(
            chance,
            tuple(
                ChanceNode(tuple((part, self._number(p)) for part, p in take(position, option.effect, self.play_rules)))
                for option in offered_in_order(position, options, self.play_rules.unit)
            ),
        )

    # -- values -------------------------------------------------------------------------------

    def _known(self, index: int) -> Vector:
        found = self.values[index]
        assert found is not None
        return found

    def _press(self, press: tuple[LandingNode, ...], mover_seat: int, value: Callable[[int], Vector]) -> Vector:
        total = [Fraction(0)] * 3
        for landed in press:
            vectors = [_mix(option, value) for option in landed.options]
            chosen = vectors[_best(vectors, mover_seat, self.tolerance)]
            for seat in SEATS:
                total[seat] += landed.chance * chosen[seat]
        return total[0], total[1], total[2]

    def _settle(self, component: list[int]) -> None:
        """Set the values of one strongly connected set of positions; everything below it is known."""
        if len(component) == 1 and component[0] not in self.nodes[component[0]].successors():
            index = component[0]
            node = self.nodes[index]
            if node.payoff is not None:
                self.values[index] = node.payoff
                return
            vectors = [self._press(node.press, node.mover_seat, self._known)] if node.press is not None else []
            vectors += [self._known(i) for i in node.passes]
            self.values[index] = vectors[_best(vectors, node.mover_seat, self.tolerance)]
            return
        limit, approach = self._iterate(component)
        # Where staying in the cycle and leaving it are worth the same in the limit, the choices that the limit prefers
        # may never leave; the choices made on the way there do.
        for values, tolerance in ((limit, float(self.tolerance)), (approach, 0.0)):
            equations = {index: self._chosen(index, values, tolerance) for index in component}
            exact = _solve_linear(component, equations, self._known)
            if all(
                abs(float(x) - y) < AGREES * self._scale
                for i in component
                for x, y in zip(exact[i], limit[i], strict=True)
            ):
                break
        else:
            exact = {i: (Fraction(limit[i][0]), Fraction(limit[i][1]), Fraction(limit[i][2])) for i in component}
        for index in component:
            self.values[index] = exact[index]

    @property
    def _scale(self) -> float:
        return 1e4 if self.play_rules.rules.in_dollars else 1.0

    def _iterate(self, component: list[int]) -> tuple[dict[int, Floats], dict[int, Floats]]:
        """Sweep from zero, all at once, until the values stand still; return them and the values shortly before."""
        known: dict[int, Floats] = {}

        def read(index: int) -> Floats:
            if index not in known:
                a, b, c = self._known(index)
                known[index] = (float(a), float(b), float(c))
            return known[index]

        now: dict[int, Floats] = dict.fromkeys(component, (0.0, 0.0, 0.0))
        approach = now
        for _ in range(MAX_SWEEPS):
            then = {i: self._sweep(i, partial(_look_up, now, read)) for i in component}
            moved = max(abs(x - y) for i in component for x, y in zip(now[i], then[i], strict=True))
            if moved > NEARLY * self._scale:
                approach = now
            now = then
            if moved <= SETTLED * self._scale:
                return now, approach
        raise Unsettled("The best choices in an endless cycle of spins chase one another; there is no exact answer.")

    def _sweep(self, index: int, value: Callable[[int], Floats]) -> Floats:
        node = self.nodes[index]
        tolerance = float(self.tolerance)
        vectors = []
        if node.press is not None:
            total = [0.0, 0.0, 0.0]
            for landed in node.press:
                options = [_float_mix(option, value) for option in landed.options]
                chosen = options[_best(options, node.mover_seat, tolerance)]
                for seat in SEATS:
                    total[seat] += float(landed.chance) * chosen[seat]
            vectors.append(tuple(total))
        vectors += [value(i) for i in node.passes]
        return vectors[_best(vectors, node.mover_seat, tolerance)]

    def _chosen(self, index: int, limit: dict[int, Floats], tolerance: float) -> dict[int, Fraction]:
        """Return the linear equation of a position once all choices are fixed: weight by successor."""
        node = self.nodes[index]

        def value(i: int) -> Floats:
            return limit[i] if i in limit else tuple(float(x) for x in self._known(i))

        weights: dict[int, Fraction] = {}
        vectors = []
        if node.press is not None:
            total = [0.0, 0.0, 0.0]
            for landed in node.press:
                options = [_float_mix(option, value) for option in landed.options]
                best = _best(options, node.mover_seat, tolerance)
                for part, i in landed.options[best].parts:
                    weights[i] = weights.get(i, Fraction(0)) + landed.chance * part
                for seat in SEATS:
                    total[seat] += float(landed.chance) * options[best][seat]
            vectors.append(tuple(total))
        vectors += [value(i) for i in node.passes]
        best = _best(vectors, node.mover_seat, tolerance)
        if node.press is not None and best == 0:
            return weights
        return {node.passes[best - (node.press is not None)]: Fraction(1)}


def _look_up(inside: dict[int, Floats], outside: Callable[[int], Floats], index: int) -> Floats:
    found = inside.get(index)
    return outside(index) if found is None else found


def _mix(option: ChanceNode, value: Callable[[int], Vector]) -> Vector:
    if len(option.parts) == 1:
        return value(option.parts[0][1])
    total = [Fraction(0)] * 3
    for part, index in option.parts:
        for seat, x in enumerate(value(index)):
            total[seat] += part * x
    return total[0], total[1], total[2]


def _float_mix(option: ChanceNode, value: Callable[[int], Floats]) -> Floats:
    total = [0.0, 0.0, 0.0]
    for part, index in option.parts:
        for seat, x in enumerate(value(index)):
            total[seat] += float(part) * x
    return tuple(total)


def _best(vectors: Sequence[Sequence[Any]], seat: int, tolerance: Fraction | float) -> int:
    """Return the index of the first vector that is within the tolerance of the best for ``seat``."""
    top = max(v[seat] for v in vectors)
    return next(i for i, v in enumerate(vectors) if v[seat] >= top - tolerance)


def _solve_linear(
    component: list[int], equations: dict[int, dict[int, Fraction]], known: Callable[[int], Vector]
) -> dict[int, Vector]:
    """Solve v = A v + b in fractions by elimination; a position that only leads back to itself pays nothing."""
    rows = {
        i: (
            {j: w for j, w in equations[i].items() if j in equations},
            [sum((w * known(j)[s] for j, w in equations[i].items() if j not in equations), Fraction(0)) for s in SEATS],
        )
        for i in component
    }
    order = list(component)
    for place, i in enumerate(order):
        weights, constant = rows[i]
        own = weights.pop(i, Fraction(0))
        if own == 1:
            weights.clear()
            constant[:] = [Fraction(0)] * 3
        elif own:
            for j in weights:
                weights[j] /= 1 - own
            constant[:] = [c / (1 - own) for c in constant]
        for later in order[place + 1 :]:
            other, total = rows[later]
            factor = other.pop(i, None)
            if factor:
                for j, w in weights.items():
                    other[j] = other.get(j, Fraction(0)) + factor * w
                for s in SEATS:
                    total[s] += factor * constant[s]
    solved: dict[int, Vector] = {}
    for i in reversed(order):
        weights, constant = rows[i]
        a, b, c = (constant[s] + sum((w * solved[j][s] for j, w in weights.items()), Fraction(0)) for s in SEATS)
        solved[i] = (a, b, c)
    return solved
