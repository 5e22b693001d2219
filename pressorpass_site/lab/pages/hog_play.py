"""Hog against another player: the best one, or one with a simple rule."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine import InputError
from engine.lab import Option
from engine.lab.answer_view import AnswerView
from engine.lab.exhibits import Ask, Panel
from engine.lab.games.hog.options import (
    FIXED_PLAYER,
    RULE_SWITCHES,
    RULES,
    describe_dice,
    describe_player,
    describe_scores,
)
from engine.lab.games.hog.policies import read_policy
from engine.lab.games.hog.rules import WILD_SIDES, Hog
from engine.lab.games.hog.two_player_game import DICE_IN_PLAY, MAX_GOAL_SHOWN
from engine.lab.options import whole_reader, word_reader
from engine.lab.review_exhibits import ReviewWording

from .dice import BEGIN, MAX_ROLLS, OPTIMAL, DicePlay, Place, build_player_option
from .play import DICE, MoveChoice, PageGenerator, PlayEvent

MOVES = "0123456789a"  # numbers of dice


class HogPlay(DicePlay):
    settings = (
        build_player_option(FIXED_PLAYER),
        RULES[0].with_changes(read=whole_reader(2, MAX_GOAL_SHOWN)),
        *(option for option in RULES if option.flag),
        DICE,
    )
    names = {**{str(dice): move for dice, move in enumerate(MOVES)}, "begin": BEGIN}
    passing = (Option("do", "", word_reader(*names)),)
    max_overshoot = 61  # ten dice show 59 at most, and Hogtimus Prime makes it 61

    def start_state(self) -> Place:
        self.hog = Hog(self.goal, DICE_IN_PLAY, *(not self.address[name] for name in RULE_SWITCHES))
        if self.address["against"] != OPTIMAL:
            try:
                read_policy(self.hog, "against", self.address["against"], best_response=False)
            except InputError as error:
                self.address.refuse("against", error.message)
        return super().start_state()

    @property
    def bad_face(self) -> int:
        return 1

    def build_lede(self) -> str:
        omitted_rules = "".join(f" No {RULE_SWITCHES[name][0]}." for name in RULE_SWITCHES if self.address[name])
        return f"First to {self.goal}. If any die shows 1, the turn scores nothing.{omitted_rules}"

    def describe_opponent(self) -> str:
        return describe_player(self.address["against"])

    def build_question_options(self) -> dict[str, Any]:
        return {"goal": self.goal, **{name: "yes" for name in RULE_SWITCHES if self.address[name]}}

    def list_events(self, place: Place) -> Sequence[PlayEvent]:
        if self.is_over(place) or self.step is not None:
            return place.story
        ask = "How many dice?"
        if int(self.hog.sides(place.you, place.them)) == WILD_SIDES:
            ask += " Hog Wild: dice now have four sides."
        if self.hog.free_bacon:
            bacon = int(self.hog.bacon(place.them))
            ask += f" Free Bacon would be {bacon} point{'' if bacon == 1 else 's'}."
        return (*place.story, PlayEvent(ask))

    def list_choices(self, place: Place) -> Sequence[MoveChoice]:
        numbers = range(self.hog.min_dice, DICE_IN_PLAY + 1)
        return [
            *(MoveChoice(MOVES[dice], str(dice), describe_dice(dice).capitalize()) for dice in numbers),
            *self.list_begin_choices(place),
        ]

    def play_move(self, place: Place, move: str) -> PageGenerator[Place]:
        self.check_move(place, move)
        place = replace(place, story=())
        if move != BEGIN:
            place = self.play_turn(place, MOVES.index(move))
            if self.is_over(place):
                return place
        if self.address["against"] == OPTIMAL:
            table = (yield Ask("policy", self.build_question_options())).answer
        else:
            table = read_policy(self.hog, "against", self.address["against"], best_response=False).table
        return self.play_turn(place, int(table[place.them][place.you]), is_you=False)

    def play_turn(self, place: Place, dice: int, *, is_you: bool = True) -> Place:
        hog = self.hog
        own, opp = (place.you, place.them) if is_you else (place.them, place.you)
        player, possessive, others = ("You", "your", "theirs") if is_you else ("They", "their", "yours")
        sides = int(hog.sides(own, opp))
        faces = self.throw_dice(place, dice, sides)
        if not dice:
            points = int(hog.bacon(opp))
            plain = int(replace(hog, hogtimus=False).bacon(opp))  # before the boost
            words = f"{player} take Free Bacon: 1 more than the largest digit of {opp}, {points} points."
            if points != plain:
                words = f"{player} take Free Bacon: {plain} points, a prime. Hogtimus Prime: {points}."
            story = [PlayEvent(words)]
        else:
            wild = " of four sides (Hog Wild)" if sides == WILD_SIDES else ""
            roll_words = f"{player} roll {describe_dice(dice)}{wild}"
            points = 0 if 1 in faces else int(hog.boost(sum(faces)))
            if 1 in faces:
                story = [PlayEvent(f"{roll_words}: Pig Out, no points.", faces)]
                if hog.piggy_back:
                    story.append(PlayEvent(f"Piggy Back: {dice} points for the other side."))
            elif points != sum(faces):
                story = [PlayEvent(f"{roll_words}: {sum(faces)}, a prime. Hogtimus Prime makes it {points}.", faces)]
            else:
                story = [PlayEvent(f"{roll_words}: {points} points.", faces)]
        after = [int(score) for score in hog.finish(own, opp, dice, points)]
        before = [own + points, opp + (dice if points == 0 and hog.piggy_back else 0)]
        if after != before:
            story.append(
                PlayEvent(f"Swine Swap: {before[0]} and {before[1]} read the same reversed, and change hands.")
            )
        story.append(PlayEvent(f"Now {possessive} score is {after[0]}, {others} {after[1]}."))
        you_now, them_now = after if is_you else reversed(after)
        turn = f"{dice}:{0 if 1 in faces else sum(faces)}" if dice else "0"  # as in the engine's records
        rolls = (place.rolls + dice) % MAX_ROLLS
        return Place(you_now, them_now, 0, rolls, (*place.story, *story), (*place.turns, turn))

    def describe_move(self, place: Place, move: str) -> str:
        return f"You let {self.other} begin." if move == BEGIN else f"You rolled {describe_dice(MOVES.index(move))}."

    def build_advice(self, place: Place, move_made: str) -> PageGenerator[list[Panel]]:
        if move_made == BEGIN:
            return []
        options = {"own": place.you, "opp": place.them, "b": self.address["against"]}
        view = yield Ask("dice", {**self.build_question_options(), **options})
        chances = {describe_dice(int(dice)): value for dice, value in view.details["chances"].items()}
        best = [describe_dice(dice) for dice in view.answer]
        choice_made = describe_dice(MOVES.index(move_made)) if move_made else ""
        return self.build_advice_card(view, chances, best, choice_made, f"Best: {' or '.join(best)}.")

    def build_review_wording(self, view: AnswerView) -> ReviewWording:
        return ReviewWording(describe_scores, describe_dice)
