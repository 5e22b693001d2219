"""The choice of a given policy with a roll, its cost, and a whole game of the policy."""

from math import fsum

import numpy as np

from ...answer import Answer
from ...arrays import Shorts
from ...budget import Budget
from . import dice
from .policies import GuidedPolicy, YahtzeePolicy, guide_policy, list_keeps, pick_helping_dice, prefer_boxes
from .rules import (
    BONUS,
    BONUS_FROM,
    DICE,
    Card,
    Roll,
    RuleSet,
    box_names,
    fill_box,
    is_joker,
    list_allowed_boxes,
    score_roll,
    score_sheet,
)
from .storage import get_table
from .turn import Choice, average_rerolls, choice_to_json, list_keeps_of, value_choices

TIE = 1e-9  # as in the kernel


def play_game(policy: YahtzeePolicy, rules: RuleSet, card: Card, seed: int, budget: Budget) -> Answer:
    """Return a game from a card to its end: its points and every turn. Raises Exhausted, Cancelled."""
    random = np.random.default_rng(seed)
    player = None if policy.name == "random" else guide_policy(policy, rules, card, budget)
    turns, total = list[dict[str, object]](), 0
    while card.open:
        budget.spend(1, f"{len(turns)} turns")
        roll = _throw_dice(random, ())
        rolls, keeps = [roll], list[Roll]()
        if player is None:
            box = int(random.choice(list_allowed_boxes(rules, card, roll)))
        else:
            choices = player.choices_with(card)
            for rerolls in (2, 1):
                keeps.append(dice.KEEPS[choices[rerolls, dice.NUMBER[roll]]])
                roll = _throw_dice(random, keeps[-1])
                rolls.append(roll)
            box = int(choices[0, dice.NUMBER[roll]])
        card, points = fill_box(rules, card, roll, box)
        total += points
        turns.append(
            {
                "rolls": [list(dice_set) for dice_set in rolls],
                "keeps": [list(dice_set) for dice_set in keeps],
                "category": box_names(rules)[box],
                "points": points,
            }
        )
    return Answer(total, details={"turns": turns})


def decide(policy: YahtzeePolicy, rules: RuleSet, card: Card, roll: Roll, rerolls: int, budget: Budget) -> Answer:
    """Return a policy's choices, equally likely: a keep with 1 or 2 rerolls left, boxes with none.

    The details have the choices that the policy compares, with its estimates (None for ``random``), and the
    expected further points after its choice and after the best choice, both followed by best play.

    Raises:
        Exhausted: the budget was spent.
    """
    table = get_table(rules, card, budget)
    values = value_choices(score_sheet(rules), card, roll, rerolls, table.after)
    choices_made: list[Choice]
    estimates: dict[Choice, float | None]
    if policy.name == "random":
        choices_made = [roll] if rerolls else list(values)
        estimates = dict.fromkeys(choices_made)
    else:
        player = guide_policy(policy, rules, card, budget)
        choices = player.choices_with(card)
        choice = choices[rerolls, dice.NUMBER[roll]]
        choices_made = [dice.KEEPS[choice] if rerolls else box_names(rules)[choice]]
        estimates = (
            _compare_keeps(player, card, roll, rerolls, choices) if rerolls else _compare_boxes(player, card, roll)
        )

    def list_helped_boxes(keep: Choice) -> list[str]:
        """Return the boxes for which an autoplayer would keep these dice."""
        return [
            box_names(rules)[box] for box in card.open if policy.is_autoplayer and pick_helping_dice(box, roll) == keep
        ]

    value, best = fsum(values[choice_made] for choice_made in choices_made) / len(choices_made), max(values.values())
    details = {
        "compared": [
            {"choice": choice_to_json(choice_made), "estimate": estimate, "for": list_helped_boxes(choice_made)}
            for choice_made, estimate in estimates.items()
        ],
        "value": value,
        "best_value": best,
        "cost": best - value if best - value > TIE else 0.0,
    }
    return Answer([choice_to_json(choice_made) for choice_made in choices_made], details=details)


def _compare_boxes(player: GuidedPolicy, card: Card, roll: Roll) -> dict[Choice, float | None]:
    boxes = list_allowed_boxes(player.rules, card, roll)
    if player.policy.is_autoplayer:
        joker = is_joker(player.rules, card, roll)
        boxes = tuple(box for box in boxes if score_roll(box, roll, joker)) or boxes
        boxes = next(((box,) for box in prefer_boxes(player.policy.name, roll) if box in boxes), boxes)
    return {box_names(player.rules)[box]: _estimate_box(player, card, roll, box) for box in boxes}


def _compare_keeps(
    player: GuidedPolicy, card: Card, roll: Roll, rerolls: int, choices: Shorts
) -> dict[Choice, float | None]:
    ends = [
        _estimate_box(player, card, end_roll, box)
        for end_roll, box in zip(dice.ROLLS, choices[0].tolist(), strict=True)
    ]
    values = average_rerolls(np.array(ends))
    if rerolls == 2:
        values = average_rerolls(values[choices[1]])
    every = [dice.KEEPS[keep] for keep in reversed(list_keeps_of(roll))]
    keeps = list_keeps(card, roll, player.policy.prune) if player.policy.is_autoplayer else every
    return {keep: float(values[dice.INDEX[keep]]) for keep in keeps}


def _estimate_box(player: GuidedPolicy, card: Card, roll: Roll, box: int) -> float:
    """Return a player's estimate of filling a box; an autoplayer does not see the bonus."""
    after, points = fill_box(player.rules, card, roll, box)
    unseen = BONUS if player.policy.is_autoplayer and card.upper < BONUS_FROM <= after.upper else 0
    return points - unseen + float(player.guide[int(after.fifty), after.mask, after.upper])


def _throw_dice(random: np.random.Generator, keep: Roll) -> Roll:
    return tuple(sorted((*keep, *random.integers(1, 7, DICE - len(keep)).tolist())))
