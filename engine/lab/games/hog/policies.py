"""Policies of Hog: named policies, and strategies from a Python file.

A strategy is a function of the mover's and the opponent's score that returns how many dice to roll; a
*table* has a policy's choices for all scores: int64 [own, opp].
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ....errors import InputError
from ... import two_player
from ...arrays import Ints, Reals
from ...user_code import load_functions
from .rules import Hog, sum_chances

# Choices whose chances are this close to the best are tied; for points, this times the goal.
TIE = 1e-12
Strategy = Callable[[int, int], int]

NAMES = "optimal, best-response, points, lead, always:N, bacon:M:N or swap:M:N"


@dataclass(frozen=True, slots=True)
class HogPolicy(two_player.Policy):
    """A policy by name; all except ``optimal``, ``lead`` and ``best-response`` have a ``table``."""

    table: Ints | None = None


def read_policy(hog: Hog, name: str, typed_name: str, *, best_response: bool = True) -> HogPolicy:
    """Read the option ``name``: a policy's name.

    ``points`` rolls for the most expected points of this turn; ``lead`` plays optimally for the final lead instead of
    the win; ``always:N`` rolls N dice; ``bacon:M:N`` rolls none if Free Bacon scores at least M with the boost, else N;
    ``swap:M:N`` also rolls none if that ends in a swap and the opponent's score is higher than the mover's with the
    bacon.

    Raises:
        InputError: there is no such policy, or these rules do not allow its dice.
    """
    text = typed_name.strip()
    if text in ("optimal", "lead") or (text == "best-response" and best_response):
        return HogPolicy(text)
    if text == "points":
        return HogPolicy(text, _build_points_table(hog))
    match = re.fullmatch(r"(always|bacon|swap)((?::[0-9]{1,9})+)", text)
    numbers = [int(number) for number in match[2].split(":")[1:]] if match else []
    if match is None or len(numbers) != (1 if match[1] == "always" else 2):
        words = NAMES if best_response else NAMES.replace("best-response, ", "")
        raise InputError(f"must be {words} with whole numbers M and N, not “{text[:40]}”", field=name)
    dice = numbers[-1]
    if not hog.min_dice <= dice <= hog.max_dice:
        raise InputError(f"must roll from {hog.min_dice} to {hog.max_dice} dice, not {dice}", field=name)
    own, opp = np.indices((hog.goal, hog.goal))
    table = np.full((hog.goal, hog.goal), dice)
    if match[1] != "always" and hog.free_bacon:
        bacon = hog.bacon(opp)
        none = bacon >= numbers[0]
        if match[1] == "swap":
            after, _ = hog.finish(own, opp, 0, bacon)
            # A swap between equal scores changes nothing, so only a higher score counts.
            none |= (after != own + bacon) & (opp > own + bacon)
        table[none] = 0
    return HogPolicy(text, table)


def _expect_points(hog: Hog, sides: int) -> Reals:
    """Return the expected points of rolling 1 die, 2 dice and so on: float64 [max_dice]."""
    chances_by_dice = (sum_chances(dice, sides) for dice in range(1, hog.max_dice + 1))
    return np.array([chances @ hog.boost(np.arange(len(chances))) for chances in chances_by_dice])


def _build_points_table(hog: Hog) -> Ints:
    """Return the dice with the most expected points, ties to the fewest: int64 [own, opp]."""
    own, opp = np.indices((hog.goal, hog.goal))
    sides = hog.sides(own, opp)
    table = np.zeros((hog.goal, hog.goal), np.int64)
    for side_count in np.unique(sides):
        points = _expect_points(hog, int(side_count))
        dice = np.flatnonzero(points >= points.max() - TIE * hog.goal)[0] + 1
        bacon = hog.free_bacon & (hog.bacon(opp) >= points.max() - TIE * hog.goal)
        table = np.where(sides == side_count, np.where(bacon, 0, dice), table)
    return table


def load_strategies(hog: Hog, path: str) -> list[HogPolicy]:
    """Return the strategies that a Python file defines: its public functions f(score, opponent_score) -> dice.

    The file is *executed*, so it must be the user's own. Raises InputError (``field``: file).
    """
    strategies = []
    for name, function in load_functions(path).items():
        try:
            table = [
                [_check_choice(hog, function, name, own, opp) for opp in range(hog.goal)] for own in range(hog.goal)
            ]
        except InputError:
            raise
        except Exception as error:
            raise InputError(f"cannot be used: the strategy “{name}” raised {error!r}", field="file") from error
        strategies.append(HogPolicy(name, np.array(table)))
    return strategies


def _check_choice(hog: Hog, strategy: Strategy, name: str, own: int, opp: int) -> int:
    """Return the dice that a strategy rolls. Raises InputError if the rules do not allow them."""
    dice = strategy(own, opp)
    if isinstance(dice, bool) or not isinstance(dice, int) or not hog.min_dice <= dice <= hog.max_dice:
        raise InputError(
            f"does not fit the rules: the strategy “{name}” must roll from {hog.min_dice} to {hog.max_dice} dice,"
            f" but at {own} against {opp} it returns {dice!r}",
            field="file",
        )
    return dice
