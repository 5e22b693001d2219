"""Minimax and alpha-beta for zero-sum games of two sides without chance."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Protocol, TypeVar

State = TypeVar("State")
Action = TypeVar("Action")


class TwoSided(Protocol[State, Action]):
    """A game that one side wants to end high and the other low."""

    def actions(self, state: State) -> Iterable[Action]:
        """What may be done; nothing where the game has ended. The likely best first makes alpha-beta fast."""

    def after(self, state: State, action: Action) -> State:
        """The state that an action leads to."""

    def payoff(self, state: State) -> float:
        """What the state is worth to the side that wants it high."""

    def is_high(self, state: State) -> bool:
        """Whether the side that wants it high is to act."""


def minimax(game: TwoSided[State, Action], state: State, depth: int) -> float:
    """The payoff after ``depth`` plies of best play, or where the game ends: every state is looked at."""
    actions = list(game.actions(state)) if depth else []
    if not actions:
        return game.payoff(state)
    values = (minimax(game, game.after(state, action), depth - 1) for action in actions)
    return max(values) if game.is_high(state) else min(values)


def alphabeta(game: TwoSided[State, Action], state: State, depth: int, alpha: float = -inf, beta: float = inf) -> float:
    """The same payoff as ``minimax`` gives, without looking where it cannot matter.

    Args:
        game: the rules.
        state: where it starts.
        depth: plies that are looked ahead.
        alpha: what the high side has for sure elsewhere.
        beta: what the low side has for sure elsewhere.

    Returns:
        The payoff if it is between alpha and beta; else a bound of it on the same side of them.
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
