"""Hog: the dice to roll at all scores, the worth of each number of dice, and the contest of policies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from engine import InputError, formatting
from engine.lab import Question
from engine.lab.options import given

from ..controls.control import SEPARATOR
from ..controls.hog import RULES
from ..heat import APART, COLOURS, HeatPicture, Legend, draw
from ..labels import AnswerView, chance
from .pairings import chance_words, contest, simulated
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

TALLEST_BESIDE = 200  # goals above it have no picture in passing
MAX_DICE_BESIDE = 20
PLAYER_WORDS = {
    "optimal": "the best player",
    "points": "the most points this turn",
    "lead": "the highest lead at the end",
}
USUAL_DICE = 10  # of the game that is played


@dataclass(frozen=True)
class Switch:
    """A rule that can be switched off: the option, its title, and the alternative."""

    name: str
    title: str
    words: str
    off: bool = False


SWITCHES = tuple(Switch(name, title, words) for name, (title, words) in RULES.items())


def switches(request: HttpRequest) -> list[Switch]:
    """Return the rules in the address."""
    return [Switch(each.name, each.title, each.words, _off(request, each.name)) for each in SWITCHES]


def _off(request: HttpRequest, name: str) -> bool:
    try:
        return given(request.GET.get(name, ""))
    except InputError:  # the form reports it
        return False


def context(request: HttpRequest, question: Question, view: AnswerView | None) -> dict[str, Any]:
    """Return the context of the page for this question and its answer."""
    shown: dict[str, Any] = {}
    if view is None:
        return shown
    asked = view.asked.parameters
    rules = {"goal": asked["goal"], "max_dice": asked["max_dice"]}
    rules |= {each.name.replace("-", "_"): "yes" for each in SWITCHES if asked[each.name.replace("-", "_")]}
    if question.name in ("dice", "duel") and asked["goal"] <= TALLEST_BESIDE and asked["max_dice"] == USUAL_DICE:
        table = {"you": asked["own"], "them": asked["opp"], "advice": 1}
        played = {name: value for name, value in _typed(rules).items() if name != "max-dice"}
        shown["play_address"] = reverse("lab:game", args=["hog"]) + query({**played, **table})
    if question.name == "dice":
        shown |= _dice(view)
    elif question.name == "duel":
        error = view.error
        shown["orders"] = [
            ("A moves first", chance(view.details["moving_first"], error, "exact")),
            ("B moves first", chance(view.details["moving_second"], error, "exact")),
        ]
    elif question.name == "contest":
        shown["contest"] = contest(view, player_words)
    elif question.name == "turn":
        shown["turn"] = view.details
    elif question.name == "points":
        shown["points"] = _points(view)
    elif question.name == "outcomes":
        shown["outcomes"] = _outcomes(view)
    elif question.name == "position":
        shown["ends"] = _ends(view)
    elif question.name == "review":
        shown |= review(view.result, words({**rules, "b": asked["b"]}))
    try:
        if question.name == "simulate":
            players = {name: asked[name] for name in ("a", "b", "own", "opp", "first")}
            exact = lab_result("hog", "duel", **players, **rules)
            shown["exactly"] = chance(exact["answer"], exact["error"], "exact")
            shown["off"] = standard_errors_apart(view, exact["answer"])
        if question.name in ("duel", "dice", "policy"):
            shown |= _policy(view, rules)
        if question.name == "duel":
            players = {name: asked[name] for name in ("a", "b", "own", "opp", "first")}
            shown |= simulated("hog", "simulate", {**players, **rules}, view.answer, chance_words)
    except AnswerPending as waiting:
        shown["not_yet"] = waiting.row
    return shown


def words(rules: Mapping[str, Any]) -> Words:
    """Return the wording of choices; each links to the question `dice`, which is asked with these options."""

    def address(_: int, each: Mapping[str, Any]) -> str:
        place = {"own": each["own"], "opp": each["opp"]}
        return reverse("lab:question", args=["hog", "dice"]) + query({**_typed(dict(rules)), **place})

    return Words(told, dice_words, address)


def told(each: Mapping[str, Any]) -> str:
    """Return the wording of the place of a choice."""
    return f"{each['own']} to {each['opp']}"


def _dice(view: AnswerView) -> dict[str, Any]:
    chances = {dice_words(int(dice)): value for dice, value in view.details["chances"].items()}
    best = [dice_words(dice) for dice in view.answer]
    return {"bars": bars(chances, best, view.details["error"]), "best": " or ".join(best)}


def _points(view: AnswerView) -> list[dict[str, Any]]:
    """Return a row for each number of dice: its average points, and the chance to win."""
    return [
        {
            "dice": dice_words(int(dice)),
            "points": f"{each['points']:.3f}",
            "most": int(dice) in view.details["most_points"],
            "own": f"{each['own_after']:.3f}",
            "opp": f"{each['opp_after']:.3f}",
            "chance": chance(each["chance"], view.details["chance_error"], "exact"),
            "best": int(dice) in view.details["best"],
        }
        for dice, each in view.details["dice"].items()
    ]


def _outcomes(view: AnswerView) -> dict[str, Any]:
    """Return a row for each result of a turn, and the chance to win that they add up to."""
    details = view.details
    rows = [
        (f"{own} to {opp}", chance(here, 0.0, "exact"), chance(win, view.error, "exact"))
        for own, opp, here, win in view.answer
    ]
    win = chance(details["chance"], details["chance_error"], "exact")
    return {"rows": rows, "chance": win, "points": f"{details['points']:.3f}"}


def _ends(view: AnswerView) -> list[tuple[str, str]]:
    return [
        ("A’s expected points at the end", f"{view.answer:.3f}"),
        ("B’s", f"{view.details['opp']:.3f}"),
        ("A’s expected lead", f"{view.details['lead']:+.3f}".replace("-", formatting.MINUS)),
        ("A’s chance to win", chance(view.details["chance"], view.details["chance_error"], "exact")),
    ]


def dice_words(dice: int) -> str:
    """Return text such as “no dice”, “1 die”, “2 dice”."""
    return "1 die" if dice == 1 else f"{dice or 'no'} dice"


def player_words(policy: str) -> str:
    """Return a policy in words: “always 5 dice”."""
    kind, *numbers = policy.split(SEPARATOR)
    if kind in PLAYER_WORDS:
        return PLAYER_WORDS[kind]
    dice = dice_words(int(numbers[-1]))
    if kind == "always":
        return f"always {dice}"
    return f"Bacon from {int(numbers[0])}{' or to swap' if kind == 'swap' else ''}, else {dice}"


def _policy(view: AnswerView, rules: dict[str, Any]) -> dict[str, Any]:
    """Return the picture of the best dice against this B."""
    b = view.asked.parameters["b"]
    against = "optimal" if b == "best-response" else b
    if view.asked.question.name == "policy":
        table = view.answer
    elif rules["goal"] <= TALLEST_BESIDE and rules["max_dice"] <= MAX_DICE_BESIDE:
        table = lab_result("hog", "policy", b=against, **rules)["answer"]
    else:
        return {}
    count = sum(len(row) for row in table)
    bacon = sum(row.count(0) for row in table)
    return {
        "heat": picture(table, rules["max_dice"], against),
        "twin": sampled_table(table),
        "policy_address": reverse("lab:question", args=["hog", "policy"]) + query({**_typed(rules), "b": against}),
        "bacon": "" if "no_free_bacon" in rules else formatting.exact_percent(bacon / count),
        "at_start": dice_words(table[0][0]),
        "against": against,
    }


def _typed(rules: dict[str, Any]) -> dict[str, Any]:
    return {name.replace("_", "-"): value for name, value in rules.items()}


def picture(table: Sequence[Sequence[int]], most: int, against: str) -> HeatPicture:
    """Return dice for all scores: a colour for each number, or for a few of them."""
    each = sample_step(len(table), PICTURE_SIDE)

    def colour(dice: int) -> int:
        if dice == 0:
            return APART
        return dice - 1 if most <= COLOURS else (dice - 1) * COLOURS // most

    colours = [[colour(dice) for dice in row[::each]] for row in table[::each]]
    legend = []
    meant: dict[int, list[int]] = {}
    for dice in range(most + 1):
        meant.setdefault(colour(dice), []).append(dice)
    used = {square for row in colours for square in row}
    for number, dices in meant.items():
        if number in used:
            first, last = dices[0], dices[-1]
            words = dice_words(first) if first == last else f"{first}–{last} dice"
            legend.append(Legend(number, "no dice: Free Bacon" if number == APART else words))
    other = player_words(against) if against == "optimal" else f"“{player_words(against)}”"
    return draw(
        f"The best number of dice against {other}",
        "the other’s score",
        "own score",
        colours,
        legend,
        each=each,
        lesson="Many dice are for a player who is behind; one who is ahead mostly rolls few or none.",
    )
