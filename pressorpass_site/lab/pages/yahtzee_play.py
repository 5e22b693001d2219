"""Card games for one player in play: Yahtzee, Sebastian and, with its own score sheet, Yatzy.

A choice is one character: a digit or lower-case letter for the kept dice (a base-32 digit with a bit for each die), or a
capital for the filled box, A for the first. A roll depends only on the seed and its place in the game, so replaying a
game gives the same rolls.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from string import ascii_uppercase
from typing import Any, ClassVar

from engine import InputError
from engine.lab import Option
from engine.lab.answer_view import AnswerView, format_digits
from engine.lab.exhibits import Ask, Badge, Dice, Exhibit, Link, Panel, Strong, Text
from engine.lab.games.sebastian import questions as sebastian
from engine.lab.games.yahtzee.options import RULES
from engine.lab.games.yahtzee.pictures import build_choice_table
from engine.lab.games.yahtzee.questions import WORDS
from engine.lab.games.yahtzee.rules import (
    BONUS_FROM,
    FURTHER,
    UPPER,
    YAHTZEE,
    Card,
    Roll,
    ScoreSheet,
    box_title,
    score_sheet,
)
from engine.lab.games.yahtzee.words import describe_choice, describe_keep
from engine.lab.options import integer, word_reader
from engine.lab.review_exhibits import ReviewWording

from .play import DICE, PageGenerator, Play, PlayEvent, Seat, roll_die

DICE_COUNT, REROLLS = 5, 2
KEEPS = "0123456789abcdefghijklmnopqrstuv"
BOXES = ascii_uppercase
ALL_KEPT = KEEPS[-1]
FIRST_CHOICES = 6
TIE = 1e-9


@dataclass(frozen=True)
class Hand:
    """The state at your choice; `points` are the points of the filled boxes by number, without bonuses."""

    card: Card
    points: Mapping[int, int] = field(default_factory=dict)
    bonus: int = 0
    hundreds: int = 0
    roll: Roll = ()
    rerolls: int = REROLLS
    dice_kept: Roll = ()

    @property
    def upper(self) -> int:
        return sum(self.points.get(box, 0) for box in UPPER)

    @property
    def total(self) -> int:
        return sum(self.points.values()) + self.bonus + self.hundreds

    def get_kept_dice(self, move: str) -> Roll:
        mask = KEEPS.index(move)
        return tuple(face for place, face in enumerate(self.roll) if mask >> place & 1)


@dataclass(frozen=True)
class CardLine:
    """A box of the card: its points, or the points on offer and the link that takes them."""

    title: str
    meaning: str
    points: int | None
    offer: int = 0
    link: str = ""


class CardPlay(Play[Hand]):
    """A game in which a card is filled box by box; `turns` is the number of its boxes in words."""

    turns: ClassVar[str] = "thirteen"
    passing = (Option("do", "", word_reader("roll")), integer("keep", "", "", 0, DICE_COUNT - 1))
    harmless = Play.harmless | {"keep"}
    max_choices = (REROLLS + 1) * len(BOXES)

    @property
    @abstractmethod
    def sheet(self) -> ScoreSheet:
        """The score sheet of the rules in the query."""

    def describe_card(self, card: Card) -> dict[str, Any]:
        """Return the options of a question about a card, except its open boxes and upper total."""
        return {"rules": self.address["rules"]}

    def start_state(self) -> Hand:
        return self._throw_dice(Hand(Card(tuple(range(len(self.sheet.names))))), (), REROLLS)

    def is_over(self, hand: Hand) -> bool:
        return not hand.card.open

    def play_move(self, hand: Hand, move: str) -> PageGenerator[Hand]:
        yield from ()
        if move in BOXES:
            return self._fill_box(hand, BOXES.index(move))
        if move not in KEEPS or not hand.rerolls:
            raise InputError("there is no reroll left" if move in KEEPS else "it is neither a keep nor a box")
        return self._throw_dice(hand, hand.get_kept_dice(move), hand.rerolls - 1)

    def _fill_box(self, hand: Hand, box: int) -> Hand:
        if box not in self.sheet.allowed(hand.card, hand.roll):
            raise InputError("this box cannot be filled there")
        card, points = self.sheet.fill(hand.card, hand.roll, box)
        box_points = self.sheet.score(hand.card, hand.roll, box)
        bonus = self.sheet.bonus if hand.card.upper < BONUS_FROM <= card.upper else 0
        hundreds = hand.hundreds + points - box_points - bonus
        after = Hand(card, {**hand.points, box: box_points}, hand.bonus + bonus, hundreds)
        return after if self.is_over(after) else self._throw_dice(after, (), REROLLS)

    def _throw_dice(self, hand: Hand, dice_kept: Roll, rerolls: int) -> Hand:
        place = (len(hand.points) * (REROLLS + 1) + REROLLS - rerolls) * DICE_COUNT
        new = [roll_die(self.address["seed"], place + count, 6) for count in range(DICE_COUNT - len(dice_kept))]
        return replace(hand, roll=tuple(sorted((*dice_kept, *new))), rerolls=rerolls, dice_kept=dice_kept)

    def read_new_moves(self) -> list[str]:
        if not self.address["do"]:
            return []
        places = {int(place) for place in self.address.query.getlist("keep") if place in tuple("01234")}
        move = KEEPS[sum(1 << place for place in places)]
        if move == ALL_KEPT:
            self.address.report("do", "All five are kept, so there is nothing to roll: fill a box.")
            return []
        return [move]

    def build_lede(self) -> str:
        return f"Keep dice and roll the others, or fill a box: {self.turns} turns, most points."

    def list_seats(self, hand: Hand) -> list[Seat]:
        return []  # the card has it

    def build_headline(self, hand: Hand) -> str:
        return (
            f"{hand.total} points." if self.is_over(hand) else f"Turn {len(hand.points) + 1} of {len(self.sheet.names)}"
        )

    def describe_move(self, hand: Hand, move: str) -> str:
        return (
            f"You filled {self._get_box_title(BOXES.index(move))}."
            if move in BOXES
            else f"You kept {describe_keep(hand.get_kept_dice(move))}."
        )

    def list_events(self, hand: Hand) -> Sequence[PlayEvent]:
        if self.is_over(hand):
            return ()
        keep_sentence = f"You kept {describe_keep(hand.dice_kept)}. " if hand.rerolls < REROLLS else ""
        reroll_words = (
            f"{hand.rerolls} reroll{'' if hand.rerolls == 1 else 's'} left."
            if hand.rerolls
            else "No rerolls left: fill a box."
        )
        return [PlayEvent(keep_sentence + reroll_words)]

    def build_picture(self, hand: Hand, is_playing: bool) -> dict[str, Any]:
        return {
            "keeps": Dice.from_roll(hand.roll, hand.dice_kept).dice if is_playing and hand.rerolls else (),
            "roll": Dice.from_roll(hand.roll) if hand.roll else None,
            "hidden": self.address.list_parts(**self.build_address_parts(self.moves), step="").items(),
            "total": hand.total,
            "parts": [
                [self._build_line(hand, box, is_playing) for box in boxes]
                for boxes in (UPPER, range(len(UPPER), len(self.sheet.names)))
            ],
            "hundreds": hand.hundreds,
            "upper": hand.upper,
            "bonus": hand.bonus,
            "to_bonus": max(0, BONUS_FROM - hand.upper),
        }

    def _get_box_title(self, box: int) -> str:
        return box_title(self.sheet.names[box])

    def _build_line(self, hand: Hand, box: int, is_playing: bool) -> CardLine:
        line = CardLine(self._get_box_title(box), self.sheet.meanings[box], hand.points.get(box))
        if not is_playing or box not in self.sheet.allowed(hand.card, hand.roll):
            return line
        return replace(line, offer=self.sheet.score(hand.card, hand.roll, box), link=self.build_link(None, BOXES[box]))

    def build_advice(self, hand: Hand, move_made: str) -> PageGenerator[list[Panel]]:
        parts: list[Exhibit] = []
        if move_made:
            parts.append(Text((yield from self._describe_cost(hand, move_made))))
        elif self.moves:
            parts.append(Text((yield from self._describe_cost(self.states[-2], self.moves[-1]))))
        question = self._build_choice_question(hand)
        view = yield question
        best = " or ".join(map(describe_choice, view.answer))
        if hand.rerolls and any(len(keep) == DICE_COUNT for keep in view.answer):
            boxes = yield self._build_box_question(hand)
            best = f"stop and fill {' or '.join(map(box_title, boxes.answer))}"
        expected, start = view.details["value"], (yield Ask("value", {"rules": self.address["rules"]})).answer
        ends = Strong(format_digits(hand.total + expected, 1e-2))
        average = f" points on average; at the start it was {format_digits(start, 1e-2)} "
        table = build_choice_table(view, places=1)
        own_page = Link("Open all choices on their own page", question.question, question.options, "lab-answer")
        parts += [
            Text("With best play, you will end with ", ends, average, Badge(view.certainty)),
            replace(table, rows=table.rows[:FIRST_CHOICES], caption="Points still to come"),
            Text(own_page, small=True),
        ]
        return [Panel(f"Best: {best}", parts)]

    def _describe_cost(self, hand: Hand, move: str) -> PageGenerator[str]:
        view = yield self._build_choice_question(hand)
        best = view.details["value"]
        if move in BOXES:
            name = self.sheet.names[BOXES.index(move)]
            action, values = (
                f"Writing into {box_title(name)}",
                (yield self._build_box_question(hand)).details["choices"],
            )
            value = next(entry["value"] for entry in values if entry["choice"] == name)
        else:
            keep = list(hand.get_kept_dice(move))
            action, values = f"Keeping {describe_keep(keep)}", view.details["choices"]
            value = next(entry["value"] for entry in values if entry["choice"] == keep)
        if best - value < TIE:
            return f"{action} was best."
        return (
            f"{action} cost {format_digits(best - value, 1e-2) if best - value >= 0.005 else 'less than 0.01'} points."
        )

    def _build_choice_question(self, hand: Hand) -> Ask:
        if not hand.rerolls:
            return self._build_box_question(hand)
        boxes = self._build_box_question(hand).options
        return Ask("keep", {**boxes, "rerolls": hand.rerolls})

    def _build_box_question(self, hand: Hand) -> Ask:
        names = self.sheet.names
        boxes = "all" if len(hand.card.open) == len(names) else ",".join(names[box] for box in hand.card.open)
        options = {"open": boxes, "upper": hand.card.upper, **self.describe_card(hand.card)}
        return Ask("category", {**options, "roll": ",".join(map(str, hand.roll))})

    def build_end_cards(self, hand: Hand) -> PageGenerator[list[Panel]]:
        best = (yield Ask("value", {"rules": self.address["rules"]})).answer
        ahead = hand.total - best
        words = (
            f"{format_digits(abs(ahead), 1e-2)} {'more' if ahead >= 0 else 'fewer'} than the best player’s average of "
        )
        return [
            Panel("", (Text(words, Strong(format_digits(best, 1e-2)), " ", Badge("exact")),), "Beside the best player")
        ]

    def build_review_options(self) -> dict[str, Any]:
        turns, parts = [], []
        for hand, move in zip(self.states, self.moves, strict=False):
            parts.append(_spell_dice(hand.roll))
            if move in BOXES:
                turns.append("/".join([*parts, self.sheet.names[BOXES.index(move)]]))
                parts = []
            else:
                parts.append(_spell_dice(hand.get_kept_dice(move)) or "-")
        return {"rules": self.address["rules"], "record": ",".join(turns)}

    def build_review_wording(self, view: AnswerView) -> ReviewWording:
        return WORDS


class YahtzeePlay(CardPlay):
    settings: ClassVar[tuple[Option, ...]] = (RULES, DICE)

    @property
    def sheet(self) -> ScoreSheet:
        return score_sheet(self.address["rules"])

    def describe_card(self, card: Card) -> dict[str, Any]:
        options = super().describe_card(card)
        if options["rules"] in FURTHER and YAHTZEE not in card.open:
            options["yahtzee"] = 50 if card.fifty else 0
        return options


class SebastianPlay(YahtzeePlay):
    settings = (DICE,)
    parts = (sebastian.RULES,)


def _spell_dice(dice: Roll) -> str:
    return "".join(map(str, dice))
