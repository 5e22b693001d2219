"""Consistent odds of positions and actions, combined from the solved positions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ..answers.odds import Odds
from ..game.position import Position
from ..game.rules import Press, legal_actions
from ..solvers.ply import first_within_tolerance
from .early import EarlyPosition, after_pass
from .plan import Plan, receivers_of
from .position_values import PositionValues, best_odds


class GameOdds:
    """Odds of a game's positions; None for a position that is not solved.

    A pass leads to one position only, so both have the same odds: if both were solved, the more certain odds count.
    """

    def __init__(self, plan: Plan, values_by_position: Mapping[Position, PositionValues]):
        self._plan, self._solved = plan, values_by_position
        self._passes: dict[Position, list[Odds]] = {}  # the odds of passes to a position, as solved
        for position, values in values_by_position.items():
            receivers = receivers_of(position, plan.rules)
            if len(receivers) == 1 and values.passing is not None:
                next_position = after_pass(position, receivers[0], plan.rules)
                self._passes.setdefault(next_position, []).append(values.passing)
        self.of = cache(self._position_odds)

    def _position_odds(self, position: Position) -> Odds | None:
        """Return the odds of a position, its mover taking the better action."""
        known_odds = self._plan.known_odds(position)
        if known_odds is not None:
            return known_odds
        if isinstance(position, EarlyPosition) and position.between:
            return self._solved[position].press if position in self._solved else None
        pass_odds = self._passes.get(position, [])
        choices = self.choices(position)
        if position in self._solved and choices:
            return best_odds(choices.values(), position.mover_seat)
        return min(pass_odds, key=lambda odds: odds.uncertainty) if pass_odds else None

    def choices(self, position: Position) -> dict[str, Odds]:
        """Return the known odds of each legal action: ``press``, ``pass N``, ``stop``, or ``pass`` for the better pass.

        A pass to the position has the position's odds, and so the odds of pressing if that is best.
        """
        rules, values = self._plan.rules, self._solved.get(position)
        receivers = receivers_of(position, rules)
        passes = {action_name(to): self.of(after_pass(position, to, rules)) for to in receivers}
        if len(receivers) > 1 and None in passes.values():
            passes = {"pass": None if values is None else values.passing}
        press = values.press if values is not None and Press() in legal_actions(position, rules) else None
        odds_by_action = {name: odds for name, odds in {"press": press, **passes}.items() if odds is not None}
        if (
            odds_by_action
            and first_within_tolerance(odds_by_action, lambda name: odds_by_action[name].win[position.mover_seat])
            == "press"
        ):
            odds_by_action["press"] = min(
                [odds_by_action["press"], *self._passes.get(position, [])], key=lambda odds: odds.uncertainty
            )
        return odds_by_action


def action_name(to: int | None) -> str:
    """Return ``pass 2``, or ``stop`` for giving the spins up."""
    return "stop" if to is None else f"pass {to + 1}"
