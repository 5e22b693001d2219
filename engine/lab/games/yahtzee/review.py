"""The review of a played game of Yahtzee or Yatzy.

A record has the turns, ``11346/11/11256/112/11224/twos,23456/large_straight``: the first roll, the keep, the next roll,
the keep, the last roll, and the filled box. ``-`` keeps nothing; the box may follow the first or second roll.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ....errors import InputError
from ...answer import Answer
from ...budget import Budget
from ...review import Entry, build_entry, build_review_answer, split_turns, turn_error
from .rules import DICE, Card, Roll, ScoreSheet
from .table import ValueTable, bound_error
from .turn import Choice, choice_to_json, find_best, value_boxes, value_choices

PART_SEPARATOR = "/"
NOTHING = "-"


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn of a record: its rolls, the keep of each except the last, and the box."""

    rolls: tuple[Roll, ...]
    keeps: tuple[Roll, ...]
    box: int


def read_record(sheet: ScoreSheet, text: str) -> list[PlayedTurn]:
    """Return the turns of a record. Raises InputError (``field``: record)."""
    turns = []
    for number, turn in enumerate(split_turns(text), 1):
        *dice_texts, box = [part.strip() for part in turn.split(PART_SEPARATOR)]
        if box not in sheet.numbers:
            raise InputError(f"must end each turn with a box, and turn {number} ends with “{box[:40]}”", field="record")
        if len(dice_texts) not in (1, 3, 5):
            raise turn_error(number, "rolls and keeps must alternate, one to three rolls before the box")
        rolls = [_parse_faces(number, part) for part in dice_texts[::2]]
        keeps = [() if part == NOTHING else _parse_faces(number, part) for part in dice_texts[1::2]]
        for keep, before, after in zip(keeps, rolls, rolls[1:], strict=False):
            for roll, what in ((before, "before"), (after, "after")):
                if any(keep.count(face) > roll.count(face) for face in keep):
                    raise turn_error(
                        number, f"{_format_roll(keep)} is not among the dice {what} it, {_format_roll(roll)}"
                    )
        if any(len(roll) != DICE for roll in rolls):
            raise turn_error(number, "each roll must have five faces")
        turns.append(PlayedTurn(tuple(rolls), tuple(keeps), sheet.numbers[box]))
    return turns


def review_turns(
    sheet: ScoreSheet, card: Card, record: Sequence[PlayedTurn], table: ValueTable, budget: Budget
) -> Answer:
    """Return the costs of a player's choices, from a card on, against the choices with the most expected points.

    Raises InputError if the record breaks the rules; Exhausted.
    """
    start, error = table.value(card), bound_error(card, table.value(card))
    tie = 2 * bound_error(card, max(start, 1.0))
    values, choices, points = [start], list[Entry](), 0
    for number, turn in enumerate(record, 1):
        budget.spend(1, f"{number - 1} of {len(record)} turns")
        if not card.open:
            raise turn_error(number, "all boxes are already filled")
        box_name, last = sheet.names[turn.box], turn.rolls[-1]
        boxes = value_boxes(sheet, card, last, table.after)
        if box_name not in boxes:
            raise turn_error(number, f"{box_name} cannot be filled with {_format_roll(last)}")
        choices_made: tuple[Choice, ...] = (*turn.keeps, box_name)
        for rerolls, roll, choice in zip((2, 1, 0), turn.rolls, choices_made, strict=False):
            # Filling a box with rerolls left is compared with the best keep.
            worth = value_choices(sheet, card, roll, rerolls, table.after)
            if choice not in worth:
                worth[choice] = boxes[box_name]
            choices.append(
                _review_choice(number, roll, rerolls, choice, {option: points + worth[option] for option in worth}, tie)
            )
        card, gained = sheet.fill(card, last, turn.box)
        points += gained
        values.append(points + table.value(card))
    return build_review_answer(values, choices, None, error)


def _review_choice(
    number: int, roll: Roll, rerolls: int, choice: Choice, values: dict[Choice, float], tie: float
) -> Entry:
    best_choices = map(choice_to_json, find_best(values, tie))
    where = {"roll": list(roll), "rerolls": rerolls}
    return build_entry(number, where, choice_to_json(choice), best_choices, values[choice], max(values.values()))


def _parse_faces(turn: int, text: str) -> Roll:
    if not (1 <= len(text) <= DICE and set(text) <= set("123456")):
        raise turn_error(turn, f"“{text[:40]}” must be up to five faces from 1 to 6, like 11346")
    return tuple(sorted(map(int, text)))


def _format_roll(roll: Roll) -> str:
    return "".join(map(str, roll))
