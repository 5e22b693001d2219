"""Yahtzee, and Sebastian likewise: the card's form, dice, the values of all choices, and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from engine.formatting import MINUS, NBSP
from engine.lab import Question
from engine.lab.games.yahtzee.rules import CATEGORIES, LATIN

from ..labels import AnswerView, chance, digits
from .pairings import chance_words, contest, simulated
from .review import Words, review
from .shared import AnswerPending, lab_result, query, standard_errors_apart
from .yahtzee_card import Die, card_forms, faces, marked, spoken, spoken_dice, title, typed
from .yahtzee_pictures import box_bars, compared, named, player_words, shortfalls, side_by_side

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
FEW_GAMES = 2_000  # simulated beside an exact expectation


def told(each: Mapping[str, Any]) -> str:
    """Return the wording of the place of a choice in a review."""
    left = each["rerolls"]
    rerolls = f", {left} reroll{'' if left == 1 else 's'} left" if left else ""
    return spoken_dice(each["roll"]) + rerolls


def choice_words(choice: str | list[int]) -> str:
    """Return a choice: a box, or the dice that are kept."""
    return title(choice) if isinstance(choice, str) else f"keep {spoken(choice)}"


def _mean_words(estimate: float, error: float) -> str:
    return f"{digits(estimate, error, 'estimated')} ± {error:.1g} points on average"


WORDS = Words(told, choice_words, lambda number, entry: "", "points")


def examples() -> list[tuple[str, str]]:
    """Return links to example questions: words, address."""

    def link(question: str, **options: Any) -> str:
        return reverse("lab:question", args=["yahtzee", question]) + query(options) + "#lab-answer"

    return [
        ("The notes’ example: which box?", link("category", **NOTES_ROLL)),
        ("… and who wins it", link("duel", **NOTES)),
        ("A first roll of 1 1 3 4 6", link("keep", roll="1,1,3,4,6", rerolls=2)),
        ("Watch the best player", link("game", seed=1)),
    ]


def context(request: HttpRequest, question: Question, view: AnswerView | None) -> dict[str, Any]:
    """Return the context of Yahtzee's page for this question and its answer."""
    return shown("yahtzee", request, question, view)


def shown(game: str, request: HttpRequest, question: Question, view: AnswerView | None) -> dict[str, Any]:
    """Return the context that the pages of both games share."""
    texts = typed(request) or dict(question.example)
    options = {option.name for option in question.options}
    page: dict[str, Any] = {
        "cards": card_forms(question, texts, LATIN if game == "sebastian" else CATEGORIES),
        "picked": faces(texts.get("roll", "")) if "roll" in options else None,
    }
    if view is None:
        return page
    try:
        if question.name in ("keep", "category"):
            page |= _choices(game, view)
        elif question.name in ("value", "boxes"):
            page |= _boxes(game, view)
        elif question.name == "duel":
            page["other"] = chance(1 - view.answer, view.error, view.certainty)
            if view.details.get("cards"):  # both play for points, so games can be simulated
                same = {**view.asked.options, "method": "simulate"}
                page |= simulated(game, "duel", same, view.answer, chance_words)
        elif question.name == "policy":
            page["short"] = digits(view.details["short"], 1e-3)
            page["players"] = shortfalls(game, view.asked.parameters["rules"])
            if not page["players"].left and view.asked.parameters["open"] != "none":
                page |= simulated(game, "simulate", view.asked.options, view.answer, _mean_words, games=FEW_GAMES)
        elif question.name == "distribution":
            page |= _spread(view)
            page["histogram"] = compared(game, view.result)
        elif question.name == "simulate":
            page |= _exactly(game, view)
        elif question.name == "ranking":
            page["players"] = side_by_side(view)
        elif question.name == "decide":
            page["decision"] = _decision(view)
        elif question.name == "contest":
            page |= {"contest": contest(view, named(view)), "contest_note": _contest_note(view)}
        elif question.name == "review":
            page |= review(view.result, WORDS)
        elif question.name == "game":
            page |= _game(game, view)
    except AnswerPending as waiting:
        page["not_yet"] = waiting.row
    return page


def _decision(view: AnswerView) -> dict[str, Any]:
    """Return a player's choice, with the choices it compared."""
    asked, details = view.asked.parameters, view.details
    rows = [
        (
            choice_words(each["choice"]).capitalize(),
            ", ".join(map(title, each["for"])),
            "–" if each["estimate"] is None else f"{each['estimate']:.3f}",
            each["choice"] in view.answer,
        )
        for each in details["compared"]
    ]
    return {
        "player": player_words(asked["policy"], asked["depth"], asked["prune_first_die"]),
        "headline": " or ".join(map(choice_words, view.answer)).capitalize(),
        "cost": f"{details['cost']:.3f}" if details["cost"] else "",
        "rows": rows,
        "for_boxes": any(boxes for _, boxes, _, _ in rows),
    }


def _contest_note(view: AnswerView) -> str:
    note = (
        "Each number is the chance of the row’s player to beat the player of that rank if both begin with this card and"
        " no points; a tie counts one half."
    )
    if view.certainty == "estimated":
        games = f"{view.details['games']:,}"
        return (
            f"{note} All play for points, whatever the other does, so each played {games} games alone, and every game of"
            " one was compared with every game of the other."
        )
    return f"{note} Moving first and second count alike."


@dataclass(frozen=True)
class RankedChoice:
    """A choice with its value, and with its value for the other objective where both are known.

    Attributes:
        words: the keep or the box.
        dice: the roll with the keep marked; empty for boxes.
        value, cost: value and loss as text; `cost` is "" for the best.
        share: the length of the bar: the loss in percent of the worst choice's loss.
        other, other_best: value and rank for the other objective.
    """

    words: str
    dice: list[Die]
    value: str
    cost: str
    share: float
    other: str = ""
    other_best: bool = False

    @property
    def best(self) -> bool:
        return not self.cost


def choices(found: Mapping[str, Any], other_aim: Mapping[str, Any] | None = None) -> list[RankedChoice]:
    """Return all choices of a `keep` or `category` answer, best first."""
    asked, most = found["parameters"], found["details"]["value"]
    win = asked["objective"] == "win"
    most_lost = most - min(each["value"] for each in found["details"]["choices"]) or 1.0
    values = {_key(each["choice"]): each["value"] for each in other_aim["details"]["choices"]} if other_aim else {}
    rows = []
    for each in found["details"]["choices"]:
        choice, value = each["choice"], each["value"]
        is_best = choice in found["answer"]
        rows.append(
            RankedChoice(
                title(choice) if isinstance(choice, str) else spoken(choice),
                [] if isinstance(choice, str) else marked(asked["roll"], choice),
                value_text(value, win),
                "" if is_best else _cost(most - value, win),
                0.0 if is_best else round(100 * (most - value) / most_lost, 2),
                value_text(values[_key(choice)], not win) if other_aim else "",
                bool(other_aim) and choice in (other_aim or {})["answer"],
            )
        )
    return rows


def value_text(value: float, win: bool) -> str:
    """Return points, or a chance in percent, to three places."""
    if not value:
        return "0%" if win else "0"
    return f"{100 * value:.3f}%" if win else f"{value:.3f}"


def _cost(lost: float, win: bool) -> str:
    size = 100 * lost if win else lost
    return f"{MINUS}{size:.3f}" if size >= 0.0005 else f"<{NBSP}0.001"


def _key(choice: str | list[int]) -> str:
    return choice if isinstance(choice, str) else spoken(choice)


def _choices(game: str, view: AnswerView) -> dict[str, Any]:
    asked = view.asked.parameters
    win = asked["objective"] == "win"
    other_aim = None
    if win:
        names = [option.name for option in view.asked.question.options if option.name != "objective"]
        same = {name: view.asked.options[name] for name in names if name in view.asked.options}
        other_aim = lab_result(game, view.asked.question.name, **same)
    found = choices(view.result, other_aim)
    best = [each for each in found if each.best]
    return {
        "win": win,
        "best": best,
        "first": found[:FIRST_CHOICES],
        "rest": found[FIRST_CHOICES:],
        "best_value": value_text(view.details["value"], win),
        "other_aim": other_aim is not None,
        "other_aim_best": " or ".join(
            title(each) if isinstance(each, str) else spoken(each) for each in other_aim["answer"]
        )
        if other_aim
        else "",
        "roll": [Die(face) for face in sorted(asked["roll"])],
    }


def _boxes(game: str, view: AnswerView) -> dict[str, Any]:
    asked = view.asked
    found = view.result
    if asked.question.name == "value":
        if asked.parameters["open"] == "none":
            return {}
        found = lab_result(game, "boxes", **asked.options)
    most = max(found["answer"], key=lambda pair: pair[1])
    return {
        "box_bars": box_bars(found["answer"], found["details"]["alone"], found["error"]),
        "top_box": title(most[0]),
        "top_adds": digits(most[1], max(found["error"], 1e-3)),
    }


def _spread(view: AnswerView) -> dict[str, Any]:
    details = view.details
    return {
        "player": _player(view),
        "mean": digits(details["mean"], details["standard_error"], "estimated"),
        "spread_error": f"{details['standard_error']:.1g}",
        "exact_mean": digits(details["exact_mean"], 1e-6),
        "optimal": digits(details["optimal"], 1e-6),
        "short": digits(details["optimal"] - details["exact_mean"], 1e-3),
        "bonus": f"{100 * details['bonus_share']:.1f}%",
        "zeros": f"{details['zeros']:.2f}" if "zeros" in details else "",
        "quantiles": [(percent, points) for percent, points in details["quantiles"].items()],
    }


def _player(view: AnswerView) -> str:
    asked = view.asked.parameters
    return player_words(asked["policy"], asked["depth"], asked["prune_first_die"])


def _exactly(game: str, view: AnswerView) -> dict[str, Any]:
    same = {name: text for name, text in view.asked.options.items() if name not in ("games", "seed")}
    exact = lab_result(game, "policy", **same)
    return {"exactly": f"{digits(exact['answer'], 1e-6)} points", "off": standard_errors_apart(view, exact["answer"])}


def _game(game: str, view: AnswerView) -> dict[str, Any]:
    turns = []
    total = 0
    for turn in view.details["turns"]:
        total += turn["points"]
        keeps = [*turn["keeps"], []]
        rolls = [marked(roll, keep) for roll, keep in zip(turn["rolls"], keeps, strict=False)]
        turns.append({"rolls": rolls, "box": title(turn["category"]), "points": turn["points"], "total": total})
    asked = view.asked.parameters
    seed = asked["seed"]
    again = reverse("lab:question", args=[game, "game"]) + query({**view.asked.options, "seed": seed + 1})
    best = lab_result(
        game,
        "value",
        **{name: t for name, t in view.asked.options.items() if name in ("rules", "open", "upper", "yahtzee")},
    )
    return {
        "turns": turns,
        "next_game": again,
        "best_expects": digits(best["answer"], 1e-3),
        "player": _player(view),
    }
