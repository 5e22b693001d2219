"""Common base of Pig and Hog in play: two scores, a goal, dice from the seed, and another player with a policy.

Choices are one character each; the other player's turns follow from them.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine import InputError
from engine.lab import Option
from engine.lab.answer_view import AnswerView, build_bar_table, capitalize, format_chance
from engine.lab.controls import PlayerControl
from engine.lab.exhibits import Badge, Panel, Strong, Text
from engine.lab.options import MAX_GOAL, integer, players

from .address import draw_seed
from .play import Button, MoveChoice, Play, PlayEvent, Seat, roll_die

MAX_ROLLS = 10**6  # then a game's sequence of dice repeats
BEGIN = "b"  # the choice of letting the other player begin
OPTIMAL = "optimal"
YOU, THEM = (integer(name, "", "", 0, 2 * MAX_GOAL, "0") for name in ("you", "them"))
ROLLED = integer("rolls", "", "", 0, MAX_ROLLS - 1, "0")


@dataclass(frozen=True)
class Place:
    """The state at your choice; `story` has the events since your last choice, `turns` the turns in the engine's notation."""

    you: int = 0
    them: int = 0
    total: int = 0
    rolls: int = 0
    story: tuple[PlayEvent, ...] = ()
    turns: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()


def build_player_option(player: PlayerControl) -> Option:
    return players("against", "You play against", "", player, OPTIMAL)


class DicePlay(Play[Place]):
    """A game of dice for two, whose winner may pass the goal by less than `max_overshoot` points."""

    parts: ClassVar[tuple[Option, ...]] = (YOU, THEM, ROLLED)
    names: ClassVar[Mapping[str, str]] = {}
    max_overshoot: ClassVar[int]

    @abstractmethod
    def build_question_options(self) -> dict[str, Any]: ...

    @abstractmethod
    def describe_opponent(self) -> str: ...

    @property
    def goal(self) -> int:
        goal: int = self.address["goal"]
        return goal

    @property
    def other(self) -> str:
        return "the best player" if self.address["against"] == OPTIMAL else "the other player"

    def start_state(self) -> Place:
        address = self.address
        for name in ("you", "them"):
            address.narrow(name, 0, self.goal + self.max_overshoot - 1)
        if min(address["you"], address["them"]) >= self.goal:
            address.refuse("them", "must be below the goal, as only one player can have won")
        return Place(address["you"], address["them"], 0, address["rolls"])

    def is_over(self, place: Place) -> bool:
        return max(place.you, place.them) >= self.goal

    def read_new_moves(self) -> list[str]:
        button = self.address["do"]
        return [self.names[button]] if button else []

    def check_move(self, place: Place, move: str) -> None:
        """Raise InputError if the rules forbid a choice."""
        if move not in {choice.move for choice in self.list_choices(place)}:
            raise InputError("the rules do not allow it there")

    def list_begin_choices(self, place: Place) -> list[MoveChoice]:
        return [] if place.story or place.total else [MoveChoice(BEGIN, f"Let {self.other} go first")]

    def throw_dice(self, place: Place, dice: int, sides: int) -> tuple[int, ...]:
        return tuple(roll_die(self.address["seed"], place.rolls + number, sides) for number in range(dice))

    def list_seats(self, place: Place) -> list[Seat]:
        of_goal, others = f"of {self.goal}", "" if self.address["against"] == OPTIMAL else self.describe_opponent()
        hand = f"and {place.total} in hand" if place.total else of_goal
        return [
            Seat("You", str(place.you), hand, up=not self.is_over(place)),
            Seat(capitalize(self.other), str(place.them), others or of_goal),
        ]

    def build_headline(self, place: Place) -> str:
        if self.is_over(place):
            return "You win!" if place.you >= self.goal else f"{capitalize(self.other)} wins."
        return "Your turn"

    def list_events(self, place: Place) -> Sequence[PlayEvent]:
        return place.story

    def list_history(self) -> list[PlayEvent]:
        return [event for place in self.states for event in place.story]

    def build_continue_button(self, step: int) -> Button:
        place = self.states[step]
        start = {
            name: getattr(place, name) for name in ("you", "them", "rolls", "total") if name in self.address.lasting
        }
        return Button("Play on from here with new dice", self.build_link(0, **start, seed=draw_seed()))

    def build_advice_card(
        self, view: AnswerView, values: Mapping[str, float], best: list[str], choice_made: str, title: str
    ) -> list[Panel]:
        error = view.details.get("error", 0.0)
        wins = Strong(format_chance(max(values.values()), error))
        words = Text("Your chance to win with best play from here: ", wins, " ", Badge(view.certainty))
        return [Panel(title, (words, build_bar_table(values, best, error, choice_made)))]

    def build_review_options(self) -> dict[str, Any]:
        address, turns = self.address, self.states[-1].turns
        if not turns:
            return {}
        first = "b" if self.moves[0] == BEGIN else "a"
        start = {"own": address["you"], "opp": address["them"], "first": first, "b": address["against"]}
        return {**self.build_question_options(), **start, "record": ",".join(turns)}

    def find_step(self, number: int, entry: Mapping[str, Any]) -> int:
        turn_and_total = (entry["turn"] - 1, entry.get("total", 0))
        return next(
            number for number, place in enumerate(self.states) if (len(place.turns), place.total) == turn_and_total
        )
