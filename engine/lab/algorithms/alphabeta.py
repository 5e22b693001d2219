"""Minimax and alpha-beta for two-player zero-sum games without chance."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Protocol, TypeVar

State = TypeVar("State")
Action = TypeVar("Action")


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
