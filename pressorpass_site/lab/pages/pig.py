"""Pig: the surface of the optimal policy, a slice of it, and the convergence of the iterations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from engine import formatting
from engine.lab import Question

from ..heat import APART, COLOURS, HeatPicture, Legend, draw
from ..labels import AnswerView, chance, digits
from . import pig_play
from .lines import logarithms, steps
from .pairings import chance_words, contest, simulated
from .pig_words import player_words, told
from .review import Words, review
from .shared import (
    PICTURE_SIDE,
    AnswerPending,
    bars,
    lab_result,
    query,
    sample_step,
    sampled_table,
    standard_errors_apart,
)

DIE = ("goal", "sides", "bust")
TALLEST_BESIDE = 200  # the largest goal with a picture beside other questions
MOST_BESIDE = 100_000  # states of two players whose policies are iterated beside their values
ROLL, HOLD, REACHED = 6, 1, 4  # colours of the slice
ALONE_LESSON = "The total falls as the score grows, and jumps up where going a little further may save a whole turn."
SHOWN_SWEEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def context(request: HttpRequest, question: Question, view: AnswerView | None) -> dict[str, Any]:
    """Return the context of the page for this question and its answer."""
    shown: dict[str, Any] = {}
    if view is None:
        return shown
    asked = view.asked.parameters
    if (
        "opp" in asked
        and question.name != "review"
        and asked["goal"] <= pig_play.TALLEST
        and asked["sides"] <= pig_play.MAX_SIDES
    ):
        table = {"you": asked["own"], "them": asked["opp"], "total": asked.get("turn_total", 0)}
        die_there = {name: asked[name] for name in DIE}
        if table["you"] + table["total"] < asked["goal"] + asked["sides"]:  # a winner holds, at the table
            shown["play_address"] = reverse("lab:game", args=["pig"]) + query({**die_there, **table, "advice": 1})
    die = {name: asked[name] for name in DIE}
    if question.name == "review":
        shown |= review(view.result, words(asked))
    try:
        if question.name in ("surface", "duel", "hold", "policy"):
            shown |= _two(view, die)
        elif question.name == "contest":
            shown["contest"] = contest(view, player_words)
        elif question.name == "solitaire":
            shown |= _alone(view)
        elif question.name == "decide":
            shown |= _choices(view)
        elif question.name == "iterate":
            shown |= _iterated(view)
        if question.name == "duel" and not asked["turn_total"]:
            players = {name: asked[name] for name in ("a", "b", "own", "opp", "first")}
            shown |= simulated("pig", "simulate", {**die, **players}, view.answer, chance_words)
        if question.name == "simulate":
            shown |= _beside(view, die)
    except AnswerPending as waiting:
        shown["not_yet"] = waiting.row
    return shown


def words(asked: Mapping[str, Any]) -> Words:
    """Return the wording of choices; each links to the question `policy`, which is asked with these parameters."""
    options = {name: asked[name] for name in (*DIE, "b")}

    def address(_: int, each: Mapping[str, Any]) -> str:
        place = {"own": each["own"], "opp": each["opp"], "turn-total": each["total"]}
        return reverse("lab:question", args=["pig", "policy"]) + query({**options, **place})

    return Words(told, str, address)


def _two(view: AnswerView, die: dict[str, int]) -> dict[str, Any]:
    asked = view.asked.parameters
    shown: dict[str, Any] = {}
    opp = asked.get("opp", 0)
    if view.asked.question.name == "policy":
        values: dict[str, float] = {name: view.details[name] for name in ("roll", "hold") if name in view.details}
        shown["bars"] = bars(values, view.answer, view.details.get("error", 0.0))
    if view.asked.question.name == "hold":
        shown["held"] = view.details["held"]
        shown["smallest_reachable"] = view.details["smallest_reachable"]
    if view.asked.question.name == "surface":
        found = view.result
    elif die["goal"] <= TALLEST_BESIDE:
        found = lab_result("pig", "surface", **die)
    else:
        return shown
    smallest, islands = found["answer"], found["details"]["islands"]
    against = [each for each in islands if each["opp"] == opp]
    shown |= {
        "heat": _surface(smallest),
        "twin": sampled_table(smallest),
        "slice": _slice(smallest, against, opp),
        "slice_rows": _slice_rows(smallest, against, opp),
        "opp": opp,
        "islands": len(islands),
        "pairs": len(smallest) ** 2,
        "surface_address": reverse("lab:question", args=["pig", "surface"]) + query(die),
        "slices": [
            (score, reverse("lab:question", args=["pig", "hold"]) + query({**die, "opp": score}) + "#slice")
            for score in range(0, die["goal"], sample_step(die["goal"], 10))
        ],
    }
    return shown


def _surface(smallest: Sequence[Sequence[int]]) -> HeatPicture:
    goal = len(smallest)
    each = sample_step(goal, PICTURE_SIDE)
    before = sorted(total for own, row in enumerate(smallest) for total in row if own + total < goal)
    low = before[0] if before else 1
    high = before[len(before) * 9 // 10] if before else 1
    width = max(1, -(-(high - low + 1) // COLOURS))

    def colour(own: int, total: int) -> int:
        return APART if own + total >= goal else min(COLOURS - 1, (total - low) // width)

    colours = [[colour(own, total) for total in smallest[own][::each]] for own in range(0, goal, each)]
    used = {each for row in colours for each in row}
    legend = [Legend(number, _range(low + number * width, width)) for number in sorted(used - {APART, COLOURS - 1})]
    if COLOURS - 1 in used:
        legend.append(Legend(COLOURS - 1, f"{low + (COLOURS - 1) * width} or more"))
    if APART in used:
        legend.append(Legend(APART, "only at the goal"))
    title = "The smallest turn total to hold at"
    lesson = "The further behind the best player is, the more points are risked before holding."
    return draw(title, "the other’s score", "own score", colours, legend, each=each, lesson=lesson)


def _range(first: int, width: int) -> str:
    return str(first) if width == 1 else f"{first}–{first + width - 1}"


def _slice(smallest: Sequence[Sequence[int]], islands: Sequence[dict[str, Any]], opp: int) -> HeatPicture:
    """Return the choice, roll or hold, by own score and turn total, against one score."""
    goal = len(smallest)
    each = sample_step(goal, PICTURE_SIDE)
    again = {island["own"]: island["again"] for island in islands}

    def colour(own: int, total: int) -> int:
        if own + total >= goal:
            return REACHED
        rolled = total < smallest[own][opp] or any(low <= total <= high for low, high in again.get(own, ()))
        return ROLL if rolled else HOLD

    colours = [[colour(own, total) for own in range(0, goal, each)] for total in range(0, goal, each)]
    used = {each for row in colours for each in row}
    meant = {ROLL: "roll", HOLD: "hold", REACHED: "hold: that is the goal"}
    legend = [Legend(number, words) for number, words in meant.items() if number in used]
    lesson = "Roll while the points in hand are few and hold once they are many; just below the goal it can be right to roll again."
    title = f"Roll or hold against {opp} points"
    return draw(title, "own score", "turn total", colours, legend, each=each, lesson=lesson)


def _slice_rows(
    smallest: Sequence[Sequence[int]], islands: Sequence[dict[str, Any]], opp: int
) -> list[tuple[int, int, str]]:
    again = {island["own"]: _runs(island["again"]) for island in islands}
    each = sample_step(len(smallest), PICTURE_SIDE)
    return [(own, smallest[own][opp], again.get(own, "–")) for own in range(0, len(smallest), each)]


def _runs(runs: Sequence[Sequence[int]]) -> str:
    return ", ".join(str(low) if low == high else f"{low}–{high}" for low, high in runs)


def _alone(view: AnswerView) -> dict[str, Any]:
    smallest = view.details.get("smallest_hold")
    if not smallest:
        return {}
    picture = steps("The smallest turn total to hold at, alone", ALONE_LESSON, "score", "turn total", smallest)
    each = sample_step(len(smallest), PICTURE_SIDE)
    rows = [(score, smallest[score]) for score in range(0, len(smallest), each)]
    return {"lines": picture, "columns": ("Score", "Hold at"), "rows": rows}


def _choices(view: AnswerView) -> dict[str, Any]:
    """Return the worth of holding and rolling to one player."""
    values: dict[str, float] = {name: view.details[name] for name in ("roll", "hold") if name in view.details}
    error = view.details["error"]
    if view.details["unit"] == "chance":
        return {
            "bars": bars(values, view.answer, error),
            "bars_caption": "Chance to reach the goal in time after each choice",
            "bars_head": "In time",
        }
    return {"turns_after": [(name, digits(value, max(error, 1e-9))) for name, value in values.items()]}


def _iterated(view: AnswerView) -> dict[str, Any]:
    """Return the trace, and the other method beside it if that takes a few seconds."""
    method, states = view.asked.parameters["method"], view.details["states"]
    other = {"value": "policy", "policy": "value"}[method]
    by_method = {method: view.result}
    if view.asked.parameters["players"] == "1" or other == "value" or states <= MOST_BESIDE:
        same = {name: text for name, text in view.asked.options.items() if name not in ("method", "start-policy")}
        by_method[other] = lab_result("pig", "iterate", **same, method=other)
    values = [found["answer"] for found in by_method.values()]
    shown: dict[str, Any] = {
        "methods": [
            (f"{name.capitalize()} iteration", digits(found["answer"], found["error"], "bounded"), found["error"])
            for name, found in sorted(by_method.items(), reverse=True)
        ],
        "value_of": "Expected turns" if view.asked.parameters["players"] == "1" else "A’s expected payoff",
        "by_scores": digits(view.details["by_scores"], 1e-10) if "by_scores" in view.details else "",
        "apart": max(values) - min(values),
        "states": f"{states:,}",
    }
    if "value" in by_method:
        changes = by_method["value"]["details"]["changes"]
        sampled = sorted({place for place in SHOWN_SWEEPS if place < len(changes)} | {len(changes)})
        shown |= {
            "lines": logarithms(
                "Value iteration: the largest change of each sweep",
                "Each sweep over all states changes the values less than the one before, down to the tolerance.",
                "sweep",
                "change, powers of ten",
                changes,
            ),
            "columns": ("Sweep", "Largest change"),
            "rows": [(place, f"{changes[place - 1]:.2e}") for place in sampled],
            "sweeps": len(changes),
        }
    if "policy" in by_method:
        rounds = by_method["policy"]["details"]["rounds"]
        shown |= {"rounds": rounds, "all_sweeps": sum(each["sweeps"] for each in rounds)}
    return shown


def _beside(view: AnswerView, die: dict[str, int]) -> dict[str, Any]:
    """Return the exact value beside a simulation."""
    asked = view.asked.parameters
    if asked["players"] == "1":
        exact = lab_result("pig", "solitaire", **die, policy=asked["a"])
        words = f"{digits(exact['answer'], exact['error'])}{formatting.NBSP}turns"
    else:
        exact = lab_result("pig", "duel", **die, **{name: asked[name] for name in ("a", "b", "own", "opp", "first")})
        words = chance(exact["answer"], exact["error"], "exact")
    return {"exactly": words, "off": standard_errors_apart(view, exact["answer"])}
