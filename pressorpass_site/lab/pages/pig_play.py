"""Pig against another player: the best one, or one that holds at a total."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine import formatting
from engine.lab import Option
from engine.lab.answer_view import AnswerView
from engine.lab.controls import SEPARATOR
from engine.lab.exhibits import Ask, Panel
from engine.lab.games.pig.options import DIE, FIXED_PLAYER, describe_situation
from engine.lab.games.pig.two_player_game import MAX_GOAL_IN_PLAY, MAX_SIDES_IN_PLAY
from engine.lab.options import integer, whole_reader, word_reader
from engine.lab.review_exhibits import ReviewWording

from .dice import BEGIN, MAX_ROLLS, OPTIMAL, DicePlay, Place, build_player_option
from .play import DICE, MoveChoice, PageGenerator, PlayEvent

ROLL, HOLD = "r", "h"
GOAL, SIDES, BUST = DIE


class PigPlay(DicePlay):
    settings = (
        build_player_option(FIXED_PLAYER),
        GOAL.with_changes(read=whole_reader(2, MAX_GOAL_IN_PLAY)),
        SIDES.with_changes(read=whole_reader(2, MAX_SIDES_IN_PLAY)),
        BUST.with_changes(read=whole_reader(1, MAX_SIDES_IN_PLAY)),
        DICE,
    )
    parts = (*DicePlay.parts, integer("total", "", "", 0, MAX_GOAL_IN_PLAY + MAX_SIDES_IN_PLAY, "0"))
    names = {"roll": ROLL, "hold": HOLD, "begin": BEGIN}
    passing = (Option("do", "", word_reader(*names)),)
    max_overshoot = MAX_SIDES_IN_PLAY

    def start_state(self) -> Place:
        address, place = self.address, super().start_state()
        address.narrow("bust", 1, address["sides"])
        if not self.is_over(place):
            address.narrow("total", 0, self.goal + address["sides"] - 1 - place.you)
        elif address["total"]:
            address.refuse("total", "must be 0, as the game is over")
        return replace(place, total=address["total"])

    @property
    def bad_face(self) -> int:
        face: int = self.address["bust"]
        return face

    def build_lede(self) -> str:
        return f"First to {self.goal}. A {self.address['bust']} ends the turn and loses its points."

    def describe_opponent(self) -> str:
        return f"holds at {self.address['against'].partition(SEPARATOR)[2]}"

    def build_question_options(self) -> dict[str, Any]:
        return {name: self.address[name] for name in ("goal", "sides", "bust")}

    def list_choices(self, place: Place) -> Sequence[MoveChoice]:
        wins = place.you + place.total >= self.goal
        hold = MoveChoice(HOLD, f"Hold {place.total}{' and win' if wins else ''}", main=wins)
        if wins:
            return [hold]
        return [MoveChoice(ROLL, "Roll", main=True), *([hold] if place.total else []), *self.list_begin_choices(place)]

    def play_move(self, place: Place, move: str) -> PageGenerator[Place]:
        self.check_move(place, move)
        if move == BEGIN:
            return (yield from self._play_other_turn(place))
        if move == HOLD:
            place = replace(place, you=place.you + place.total, total=0)
            story = PlayEvent(f"You hold: {place.you} points banked.")
        else:
            sides, bust = self.address["sides"], self.address["bust"]
            (face,) = self.throw_dice(place, 1, sides)
            place = replace(place, rolls=(place.rolls + 1) % MAX_ROLLS, faces=(*place.faces, face))
            if face != bust:
                total = place.total + face
                return replace(place, total=total, story=(PlayEvent(f"You roll. {total} in hand.", (face,)),))
            loss = f" {place.total} points are lost." if place.total else ""
            story = PlayEvent(f"You roll, and bust.{loss}", (face,))
        place = replace(place, total=0, faces=(), story=(story,), turns=(*place.turns, _turn(place.faces)))
        return place if self.is_over(place) else (yield from self._play_other_turn(place))

    def _play_other_turn(self, place: Place) -> PageGenerator[Place]:
        total, faces = 0, tuple[int, ...]()
        while True:
            (face,) = self.throw_dice(place, 1, self.address["sides"])
            place, faces = replace(place, rolls=(place.rolls + 1) % MAX_ROLLS), (*faces, face)
            if face == self.address["bust"]:
                loss = f" and lose {total} points" if total else ""
                line = PlayEvent(f"They bust{loss}.", faces)
                break
            total += face
            if (yield from self._decides_to_hold(place.them, place.you, total)):
                place = replace(place, them=place.them + total)
                line = PlayEvent(f"They hold at {total}: {place.them} points banked.", faces)
                break
        return replace(place, story=(*place.story, line), turns=(*place.turns, _turn(faces)))

    def _decides_to_hold(self, own: int, opp: int, total: int) -> PageGenerator[bool]:
        if own + total >= self.goal:
            return True
        policy = self.address["against"]
        if policy != OPTIMAL:
            return total >= int(policy.partition(SEPARATOR)[2])
        best = yield Ask("surface", self.build_question_options())
        hold_totals = (
            island["again"] for island in best.details["islands"] if (island["own"], island["opp"]) == (own, opp)
        )
        return total >= best.answer[own][opp] and not any(low <= total <= high for low, high in next(hold_totals, ()))

    def describe_move(self, place: Place, move: str) -> str:
        return {ROLL: "You rolled.", HOLD: "You held.", BEGIN: f"You let {self.other} begin."}[move]

    def build_advice(self, place: Place, move_made: str) -> PageGenerator[list[Panel]]:
        if move_made == BEGIN:
            return []
        options = {"own": place.you, "opp": place.them, "turn_total": place.total, "b": self.address["against"]}
        view = yield Ask("policy", {**self.build_question_options(), **options})
        values = {name: view.details[name] for name in ("roll", "hold") if name in view.details}
        words = f"Best: {' or '.join(view.answer)}."
        for other, value in values.items():
            if other not in view.answer:
                cost = formatting.format_points(max(values.values()) - value, view.details.get("error", 0.0)).lstrip(
                    "+"
                )
                words += f" {'Rolling' if other == 'roll' else 'Holding'} costs {cost} percentage points."
        if place.you + place.total >= self.goal:
            words = "Hold, and you have won."
        choice_made = {ROLL: "roll", HOLD: "hold"}.get(move_made, "")
        return self.build_advice_card(view, values, view.answer, choice_made, words)

    def build_review_options(self) -> dict[str, Any]:
        total = self.states[0].total
        return super().build_review_options() | ({"turn-total": total} if total else {})

    def build_review_wording(self, view: AnswerView) -> ReviewWording:
        return ReviewWording(describe_situation, str)


def _turn(faces: Sequence[int]) -> str:
    return "-".join(map(str, faces)) or "hold"
