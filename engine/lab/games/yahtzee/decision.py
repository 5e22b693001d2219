"""What a given policy does with a roll, at which cost, and in a whole game."""

from math import fsum

import numpy as np

from ...answer import Answer
from ...arrays import Shorts
from ...budget import Budget
from . import dice
from .policies import GuidedPolicy, Policy, considered, guided_policy, helping, preferred
from .rules import BONUS, BONUS_FROM, DICE, Card, Roll, RuleSet, allowed, fill, is_joker, names, score
from .storage import table_for
from .turn import Choice, average, choice_values, in_json, parts

TIE = 1e-9  # as in the kernel


def play(policy: Policy, rules: RuleSet, card: Card, seed: int, budget: Budget) -> Answer:
    """Return a game from a card to its end: its points and every turn. Raises Exhausted, Cancelled."""
    random = np.random.default_rng(seed)
    player = None if policy.name == "random" else guided_policy(policy, rules, card, budget)
    turns, total = list[dict[str, object]](), 0
    while card.open:
        budget.spend(1, f"{len(turns)} turns")
        roll = _throw(random, ())
        rolls, keeps = [roll], list[Roll]()
        if player is None:
            box = int(random.choice(allowed(rules, card, roll)))
        else:
            choices = player.choices_with(card)
            for rerolls in (2, 1):
                keeps.append(dice.KEEPS[choices[rerolls, dice.NUMBER[roll]]])
                roll = _throw(random, keeps[-1])
                rolls.append(roll)
            box = int(choices[0, dice.NUMBER[roll]])
        card, points = fill(rules, card, roll, box)
        total += points
        turns.append(
            {
                "rolls": [list(each) for each in rolls],
                "keeps": [list(each) for each in keeps],
                "category": names(rules)[box],
                "points": points,
            }
        )
    return Answer(total, details={"turns": turns})


def decide(policy: Policy, rules: RuleSet, card: Card, roll: Roll, rerolls: int, budget: Budget) -> Answer:
    """Return the choices of a policy, all as likely: a keep with 1 or 2 rerolls left, boxes with none.

    The details have what the policy compares, with its own estimates (None for one that compares nothing), and the
    expected further points after its choice and after the best one if the best player goes on.

    Raises:
        Exhausted: the budget was spent.
    """
    table = table_for(rules, card, budget)
    values = choice_values(rules, card, roll, rerolls, table.after)
    chosen: list[Choice]
    compared: dict[Choice, float | None]
    if policy.name == "random":
        chosen = [roll] if rerolls else list(values)
        compared = dict.fromkeys(chosen)
    else:
        player = guided_policy(policy, rules, card, budget)
        choices = player.choices_with(card)
        choice = choices[rerolls, dice.NUMBER[roll]]
        chosen = [dice.KEEPS[choice] if rerolls else names(rules)[choice]]
        compared = _keeps(player, card, roll, rerolls, choices) if rerolls else _boxes(player, card, roll)

    def helped(keep: Choice) -> list[str]:
        """Return the boxes for which an autoplayer would keep these dice."""
        return [names(rules)[box] for box in card.open if policy.auto and helping(box, roll) == keep]

    value, best = fsum(values[each] for each in chosen) / len(chosen), max(values.values())
    details = {
        "compared": [
            {"choice": in_json(each), "estimate": estimate, "for": helped(each)} for each, estimate in compared.items()
        ],
        "value": value,
        "best_value": best,
        "cost": best - value if best - value > TIE else 0.0,
    }
    return Answer([in_json(each) for each in chosen], details=details)


def _boxes(player: GuidedPolicy, card: Card, roll: Roll) -> dict[Choice, float | None]:
    boxes = allowed(player.rules, card, roll)
    if player.policy.auto:
        joker = is_joker(player.rules, card, roll)
        boxes = tuple(box for box in boxes if score(box, roll, joker)) or boxes
        boxes = next(((box,) for box in preferred(player.policy.name, roll) if box in boxes), boxes)
    return {names(player.rules)[box]: _estimate(player, card, roll, box) for box in boxes}


def _keeps(player: GuidedPolicy, card: Card, roll: Roll, rerolls: int, choices: Shorts) -> dict[Choice, float | None]:
    ends = [_estimate(player, card, each, box) for each, box in zip(dice.ROLLS, choices[0].tolist(), strict=True)]
    values = average(np.array(ends))
    if rerolls == 2:
        values = average(values[choices[1]])
    every = [dice.KEEPS[keep] for keep in reversed(parts(roll))]
    keeps = considered(card, roll, player.policy.prune) if player.policy.auto else every
    return {keep: float(values[dice.INDEX[keep]]) for keep in keeps}


def _estimate(player: GuidedPolicy, card: Card, roll: Roll, box: int) -> float:
    """Return a player's estimate of filling a box; an autoplayer does not see the bonus."""
    after, points = fill(player.rules, card, roll, box)
    unseen = BONUS if player.policy.auto and card.upper < BONUS_FROM <= after.upper else 0
    return points - unseen + float(player.guide[int(after.fifty), after.mask, after.upper])


def _throw(random: np.random.Generator, kept: Roll) -> Roll:
    return tuple(sorted((*kept, *random.integers(1, 7, DICE - len(kept)).tolist())))
