"""Reference expectimax (max^n) in exact fractions: the definition of the right answer, slow and obvious.

A position's value is a vector of three payoffs. A decision takes the mover's best branch; a chance node averages.
Values within ``TOLERANCE`` of the best are equal, and then the order of ``rules.legal_actions`` and
``rules.rank_options`` decides.

Positions on a cycle (a spin that adds nothing and gives an extra spin) are valued by synchronous value iteration from
zero; then the linear equations of the choices are solved in fractions. Endless play pays nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from ..errors import Unaffordable, Unsettled
from ..game.options import Rules
from ..game.position import SEATS, Position
from ..game.rules import (
    Action,
    Pass,
    PlayRules,
    apply_effect,
    game_over,
    legal_actions,
    pass_spins,
    payoff,
    rank_options,
)
from ..game.spin import SpinLandings, SpinOption, StagedSpins
from . import _components

Vector = tuple[Fraction, Fraction, Fraction]
Floats = tuple[float, ...]

TOLERANCE = {False: Fraction(1, 10**12), True: Fraction(1, 10**8)}  # by whether payoffs are dollars
MAX_SWEEPS = 20_000
CONVERGENCE = 1e-15
NEAR_CONVERGENCE = 1e-6  # change of values in a sweep
AGREES = 1e-9

Parts = tuple[tuple[Fraction, int], ...]  # an option of a landing: chances of positions, by index


@dataclass(frozen=True, slots=True)
class PositionNode:
    """One position of the tree. ``press`` and ``passes`` are None or empty where not legal.

    A press has landings, each with its chance and its options in order of preference.
    """

    mover_seat: int
    payoff: Vector | None
    press: tuple[tuple[Fraction, tuple[Parts, ...]], ...] | None = None
    passes: tuple[int, ...] = ()

    def successors(self) -> Iterator[int]:
        for _, options in self.press or ():
            for parts in options:
                for _, index in parts:
                    yield index
        yield from self.passes


class Oracle:
    """Solve positions under one board, rules and unit; values are kept between calls.

    Args:
        spins: each seat's landings, as ``engine.game.spin.landings_by_seat`` gives them, or in stages.
        play_rules: rules, unit and cap.
        budget: limit of positions to visit.
        end: function that gives the payoffs of a terminal position; by default those at the end of the game.
    """

    def __init__(
        self,
        spins: tuple[SpinLandings, SpinLandings, SpinLandings] | StagedSpins,
        play_rules: PlayRules,
        budget: int = 200_000,
        end: Callable[[Position, Rules], Vector] = payoff,
    ):
        self.spins = spins
        self.play_rules = play_rules
        self.budget = budget
        self.end = end
        self.tolerance = TOLERANCE[play_rules.rules.in_dollars]
        self.positions: list[tuple[Position, int]] = []  # each with the spins left on the next spins' board
        self.nodes: list[PositionNode] = []
        self.values: list[Vector | None] = []
        self._index: dict[tuple[Position, int], int] = {}

    @property
    def states(self) -> int:
        """Positions visited so far."""
        return len(self.positions)

    def value(self, position: Position, next_spins: int = 0) -> Vector:
        """Return the payoff vector of a position. Raises Unaffordable or Unsettled.

        ``next_spins``: number of spins on the next spins' board, which is the last stage.
        """
        root = self._discover(position, next_spins)
        if self.values[root] is None:
            unsolved = [
                () if v is not None else tuple(n.successors()) for n, v in zip(self.nodes, self.values, strict=True)
            ]
            for component in _components.component_lists(unsolved, [root]):
                if self.values[component[0]] is None:
                    self._solve_component(component)
        payoffs = self.values[root]
        assert payoffs is not None
        return payoffs

    def actions(self, position: Position, next_spins: int = 0) -> dict[Action, Vector]:
        """Return the payoff vector of each legal action."""
        self.value(position, next_spins)
        vectors, _ = _action_values(
            self.nodes[self._index[position, next_spins]], self._get_value, self.tolerance, Fraction
        )
        return dict(zip(legal_actions(position, self.play_rules.rules), vectors, strict=True))

    # -- the tree -----------------------------------------------------------------------------

    def _discover(self, root: Position, next_spins: int) -> int:
        """List the positions reachable from ``root``, with their branches."""
        first = self._number(root, next_spins)
        while len(self.nodes) < len(self.positions):
            if len(self.positions) > self.budget:
                raise Unaffordable(f"The exact oracle stops at {self.budget:,} positions; this one needs more.")
            self.nodes.append(self._node(*self.positions[len(self.nodes)]))
            self.values.append(None)
        return first

    def _number(self, position: Position, next_spins: int) -> int:
        index = self._index.setdefault((position, next_spins), len(self.positions))
        if index == len(self.positions):
            self.positions.append((position, next_spins))
        return index

    def _node(self, position: Position, next_spins: int) -> PositionNode:
        rules, unit = self.play_rules.rules, self.play_rules.unit
        if game_over(position, rules):
            return PositionNode(position.mover_seat, self.end(position, rules))
        spins = self.spins.at(position.spins, next_spins) if isinstance(self.spins, StagedSpins) else self.spins
        spins_left = max(0, next_spins - 1)

        def parts(option: SpinOption) -> Parts:
            return tuple(
                (part, self._number(p, spins_left))
                for part, p in apply_effect(position, option.effect, self.play_rules)
            )

        passes, press = [], None
        for action in legal_actions(position, rules):
            if isinstance(action, Pass):
                passes.append(self._number(pass_spins(position, action.to, rules), next_spins))
            else:
                press = tuple(
                    (chance, tuple(map(parts, rank_options(position, options, unit))))
                    for chance, options in spins[position.mover_seat]
                )
        return PositionNode(position.mover_seat, None, press, tuple(passes))

    # -- values -------------------------------------------------------------------------------

    def _get_value(self, index: int) -> Vector:
        payoffs = self.values[index]
        assert payoffs is not None
        return payoffs

    def _solve_component(self, component: list[int]) -> None:
        """Set the values of one strongly connected component, after all below it."""
        if len(component) == 1 and component[0] not in self.nodes[component[0]].successors():
            index = component[0]
            node = self.nodes[index]
            if node.payoff is not None:
                self.values[index] = node.payoff
                return
            vectors, _ = _action_values(node, self._get_value, self.tolerance, Fraction)
            self.values[index] = vectors[_find_best(vectors, node.mover_seat, self.tolerance)]
            return
        limit, approach = self._value_iteration(component)
        # If staying in the cycle and leaving it have the same value in the limit, the choices by the limit may never
        # leave; the choices by an earlier iterate do.
        for values, tolerance in ((limit, float(self.tolerance)), (approach, 0.0)):
            equations = {index: self._fix_choices(index, values, tolerance) for index in component}
            exact = _solve_linear(component, equations, self._get_value)
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

    def _value_iteration(self, component: list[int]) -> tuple[dict[int, Floats], dict[int, Floats]]:
        """Run synchronous value iteration from zero to convergence; return the last iterate and an earlier one."""
        known_value = cache(lambda index: tuple(map(float, self._get_value(index))))

        def value(index: int) -> Floats:
            return now.get(index) or known_value(index)

        now: dict[int, Floats] = dict.fromkeys(component, (0.0, 0.0, 0.0))
        approach = now
        for _ in range(MAX_SWEEPS):
            then = {i: self._update(i, value) for i in component}
            change = max(abs(x - y) for i in component for x, y in zip(now[i], then[i], strict=True))
            if change > NEAR_CONVERGENCE * self._scale:
                approach = now
            now = then
            if change <= CONVERGENCE * self._scale:
                return now, approach
        raise Unsettled

    def _update(self, index: int, value: Callable[[int], Floats]) -> Floats:
        node, tolerance = self.nodes[index], float(self.tolerance)
        vectors: list[Floats] = _action_values(node, value, tolerance, float)[0]
        return vectors[_find_best(vectors, node.mover_seat, tolerance)]

    def _fix_choices(self, index: int, limit: dict[int, Floats], tolerance: float) -> dict[int, Fraction]:
        """Return the linear equation of a position with all choices fixed: weight by successor."""
        node = self.nodes[index]
        vectors, actions = _action_values(
            node, lambda i: limit.get(i) or tuple(map(float, self._get_value(i))), tolerance, float
        )
        best = _find_best(vectors, node.mover_seat, tolerance)
        if node.press is None or best > 0:
            return {node.passes[best - (node.press is not None)]: Fraction(1)}
        weights: dict[int, Fraction] = {}
        for chance, parts in actions:
            for part, i in parts:
                weights[i] = weights.get(i, Fraction(0)) + chance * part
        return weights


def _action_values(
    node: PositionNode, value: Callable[[int], Any], tolerance: Any, number: Callable[[Any], Any]
) -> tuple[list[Any], list[tuple[Fraction, Parts]]]:
    """Return the values of the actions, press first, and by landing the chance and the option taken.

    Args:
        node: the position.
        value: the value of a successor, by index.
        tolerance: values closer than this are equal.
        number: Fraction or float, the type of numbers.
    """
    vectors: list[Any] = []
    actions = []
    if node.press is not None:
        total = [number(0)] * 3
        for chance, options in node.press:
            mixed = [_mean(((number(part), value(i)) for part, i in parts), number(0)) for parts in options]
            best = _find_best(mixed, node.mover_seat, tolerance)
            actions.append((chance, options[best]))
            total = [x + number(chance) * y for x, y in zip(total, mixed[best], strict=True)]
        vectors.append(tuple(total))
    return [*vectors, *map(value, node.passes)], actions


def _mean(parts: Iterable[tuple[Any, Any]], zero: Any) -> tuple[Any, ...]:
    total = [zero] * 3
    for part, vector in parts:
        total = [x + part * y for x, y in zip(total, vector, strict=True)]
    return tuple(total)


def _find_best(vectors: Sequence[Sequence[Any]], seat: int, tolerance: Fraction | float) -> int:
    """Return the index of the first vector that is within the tolerance of the best for ``seat``."""
    top = max(v[seat] for v in vectors)
    return next(i for i, v in enumerate(vectors) if v[seat] >= top - tolerance)


def _solve_linear(
    component: list[int], equations: dict[int, dict[int, Fraction]], known_value: Callable[[int], Vector]
) -> dict[int, Vector]:
    """Solve v = A v + b in fractions by Gaussian elimination; a position that only leads to itself pays nothing."""
    rows = {
        i: (
            {j: w for j, w in equations[i].items() if j in equations},
            [
                sum((w * known_value(j)[s] for j, w in equations[i].items() if j not in equations), Fraction(0))
                for s in SEATS
            ],
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
    solution: dict[int, Vector] = {}
    for i in reversed(order):
        weights, constant = rows[i]
        a, b, c = (constant[s] + sum((w * solution[j][s] for j, w in weights.items()), Fraction(0)) for s in SEATS)
        solution[i] = (a, b, c)
    return solution
