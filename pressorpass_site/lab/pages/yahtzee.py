"""Yahtzee, and Sebastian after it: a card to fill in, dice to pick, what every choice is worth, pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from engine.lab import Question
from engine.lab.games.yahtzee.rules import CATEGORIES, LATIN
from pressorpass_site.core.formatting import MINUS, NBSP

from ..labels import Told, chance, digits
from .shared import Group, NotYet, groups, off, query, result
from .yahtzee_card import Die, card_forms, faces, marked, spoken, title, typed
from .yahtzee_pictures import box_bars, compared, player_words, shortfalls

GROUPS = (
    Group("Who plays", ("policy", "depth")),
    Group("The games", ("games", "seed", "bin")),
    Group("How it is built", ("threads",)),
)
NOTES = {
    "open": "yahtzee,chance",
    "upper": 55,
    "score": 125,
    "opp-open": "four_kind,yahtzee",
    "opp-upper": 55,
    "opp-score": 173,
}
NOTES_ROLL = {**NOTES, "roll": "1,1,2,3,3", "objective": "win"}
FIRST_CHOICES = 8


def presets() -> list[tuple[str, str]]:
    """Links to questions worth asking: words, address."""

    def link(question: str, **options: Any) -> str:
        return reverse("lab:question", args=["yahtzee", question]) + query(options) + "#lab-answer"

    return [
        ("The notes’ example: which box?", link("category", **NOTES_ROLL)),
        ("… and who wins it", link("duel", **NOTES)),
        ("A first roll of 1 1 3 4 6", link("keep", roll="1,1,3,4,6", rerolls=2)),
        ("Watch the best player", link("game", seed=1)),
    ]


def context(request: HttpRequest, question: Question, told: Told | None) -> dict[str, Any]:
    """What Yahtzee's page shows for this question and its answer."""
    return {"presets": presets(), **shown("yahtzee", request, question, told)}


def shown(game: str, request: HttpRequest, question: Question, told: Told | None) -> dict[str, Any]:
    """What the pages of both games show."""
    texts = typed(request)
    options = {option.name for option in question.options}
    page: dict[str, Any] = {
        "groups": groups(question, GROUPS),
        "cards": card_forms(question, texts, LATIN if game == "sebastian" else CATEGORIES),
        "picked": faces(texts.get("roll", "")) if "roll" in options else None,
    }
    if told is None:
        return page
    try:
        if question.name in ("keep", "category"):
            page |= _choices(game, told)
        elif question.name in ("value", "boxes"):
            page |= _boxes(game, told)
        elif question.name == "duel":
            page["other"] = chance(1 - told.answer, told.error, "exact")
        elif question.name == "policy":
            page["short"] = digits(told.details["short"], 1e-3)
            page["players"] = shortfalls(game, told.asked.parameters["rules"])
        elif question.name == "distribution":
            page |= _spread(told)
            page["histogram"] = compared(game, told.result)
        elif question.name == "simulate":
            page |= _exactly(game, told)
        elif question.name == "game":
            page |= _game(game, told)
    except NotYet as waiting:
        page["not_yet"] = waiting.row
    return page


@dataclass(frozen=True)
class Choice:
    """A choice with its worth: what was asked for, and beside it the other aim's where both are known.

    Attributes:
        words: the keep or the box.
        dice: the roll with the keep marked; empty for boxes.
        worth, cost: as they are told; `cost` is "" for the best.
        share: length of the bar: what is lost, in per cent of the worst choice's loss.
        other, other_best: the same for the other aim.
    """

    words: str
    dice: list[Die]
    worth: str
    cost: str
    share: float
    other: str = ""
    other_best: bool = False

    @property
    def best(self) -> bool:
        return not self.cost


def choices(found: Mapping[str, Any], beside: Mapping[str, Any] | None = None) -> list[Choice]:
    """All choices of a `keep` or `category` object, the best first."""
    asked, most = found["parameters"], found["details"]["value"]
    win = asked["objective"] == "win"
    most_lost = most - min(each["value"] for each in found["details"]["choices"]) or 1.0
    values = {_key(each["choice"]): each["value"] for each in beside["details"]["choices"]} if beside else {}
    rows = []
    for each in found["details"]["choices"]:
        choice, value = each["choice"], each["value"]
        is_best = choice in found["answer"]
        rows.append(
            Choice(
                title(choice) if isinstance(choice, str) else spoken(choice),
                [] if isinstance(choice, str) else marked(asked["roll"], choice),
                worth(value, win),
                "" if is_best else _cost(most - value, win),
                0.0 if is_best else round(100 * (most - value) / most_lost, 2),
                worth(values[_key(choice)], not win) if beside else "",
                bool(beside) and choice in (beside or {})["answer"],
            )
        )
    return rows


def worth(value: float, win: bool) -> str:
    """Points, or a chance in per cent, to three places: the engine knows more."""
    if not value:
        return f"0{NBSP}%" if win else "0"
    return f"{100 * value:.3f}{NBSP}%" if win else f"{value:.3f}"


def _cost(lost: float, win: bool) -> str:
    size = 100 * lost if win else lost
    return f"{MINUS}{size:.3f}" if size >= 0.0005 else f"<{NBSP}0.001"


def _key(choice: str | list[int]) -> str:
    return choice if isinstance(choice, str) else spoken(choice)


def _choices(game: str, told: Told) -> dict[str, Any]:
    asked = told.asked.parameters
    win = asked["objective"] == "win"
    beside = None
    if win:
        names = [option.name for option in told.asked.question.options if option.name != "objective"]
        same = {name: told.asked.options[name] for name in names if name in told.asked.options}
        beside = result(game, told.asked.question.name, **same)
    found = choices(told.result, beside)
    best = [each for each in found if each.best]
    return {
        "win": win,
        "best": best,
        "first": found[:FIRST_CHOICES],
        "rest": found[FIRST_CHOICES:],
        "best_worth": worth(told.details["value"], win),
        "beside": beside is not None,
        "beside_best": " or ".join(title(each) if isinstance(each, str) else spoken(each) for each in beside["answer"])
        if beside
        else "",
        "roll": [Die(face) for face in sorted(asked["roll"])],
    }


def _boxes(game: str, told: Told) -> dict[str, Any]:
    asked = told.asked
    found = told.result
    if asked.question.name == "value":
        if asked.parameters["open"] == "none":
            return {}
        found = result(game, "boxes", **asked.options)
    most = max(found["answer"], key=lambda pair: pair[1])
    return {
        "box_bars": box_bars(found["answer"], found["details"]["alone"], found["error"]),
        "top_box": title(most[0]),
        "top_adds": digits(most[1], max(found["error"], 1e-3)),
    }


def _spread(told: Told) -> dict[str, Any]:
    details = told.details
    return {
        "player": player_words(told.asked.parameters["policy"], told.asked.parameters["depth"]),
        "mean": digits(details["mean"], details["standard_error"], "estimated"),
        "spread_error": f"{details['standard_error']:.1g}",
        "exact_mean": digits(details["exact_mean"], 1e-6),
        "optimal": digits(details["optimal"], 1e-6),
        "short": digits(details["optimal"] - details["exact_mean"], 1e-3),
        "bonus": f"{100 * details['bonus_share']:.1f}{NBSP}%",
        "quantiles": [(percent, points) for percent, points in details["quantiles"].items()],
    }


def _exactly(game: str, told: Told) -> dict[str, Any]:
    same = {name: text for name, text in told.asked.options.items() if name not in ("games", "seed")}
    exact = result(game, "policy", **same)
    return {"exactly": digits(exact["answer"], 1e-6), "off": off(told, exact["answer"])}


def _game(game: str, told: Told) -> dict[str, Any]:
    turns = []
    total = 0
    for turn in told.details["turns"]:
        total += turn["points"]
        keeps = [*turn["keeps"], []]
        rolls = [marked(roll, keep) for roll, keep in zip(turn["rolls"], keeps, strict=False)]
        turns.append({"rolls": rolls, "box": title(turn["category"]), "points": turn["points"], "total": total})
    asked = told.asked.parameters
    seed = asked["seed"]
    again = reverse("lab:question", args=[game, "game"]) + query({**told.asked.options, "seed": seed + 1})
    best = result(
        game,
        "value",
        **{name: t for name, t in told.asked.options.items() if name in ("rules", "open", "upper", "yahtzee")},
    )
    return {
        "turns": turns,
        "next_game": again,
        "best_expects": digits(best["answer"], 1e-3),
        "player": player_words(asked["policy"], asked["depth"]),
    }
