"""Hog against another player: the best one, or one with a simple rule."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest

from engine import InputError
from engine.lab.exhibits import Ask
from engine.lab.found import Found, bars, chance
from engine.lab.games.hog.options import GIVEN, RULES, SWITCHED, dice_words, player_words, told
from engine.lab.games.hog.policies import policy
from engine.lab.games.hog.rules import WILD_SIDES, Hog
from engine.lab.games.hog.two import TABLE_DICE, TALLEST_BESIDE
from engine.lab.reviewed import Words

from ..fields import page_field
from . import dice_table
from .dice_table import BEGIN, OPTIMAL, Asking, Choice, DiceGame, Moment, Place, StoryLine
from .table import AddressReader, advance, die

PARTS = (*dice_table.PARTS, "against-bacon", "against-dice", *SWITCHED)
MAX_POINTS = 61  # of one turn: ten dice show 59, and Hogtimus Prime makes 61 of it
MOVES = "0123456789a"  # numbers of dice


@dataclass(frozen=True)
class HogGame(DiceGame):
    """A game of Hog in an address; `off` are the rules that are switched off."""

    off: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        return "hog"

    @property
    def hog(self) -> Hog:
        return Hog(self.goal, TABLE_DICE, *(name not in self.off for name in SWITCHED))

    @property
    def options(self) -> dict[str, Any]:
        return {"goal": self.goal, **{name.replace("-", "_"): "yes" for name in sorted(self.off)}}

    @property
    def parts(self) -> dict[str, Any]:
        return dict.fromkeys(sorted(self.off), "yes")

    def choices(self, place: Place) -> list[Choice]:
        return [
            Choice(MOVES[dice], str(dice), dice_words(dice).capitalize())
            for dice in range(self.hog.least_dice, TABLE_DICE + 1)
        ]

    def after(self, moment: Moment, move: str) -> Generator[Ask, Found, Moment]:
        place, turns = moment.place, list(moment.turns)
        story: list[StoryLine] = []
        if move != BEGIN:
            dice = MOVES.index(move)
            turns.append(self._turn(dice, place, place.you, place.them))
            own, other, rolls, story = turn(self.hog, self.seed, place, dice)
            place = replace(place, you=own, them=other, rolls=rolls)
            if self.over(place):
                return Moment(place, tuple(story), tuple(turns))
        dice = int((yield from self._theirs())[place.them][place.you])
        turns.append(self._turn(dice, place, place.them, place.you))
        own, other, rolls, theirs = turn(self.hog, self.seed, place, dice, you=False)
        return Moment(Place(other, own, 0, rolls), (*story, *theirs), tuple(turns))

    def judge(self, place: Place, chosen: str) -> Asking:
        found = yield Ask("dice", {**self.options, "own": place.you, "opp": place.them, "b": self.against})
        chances = {dice_words(int(dice)): value for dice, value in found.details["chances"].items()}
        best = [dice_words(dice) for dice in found.answer]
        error = found.details["error"]
        return {
            "advice": f"Best: {' or '.join(best)}.",
            "advice_bars": bars(chances, best, error, dice_words(MOVES.index(chosen)) if chosen else ""),
            "advice_chance": chance(max(chances.values()), error),
            "certainty": found.known,
        }

    def told(self, move: str) -> str:
        return "You let the other player begin." if move == BEGIN else f"You rolled {dice_words(MOVES.index(move))}."

    @property
    def words(self) -> Words:
        return Words(told, dice_words)

    def choice_of_line(self, entry: Mapping[str, Any], moments: Sequence[Moment]) -> int:
        return next(number for number, each in enumerate(moments) if len(each.turns) == entry["turn"] - 1)

    def _theirs(self) -> Generator[Ask, Found, Any]:
        """Return the other player's dice at all scores."""
        if self.against != OPTIMAL:
            return policy(self.hog, "against", self.against, best_response=False).table
        best = yield Ask("policy", self.options)
        return best.answer

    def _turn(self, dice: int, place: Place, own: int, opp: int) -> str:
        """Return a turn in the form of the engine's records."""
        faces = thrown(self.hog, self.seed, place.rolls, own, opp, dice)
        return f"{dice}:{0 if 1 in faces else sum(faces)}" if dice else "0"


def play_page(request: HttpRequest) -> Asking:
    """Return the context of the game's page for this address."""
    address = AddressReader(request, PARTS)
    play, move = _read(address)
    shown = yield from dice_table.table_page(request, play, move, address, GIVEN)
    place = shown["place"]
    return {
        **shown,
        "bust": 1,
        "rule": "" if play.against == OPTIMAL else player_words(play.against),
        "wild": int(play.hog.sides(place.you, place.them)) == WILD_SIDES,
        "bacon": int(play.hog.bacon(place.them)) if play.hog.free_bacon else 0,
        "switches": [page_field(each, request.GET.dict()) for each in RULES if each.flag],
        "off": [SWITCHED[name][0] for name in SWITCHED if name in play.off],
    }


def _read(address: AddressReader) -> tuple[HogGame, str]:
    """Return the game, and a choice to add to its moves."""
    goal = address.number("goal", 2, TALLEST_BESIDE, 100)
    off = frozenset(name for name in SWITCHED if address.flag(name))
    play = HogGame(**dice_table.read(address, goal, GIVEN, MAX_POINTS), off=off)
    if play.against != OPTIMAL:
        try:
            policy(play.hog, "against", play.against, best_response=False)
        except InputError as error:
            address.add_error("against", f"“against” {error.message}; the best player is used.")
            play = replace(play, against=OPTIMAL)
    dice = {str(count): MOVES[count] for count in range(play.hog.least_dice, TABLE_DICE + 1)}
    do = address.word("do", ("begin", *dice), "")
    return play, BEGIN if do == "begin" else dice.get(do, "")


def thrown(hog: Hog, seed: int, rolls: int, own: int, opp: int, dice: int) -> tuple[int, ...]:
    """Return the faces of the next dice, rolled at these scores."""
    sides = int(hog.sides(own, opp))
    return tuple(die(seed, rolls + place, sides) for place in range(dice))


def turn(hog: Hog, seed: int, place: Place, dice: int, *, you: bool = True) -> tuple[int, int, int, list[StoryLine]]:
    """Return one turn: own score, the other's, dice thrown so far, and the events."""
    own, opp = (place.you, place.them) if you else (place.them, place.you)
    who, mine, others = ("You", "your", "theirs") if you else ("They", "their", "yours")
    if dice == 0:
        points = int(hog.bacon(opp))
        plain = int(replace(hog, hogtimus=False).bacon(opp))  # before the boost
        words = f"{who} take Free Bacon: 1 more than the largest digit of {opp}, {points} points."
        if points != plain:
            words = f"{who} take Free Bacon: {plain} points, a prime. Hogtimus Prime: {points}."
        story = [StoryLine(words)]
    else:
        faces = thrown(hog, seed, place.rolls, own, opp, dice)
        wild = " of four sides (Hog Wild)" if int(hog.sides(own, opp)) == WILD_SIDES else ""
        rolled = f"{who} roll {dice_words(dice)}{wild}"
        points = 0 if 1 in faces else int(hog.boosted(sum(faces)))
        if 1 in faces:
            story = [StoryLine(f"{rolled}: Pig Out, no points.", faces)]
            if hog.piggy_back:
                story.append(StoryLine(f"Piggy Back: {dice} points for the other side."))
        elif points != sum(faces):
            story = [StoryLine(f"{rolled}: {sum(faces)}, a prime. Hogtimus Prime makes it {points}.", faces)]
        else:
            story = [StoryLine(f"{rolled}: {points} points.", faces)]
    after = [int(score) for score in hog.finish(own, opp, dice, points)]
    before = [own + points, opp + (dice if points == 0 and hog.piggy_back else 0)]
    if after != before:
        story.append(StoryLine(f"Swine Swap: {before[0]} and {before[1]} read the same reversed, and change hands."))
    story.append(StoryLine(f"Now {mine} score is {after[0]}, {others} {after[1]}."))
    return after[0], after[1], advance(place.rolls, dice), story
