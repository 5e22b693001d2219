"""Hog against the best player: the address has the whole game, including its dice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest

from engine.lab.games.hog.rules import WILD_SIDES, Hog

from ..labels import chance
from .address import AddressReader
from .hog import SWITCHES, TALLEST_BESIDE, USUAL_DICE, dice_words, switches
from .pig_play import NEW_DICE, StoryLine
from .shared import ROLLS, AnswerPending, advance, bars, die, lab_result, query, random_seed

PARTS = ("goal", "you", "them", "rolls", "seed", "advice", "do", *(each.name for each in SWITCHES))
MAX_POINTS = 61  # of one turn: ten dice show 59, and Hogtimus Prime makes 61 of it


@dataclass(frozen=True)
class HogState:
    """The state of a game: `rolls` dice of `seed` have been thrown; `off` are the rules that are switched off."""

    goal: int
    you: int
    them: int
    rolls: int
    seed: int
    advice: int
    off: frozenset[str]

    @property
    def over(self) -> bool:
        return max(self.you, self.them) >= self.goal

    @property
    def hog(self) -> Hog:
        return Hog(self.goal, USUAL_DICE, *(each.name not in self.off for each in SWITCHES))

    @property
    def rules(self) -> dict[str, Any]:
        """Options of a question about this game."""
        return {"goal": self.goal, **{name.replace("-", "_"): "yes" for name in sorted(self.off)}}

    def link(self, do: str = "", **changes: int) -> str:
        """The address of this state, or of what happens next."""
        play = replace(self, **changes)  # type: ignore[arg-type]
        usual = {"goal": 100, "you": 0, "them": 0, "rolls": 0, "advice": 0}
        values = {name: value for name, value in vars(play).items() if name != "off" and usual.get(name) != value}
        return query({**values, **dict.fromkeys(sorted(self.off), "yes"), "do": do}) + "#table"


def play_page(request: HttpRequest) -> dict[str, Any]:
    """The context of the game's page for this address."""
    seed = random_seed()
    address = AddressReader(request, PARTS)
    rules = switches(request)
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
            "switches": rules,
            "unready": waiting.row.is_active,
            **address.context(),
        }
    choices = [] if play.over else range(play.hog.least_dice, USUAL_DICE + 1)
    begins = not (play.over or play.you or play.them or play.rolls)
    return {
        "play": play,
        "story": story,
        "bust": 1,
        "choices": [(dice, dice_words(dice), play.link(str(dice))) for dice in choices],
        "begin": play.link("begin") if begins else "",
        "wild": not play.over and int(play.hog.sides(play.you, play.them)) == WILD_SIDES,
        "bacon": int(play.hog.bacon(play.them)) if not play.over and play.hog.free_bacon else 0,
        "new": replace(play, you=0, them=0, rolls=0, seed=seed).link(),
        "fresh_seed": seed,
        "toggle": asked.link(do, advice=1 - play.advice),
        "switches": rules,
        **address.context(),
        **shown,
    }


def _read(address: AddressReader) -> tuple[HogState, str]:
    """The state and the action; no action if there are errors."""
    goal = address.number("goal", 2, TALLEST_BESIDE, 100)
    most = goal - 1 + MAX_POINTS
    play = HogState(
        goal=goal,
        you=address.number("you", 0, most, 0),
        them=address.number("them", 0, most, 0),
        rolls=address.number("rolls", 0, ROLLS - 1, 0),
        seed=address.seed(random_seed(), NEW_DICE),
        advice=address.number("advice", 0, 1, 0),
        off=frozenset(each.name for each in SWITCHES if address.flag(each.name)),
    )
    if play.you >= goal and play.them >= goal:
        address.add_error("them", "Only one player can have won; they have no points here.")
        play = replace(play, them=0)
    dice = [str(count) for count in range(play.hog.least_dice, USUAL_DICE + 1)]
    do = address.word("do", ("begin", *dice), "")
    return play, "" if address.messages else do


def _happens(play: HogState, do: str) -> tuple[HogState, list[StoryLine]]:
    """The events after an action up to your next decision. Raises AnswerPending."""
    if not do:
        return play, []
    story: list[StoryLine] = []
    if do != "begin":
        own, other, rolls, story = turn(play, play.you, play.them, int(do), "You")
        play = replace(play, you=own, them=other, rolls=rolls)
        if play.over:
            return play, story
    # The policy for all scores, so that it is available for every later turn.
    table = lab_result("hog", "policy", **play.rules)["answer"]
    own, other, rolls, theirs = turn(play, play.them, play.you, table[play.them][play.you], "They")
    return replace(play, them=own, you=other, rolls=rolls), [*story, *theirs]


def turn(play: HogState, own: int, opp: int, dice: int, who: str) -> tuple[int, int, int, list[StoryLine]]:
    """One turn: own score, the other's, dice thrown so far, and the events."""
    hog = play.hog
    sides = int(hog.sides(own, opp))
    mine, others = ("your", "theirs") if who == "You" else ("their", "yours")
    if dice == 0:
        points = int(hog.bacon(opp))
        story = [StoryLine(f"{who} take Free Bacon: 1 more than the largest digit of {opp}, {points} points.")]
        if hog.hogtimus and points != _plain_bacon(hog, opp):
            story = [
                StoryLine(f"{who} take Free Bacon: {_plain_bacon(hog, opp)} points, a prime. Hogtimus Prime: {points}.")
            ]
    else:
        faces = tuple(die(play.seed, play.rolls + place, sides) for place in range(dice))
        wild = " of four sides (Hog Wild)" if sides == WILD_SIDES else ""
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
    return after[0], after[1], advance(play.rolls, dice), story


def _plain_bacon(hog: Hog, opp: int) -> int:
    """Free Bacon before the boost."""
    return int(replace(hog, hogtimus=False).bacon(opp))


def _advice(play: HogState) -> dict[str, Any]:
    """The chance with each number of dice. Raises AnswerPending."""
    found = lab_result("hog", "dice", own=play.you, opp=play.them, **play.rules)
    chances = {dice_words(int(dice)): value for dice, value in found["details"]["chances"].items()}
    best = [dice_words(dice) for dice in found["answer"]]
    error = found["details"]["error"]
    return {
        "advice": f"Best: {' or '.join(best)}.",
        "advice_bars": bars(chances, best, error),
        "advice_chance": chance(max(chances.values()), error, "exact"),
        "certainty": found["known"],
    }
