"""Expectimax: the value of a finite game of choices and chance, by memoized recursion.

It is for small games and for checking fast kernels. It works with any number type: with fractions the value is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from ..budget import Budget

State = TypeVar("State", bound=Hashable)
Number = Fraction | float


@dataclass(frozen=True, slots=True)
class Decision(Generic[State]):
    """A state in which a player chooses.

    Attributes:
        actions: (reward, next state) of each.
        least: whether the player minimizes, as the opponent in a game for two.
    """

    actions: Iterable[tuple[Number, State]]
    least: bool = False


@dataclass(frozen=True, slots=True)
class Chance(Generic[State]):
    """A chance node: (probability, next state) of each outcome."""

    outcomes: Iterable[tuple[Number, State]]


def expectimax(
    state: State, node: Callable[[State], Decision[State] | Chance[State] | Number], budget: Budget
) -> dict[State, Number]:
    """Return the values of a state and of all states it leads to.

    Args:
        state: the state in which the game begins.
        node: returns a decision, a chance node, or a final payoff for a state.
        budget: charged one node per state.

    Raises:
        Exhausted: the budget was spent.
        RecursionError: the game is too long.
    """
    known: dict[State, Number] = {}

    def value(here: State) -> Number:
        if here not in known:
            budget.spend(1, f"{len(known):,} states")
            known[here] = _value(node(here), value)
        return known[here]

    value(state)
    return known


def _value(node: Decision[State] | Chance[State] | Number, value: Callable[[State], Number]) -> Number:
    if isinstance(node, Decision):
        totals = [payoff + value(after) for payoff, after in node.actions]
        return min(totals) if node.least else max(totals)
    if isinstance(node, Chance):
        return sum((chance * value(after) for chance, after in node.outcomes), 0)
    return node
