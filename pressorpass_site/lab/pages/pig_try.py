"""Pig against the best player: all of the game is in the address, and so are its dice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest

from engine import InputError
from pressorpass_site.core import figures

from ..told import chance
from .shared import NotYet, any_seed, bars, die, number, query, result

TALLEST = 200
MOST_SIDES = 20
MOST_ROLLS = 10**6


@dataclass(frozen=True)
class Play:
    """Where a game stands: `rolls` dice of `seed` have been thrown, `total` points are in your hand."""

    goal: int
    sides: int
    bust: int
    you: int
    them: int
    total: int
    rolls: int
    seed: int
    advice: int

    @property
    def game(self) -> dict[str, int]:
        return {"goal": self.goal, "sides": self.sides, "bust": self.bust}

    @property
    def over(self) -> bool:
        return max(self.you, self.them) >= self.goal

    def link(self, do: str = "", **changes: int) -> str:
        """The address of this state, or of what happens next."""
        play = replace(self, **changes)
        usual = {"goal": 100, "sides": 6, "bust": 1, "you": 0, "them": 0, "total": 0, "rolls": 0, "advice": 0}
        values = {name: value for name, value in vars(play).items() if usual.get(name) != value}
        return query({**values, "do": do}) + "#table"


@dataclass(frozen=True)
class Line:
    """Something that happened, with the dice that were thrown for it."""

    words: str
    faces: tuple[int, ...] = ()


def try_out(request: HttpRequest) -> dict[str, Any]:
    """The table as this address has it."""
    seed = any_seed()
    fresh = query({"seed": seed})
    try:
        play, do = _read(request)
    except InputError as error:
        return {"wrong": error.message, "new": fresh}
    asked = play
    try:
        story: list[Line] = []
        if not play.over:
            play, story = _happens(play, do)
        shown = _advice(play) if play.advice and not play.over else {}
    except NotYet as waiting:
        return {
            "waiting": waiting.row,
            "again": asked.link(do),
            "new": fresh,
            "play": asked,
            "fresh_seed": seed,
        }
    actions = {}
    if not play.over:
        actions["roll"] = play.link("roll")
        if play.total:
            actions["hold"] = play.link("hold")
        if not (play.you or play.them or play.total or play.rolls):
            actions["begin"] = play.link("begin")
    new = Play(play.goal, play.sides, play.bust, 0, 0, 0, 0, seed, play.advice).link()
    return {
        "play": play,
        "story": story,
        "actions": actions,
        "bust": play.bust,
        "wins_now": play.you + play.total >= play.goal,
        "new": new,
        "fresh_seed": seed,
        "toggle": asked.link(do, advice=1 - play.advice),
        **shown,
    }


def _read(request: HttpRequest) -> tuple[Play, str]:
    """The state and what is done. Raises InputError with a sentence to show."""
    goal = number(request, "goal", 2, TALLEST, 100)
    sides = number(request, "sides", 2, MOST_SIDES, 6)
    play = Play(
        goal=goal,
        sides=sides,
        bust=number(request, "bust", 1, sides, 1),
        you=number(request, "you", 0, goal + MOST_SIDES, 0),
        them=number(request, "them", 0, goal + MOST_SIDES, 0),
        total=number(request, "total", 0, goal + MOST_SIDES, 0),
        rolls=number(request, "rolls", 0, MOST_ROLLS, 0),
        seed=number(request, "seed", 0, 2**63 - 1, any_seed()),
        advice=number(request, "advice", 0, 1, 0),
    )
    do = request.GET.get("do", "")
    if do not in ("", "roll", "hold", "begin"):
        raise InputError("You can “roll” or “hold”, or let the other “begin”.", field="do")
    if do == "hold" and not play.total:
        raise InputError("There is nothing to hold before the first roll.", field="do")
    if play.you >= goal and play.them >= goal:
        raise InputError("Only one player can have won.", field="you")
    return play, do


def _happens(play: Play, do: str) -> tuple[Play, list[Line]]:
    """What follows from an action, up to your next decision. Raises NotYet."""
    if do == "roll":
        face = die(play.seed, play.rolls, play.sides)
        play = replace(play, rolls=play.rolls + 1)
        if face != play.bust:
            play = replace(play, total=play.total + face)
            return play, [Line(f"You roll. {play.total} in hand.", (face,))]
        lost = f" {play.total} points are lost." if play.total else ""
        after, story = _theirs(replace(play, total=0))
        return after, [Line(f"You roll, and bust.{lost}", (face,)), *story]
    if do == "hold":
        play = replace(play, you=play.you + play.total, total=0)
        banked = Line(f"You hold: {play.you} points banked.")
        if play.over:
            return play, [banked]
        after, story = _theirs(play)
        return after, [banked, *story]
    return _theirs(play) if do == "begin" else (play, [])


def _theirs(play: Play) -> tuple[Play, list[Line]]:
    """The best player's turn, roll by roll. Raises NotYet."""
    found = result("pig", "hold", **play.game, own=play.them, opp=play.you)
    held = found["details"]["held"]
    total, faces = 0, []
    while True:
        face = die(play.seed, play.rolls, play.sides)
        play = replace(play, rolls=play.rolls + 1)
        faces.append(face)
        if face == play.bust:
            lost = f" and lose {total} points" if total else ""
            return play, [Line(f"They bust{lost}.", tuple(faces))]
        total += face
        if play.them + total >= play.goal or any(low <= total <= high for low, high in held):
            play = replace(play, them=play.them + total)
            return play, [Line(f"They hold at {total}: {play.them} points banked.", tuple(faces))]


def _advice(play: Play) -> dict[str, Any]:
    """What the best player would do in your place. Raises NotYet."""
    found = result("pig", "policy", **play.game, own=play.you, opp=play.them, turn_total=play.total)
    details = found["details"]
    values = {name: details[name] for name in ("roll", "hold") if name in details}
    best = found["answer"]
    error = details.get("error", 0.0)
    other = [name for name in values if name not in best]
    cost = figures.points(values[other[0]] - max(values.values()), error).lstrip(figures.MINUS) if other else ""
    words = f"Best: {' or '.join(best)}."
    if cost:
        words += f" {'Rolling' if other[0] == 'roll' else 'Holding'} costs {cost} points of chance."
    if play.you + play.total >= play.goal:
        words = "Hold, and you have won."
    return {
        "advice": words,
        "advice_bars": bars(values, best, error),
        "advice_chance": chance(max(values.values()), error, "exact"),
        "known": found["known"],
    }
