"""Yahtzee's questions to the lab."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from operator import mul
from typing import Any

import numpy as np

from ....errors import InputError
from ...answer import Answer
from ...budget import Budget
from ...options import GAMES, SEED, Option, choice, either, flag, whole
from ...question import Game, Parameters, Question
from ...round_robin import check_number, listed
from . import autoplay, contest, dice
from .cards import check_size, counts, graph
from .decision import decide, helped
from .duel import Duel
from .outcomes import OUTCOME_ROUNDINGS, chance_to_win, final_points, turn_chances
from .players import NAMES, Player, player, two
from .policies import AUTOPLAYERS, POLICIES, Policy, evaluate, mean_keeps
from .rules import CATEGORIES, Card, Roll, names, without
from .sheets import (
    ANY_REROLLS,
    REROLLS,
    ROLL,
    RULES,
    card_of,
    card_options,
    check_opponent,
    lead_of,
    open_card,
    rules_of,
    score_option,
)
from .simulate import Sample, match, play
from .storage import full_table, table_for
from .table import ROUNDINGS, error_of, reachable
from .turn import CardValue, best, box_values, end_values, keep_values, parts

POLICY = choice("policy", "who plays", *POLICIES, default="optimal")
DEPTH = Option("depth", "how many turns an autoplayer looks ahead, including this one (1)", whole(1, 13))
PRUNE = flag(
    "prune-first-die", "an autoplayer skips a reroll set if that of an earlier open box begins with the same die"
)
BIN = Option("bin", "points per bin", whole(1, 100), "10")
OBJECTIVE = choice("objective", "what is optimised", "points", "win", default="points")
RECORD = Option(
    "record",
    "the turns: rolls and keeps by turns, then the box, like 11346/11/11256/112/11224/twos",
    str,
    required=True,
)
MOST_POLICIES = 10
RANKED = Option(
    "policies",
    "players for points, separated by commas: solitaire, greedy, random, autoplayer:N, numbers:N or ranked:N",
    str,
    "solitaire,autoplayer:1,greedy,random",
)
MOST_BOXES_ALONE = 7  # open boxes of two players for points that take some seconds
AGAINST_EACH_OTHER = Option(
    "policies",
    "players, separated by commas: optimal (for the win), solitaire, greedy, random, autoplayer:N, numbers:N or ranked:N",
    str,
    "solitaire,autoplayer:2,greedy,random",
)
METHOD = choice(
    "method",
    "auto simulates only players for points with many open boxes",
    "auto",
    "exact",
    "simulate",
    default="auto",
)
QUANTILES = (1, 5, 25, 50, 75, 95, 99)
DUEL = (score_option(), *card_options("opp-", default=None), score_option("opp-"))
THREADS = Option("threads", "how many threads build it", whole(1, 64), "2")


def _value(parameters: Parameters, budget: Budget) -> Answer:
    rules, card = rules_of(parameters), card_of(parameters)
    value = table_for(rules, card, budget).value(card)
    return Answer(value, "exact", error_of(card, value))


def _boxes(parameters: Parameters, budget: Budget) -> Answer:
    rules, card = rules_of(parameters), open_card(parameters)
    table = table_for(rules, card, budget)
    value = table.value(card)
    adds = [[names(rules)[box], value - table.value(without(card, box))] for box in card.open]
    alone = [[names(rules)[box], table.value(replace(card, open=(box,)))] for box in card.open]
    return Answer(adds, "exact", 2 * error_of(card, value), {"value": value, "alone": alone})


def _keep(parameters: Parameters, budget: Budget) -> Answer:
    rules, card, roll = rules_of(parameters), open_card(parameters), _sorted(parameters)
    card_value, turns = _objective(parameters, card, budget)
    keeps = keep_values(end_values(rules, card, card_value), parameters["rerolls"])
    values = {keep: float(keeps[keep]) for keep in parts(roll)}
    chosen = best(values, _rounding(turns, values))
    return _choice([list(dice.KEEPS[keep]) for keep in chosen], {dice.KEEPS[keep]: v for keep, v in values.items()})


def _category(parameters: Parameters, budget: Budget) -> Answer:
    rules, card, roll = rules_of(parameters), open_card(parameters), _sorted(parameters)
    card_value, turns = _objective(parameters, card, budget)
    values = box_values(rules, card, roll, card_value)
    chosen = best(values, _rounding(turns, values))
    return _choice([names(rules)[box] for box in chosen], {names(rules)[box]: v for box, v in values.items()})


def _duel(parameters: Parameters, budget: Budget) -> Answer:
    rules, cards, lead = rules_of(parameters), (card_of(parameters), card_of(parameters, "opp-")), lead_of(parameters)
    players, method = two(parameters["a"], parameters["b"]), parameters["method"]
    alone = [player.alone for player in players if player.alone]
    if method == "simulate" and len(alone) < 2:
        raise InputError("must be exact if a player plays for the win", field="method")
    if method == "auto":
        small = max(len(card.open) for card in cards) <= MOST_BOXES_ALONE
        method = "exact" if small or len(alone) < 2 else "simulate"
    if method == "simulate":
        estimate = match((alone[0], alone[1]), rules, cards, lead, parameters["games"], parameters["seed"], budget)
        return Answer(estimate.mean, "estimated", estimate.error, {"games": estimate.games})
    if len(alone) == 2:
        check_size(rules, *cards)
        graphs = [graph(rules, card, budget) for card in cards]
        a, b = (
            final_points(nodes, turn_chances(policy, rules, card, nodes, budget), budget)
            for policy, card, nodes in zip(alone, cards, graphs, strict=True)
        )
        chance, turns = chance_to_win(lead, a, b), sum(len(card.open) for card in cards)
        details: dict[str, Any] = {"cards": sum(len(nodes) for nodes in graphs)}
    else:
        duel = Duel(rules, *cards, lead, budget, players)
        chance, turns = duel.chance(), len(duel.stages)
        details = {"states": duel.states}
    roundings = OUTCOME_ROUNDINGS if alone else ROUNDINGS
    return Answer(chance, "exact", roundings * turns * 2.0**-53 * chance, details)


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


def _states(parameters: Parameters, budget: Budget) -> Answer:
    by_open = counts(rules_of(parameters), card_of(parameters))
    cards = sum(by_open)
    # At A's turns both have as many open boxes, at B's turns A has one less.
    pairs = sum(here * here for here in by_open) + sum(map(mul, by_open, by_open[1:]))
    details: dict[str, Any] = {"cards": cards, "pairs": pairs, "by_open": by_open}
    if parameters["players"] == "2" and len(by_open) == len(Card().open) + 1:
        details |= {"notes_leads": 3000, "notes_anchors": 2**47, "notes_years": 3000}
    return Answer(pairs if parameters["players"] == "2" else cards, details=details)


def _policy(parameters: Parameters, budget: Budget) -> Answer:
    rules, card, policy = rules_of(parameters), card_of(parameters), _asked(parameters)
    value = evaluate(policy, rules, card, budget).value(card)
    best_value = table_for(rules, card, budget).value(card)
    details = {"optimal": best_value, "short": best_value - value, "keeps": mean_keeps(policy, card)}
    return Answer(value, "exact", error_of(card, value), details)


def _ranking(parameters: Parameters, budget: Budget) -> Answer:
    rules, card = rules_of(parameters), card_of(parameters)
    players = _players(parameters, 1)
    best_value = table_for(rules, card, budget).value(card)
    found = []
    for place, each in enumerate(players):
        if each.alone is None:
            raise InputError(f"must be players for points, and {each.name} plays for the win", field="policies")
        found.append((evaluate(each.alone, rules, card, budget).value(card), each.name))
        budget.progress("players", (place + 1) / len(players))
    found.sort(key=lambda each: -each[0])
    details = {"optimal": best_value, "short": [best_value - value for value, _ in found]}
    return Answer([[name, value] for value, name in found], "exact", error_of(card, best_value), details)


def _contest(parameters: Parameters, budget: Budget) -> Answer:
    rules, card, method = rules_of(parameters), open_card(parameters), parameters["method"]
    players = _players(parameters, 2)
    for each in players:
        if each.best_response:
            raise InputError("must not be best-response: it is the reply to one player", field="policies")
        if each.alone is None and method == "simulate":
            raise InputError("must be exact if a player plays for the win", field="method")
    alone = all(each.alone for each in players)
    if method == "simulate" or (method == "auto" and alone and len(card.open) > MOST_BOXES_ALONE):
        return contest.by_playing(players, rules, card, parameters["games"], parameters["seed"], budget).answer()
    return contest.exactly(players, rules, card, budget).answer()


def _simulate(parameters: Parameters, budget: Budget) -> Answer:
    sample = _played(parameters, budget)
    return Answer(sample.estimate.mean, "estimated", sample.estimate.error, _told(sample))


def _distribution(parameters: Parameters, budget: Budget) -> Answer:
    sample, width = _played(parameters, budget), parameters["bin"]
    games = sample.estimate.games
    shares = np.add.reduceat(sample.counts, np.arange(0, len(sample.counts), width)) / games
    error = float(np.sqrt(shares * (1 - shares) / games).max())
    bins = [[index * width, float(share)] for index, share in enumerate(shares) if share]
    rules, card = rules_of(parameters), card_of(parameters)
    exact = evaluate(_asked(parameters), rules, card, budget).value(card)
    details = _told(sample) | {"exact_mean": exact, "optimal": table_for(rules, card, budget).value(card)}
    return Answer(bins, "estimated", error, details)


def _decide(parameters: Parameters, budget: Budget) -> Answer:
    rules, card, roll, policy = rules_of(parameters), open_card(parameters), _sorted(parameters), _asked(parameters)
    rerolls = parameters["rerolls"]
    found = decide(policy, rules, card, roll, rerolls, table_for(rules, card, budget), budget)
    boxes = names(rules)

    def told(choice: int) -> Any:
        return list(dice.KEEPS[choice]) if rerolls else boxes[choice]

    def compared(choice: int, estimate: float | None) -> dict[str, Any]:
        for_boxes = helped(card, roll, dice.KEEPS[choice]) if rerolls and policy.name in AUTOPLAYERS else []
        return {"choice": told(choice), "estimate": estimate, "for": [boxes[box] for box in for_boxes]}

    details = {
        "compared": [compared(choice, estimate) for choice, estimate in found.estimates.items()],
        "value": found.value,
        "best_value": found.best,
        "cost": found.best - found.value if found.best - found.value > autoplay.TIE else 0.0,
    }
    return Answer([told(choice) for choice in found.choices], details=details)


def _game(parameters: Parameters, budget: Budget) -> Answer:
    rules, card = rules_of(parameters), open_card(parameters)
    turns = autoplay.play(_asked(parameters), rules, card, parameters["seed"], budget)
    played = [
        {
            "rolls": [list(roll) for roll in turn.rolls],
            "keeps": [list(keep) for keep in turn.keeps],
            "category": names(rules)[turn.box],
            "points": turn.points,
        }
        for turn in turns
    ]
    return Answer(sum(turn.points for turn in turns), details={"turns": played})


def _review(parameters: Parameters, budget: Budget) -> Answer:
    from .review import read_record, review

    rules, card = rules_of(parameters), open_card(parameters)
    record = read_record(rules, parameters["record"])
    return review(rules, card, record, table_for(rules, card, budget), budget)


def _players(parameters: Parameters, fewest: int) -> list[Player]:
    """Return the listed players. Raises InputError."""
    players = [player("policies", text) for text in listed(parameters["policies"])]
    check_number([each.alone or each.name for each in players], MOST_POLICIES, fewest)
    if not parameters["prune_first_die"]:
        return players
    if not any(each.can_prune for each in players):
        raise InputError(f"must be left out unless a player is {either(AUTOPLAYERS)}", field="prune-first-die")
    return [each.pruning() for each in players]


def _asked(parameters: Parameters) -> Policy:
    depth, prune = parameters["depth"], parameters["prune_first_die"]
    for field, value in (("depth", depth is not None), ("prune-first-die", prune)):
        if value and parameters["policy"] not in AUTOPLAYERS:
            raise InputError(f"must be left out unless the policy is {either(AUTOPLAYERS)}", field=field)
    return Policy(parameters["policy"], depth or 1, prune)


def _played(parameters: Parameters, budget: Budget) -> Sample:
    return play(
        _asked(parameters),
        rules_of(parameters),
        open_card(parameters),
        parameters["games"],
        parameters["seed"],
        budget,
    )


def _told(sample: Sample) -> dict[str, Any]:
    """Return statistics of the games besides their mean."""
    below, points = np.cumsum(sample.counts), np.arange(len(sample.counts))
    spread = sample.counts @ np.square(points - sample.estimate.mean) / (sample.estimate.games - 1)
    quantiles = {
        str(percent): int(np.searchsorted(below, percent / 100 * sample.estimate.games)) for percent in QUANTILES
    }
    return {
        "mean": sample.estimate.mean,
        "standard_error": sample.estimate.error,
        "deviation": float(np.sqrt(spread)),
        "least": int(np.flatnonzero(sample.counts)[0]),
        "most": len(sample.counts) - 1,
        "quantiles": quantiles,
        "bonus_share": sample.bonuses / sample.estimate.games,
        "zeros": sample.zeros / sample.estimate.games,
    }


def _objective(parameters: Parameters, card: Card, budget: Budget) -> tuple[CardValue, int]:
    """Return the player's objective, and the number of turns over which its values accumulate rounding errors."""
    if parameters["objective"] == "points":
        check_opponent(parameters)
        table = table_for(rules_of(parameters), card, budget)
        return (lambda after, points: points + table.value(after)), len(card.open)
    duel = _sides(parameters, card, budget)
    duel.prepare()
    return duel.after_turn, len(duel.stages)


def _sides(parameters: Parameters, card: Card, budget: Budget) -> Duel:
    lead = lead_of(parameters)
    return Duel(rules_of(parameters), card, card_of(parameters, "opp-"), lead, budget)


def _rounding(turns: int, values: Mapping[Any, float]) -> float:
    return ROUNDINGS * turns * 2.0**-53 * max(values.values())


def _sorted(parameters: Parameters) -> Roll:
    return tuple(sorted(parameters["roll"]))


def _choice(chosen: list[Any], values: Mapping[Any, float]) -> Answer:
    """Return an answer with all optimal choices, and the value of every choice, best first."""
    order = sorted(values.items(), key=lambda each: -each[1])
    choices = [{"choice": each if isinstance(each, str) else list(each), "value": value} for each, value in order]
    return Answer(chosen, details={"value": order[0][1], "choices": choices})


def questions(rules: Option) -> tuple[Question, ...]:
    """Return all questions, for games that differ in the available rules."""
    alone = (rules, *card_options())
    policy = (*alone, POLICY, DEPTH, PRUNE)
    boxes = names("sebastian" if rules.default == "sebastian" else "official")
    four, five, chance = (boxes[CATEGORIES.index(name)] for name in ("four_kind", "yahtzee", "chance"))
    return (
        Question("value", "expected further points of a card under best play", alone, _value, "points"),
        Question(
            "boxes",
            "what each open box adds to the expected further points: pairs of a box and its points",
            alone,
            _boxes,
            "points",
        ),
        Question(
            "keep",
            "all optimal sets of dice to keep",
            (*alone, ROLL, REROLLS, OBJECTIVE, *DUEL),
            _keep,
            example={"roll": "1,1,3,4,6", "rerolls": "2"},
        ),
        Question(
            "category",
            "all optimal boxes to fill",
            (*alone, ROLL, OBJECTIVE, *DUEL),
            _category,
            example={"roll": "1,1,2,3,3"},
        ),
        Question(
            "decide",
            "what a given policy does with these dice: the keep, or without rerolls the box",
            (*policy, ROLL, ANY_REROLLS),
            _decide,
            example={"roll": "1,1,3,4,6", "rerolls": "2", "policy": "autoplayer"},
            beside={"cost": "points lost if the best player goes on"},
        ),
        Question(
            "duel",
            "A's chance to win at the start of A's turn, a tie counting one half",
            (
                rules,
                *card_options(default=None, needed=True),
                score_option(needed=True),
                *card_options("opp-", default=None, needed=True),
                score_option("opp-", needed=True),
                Option("a", f"A, who moves now: {NAMES}", str, "optimal"),
                Option("b", f"B: {NAMES}", str, "optimal"),
                METHOD,
                GAMES,
                SEED,
            ),
            _duel,
            "chance",
            example={
                "open": f"{five},{chance}",
                "upper": "55",
                "score": "125",
                "opp-open": f"{four},{five}",
                "opp-upper": "55",
                "opp-score": "173",
            },
        ),
        Question("policy", "exact expected further points of a given policy", policy, _policy, "points"),
        Question(
            "ranking",
            "exact expected further points of several players, best first: pairs of a player and its points",
            (*alone, RANKED, PRUNE),
            _ranking,
            "points",
        ),
        Question(
            "contest",
            "chances to win in a round robin, all with this card and no points; a tie counts one half",
            (*alone, AGAINST_EACH_OTHER, PRUNE, METHOD, GAMES, SEED),
            _contest,
            "chance",
        ),
        Question("simulate", "mean further points over simulated games", (*policy, GAMES, SEED), _simulate, "points"),
        Question(
            "distribution",
            "the distribution of further points: pairs of the first score of a bin and its share",
            (*policy, GAMES, SEED, BIN),
            _distribution,
        ),
        Question(
            "review",
            "what the choices of a played game cost in all, in expected points",
            (RECORD, *alone),
            _review,
            "points",
            example={"record": "/".join(("11346", "11", "11256", "112", "11224", boxes[1]))},
        ),
        Question("game", "plays one game and prints every turn", (*policy, SEED), _game, "points"),
        Question(
            "states",
            "how many cards a player can come to between turns, or how many pairs of cards two players can",
            (*alone, choice("players", "one, or two who begin with the same card", "1", "2", default="1")),
            _states,
            beside={"notes_years": "years that the notes take to compute all pairs, at each of some 3,000 leads"},
        ),
        Question("table", "builds and stores the table of all cards", (rules, THREADS), _table, "points"),
    )


GAME = Game(
    "yahtzee",
    "Yahtzee",
    "thirteen boxes, five dice, two rerolls: most points alone, or the win against another card",
    questions(RULES),
)
