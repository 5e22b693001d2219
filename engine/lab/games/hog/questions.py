"""Questions about Hog, as the command line and the site ask them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ....formatting import MINUS, exact_percent
from ...answer import Answer
from ...budget import Budget
from ...exhibits import (
    HEAT_COLORS,
    OFF_SCALE,
    PICTURE_SIDE,
    Ask,
    Heat,
    Legend,
    Link,
    Panel,
    Rows,
    Show,
    Text,
    play_on,
    sample_step,
    twin,
)
from ...found import Found, a_wins, bars, chance, contest, exactly, sentence, simulated
from ...options import GAMES as SIMULATED
from ...options import SCORES, SEED, Option, check_best_responses, group, integer, record, scores
from ...question import Fact, Game, Parameters, Question, questions_of
from ...reviewed import Words, shown
from ...round_robin import check_number, listed
from . import contest as playing
from . import options as shared
from . import review as played
from . import simulate as dicing
from . import solver
from .options import GROUPS, SWITCHED, dice_words, player_words, told
from .policies import Policy, policy
from .rules import Hog, outcomes

MOST_POLICIES = 20
MOST_SUM = 6 * shared.MOST_DICE
# Larger games have no picture beside other answers, and are not played at the table.
TALLEST_BESIDE, MOST_DICE_BESIDE, TABLE_DICE = 200, 20, 10
SIMULATED_BESIDE = 20_000  # games beside an exact chance


def _hog(parameters: Parameters) -> Hog:
    on = (not parameters[name.replace("-", "_")] for name in SWITCHED)
    return Hog(parameters["goal"], parameters["max_dice"], *on)


def _by_first(parameters: Parameters, first: float, second: float) -> float:
    """Return one of A's values moving first and second, or their average."""
    values = {"a": first, "b": second, "average": (first + second) / 2.0}
    return float(values[parameters["first"]])


def _two(hog: Hog, parameters: Parameters) -> tuple[Policy, Policy]:
    a, b = policy(hog, "a", parameters["a"]), policy(hog, "b", parameters["b"])
    check_best_responses(a.best_response, b.best_response)
    return a, b


def _best_against(hog: Hog, parameters: Parameters, budget: Budget) -> solver.Solved:
    b = policy(hog, "b", parameters["b"], best_response=False)
    return solver.solve(hog, Policy("optimal" if b.name == "optimal" else "best-response"), b, budget)


def _rules(found: Found) -> dict[str, Any]:
    """Return the rules of an answer as options."""
    off = {name: "yes" for name in SWITCHED if found.asked[name.replace("-", "_")]}
    return {**found.same("goal", "max_dice"), **off}


def _to_the_table(found: Found) -> Show:
    asked = found.asked
    if asked["goal"] <= TALLEST_BESIDE and asked["max_dice"] == TABLE_DICE:
        rules = {name: value for name, value in _rules(found).items() if name != "max_dice"}
        place = {"you": asked["own"], "them": asked["opp"], "advice": 1}
        yield play_on({**rules, **place})


def _policy_beside(found: Found) -> Show:
    """Yield the best dice against this B at all scores."""
    asked = found.asked
    if asked["goal"] <= TALLEST_BESIDE and asked["max_dice"] <= MOST_DICE_BESIDE:
        options = {**_rules(found), "b": "optimal" if asked["b"] == "best-response" else asked["b"]}
        table = yield Ask("policy", options)
        bacon = f"{text}. " if (text := _bacon(table)) else ""
        own_page = Text(bacon, Link("Open this picture on its own page", "policy", options), small=True)
        yield Panel("The best policy", (*_picture(table), own_page), wide=True, anchor="policy")


def _bacon(table: Found) -> str:
    """Return for what share of all scores Free Bacon is best; "" if there is none."""
    if table.asked["no_free_bacon"]:
        return ""
    share = sum(row.count(0) for row in table.answer) / sum(map(len, table.answer))
    return f"Free Bacon in {exact_percent(share)} of all pairs of scores"


def _picture(found: Found) -> tuple[Heat, Rows]:
    """Return dice for all scores: a color for each number, or for a few of them."""
    table, most = found.answer, found.asked["max_dice"]
    each = sample_step(len(table), PICTURE_SIDE)

    def color(dice: int) -> int:
        if dice == 0:
            return OFF_SCALE
        return dice - 1 if most <= HEAT_COLORS else (dice - 1) * HEAT_COLORS // most

    colors = [[color(dice) for dice in row[::each]] for row in table[::each]]
    meant: dict[int, list[int]] = {}
    for dice in range(most + 1):
        meant.setdefault(color(dice), []).append(dice)
    legend = []
    for number in sorted({square for row in colors for square in row}, key=list(meant).index):
        first, last = meant[number][0], meant[number][-1]
        words = dice_words(first) if first == last else f"{first}–{last} dice"
        legend.append(Legend(number, "no dice: Free Bacon" if number == OFF_SCALE else words))
    against = player_words(found.asked["b"])
    title = f"The best number of dice against {against if found.asked['b'] == 'optimal' else f'“{against}”'}"
    lesson = "Many dice are for a player who is behind; one who is ahead mostly rolls few or none."
    heat = Heat(title, lesson, "the other’s score", "own score", colors, legend, each)
    return heat, twin(table, "The smallest of the best numbers of dice.")


class Dice(Question):
    """Optimal numbers of dice for A, including ties."""

    title = "How many dice?"
    line = "The best number of dice now, and what the others cost"
    options = (*SCORES, shared.AGAINST, *shared.RULES)

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        hog, (own, opp) = _hog(parameters), scores(parameters)
        solved = _best_against(hog, parameters, budget)
        values = solver.dice_values(solved, own, opp)
        best = solver.best_dice(values, hog.least_dice)
        chances = {str(dice): float(value) for dice, value in zip(hog.dice, values, strict=True)}
        return Answer(best, details={"chances": chances, "error": solved.error})

    def show(self, found: Found) -> Show:
        best, error = [dice_words(dice) for dice in found.answer], found.details["error"]
        chances = {dice_words(int(dice)): value for dice, value in found.details["chances"].items()}
        table = bars(chances, best, error, caption="A’s chance to win for each number of dice")
        yield found.panel(sentence(" or ".join(best)), "", table)
        yield from _to_the_table(found)
        yield from _policy_beside(found)


class Duel(Question):
    """A's chance to win against B."""

    title = "Who wins?"
    line = "A’s chance to win against B, from any scores"
    options = (*shared.PLAYERS, *SCORES, shared.FIRST, *shared.RULES)
    unit = "chance"

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        hog, (own, opp) = _hog(parameters), scores(parameters)
        solved = solver.solve(hog, *_two(hog, parameters), budget)
        first, second = float(solved.a[own, opp]), 1.0 - float(solved.b[opp, own])
        chance, details = _by_first(parameters, first, second), {"moving_first": first, "moving_second": second}
        return Answer(chance, error=solved.error, details=details)

    def show(self, found: Found) -> Show:
        yield found.panel()
        rows = [
            (f"{who} moves first", chance(found.details[name], found.error))
            for who, name in (("A", "moving_first"), ("B", "moving_second"))
        ]
        yield Panel("By first player", (Rows(("Order", "A wins"), rows),))
        yield from _to_the_table(found)
        yield from _policy_beside(found)
        same = {**_rules(found), **found.same("a", "b", "own", "opp", "first")}
        games = yield Ask("simulate", {**same, "games": SIMULATED_BESIDE})
        yield simulated(games, found.answer, a_wins(games))


class Points(Question):
    """Expected points of a turn with the dice that have the most, or with --dice, beside the chance to win."""

    title = "How many points does a turn bring?"
    line = "Expected points for each number of dice, beside the chance to win"
    options = (
        *SCORES,
        shared.DICE.but(help="dice rolled, instead of those with the most expected points", required=False).shown(
            "left empty: those with the most points"
        ),
        shared.AGAINST,
        *shared.RULES,
    )
    unit = "points"
    beside = {"rolled": "dice rolled", "chance": "A's chance to win"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        hog, (own, opp) = _hog(parameters), scores(parameters)
        rolled = parameters["dice"]
        if rolled is not None:
            hog.check_dice(rolled)
        solved = _best_against(hog, parameters, budget)
        chances, by_dice = solver.dice_values(solved, own, opp), {}
        for dice, win in zip(hog.dice, chances, strict=True):
            found = outcomes(hog, own, opp, dice)
            by_dice[str(dice)] = {
                "points": float(found.chances @ found.points),
                "own_after": float(found.chances @ found.own),
                "opp_after": float(found.chances @ found.opp),
                "chance": float(win),
            }
        points = np.array([each["points"] for each in by_dice.values()])
        most = solver.best_dice(points, hog.least_dice, hog.goal)
        rolled = most[0] if rolled is None else rolled
        details = {
            "rolled": rolled,
            "chance": by_dice[str(rolled)]["chance"],
            "chance_error": solved.error,
            "dice": by_dice,
            "most_points": most,
            "best": solver.best_dice(chances, hog.least_dice),
        }
        return Answer(by_dice[str(rolled)]["points"], error=solver.turn_error(hog), details=details)

    def show(self, found: Found) -> Show:
        details = found.details
        yield found.panel()
        rows = [
            (
                dice_words(int(dice)),
                f"{each['points']:.3f}{' ✓' if int(dice) in details['most_points'] else ''}",
                f"{chance(each['chance'], details['chance_error'])}{' ✓' if int(dice) in details['best'] else ''}",
                f"{each['own_after']:.3f}",
                f"{each['opp_after']:.3f}",
            )
            for dice, each in details["dice"].items()
        ]
        note = (
            "Points of A’s turn and both scores after it are means. A tick marks the most points and the best chance."
        )
        table = Rows(("Dice", "Points", "A wins", "A’s score", "B’s score"), rows)
        yield Panel("Points and the chance to win", (Text(note, small=True), table))


class Outcomes(Question):
    """What a number of dice leads to: rows of A's score, B's score, the chance of both, A's chance to win from there."""

    title = "What can these dice lead to?"
    line = "Every result with its chance, and the chance to win from there"
    topic = "One turn"
    options = (*SCORES, shared.DICE, shared.AGAINST, *shared.RULES)
    example = {"own": "40", "opp": "40", "dice": "5"}
    beside = {"chance": "A's chance to win with these dice", "points": "expected points of the turn"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        hog, (own, opp) = _hog(parameters), scores(parameters)
        rolled = parameters["dice"]
        hog.check_dice(rolled)
        solved, found = _best_against(hog, parameters, budget), outcomes(hog, own, opp, rolled)
        wins, chances = solved.after(found.own, found.opp), dict[tuple[int, int, float], float]()
        for *after, likely in zip(found.own.tolist(), found.opp.tolist(), wins.tolist(), found.chances, strict=True):
            chances[*after] = chances.get((*after,), 0.0) + float(likely)
        rows = [[own, opp, likely, win] for (own, opp, win), likely in sorted(chances.items())]
        details = {
            "chance": float(found.chances @ wins),
            "chance_error": solved.error,
            "points": float(found.chances @ found.points),
            "points_error": solver.turn_error(hog),
        }
        return Answer(rows, error=solved.error, details=details)

    def show(self, found: Found) -> Show:
        details = found.details
        rows = [
            (f"{own} to {opp}", chance(here, 0.0), chance(win, found.error)) for own, opp, here, win in found.answer
        ]
        words = (
            f"with {details['points']:.3f} points of the turn on average. A’s chance is the mean of the last column, each"
            " row with its own chance."
        )
        headline = f"A wins {chance(details['chance'], details['chance_error'])}"
        yield found.panel(headline, words, Rows(("A to B", "Chance", "Then A wins"), rows))


class TurnScore(Question):
    """Scores after a turn: A's, B's."""

    name = "turn"
    title = "What does this roll score?"
    line = "Both scores after a turn, by all the special rules"
    topic = "One turn"
    options = (
        *SCORES,
        shared.DICE,
        *group(
            shared.THE_TURN,
            integer("total", "Their sum", "their sum, without a boost; 0 for a Pig Out", 0, MOST_SUM).shown(
                "0 for a Pig Out; empty without dice", (0, 60)
            ),
        ),
        *shared.RULES,
    )
    unit = "points"
    example = {"own": "13", "opp": "91", "dice": "2", "total": "6"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        hog, (own, opp) = _hog(parameters), scores(parameters)
        rolled = parameters["dice"]
        sides, score = hog.turn_score(own, opp, rolled, parameters["total"])
        after = [int(each) for each in hog.finish(own, opp, rolled, score)]
        return Answer(after, details={"sides": sides, "turn_score": score, "over": max(after) >= hog.goal})

    def show(self, found: Found) -> Show:
        yield found.panel()
        over = " The game is over." if found.details["over"] else ""
        words = f"The dice have {found.details['sides']} sides; the turn score is {found.details['turn_score']}.{over}"
        yield Panel("", (Text(words),), "The turn")


class BestDice(Question):
    """The fewest optimal dice against B for all pairs of scores: a row for each of A's scores."""

    name = "policy"
    title = "How many dice, at all scores?"
    line = "The whole policy of the best player as a picture"
    topic = "The best player"
    options = (shared.AGAINST, *shared.RULES)

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        hog = _hog(parameters)
        return Answer(_best_against(hog, parameters, budget).a_dice.tolist())

    def show(self, found: Found) -> Show:
        bacon = _bacon(found)
        words = f"{bacon}; the picture below shows every pair." if bacon else "The picture below shows every pair."
        yield found.panel(f"{sentence(dice_words(found.answer[0][0]))} at 0 to 0", words)
        yield Panel("The best policy", _picture(found), wide=True, anchor="policy")


class Contest(Question):
    """Win rates in a round robin, averaged over moving first and second."""

    title = "Which player beats the others?"
    line = "Everyone against everyone"
    topic = "The best player"
    options = (
        shared.A.but(
            name="policies",
            help="policies, separated by commas",
            default="optimal,always:4,always:5,bacon:8:5,swap:8:5",
            label="Players",
            player=shared.GIVEN,
            many=True,
        ),
        Option("file", "a Python file that defines strategies f(score, opponent_score)", str, local=True),
        *shared.RULES,
    )
    unit = "chance"

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        hog = _hog(parameters)
        policies = [policy(hog, "policies", text, best_response=False) for text in listed(parameters["policies"])]
        if parameters["file"] is not None:
            policies += playing.strategies(hog, parameters["file"])
        check_number([each.name for each in policies], MOST_POLICIES)
        return playing.contest(hog, policies, budget).answer()

    def show(self, found: Found) -> Show:
        yield contest(found, player_words)


class Position(Question):
    """A's expected points at the end of the game, beside B's and the chance to win."""

    title = "How does it end on average?"
    line = "Both players’ expected final scores, beside the chance to win"
    topic = "The best player"
    options = (*shared.PLAYERS, *SCORES, shared.FIRST, *shared.RULES)
    unit = "points"
    beside = {"opp": "B's expected points", "lead": "A's expected lead", "chance": "A's chance to win"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        hog, (own, opp) = _hog(parameters), scores(parameters)
        solved = solver.solve(hog, *_two(hog, parameters), budget)
        a_scores, b_scores, error = solver.final_scores(solved, budget)
        mine, theirs = (_by_first(parameters, *(each[own, opp] for each in of)) for of in (a_scores, b_scores))
        details = {
            "opp": theirs,
            "opp_error": error,
            "lead": mine - theirs,
            "lead_error": 2 * error,
            "chance": _by_first(parameters, solved.a[own, opp], 1.0 - solved.b[opp, own]),
            "chance_error": solved.error,
        }
        return Answer(mine, error=error, details=details)

    def show(self, found: Found) -> Show:
        yield found.panel()
        details = found.details
        rows = [
            ("A’s expected points at the end", f"{found.answer:.3f}"),
            ("B’s", f"{details['opp']:.3f}"),
            ("A’s expected lead", f"{details['lead']:+.3f}".replace("-", MINUS)),
            ("A’s chance to win", chance(details["chance"], details["chance_error"])),
        ]
        note = "Who is ahead on average need not win more often: a game won by one point counts as much as one won by forty."
        yield Panel("Points and the chance to win", (Rows(("On average", "Value"), rows), Text(note, small=True)))


class Review(Question):
    """What A's choices in a played game cost in all, in chance to win."""

    title = "What did the choices cost?"
    line = "A played game, choice by choice"
    topic = "Played games"
    options = (
        record(
            "dice and their sum in each turn, 0 for Free Bacon: 4:13,0,6:0",
            "dice and their sum, A’s and B’s in turns, 0 for Free Bacon: 4:13,0,6:0",
        ),
        shared.AGAINST,
        *SCORES,
        shared.FIRST_TURN,
        *shared.RULES,
    )
    unit = "chance"
    example = {"record": "4:11,5:19,6:22,4:0,0,5:17,8:0,4:15,5:21,6:20,6:25"}

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        hog, (own, opp) = _hog(parameters), scores(parameters)
        theirs = policy(hog, "b", parameters["b"], best_response=False)
        record, a_first = played.read_record(parameters["record"]), parameters["first"] == "a"
        return played.review(hog, theirs, record, own, opp, a_first, budget)

    def show(self, found: Found) -> Show:
        options = {**_rules(found), **found.same("b")}

        def link(_: int, each: Mapping[str, Any]) -> Link:
            return Link("", "dice", {**options, "own": each["own"], "opp": each["opp"]})

        yield from shown(found, Words(told, dice_words, link))


class Simulate(Question):
    """A's share of games won, by simulation."""

    title = "What do many games show?"
    line = "Simulated games beside the exact answer"
    topic = "Played games"
    options = (*shared.PLAYERS, *SCORES, shared.FIRST, *shared.RULES, SIMULATED, SEED)
    unit = "chance"

    def answer(self, parameters: Parameters, budget: Budget) -> Answer:
        hog = _hog(parameters)
        solved = solver.solve(hog, *_two(hog, parameters), budget)
        first = ("a", "b", "average").index(parameters["first"])
        tables, games, seed = (solved.a_dice, solved.b_dice), parameters["games"], parameters["seed"]
        estimate = dicing.duel(hog, tables, scores(parameters), first, games, seed, budget)
        return Answer(estimate.mean, "estimated", estimate.error, {"games": estimate.games})

    def show(self, found: Found) -> Show:
        yield found.panel()
        exact = yield Ask("duel", {**_rules(found), **found.same("a", "b", "own", "opp", "first")})
        yield exactly(chance(exact.answer, exact.error), found, exact.answer)


GAME = Game(
    "hog",
    "Hog",
    "how many dice to roll, with six special rules: Fall 2015",
    "Roll up to ten dice at once, under six odd rules.",
    questions_of(__name__),
    Fact(
        "Even the best Hog player, going first, wins only 49.0%.",
        "At 0 to 0 the dice have four sides (Hog Wild), which makes the first turn the worst one. Between two best "
        "players it is better to go second.",
        "duel",
        {},
    ),
    GROUPS,
    "duel",
)
