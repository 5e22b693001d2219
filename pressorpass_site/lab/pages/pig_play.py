"""Pig against the best player: the address has the whole game, including its dice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest

from pressorpass_site.core import formatting

from ..labels import chance
from .address import AddressReader
from .shared import ROLLS, AnswerPending, advance, bars, die, lab_result, query, random_seed

TALLEST = 200
MAX_SIDES = 20
PARTS = ("goal", "sides", "bust", "you", "them", "total", "rolls", "seed", "advice", "do")
NEW_DICE = "the dice are others now"


@dataclass(frozen=True)
class PigState:
    """The state of a game: `rolls` dice of `seed` have been thrown, `total` is the turn total."""

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
        """The address of this state, with an action or changes."""
        play = replace(self, **changes)
        usual = {"goal": 100, "sides": 6, "bust": 1, "you": 0, "them": 0, "total": 0, "rolls": 0, "advice": 0}
        values = {name: value for name, value in vars(play).items() if usual.get(name) != value}
        return query({**values, "do": do}) + "#table"


@dataclass(frozen=True)
class StoryLine:
    """An event of the game with the dice that were thrown."""

    words: str
    faces: tuple[int, ...] = ()


def play_page(request: HttpRequest) -> dict[str, Any]:
    """The context of the game's page for this address."""
    seed = random_seed()
    address = AddressReader(request, PARTS)
    play, do = _read(address)
    asked = play
    try:
        story: list[StoryLine] = []
        if not play.over:
            play, story = _happens(play, do)
        shown = _advice(play) if play.advice and not play.over else {}
    except AnswerPending as waiting:
        return {
            "waiting": waiting.row,
            "again": asked.link(do),
            "new": query({"seed": seed}),
            "play": asked,
            "fresh_seed": seed,
            "unready": waiting.row.is_active,
            **address.context(),
        }
    actions = {}
    wins_now = play.you + play.total >= play.goal
    if not play.over:
        if not wins_now:
            actions["roll"] = play.link("roll")
        if play.total:
            actions["hold"] = play.link("hold")
        if not (play.you or play.them or play.total or play.rolls):
            actions["begin"] = play.link("begin")
    new = PigState(play.goal, play.sides, play.bust, 0, 0, 0, 0, seed, play.advice).link()
    return {
        "play": play,
        "story": story,
        "actions": actions,
        "bust": play.bust,
        "wins_now": wins_now,
        "new": new,
        "fresh_seed": seed,
        "toggle": asked.link(do, advice=1 - play.advice),
        **address.context(),
        **shown,
    }


def _read(address: AddressReader) -> tuple[PigState, str]:
    """The state and the action; no action if there are errors."""
    goal = address.number("goal", 2, TALLEST, 100)
    sides = address.number("sides", 2, MAX_SIDES, 6)
    bust = address.number("bust", 1, sides, 1)
    most = goal - 1 + sides  # the last roll of a game that is won
    play = PigState(
        goal=goal,
        sides=sides,
        bust=bust,
        you=address.number("you", 0, most, 0),
        them=address.number("them", 0, most, 0),
        total=0,
        rolls=address.number("rolls", 0, ROLLS - 1, 0),
        seed=address.seed(random_seed(), NEW_DICE),
        advice=address.number("advice", 0, 1, 0),
    )
    if play.you >= goal and play.them >= goal:
        address.add_error("them", "Only one player can have won; they have no points here.")
        play = replace(play, them=0)
    if play.over and address.text("total") not in ("", "0"):
        address.add_error("total", "The game is over: there is nothing in hand; “total” is left out.")
    elif not play.over:
        play = replace(play, total=address.number("total", 0, most - play.you, 0))
    do = address.word("do", ("roll", "hold", "begin"), "")
    if do == "hold" and not play.total:
        address.add_error("do", "There is nothing to hold before the first roll.")
    if do == "roll" and play.you + play.total >= goal:
        address.add_error("do", "You have what wins the game: hold.")
    return play, "" if address.messages else do


def _happens(play: PigState, do: str) -> tuple[PigState, list[StoryLine]]:
    """The events after an action up to your next decision. Raises AnswerPending."""
    if do == "roll":
        face = die(play.seed, play.rolls, play.sides)
        play = replace(play, rolls=advance(play.rolls, 1))
        if face != play.bust:
            play = replace(play, total=play.total + face)
            return play, [StoryLine(f"You roll. {play.total} in hand.", (face,))]
        lost = f" {play.total} points are lost." if play.total else ""
        after, story = _theirs(replace(play, total=0))
        return after, [StoryLine(f"You roll, and bust.{lost}", (face,)), *story]
    if do == "hold":
        play = replace(play, you=play.you + play.total, total=0)
        banked = StoryLine(f"You hold: {play.you} points banked.")
        if play.over:
            return play, [banked]
        after, story = _theirs(play)
        return after, [banked, *story]
    return _theirs(play) if do == "begin" else (play, [])


def _theirs(play: PigState) -> tuple[PigState, list[StoryLine]]:
    """The best player's turn, roll by roll. Raises AnswerPending."""
    found = lab_result("pig", "hold", **play.game, own=play.them, opp=play.you)
    held = found["details"]["held"]
    total, faces = 0, []
    while True:
        face = die(play.seed, play.rolls, play.sides)
        play = replace(play, rolls=advance(play.rolls, 1))
        faces.append(face)
        if face == play.bust:
            lost = f" and lose {total} points" if total else ""
            return play, [StoryLine(f"They bust{lost}.", tuple(faces))]
        total += face
        if play.them + total >= play.goal or any(low <= total <= high for low, high in held):
            play = replace(play, them=play.them + total)
            return play, [StoryLine(f"They hold at {total}: {play.them} points banked.", tuple(faces))]


def _advice(play: PigState) -> dict[str, Any]:
    """The best player's decision in your place. Raises AnswerPending."""
    found = lab_result("pig", "policy", **play.game, own=play.you, opp=play.them, turn_total=play.total)
    details = found["details"]
    values = {name: details[name] for name in ("roll", "hold") if name in details}
    best = found["answer"]
    error = details.get("error", 0.0)
    other = [name for name in values if name not in best]
    cost = formatting.points(values[other[0]] - max(values.values()), error).lstrip(formatting.MINUS) if other else ""
    words = f"Best: {' or '.join(best)}."
    if cost:
        words += f" {'Rolling' if other[0] == 'roll' else 'Holding'} costs {cost} points of chance."
    if play.you + play.total >= play.goal:
        words = "Hold, and you have won."
    return {
        "advice": words,
        "advice_bars": bars(values, best, error),
        "advice_chance": chance(max(values.values()), error, "exact"),
        "certainty": found["known"],
    }
