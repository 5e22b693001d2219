"""The review of a played game of Yahtzee.

A record has the turns, ``11346/11/11256/112/11224/twos,23456/large_straight``: the first roll, the keep, the next roll,
the keep, the last roll, and the box that was filled. ``-`` keeps nothing; a box may come sooner.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ....errors import InputError
from ...answer import Answer
from ...budget import Budget
from ...review import Entry, build_entry, build_review_answer, split_turns, turn_error
from .rules import DICE, Card, Roll, RuleSet, boxes_by_name, fill, names
from .table import ValueTable, error_of
from .turn import Choice, best, box_values, choice_values, in_json

PARTS = "/"
NOTHING = "-"


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn of a record: its rolls, the keep of each except the last, and the box."""

    rolls: tuple[Roll, ...]
    keeps: tuple[Roll, ...]
    box: int


def read_record(rules: RuleSet, text: str) -> list[PlayedTurn]:
    """Return the turns of a record. Raises InputError (``field``: record)."""
    boxes = boxes_by_name(rules)
    turns = []
    for number, turn in enumerate(split_turns(text), 1):
        *thrown, box = [part.strip() for part in turn.split(PARTS)]
        if box not in boxes:
            raise InputError(f"must end each turn with a box, and turn {number} ends with “{box[:40]}”", field="record")
        if len(thrown) not in (1, 3, 5):
            raise turn_error(number, "rolls and keeps must alternate, one to three rolls before the box")
        rolls = [_faces(number, part) for part in thrown[::2]]
        keeps = [() if part == NOTHING else _faces(number, part) for part in thrown[1::2]]
        for keep, before, after in zip(keeps, rolls, rolls[1:], strict=False):
            for roll, what in ((before, "before"), (after, "after")):
                if any(keep.count(face) > roll.count(face) for face in keep):
                    raise turn_error(number, f"{_spelt(keep)} is not among the dice {what} it, {_spelt(roll)}")
        if any(len(roll) != DICE for roll in rolls):
            raise turn_error(number, "each roll must have five faces")
        turns.append(PlayedTurn(tuple(rolls), tuple(keeps), boxes[box]))
    return turns


def review(rules: RuleSet, card: Card, record: Sequence[PlayedTurn], table: ValueTable, budget: Budget) -> Answer:
    """Return the choices of a player, from the card at the start, against those with the most expected points.

    Raises InputError where the record breaks the rules; Exhausted.
    """
    start, error = table.value(card), error_of(card, table.value(card))
    tie = 2 * error_of(card, max(start, 1.0))
    values, choices, points = [start], list[Entry](), 0
    for number, turn in enumerate(record, 1):
        budget.spend(1, f"{number - 1} of {len(record)} turns")
        if not card.open:
            raise turn_error(number, "all boxes are already filled")
        filled, last = names(rules)[turn.box], turn.rolls[-1]
        boxes = box_values(rules, card, last, table.after)
        if filled not in boxes:
            raise turn_error(number, f"{filled} cannot be filled with {_spelt(last)}")
        made: tuple[Choice, ...] = (*turn.keeps, filled)
        for left, roll, choice in zip((2, 1, 0), turn.rolls, made, strict=False):
            # Filling a box with rerolls left is compared with the best keep.
            worth = choice_values(rules, card, roll, left, table.after)
            if choice not in worth:
                worth[choice] = boxes[filled]
            choices.append(_judged(number, roll, left, choice, {each: points + worth[each] for each in worth}, tie))
        card, gained = fill(rules, card, last, turn.box)
        points += gained
        values.append(points + table.value(card))
    return build_review_answer(values, choices, None, error)


def _judged(number: int, roll: Roll, left: int, choice: Choice, values: dict[Choice, float], tie: float) -> Entry:
    chosen = map(in_json, best(values, tie))
    where = {"roll": list(roll), "rerolls": left}
    return build_entry(number, where, in_json(choice), chosen, values[choice], max(values.values()))


def _faces(turn: int, text: str) -> Roll:
    if not (1 <= len(text) <= DICE and set(text) <= set("123456")):
        raise turn_error(turn, f"“{text[:40]}” must be up to five faces from 1 to 6, like 11346")
    return tuple(sorted(map(int, text)))


def _spelt(roll: Roll) -> str:
    return "".join(map(str, roll))
