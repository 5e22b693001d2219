"""The review of a played game of Yahtzee.

A record has the turns, ``11346/11/11256/112/11224/twos,23456/large_straight``: the first roll, the keep, the next roll,
the keep, the last roll, and the box that was filled. ``-`` keeps nothing; a box may come sooner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ....errors import InputError
from ...answer import Answer
from ...arrays import Reals
from ...budget import Budget
from ...review import Judged, refuse, reviewed, turns_of
from . import dice
from .rules import CATEGORIES, LATIN_TOO, Card, Roll, RuleSet, allowed, fill, names
from .table import ROUNDINGS, ValueTable, error_of
from .turn import box_values, end_values, keep_values, parts

PARTS = "/"
NOTHING = "-"
REROLLS = 2


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn of a record: its rolls, the keep of each except the last, and the box."""

    rolls: tuple[Roll, ...]
    keeps: tuple[Roll, ...]
    box: int


def read_record(rules: RuleSet, text: str) -> list[PlayedTurn]:
    """Return the turns of a record. Raises InputError (``field``: record)."""
    boxes = {name: box for known in (CATEGORIES, names(rules)) for box, name in enumerate(known)}
    boxes |= {other: boxes[name] for other, name in LATIN_TOO.items() if name in boxes}
    turns = []
    for number, turn in enumerate(turns_of(text), 1):
        *thrown, box = [part.strip() for part in turn.split(PARTS)]
        if box not in boxes:
            raise InputError(f"must end each turn with a box, and turn {number} ends with “{box[:40]}”", field="record")
        if len(thrown) not in (1, 3, 5):
            raise refuse(number, "rolls and keeps must alternate, one to three rolls before the box")
        rolls = [_faces(number, part) for part in thrown[::2]]
        keeps = [() if part == NOTHING else _faces(number, part) for part in thrown[1::2]]
        for keep, before, after in zip(keeps, rolls, rolls[1:], strict=False):
            for roll, what in ((before, "before"), (after, "after")):
                if any(keep.count(face) > roll.count(face) for face in keep):
                    raise refuse(number, f"{_spelt(keep)} is not among the dice {what} it, {_spelt(roll)}")
        if any(len(roll) != dice.DICE for roll in rolls):
            raise refuse(number, "each roll must have five faces")
        turns.append(PlayedTurn(tuple(rolls), tuple(keeps), boxes[box]))
    return turns


def review(rules: RuleSet, card: Card, record: Sequence[PlayedTurn], table: ValueTable, budget: Budget) -> Answer:
    """Return the choices of a player against those with the most expected points.

    Args:
        rules: the rules.
        card: the card at the start.
        record: the turns that were played.
        table: the values of all cards.
        budget: charged one node per turn.

    Raises:
        InputError: the record breaks the rules.
        Exhausted: the budget was spent.
    """
    start = table.value(card)
    game = _Game(rules, card, table, tie=2 * ROUNDINGS * len(card.open) * 2.0**-53 * max(start, 1.0))
    values, choices = [start], []
    for number, turn in enumerate(record, 1):
        budget.spend(1, f"{number - 1} of {len(record)} turns")
        if not game.card.open:
            raise refuse(number, "all boxes are already filled")
        if turn.box not in allowed(rules, game.card, turn.rolls[-1]):
            raise refuse(number, f"{names(rules)[turn.box]} cannot be filled with {_spelt(turn.rolls[-1])}")
        choices += game.play(number, turn)
        values.append(game.points + table.value(game.card))
    return reviewed(values, choices, None, error_of(card, start))


@dataclass(slots=True)
class _Game:
    """The state of the game."""

    rules: RuleSet
    card: Card
    table: ValueTable
    tie: float
    points: int = field(default=0)

    def play(self, number: int, turn: PlayedTurn) -> list[Judged]:
        """Play a turn; return its choices."""
        ends = end_values(self.rules, self.card, self._value)
        found = []
        for place, (roll, keep) in enumerate(zip(turn.rolls, turn.keeps, strict=False)):
            values = self._keeps(ends, roll, REROLLS - place)
            found.append(self._judged(number, roll, REROLLS - place, list(keep), values[keep], values))
        roll, left = turn.rolls[-1], REROLLS - len(turn.keeps)
        worth = box_values(self.rules, self.card, roll, self._value)
        boxes = {box: self.points + value for box, value in worth.items()}
        name, value = names(self.rules)[turn.box], boxes[turn.box]
        if left:
            keeps = self._keeps(ends, roll, left)
            chosen = self._judged(number, roll, left, name, value, keeps)
        else:
            best = [names(self.rules)[box] for box, other in boxes.items() if other >= max(boxes.values()) - self.tie]
            most = max(boxes.values())
            chosen = Judged(number, self._where(roll, 0), name, tuple(best), value, most)
        self.card, points = fill(self.rules, self.card, roll, turn.box)
        self.points += points
        return [*found, chosen]

    def _judged(
        self, number: int, roll: Roll, left: int, choice: list[int] | str, value: float, keeps: dict[Roll, float]
    ) -> Judged:
        """Return a choice where dice could be kept; filling a box is compared with the best keep."""
        most = max(keeps.values())
        best: list[list[int] | str] = [list(keep) for keep, other in keeps.items() if other >= most - self.tie]
        if isinstance(choice, str) and value >= most - self.tie:
            best.append(choice)
        return Judged(number, self._where(roll, left), choice, tuple(best), value, most)

    def _keeps(self, ends: Reals, roll: Roll, rerolls: int) -> dict[Roll, float]:
        """Return the value of each keep of a roll."""
        values = keep_values(ends, rerolls)
        return {dice.KEEPS[keep]: self.points + float(values[keep]) for keep in parts(roll)}

    def _where(self, roll: Roll, left: int) -> dict[str, object]:
        return {"roll": list(roll), "rerolls": left}

    def _value(self, after: Card, points: int) -> float:
        return points + self.table.value(after)


def _faces(turn: int, text: str) -> Roll:
    if not (1 <= len(text) <= dice.DICE and set(text) <= set("123456")):
        raise refuse(turn, f"“{text[:40]}” must be up to five faces from 1 to 6, like 11346")
    return tuple(sorted(map(int, text)))


def _spelt(roll: Roll) -> str:
    return "".join(map(str, roll))
