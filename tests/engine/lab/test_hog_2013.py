"""Hog by the rules of Fall 2013, by plain code: the figure that is published for it is between these players.

A Pig Out scores 1 point and the scores swap where one is twice the other; there is no Piggy Back and no Hogtimus Prime.
"""

from collections.abc import Callable, Sequence
from functools import cache

GOAL, MAX_DICE, BASELINE = 100, 10, 5
Wins = dict[tuple[int, int], float]  # of the player to move, by own and opponent's score
Choice = Callable[[int, int], Sequence[int]]


@cache
def chances(dice: int, sides: int) -> tuple[tuple[int, float], ...]:
    """The turn scores of some dice with their chances."""
    chance_by_outcome = {0: 1.0}
    for _ in range(dice):
        sums: dict[int, float] = {}
        for total, chance in chance_by_outcome.items():
            for face in range(2, sides + 1):
                sums[total + face] = sums.get(total + face, 0.0) + chance / sides
        chance_by_outcome = sums
    return ((1, 1.0 - ((sides - 1) / sides) ** dice), *chance_by_outcome.items())


def bacon(opp: int) -> int:
    return 1 + max(map(int, str(opp)))


def after(own: int, opp: int, points: int, wins: Wins) -> float:
    own += points
    if own == 2 * opp or opp == 2 * own:
        own, opp = opp, own
    return float(own >= GOAL) if max(own, opp) >= GOAL else 1.0 - wins[opp, own]


def turn(own: int, opp: int, dice: int, wins: Wins) -> float:
    if not dice:
        return after(own, opp, bacon(opp), wins)
    sides = 4 if (own + opp) % 7 == 0 else 6
    return sum(chance * after(own, opp, points, wins) for points, chance in chances(dice, sides))


def against_five(choice: Choice) -> float:
    """The chance to win, averaged over moving first and second, with the best of the dice that a choice allows."""
    wins: Wins = {}
    other: Wins = {}
    for level in range(2 * GOAL - 2, -1, -1):  # every turn raises the sum of the scores
        for own in range(max(0, level - GOAL + 1), min(GOAL - 1, level) + 1):
            opp = level - own
            wins[own, opp] = max(turn(own, opp, dice, other) for dice in choice(own, opp))
            other[own, opp] = turn(own, opp, BASELINE, wins)
    return (wins[0, 0] + 1.0 - other[0, 0]) / 2.0


def swap(least: int, dice: int) -> Choice:
    """The course's swap strategy: Free Bacon if it swaps to one's advantage, or if it is worth enough and does not swap."""

    def choice(own: int, opp: int) -> Sequence[int]:
        made = own + bacon(opp)
        return (0,) if opp == 2 * made or (bacon(opp) >= least and made != 2 * opp) else (dice,)

    return choice


def test_the_figure_of_2013_is_between_a_simple_strategy_and_the_best_reply() -> None:
    simple = against_five(swap(8, BASELINE))
    best = against_five(lambda own, opp: range(MAX_DICE + 1))
    assert f"{100 * simple:.1f} {100 * best:.1f}" == "57.4 80.8"
    assert simple < 0.59 < 0.605 < best
