"""Hog as a game for two.

A record has the dice of each turn and their sum, ``4:13,0,6:0``: the players take turns, ``0`` is Free Bacon,
and a sum of 0 is a Pig Out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from ....errors import InputError
from ...arrays import Flags, Ints
from ...budget import Budget
from ...exhibits import Ask, Link, Panel, Show, Text, play_on
from ...for_two import ForTwo, Made, Place
from ...found import Found
from ...question import Parameters
from ...review import turns_of
from ...reviewed import Words
from ...simulation import Step
from . import solver
from .options import SWITCHED, dice_words, player_words, told
from .pictures import bacon, policy_picture
from .policies import Policy, policy
from .rules import Hog

# Larger games have no picture beside other answers, and are not played at the table.
TALLEST_BESIDE, MOST_DICE_BESIDE, TABLE_DICE = 200, 20, 10


class HogForTwo(ForTwo):
    """What the questions about two players need of Hog."""

    words = Words(told, dice_words)
    look = "dice"

    def rules(self, parameters: Parameters) -> Hog:
        on = (not parameters[name.replace("-", "_")] for name in SWITCHED)
        return Hog(parameters["goal"], parameters["max_dice"], *on)

    def policy(self, rules: Hog, option: str, text: str, *, best_response: bool = True) -> Policy:
        return policy(rules, option, text, best_response=best_response)

    def solve(
        self, rules: Hog, policies: tuple[Policy, Policy], scores: tuple[int, int], budget: Budget
    ) -> solver.Solved:
        return solver.solve(rules, *policies, budget)

    def player_words(self, policy: str) -> str:
        return player_words(policy)

    def same(self, found: Found) -> dict[str, Any]:
        off = {name: "yes" for name in SWITCHED if found.asked[name.replace("-", "_")]}
        return {**found.same("goal", "max_dice"), **off}

    def beside(self, found: Found) -> Show:
        """Yield the way to the table, and the best dice against this B at all scores."""
        asked, rules = found.asked, self.same(found)
        if asked["goal"] > TALLEST_BESIDE:
            return
        if asked["max_dice"] == TABLE_DICE:
            del rules["max_dice"]
            yield play_on({**rules, "you": asked["own"], "them": asked["opp"], "advice": 1})
        if asked["max_dice"] <= MOST_DICE_BESIDE:
            options = {**self.same(found), "b": "optimal" if asked["b"] == "best-response" else asked["b"]}
            table = yield Ask("policy", options)
            share = f"{text}. " if (text := bacon(table)) else ""
            own_page = Text(share, Link("Open this picture on its own page", "policy", options), small=True)
            yield Panel("The best policy", (*policy_picture(table), own_page), wide=True, anchor="policy")

    def turns(self, rules: Hog, record: str) -> list[tuple[int, int | None]]:
        turns: list[tuple[int, int | None]] = []
        for number, turn in enumerate(turns_of(record), 1):
            found = re.fullmatch(r"([0-9]{1,3})(?::([0-9]{1,4}))?", turn)
            if not found:
                raise InputError(
                    f"must be the dice of each turn and their sum, like 4:13,0,6:0, and turn {number} is “{turn[:40]}”",
                    field="record",
                )
            turns.append((int(found[1]), None if found[2] is None else int(found[2])))
        return turns

    def play(
        self, rules: Hog, solved: solver.Solved, place: Place, turn: tuple[int, int | None]
    ) -> tuple[tuple[int, int], list[Made]]:
        (dice, total), a_up = turn, place.a_up
        mover, other = (place.own, place.opp) if a_up else (place.opp, place.own)
        try:
            _, points = rules.turn_score(mover, other, dice, total)
        except InputError as error:
            raise ValueError(f"{error.field} {error.message}") from None
        wins = solver.dice_values(solved if a_up else solved.turned, mover, other)
        worth = dict(zip(rules.dice, (wins if a_up else 1.0 - wins).tolist(), strict=True))
        mine, theirs = map(int, rules.finish(mover, other, dice, points))
        after = (mine, theirs) if a_up else (theirs, mine)
        return after, [({"own": place.own, "opp": place.opp}, dice, worth)]

    def steps(
        self, rules: Hog, policies: tuple[Policy, Policy], budget: Budget
    ) -> Callable[[np.random.Generator, int], Step]:
        solved = solver.solve(rules, *policies, budget)

        def steps(random: np.random.Generator, count: int) -> Step:
            def step(_: Ints, up: Ints, own: Ints, opp: Ints) -> tuple[Ints, Ints, Flags]:
                dice = np.where(up == 0, solved.a_dice[own, opp], solved.b_dice[own, opp])
                return *thrown(rules, own, opp, dice, random), np.ones(len(up), np.bool_)

            return step

        return steps


def thrown(hog: Hog, own: Ints, opp: Ints, dice: Ints, random: np.random.Generator) -> tuple[Ints, Ints]:
    """Return the scores after a turn with random dice, for many games."""
    faces = random.integers(1, hog.sides(own, opp)[:, None] + 1, (len(own), hog.max_dice))
    counts = np.arange(hog.max_dice)[None, :] < dice[:, None]
    points = np.where(counts, faces, 0).sum(axis=1)
    points[(counts & (faces == 1)).any(axis=1)] = 0
    points = np.where(dice == 0, hog.bacon(opp), hog.boosted(points))
    after: tuple[Ints, Ints] = hog.finish(own, opp, dice, points)
    return after


HOG = HogForTwo()
