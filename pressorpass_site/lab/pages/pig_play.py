"""Pig against another player: the best one, or one that holds at a total."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest

from engine import formatting
from engine.lab.controls import SEPARATOR
from engine.lab.exhibits import Ask
from engine.lab.found import Found, bars, chance
from engine.lab.games.pig.options import GIVEN, told
from engine.lab.games.pig.two import MOST_TABLE_SIDES, TALLEST_TABLE
from engine.lab.reviewed import Words

from . import dice_table
from .dice_table import BEGIN, OPTIMAL, Asking, Choice, DiceGame, Moment, Place, StoryLine
from .table import AddressReader, advance, die

PARTS = (*dice_table.PARTS, "sides", "bust", "total", "against-hold")
ROLL, HOLD = "r", "h"
NAMES = {ROLL: "roll", HOLD: "hold", BEGIN: "begin"}


@dataclass(frozen=True)
class PigGame(DiceGame):
    """A game of Pig in an address."""

    sides: int = 6
    bust: int = 1

    @property
    def name(self) -> str:
        return "pig"

    @property
    def options(self) -> dict[str, Any]:
        return {"goal": self.goal, "sides": self.sides, "bust": self.bust}

    @property
    def parts(self) -> dict[str, Any]:
        return {"sides": self.sides if self.sides != 6 else "", "bust": self.bust if self.bust != 1 else ""}

    def choices(self, place: Place) -> list[Choice]:
        wins = place.you + place.total >= self.goal
        hold = Choice(HOLD, f"Hold {place.total}{' and win' if wins else ''}", main=wins)
        if wins:
            return [hold]
        return [Choice(ROLL, "Roll", main=True), *([hold] if place.total else [])]

    def after(self, moment: Moment, move: str) -> Generator[Ask, Found, Moment]:
        place = moment.place
        if move == ROLL:
            face = die(self.seed, place.rolls, self.sides)
            place, faces = replace(place, rolls=advance(place.rolls, 1)), (*moment.faces, face)
            if face != self.bust:
                place = replace(place, total=place.total + face)
                return Moment(place, (StoryLine(f"You roll. {place.total} in hand.", (face,)),), moment.turns, faces)
            lost = f" {place.total} points are lost." if place.total else ""
            story = StoryLine(f"You roll, and bust.{lost}", (face,))
            return (yield from self._theirs(replace(place, total=0), (story,), (*moment.turns, _turn(faces))))
        if move == BEGIN:
            return (yield from self._theirs(place, (), ()))
        place = replace(place, you=place.you + place.total, total=0)
        banked = StoryLine(f"You hold: {place.you} points banked.")
        turns = (*moment.turns, _turn(moment.faces))
        if self.over(place):
            return Moment(place, (banked,), turns)
        return (yield from self._theirs(place, (banked,), turns))

    def judge(self, place: Place, chosen: str) -> Asking:
        asked = {"own": place.you, "opp": place.them, "turn_total": place.total, "b": self.against}
        found = yield Ask("policy", {**self.options, **asked})
        details, best = found.details, found.answer
        values = {name: details[name] for name in ("roll", "hold") if name in details}
        error = details.get("error", 0.0)
        other = [name for name in values if name not in best]
        cost = (
            formatting.points(values[other[0]] - max(values.values()), error).lstrip(formatting.MINUS) if other else ""
        )
        words = f"Best: {' or '.join(best)}."
        if cost:
            words += f" {'Rolling' if other[0] == 'roll' else 'Holding'} costs {cost} points of chance."
        if place.you + place.total >= self.goal:
            words = "Hold, and you have won."
        return {
            "advice": words,
            "advice_bars": bars(values, best, error, NAMES.get(chosen, "")),
            "advice_chance": chance(max(values.values()), error),
            "certainty": found.known,
        }

    def told(self, move: str) -> str:
        return {ROLL: "You rolled.", HOLD: "You held.", BEGIN: "You let the other player begin."}[move]

    @property
    def words(self) -> Words:
        return Words(told, str)

    def choice_of_line(self, entry: Mapping[str, Any], moments: Sequence[Moment]) -> int:
        turn, total = entry["turn"] - 1, entry["total"]
        places = (
            number for number, each in enumerate(moments) if len(each.turns) == turn and each.place.total == total
        )
        return next(places)

    def _holds(self, own: int, opp: int, total: int) -> Generator[Ask, Found, bool]:
        """Return whether the other player holds."""
        if own + total >= self.goal:
            return True
        if self.against != OPTIMAL:
            return total >= int(self.against.partition(SEPARATOR)[2])
        best = yield Ask("surface", self.options)
        again = (each["again"] for each in best.details["islands"] if (each["own"], each["opp"]) == (own, opp))
        runs = next(again, ())
        return total >= best.answer[own][opp] and not any(low <= total <= high for low, high in runs)

    def _theirs(
        self, place: Place, story: tuple[StoryLine, ...], turns: tuple[str, ...]
    ) -> Generator[Ask, Found, Moment]:
        """Return the game after the other player's turn."""
        total, faces = 0, []
        while True:
            face = die(self.seed, place.rolls, self.sides)
            place = replace(place, rolls=advance(place.rolls, 1))
            faces.append(face)
            if face == self.bust:
                lost = f" and lose {total} points" if total else ""
                line = StoryLine(f"They bust{lost}.", tuple(faces))
                break
            total += face
            if (yield from self._holds(place.them, place.you, total)):
                place = replace(place, them=place.them + total)
                line = StoryLine(f"They hold at {total}: {place.them} points banked.", tuple(faces))
                break
        return Moment(place, (*story, line), (*turns, _turn(faces)))


def play_page(request: HttpRequest) -> Asking:
    """Return the context of the game's page for this address."""
    address = AddressReader(request, PARTS)
    play, move = _read(address)
    rule = "" if play.against == OPTIMAL else f"holds at {play.against.partition(SEPARATOR)[2]}"
    rules = {"sides": play.sides, "bust": play.bust, "rule": rule}
    return (yield from dice_table.table_page(request, play, move, address, GIVEN)) | rules


def _read(address: AddressReader) -> tuple[PigGame, str]:
    """Return the game, and a choice to add to its moves."""
    goal = address.number("goal", 2, TALLEST_TABLE, 100)
    sides = address.number("sides", 2, MOST_TABLE_SIDES, 6)
    bust = address.number("bust", 1, sides, 1)
    play = PigGame(**dice_table.read(address, goal, GIVEN, sides), sides=sides, bust=bust)
    if play.over(play.start) and address.text("total") not in ("", "0"):
        address.add_error("total", "The game is over: there is nothing in hand; “total” is left out.")
    elif not play.over(play.start):
        total = address.number("total", 0, goal - 1 + sides - play.start.you, 0)
        play = replace(play, start=replace(play.start, total=total))
    do = address.word("do", NAMES.values(), "")
    if do == "hold" and not play.start.total and not play.moves:
        address.add_error("do", "There is nothing to hold before the first roll.")
    if do == "roll" and play.start.you + play.start.total >= goal and not play.moves:
        address.add_error("do", "You have what wins the game: hold.")
    return play, next((move for move, name in NAMES.items() if name == do), "")


def _turn(faces: Sequence[int]) -> str:
    """Return a turn in the form of the engine's records."""
    return "-".join(map(str, faces)) or "hold"
