"""Hog as a ``TwoPlayerGame``.

A record has the dice of each turn and their sum, ``4:13,0,6:0``: the players take turns, ``0`` is Free Bacon,
and a sum of 0 is a Pig Out.
"""

import re
from collections.abc import Callable

import numpy as np

from ....errors import InputError
from ...answer_view import AnswerView
from ...arrays import Flags, Ints
from ...budget import Budget
from ...exhibits import Ask, CardGenerator, Link, Panel, Text, build_play_link_panel
from ...question import Parameters
from ...review import split_turns
from ...review_exhibits import ReviewWording
from ...simulation import PlayStep
from ...two_player import ChoiceMade, TwoPlayerGame, Unplayable
from . import solver
from .options import RULE_SWITCHES, RULES, describe_dice, describe_player, describe_scores
from .pictures import build_policy_picture, describe_bacon_share
from .policies import HogPolicy, read_policy
from .rules import Hog

# Larger games cannot be played on the site, and have no picture beside other answers.
MAX_GOAL_SHOWN, MAX_DICE_SHOWN, DICE_IN_PLAY = 200, 20, 10


def read_rules(parameters: Parameters) -> Hog:
    switches = (not parameters[name.replace("-", "_")] for name in RULE_SWITCHES)
    return Hog(parameters["goal"], parameters["max_dice"], *switches)


def show_beside(view: AnswerView) -> CardGenerator:
    """Yield the link to play, and the best dice against this B at all scores."""
    parameters, rules = view.parameters, HOG.list_rule_options(view)
    if parameters["goal"] > MAX_GOAL_SHOWN:
        return
    if parameters["max_dice"] == DICE_IN_PLAY:
        del rules["max-dice"]
        yield build_play_link_panel({**rules, "you": parameters["own"], "them": parameters["opp"], "advice": 1})
    if parameters["max_dice"] <= MAX_DICE_SHOWN:
        b = "optimal" if parameters["b"] == "best-response" else parameters["b"]
        options = {**HOG.list_rule_options(view), "b": b}
        table = yield Ask("policy", options)
        share = f"{text}. " if (text := describe_bacon_share(table)) else ""
        own_page = Text(share, Link("Open this picture on its own page", "policy", options), small=True)
        yield Panel("The best policy", (*build_policy_picture(table), own_page), wide=True, anchor="policy")


def read_record(_: Hog, record: str) -> list[tuple[int, int | None]]:
    """Return the dice of each turn and their sum, None without dice. Raises InputError (``field``: record)."""
    turns: list[tuple[int, int | None]] = []
    for number, turn in enumerate(split_turns(record), 1):
        match = re.fullmatch(r"([0-9]{1,3})(?::([0-9]{1,4}))?", turn)
        if not match:
            raise InputError(
                f"must be the dice of each turn and their sum, like 4:13,0,6:0, and turn {number} is “{turn[:40]}”",
                field="record",
            )
        turns.append((int(match[1]), None if match[2] is None else int(match[2])))
    return turns


def play_turn(
    hog: Hog, solution: solver.HogSolution, scores: tuple[int, int], a_up: bool, _: int, turn: tuple[int, int | None]
) -> tuple[tuple[int, int], list[ChoiceMade]]:
    """Return both scores after a turn, and its choice. Raises Unplayable."""
    (dice, total), (own, opp) = turn, scores
    mover, other = (own, opp) if a_up else (opp, own)
    try:
        _, points = hog.score_turn(mover, other, dice, total)
    except InputError as error:
        raise Unplayable(f"{error.field} {error.message}") from None
    wins = solver.value_dice(solution if a_up else solution.with_sides_exchanged, mover, other)
    worth = dict(zip(hog.dice, (wins if a_up else 1.0 - wins).tolist(), strict=True))
    mine, theirs = map(int, hog.finish(mover, other, dice, points))
    after = (mine, theirs) if a_up else (theirs, mine)
    return after, [({"own": own, "opp": opp}, dice, worth)]


def build_steps(hog: Hog, a: HogPolicy, b: HogPolicy, budget: Budget) -> Callable[[np.random.Generator, int], PlayStep]:
    """Return the factory of a simulation step, which is a turn."""
    solution = solver.solve_hog(hog, a, b, budget)

    def begin_games(random: np.random.Generator, count: int) -> PlayStep:
        def step(_: Ints, up: Ints, own: Ints, opp: Ints) -> tuple[Ints, Ints, Flags]:
            dice = np.where(up == 0, solution.a_dice[own, opp], solution.b_dice[own, opp])
            return *throw_dice(hog, own, opp, dice, random), np.ones(len(up), np.bool_)

        return step

    return begin_games


def throw_dice(hog: Hog, own: Ints, opp: Ints, dice: Ints, random: np.random.Generator) -> tuple[Ints, Ints]:
    """Return the scores after a turn with random dice, for many games."""
    faces = random.integers(1, hog.sides(own, opp)[:, None] + 1, (len(own), hog.max_dice))
    counts = np.arange(hog.max_dice)[None, :] < dice[:, None]
    points = np.where(counts, faces, 0).sum(axis=1)
    points[(counts & (faces == 1)).any(axis=1)] = 0
    points = np.where(dice == 0, hog.bacon(opp), hog.boost(points))
    after: tuple[Ints, Ints] = hog.finish(own, opp, dice, points)
    return after


HOG = TwoPlayerGame(
    RULES,
    read_rules,
    read_policy,
    describe_player,
    lambda hog, a, b, own, opp, budget: solver.solve_hog(hog, a, b, budget),
    build_steps,
    read_record,
    play_turn,
    wording=ReviewWording(describe_scores, describe_dice),
    look_question="dice",
    show_beside=show_beside,
)
