"""One game in full: every roll, keep and box."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Reals
from ...budget import Budget
from . import dice
from .policies import Led, Policy, considered, led, preferred
from .rules import BONUS, BONUS_FROM, Card, Roll, RuleSet, allowed, fill, is_joker, score
from .turn import average, parts

TIE = 1e-9


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn: its rolls, the keeps, the box that was filled, and its points with bonuses."""

    rolls: tuple[Roll, ...]
    keeps: tuple[Roll, ...]
    box: int
    points: int


def play(policy: Policy, rules: RuleSet, card: Card, seed: int, budget: Budget) -> list[Turn]:
    """Return a game from a card to its end. Raises Exhausted, Cancelled."""
    random = np.random.default_rng(seed)
    player = None if policy.name == "random" else led(policy, rules, card, budget)
    turns: list[Turn] = []
    while card.open:
        budget.spend(1, f"{len(turns)} turns")
        roll = _throw(random, ())
        rolls, keeps = [roll], []
        if player is None:
            box = int(random.choice(allowed(rules, card, roll)))
        else:
            thoughts = stages(player, card)
            for rerolls in (2, 1):
                keeps.append(keep(player, card, thoughts[rerolls], roll))
                roll = _throw(random, keeps[-1])
                rolls.append(roll)
            box = box_for(player, card, roll)[0]
        card, points = fill(rules, card, roll, box)
        turns.append(Turn(tuple(rolls), tuple(keeps), box, points))
    return turns


def box_for(player: Led, card: Card, roll: Roll) -> tuple[int, float]:
    """Return the box that a player fills, and the player's estimate of its value."""
    return first_best(boxes_considered(player, card, roll))


def boxes_considered(player: Led, card: Card, roll: Roll) -> list[tuple[int, float]]:
    """Return the boxes among which a player chooses, with the player's estimates of their values."""
    boxes = allowed(player.rules, card, roll)
    joker = is_joker(player.rules, card, roll)
    if player.auto:
        boxes = tuple(box for box in boxes if score(box, roll, joker)) or boxes
        boxes = next(((box,) for box in preferred(player.auto, roll) if box in boxes), boxes)
    believed = []
    for box in boxes:
        after, points = fill(player.rules, card, roll, box)
        unseen = 0 if not player.auto or not card.upper < BONUS_FROM <= after.upper else BONUS
        believed.append((box, points - unseen + float(player.guide[int(after.fifty), after.mask, after.upper])))
    return believed


def stages(player: Led, card: Card) -> dict[int, Reals]:
    """Return the player's estimates of keeps, float64 [462], with 1 and 2 rerolls left."""
    ends = np.array([box_for(player, card, roll)[1] for roll in dice.ROLLS])
    last = average(ends)
    rolls = np.array([last[dice.INDEX[keep(player, card, last, roll)]] for roll in dice.ROLLS])
    return {1: last, 2: average(rolls)}


def keep(player: Led, card: Card, keeps: Reals, roll: Roll) -> Roll:
    """Return a player's keep of a roll, given the values of keeps."""
    return dice.KEEPS[first_best(keeps_considered(player, card, keeps, roll))[0]]


def keeps_considered(player: Led, card: Card, keeps: Reals, roll: Roll) -> list[tuple[int, float]]:
    """Return the numbers of the keeps among which a player chooses, with their values."""
    thought = [dice.INDEX[each] for each in considered(card, roll, player.prune)] if player.auto else parts(roll)[::-1]
    return [(index, float(keeps[index])) for index in dict.fromkeys(thought)]


def first_best(values: list[tuple[int, float]]) -> tuple[int, float]:
    """Return the first of the best choices; a later one must be better by more than ``TIE``."""
    first = values[0]
    for choice, value in values[1:]:
        if value > first[1] + TIE:
            first = choice, value
    return first


def _throw(random: np.random.Generator, kept: Roll) -> Roll:
    return tuple(sorted((*kept, *random.integers(1, 7, dice.DICE - len(kept)).tolist())))
