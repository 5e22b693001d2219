"""Yahtzee the slow way: dice thrown one at a time, fractions, and nothing of the kernel."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, product
from typing import TypeVar

import numpy as np

from engine.lab.arrays import Reals
from engine.lab.games.yahtzee import dice
from engine.lab.games.yahtzee.policies import GuidedPolicy, list_keeps, prefer_boxes
from engine.lab.games.yahtzee.rules import (
    BONUS,
    BONUS_FROM,
    CATEGORIES,
    Card,
    Roll,
    RuleSet,
    fill_box,
    is_joker,
    list_allowed_boxes,
    score_roll,
)
from engine.lab.games.yahtzee.turn import average_rerolls, list_keeps_of
from tests.engine.lab.plain_algorithms import Chance, Decision, Number, expectimax

BOX = {name: box for box, name in enumerate(CATEGORIES)}
# The two sheets of the notes, as options of `duel`.
SHEETS = {
    "open": "chance,yahtzee",
    "upper": "55",
    "score": "125",
    "opp-open": "four_kind,yahtzee",
    "opp-upper": "55",
    "opp-score": "173",
}
Outcomes = list[tuple[Fraction, Roll]]
_THROWS: dict[int, Outcomes] = {}


def card(text: str, upper: int = 0, fifty: bool = False) -> Card:
    """A card with these boxes open, by name, separated by commas."""
    return Card(tuple(sorted(BOX[box] for box in text.split(",") if box)), upper, fifty)


def throws(count: int) -> Outcomes:
    """All throws of a number of dice, those in another order counted together."""
    if count not in _THROWS:
        counts = Counter(tuple(sorted(throw)) for throw in product(range(1, 7), repeat=count))
        _THROWS[count] = [(Fraction(ways, 6**count), throw) for throw, ways in counts.items()]
    return _THROWS[count]


@dataclass(frozen=True)
class Alone:
    """A moment of a game alone: ``kept`` are dice that lie, fewer than five before a throw."""

    card: Card
    dice: Roll = ()
    throws_left: int = 3
    thrown: bool = False


def ways_to_fill(rules: RuleSet, card: Card, roll: Roll) -> list[tuple[Card, int]]:
    """The card after each box that may be filled with a roll, and its points."""
    return [fill_box(rules, card, roll, box) for box in list_allowed_boxes(rules, card, roll)]


def alone(ways: Callable[[Card, Roll], Iterable[tuple[Card, int]]], card: Card) -> dict[Alone, Number]:
    """Exact values of all moments from the start of a turn with a card."""

    def node(state: Alone) -> Decision[Alone] | Chance[Alone] | Number:
        if not state.card.open:
            return Fraction(0)
        if state.thrown and not state.throws_left:
            return Decision([(points, Alone(after)) for after, points in ways(state.card, state.dice)])
        return dice_node(state)

    return expectimax(Alone(card), node)


def best_keeps(exact: dict[Alone, Number], card: Card, roll: Roll, rerolls: int) -> list[list[int]]:
    """All keeps of a sorted roll with the highest value."""
    keeps = {keep: exact[Alone(card, keep, rerolls)] for size in range(6) for keep in combinations(roll, size)}
    return sorted(list(keep) for keep, worth in keeps.items() if worth == max(keeps.values()))


@dataclass(frozen=True)
class Two:
    """A moment of a duel; the lead is A's points less B's."""

    a: Card
    b: Card
    lead: int
    a_moves: bool
    dice: Roll = ()
    throws_left: int = 3
    thrown: bool = False


Moment = TypeVar("Moment", Alone, Two)


def dice_node(state: Moment, least: bool = False) -> Decision[Moment] | Chance[Moment]:
    """What a moment of a turn is before its last throw: a throw, or the choice of a keep."""
    if not state.thrown:
        count = state.throws_left - 1
        rolls = [(chance, tuple(sorted(state.dice + throw))) for chance, throw in throws(5 - len(state.dice))]
        return Chance([(chance, replace(state, dice=roll, throws_left=count, thrown=True)) for chance, roll in rolls])
    keeps = {keep for size in range(6) for keep in combinations(state.dice, size)}
    return Decision([(0, replace(state, dice=keep, thrown=False)) for keep in sorted(keeps)], least)


def node_of_two(rules: RuleSet, state: Two) -> Decision[Two] | Chance[Two] | Number:
    """What a moment of a duel is."""
    if not state.a.open and not state.b.open:
        return 0.5 if state.lead == 0 else float(state.lead > 0)
    a, b, moves = state.a, state.b, state.a_moves
    if not (a if moves else b).open:
        moves = not moves
    if not state.thrown or state.throws_left:
        return dice_node(replace(state, a_moves=moves), least=not moves)
    after = []
    for filled, points in ways_to_fill(rules, a if moves else b, state.dice):
        both = (filled, b, state.lead + points) if moves else (a, filled, state.lead - points)
        after.append((0, Two(*both, not moves)))
    return Decision(after, least=not moves)


def duel(rules: RuleSet, a: Card, b: Card, lead: int) -> dict[Two, Number]:
    """A's chances to win in all moments from the start of A's turn."""
    return expectimax(Two(a, b, lead, True), lambda state: node_of_two(rules, state))


# A player's choices one by one, in plain Python, of which those of the kernel are another account.


def box_for(player: GuidedPolicy, card: Card, roll: Roll) -> tuple[int, float]:
    """The box that a player fills, and the player's estimate of its value."""
    boxes = list_allowed_boxes(player.rules, card, roll)
    joker = is_joker(player.rules, card, roll)
    if player.policy.is_autoplayer:
        boxes = tuple(box for box in boxes if score_roll(box, roll, joker)) or boxes
        boxes = next(((box,) for box in prefer_boxes(player.policy.name, roll) if box in boxes), boxes)
    believed = []
    for box in boxes:
        after, points = fill_box(player.rules, card, roll, box)
        unseen = 0 if not player.policy.is_autoplayer or not card.upper < BONUS_FROM <= after.upper else BONUS
        believed.append((box, points - unseen + float(player.guide[int(after.fifty), after.mask, after.upper])))
    return first_best(believed)


def stages(player: GuidedPolicy, card: Card) -> dict[int, Reals]:
    """A player's estimates of keeps, float64 [462], with 1 and 2 rerolls left."""
    last = average_rerolls(np.array([box_for(player, card, roll)[1] for roll in dice.ROLLS]))
    rolls = np.array([last[dice.INDEX[keep(player, card, last, roll)]] for roll in dice.ROLLS])
    return {1: last, 2: average_rerolls(rolls)}


def keep(player: GuidedPolicy, card: Card, keeps: Reals, roll: Roll) -> Roll:
    """A player's keep of a roll, given the values of keeps."""
    keep_numbers = (
        [dice.INDEX[keep] for keep in list_keeps(card, roll, player.policy.prune)]
        if player.policy.is_autoplayer
        else list_keeps_of(roll)[::-1]
    )
    return dice.KEEPS[first_best([(index, float(keeps[index])) for index in dict.fromkeys(keep_numbers)])[0]]


def first_best(values: list[tuple[int, float]]) -> tuple[int, float]:
    """The first of the best choices; a later one must be better by more than rounding errors."""
    first = values[0]
    for choice, value in values[1:]:
        if value > first[1] + 1e-9:
            first = choice, value
    return first
