"""The odds of positions and actions, put together from what was solved so that they agree with one another."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ..game.position import Position
from ..game.rules import Press, legal_actions, pass_spins
from .plan import Plan, receivers_of
from .position_values import Odds, PositionValues, better, known_odds


class GameOdds:
    """Odds of a game's positions; None where a position was not solved.

    A pass leads to one position only, so its odds are those of that position: where both were solved, the ones
    that are known better count for both.
    """

    def __init__(self, plan: Plan, solved: Mapping[Position, PositionValues]):
        self._plan, self._solved = plan, solved
        self._passes: dict[Position, list[Odds]] = {}  # what passes to a position are worth, as solved
        for position, values in solved.items():
            receivers = receivers_of(position, plan.rules)
            if len(receivers) == 1 and values.passing is not None:
                reached = pass_spins(position, receivers[0], plan.rules)
                self._passes.setdefault(reached, []).append(values.passing)
        self.of = cache(self._of)

    def _of(self, position: Position) -> Odds | None:
        """The odds of a position, its mover taking the better action."""
        known = known_odds(position, self._plan.board, self._plan.rules)
        if known is not None:
            return known
        found = list(self._passes.get(position, []))
        actions = [odds for odds in self.actions(position).values() if odds is not None]
        if actions and position in self._solved:
            best = actions[0]
            for odds in actions[1:]:
                best = better(best, odds, position.mover_seat)
            found.insert(0, best)
        return min(found, key=lambda odds: odds.doubt) if found else None

    def actions(self, position: Position) -> dict[str, Odds | None]:
        """The odds of each action the rules allow: ``press``, ``pass N``, ``stop``; ``pass`` for the better of two
        passes where only that is known.
        """
        rules, values = self._plan.rules, self._solved.get(position)
        found: dict[str, Odds | None] = {}
        if Press() in legal_actions(position, rules):
            found["press"] = None if values is None else values.press
        receivers = receivers_of(position, rules)
        reached = {action_name(to): self.of(pass_spins(position, to, rules)) for to in receivers}
        if len(receivers) > 1 and None in reached.values():
            return {**found, "pass": None if values is None else values.passing}
        return {**found, **reached}


def action_name(to: int | None) -> str:
    """``pass 2``, or ``stop`` for giving the spins up."""
    return "stop" if to is None else f"pass {to + 1}"
