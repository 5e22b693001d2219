"""Plain methods for any small game, with which tests compare the games' fast kernels."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from engine.lab.algorithms.policy_iteration import Rounds, only, policy_iteration
from engine.lab.algorithms.process import Process
from engine.lab.budget import Budget

State = TypeVar("State")
Action = TypeVar("Action")
Node = TypeVar("Node", bound=Hashable)
Ints = npt.NDArray[np.int64]
Number = Fraction | float


class TwoSided(Protocol[State, Action]):
    """A game between a maximizer and a minimizer."""

    def actions(self, state: State) -> Iterable[Action]:
        """Return the legal actions; none at the end. Alpha-beta is fast if the best ones come first."""

    def after(self, state: State, action: Action) -> State:
        """Return the state after an action."""

    def payoff(self, state: State) -> float:
        """Return the payoff of the state to the maximizer."""

    def is_high(self, state: State) -> bool:
        """Return whether the maximizer is to act."""


def minimax(game: TwoSided[State, Action], state: State, depth: int) -> float:
    """Return the payoff after ``depth`` plies of best play, or at the end, from a full search."""
    actions = list(game.actions(state)) if depth else []
    if not actions:
        return game.payoff(state)
    values = (minimax(game, game.after(state, action), depth - 1) for action in actions)
    return max(values) if game.is_high(state) else min(values)


def alphabeta(game: TwoSided[State, Action], state: State, depth: int, alpha: float = -inf, beta: float = inf) -> float:
    """Return the payoff of ``minimax`` with pruning.

    Args:
        game: the rules.
        state: the starting state.
        depth: plies to look ahead.
        alpha: the payoff that the maximizer is sure of elsewhere.
        beta: the payoff that the minimizer is sure of elsewhere.

    Returns:
        The payoff if it is between alpha and beta; else a bound on it, on the same side of them.
    """
    actions = game.actions(state) if depth else ()
    high = game.is_high(state)
    best: float | None = None
    for action in actions:
        value = alphabeta(game, game.after(state, action), depth - 1, alpha, beta)
        if best is None or (value > best if high else value < best):
            best = value
        if high:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return game.payoff(state) if best is None else best


@dataclass(frozen=True, slots=True)
class Decision(Generic[Node]):
    """A state in which a player chooses.

    Attributes:
        actions: (reward, next state) of each.
        least: whether the player minimizes, as the opponent in a game for two.
    """

    actions: Iterable[tuple[Number, Node]]
    least: bool = False


@dataclass(frozen=True, slots=True)
class Chance(Generic[Node]):
    """A chance node: (probability, next state) of each outcome."""

    outcomes: Iterable[tuple[Number, Node]]


def expectimax(
    state: Node, node: Callable[[Node], Decision[Node] | Chance[Node] | Number], budget: Budget
) -> dict[Node, Number]:
    """Return the values of a state and of all states it leads to.

    Args:
        state: the state in which the game begins.
        node: returns a decision, a chance node, or a final payoff for a state.
        budget: charged one node per state.

    Raises:
        Exhausted: the budget was spent.
        RecursionError: the game is too long.
    """
    known: dict[Node, Number] = {}

    def value(here: Node) -> Number:
        if here not in known:
            budget.spend(1, f"{len(known):,} states")
            known[here] = _value(node(here), value)
        return known[here]

    value(state)
    return known


def _value(node: Decision[Node] | Chance[Node] | Number, value: Callable[[Node], Number]) -> Number:
    if isinstance(node, Decision):
        totals = [payoff + value(after) for payoff, after in node.actions]
        return min(totals) if node.least else max(totals)
    if isinstance(node, Chance):
        return sum((chance * value(after) for chance, after in node.outcomes), 0)
    return node


def best_response(process: Process, policy: Ints, minimiser: bool, tolerance: float, budget: Budget) -> Rounds:
    """Return the best play against a given policy of the opponent.

    Args:
        process: a zero-sum game of two players.
        policy: int64 [states], numbers of actions; read where the opponent chooses.
        minimiser: whether the minimizer is the one who responds.
        tolerance: of values, see ``policy_iteration``.
        budget: charged one node per state and sweep.

    Returns:
        Values of the process's states and the method; actions are numbered as in the process that remains.

    Raises:
        Exhausted: the budget was spent.
    """
    free = np.repeat(process.minimises == minimiser, np.diff(process.first_action))
    return policy_iteration(process.restricted(free | only(process, policy)), tolerance, budget)
