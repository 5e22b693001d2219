"""What can be asked about Yahtzee."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.errors import InputError
from engine.lab.answer import Answer
from engine.lab.budget import Budget
from engine.lab.games.yahtzee import dice
from engine.lab.games.yahtzee.duel import Duel
from engine.lab.games.yahtzee.rules import Card, Roll, names
from engine.lab.games.yahtzee.sheets import (
    REROLLS,
    ROLL,
    RULES,
    card_of,
    card_options,
    open_card,
    rules_of,
    score_option,
)
from engine.lab.games.yahtzee.storage import full_table, table_for
from engine.lab.games.yahtzee.table import ROUNDINGS, error_of, reachable
from engine.lab.games.yahtzee.turn import Worth, best, boxes_worth, ends_worth, keeps_worth, parts
from engine.lab.options import Option, choice, whole
from engine.lab.question import Game, Parameters, Question

OBJECTIVE = choice("objective", "what is optimised", "points", "win", default="points")
DUEL = (score_option(), *card_options("opp-", default=None), score_option("opp-"))
TABLE = Option("threads", "how many threads build it", whole(1, 64), "2")


def _value(parameters: Parameters, budget: Budget) -> Answer:
    rules, card = rules_of(parameters), card_of(parameters)
    value = table_for(rules, card, budget).value(card)
    return Answer(value, "exact", error_of(card, value))


def _keep(parameters: Parameters, budget: Budget) -> Answer:
    rules, card, roll = rules_of(parameters), open_card(parameters), _sorted(parameters)
    worth, turns = _worth(parameters, card, budget)
    keeps = keeps_worth(ends_worth(rules, card, worth), parameters["rerolls"])
    worths = {keep: float(keeps[keep]) for keep in parts(roll)}
    chosen = best(worths, _rounding(turns, worths))
    return _choice([list(dice.KEEPS[keep]) for keep in chosen], {dice.KEEPS[keep]: v for keep, v in worths.items()})


def _category(parameters: Parameters, budget: Budget) -> Answer:
    rules, card, roll = rules_of(parameters), open_card(parameters), _sorted(parameters)
    worth, turns = _worth(parameters, card, budget)
    worths = boxes_worth(rules, card, roll, worth)
    chosen = best(worths, _rounding(turns, worths))
    return _choice([names(rules)[box] for box in chosen], {names(rules)[box]: v for box, v in worths.items()})


def _duel(parameters: Parameters, budget: Budget) -> Answer:
    duel = _sides(parameters, card_of(parameters), budget)
    chance = duel.chance()
    error = ROUNDINGS * len(duel.stages) * 2.0**-53 * chance
    return Answer(chance, "exact", error, {"states": duel.states})


def _table(parameters: Parameters, budget: Budget) -> Answer:
    rules = rules_of(parameters)
    kept = full_table(rules, budget, rebuild=True, threads=parameters["threads"])
    full = Card()
    value = kept.table.value(full)
    details = {
        "digest": kept.digest,
        "file": None if kept.path is None else str(kept.path),
        "cards": int(kept.table.values.size),
        "reachable": reachable(rules),
    }
    return Answer(value, "exact", error_of(full, value), details)


def _worth(parameters: Parameters, card: Card, budget: Budget) -> tuple[Worth, int]:
    """What the player wants, and over how many turns its values gather rounding errors."""
    if parameters["objective"] == "points":
        table = table_for(rules_of(parameters), card, budget)
        return (lambda after, points: points + table.value(after)), len(card.open)
    duel = _sides(parameters, card, budget)
    duel.prepare()
    return duel.after_turn, len(duel.stages)


def _sides(parameters: Parameters, card: Card, budget: Budget) -> Duel:
    for name in ("score", "opp-open", "opp-score"):
        if parameters[name.replace("-", "_")] is None:
            raise InputError("is needed for the chance to win", field=name)
    lead = parameters["score"] - parameters["opp_score"]
    return Duel(rules_of(parameters), card, card_of(parameters, "opp-"), lead, budget)


def _rounding(turns: int, worths: Mapping[Any, float]) -> float:
    return ROUNDINGS * turns * 2.0**-53 * max(worths.values())


def _sorted(parameters: Parameters) -> Roll:
    return tuple(sorted(parameters["roll"]))


def _choice(chosen: list[Any], worths: Mapping[Any, float]) -> Answer:
    """An answer with all best choices, and what every choice is worth, best first."""
    order = sorted(worths.items(), key=lambda each: -each[1])
    values = [{"choice": each if isinstance(each, str) else list(each), "value": value} for each, value in order]
    return Answer(chosen, details={"value": max(worths.values()), "choices": values})


GAME = Game(
    "yahtzee",
    "Yahtzee",
    "thirteen boxes, five dice, two rerolls: most points alone, or the win against another card",
    (
        Question("value", "expected further points of a card", (RULES, *card_options()), _value),
        Question(
            "keep",
            "all best sets of dice to keep",
            (RULES, *card_options(), ROLL, REROLLS, OBJECTIVE, *DUEL),
            _keep,
        ),
        Question("category", "all best boxes to fill", (RULES, *card_options(), ROLL, OBJECTIVE, *DUEL), _category),
        Question(
            "duel",
            "A's chance to win at the start of A's turn, a tie counting one half",
            (
                RULES,
                *card_options(default=None, needed=True),
                score_option(needed=True),
                *card_options("opp-", default=None, needed=True),
                score_option("opp-", needed=True),
            ),
            _duel,
        ),
        Question("table", "builds and keeps the table of all cards", (RULES, TABLE), _table),
    ),
)
