"""Reviews of played games: the cost of each choice, and the luck in the rest.

A game is given as a *record*, one text. A is reviewed: each of A's choices is compared with the best one there.
With the value of the game to A after every event,

    value at the end = value at the start - costs of A's choices + what B's choices gave + luck,

so the luck of dice, trees and cards is the rest. All values assume that A goes on with the best choices.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import InputError
from .answer import Answer

LONGEST_RECORD = 20_000  # characters
TURNS = ","


@dataclass(frozen=True, slots=True)
class Judged:
    """One of A's choices in a played game.

    Attributes:
        turn: the turn of the record, from 1.
        where: the state that A saw: scores, turn total, dice.
        choice: A's choice, and ``best``: all choices that are best.
        value: the value of the choice, and ``best_value`` that of the best one, in the unit of the game.
        values: the value of every choice, if there are only a few.
    """

    turn: int
    where: Mapping[str, Any]
    choice: Any
    best: tuple[Any, ...]
    value: float
    best_value: float
    values: Mapping[Any, float] = field(default_factory=dict)

    @property
    def cost(self) -> float:
        """The loss by the choice; 0 if it ties with the best."""
        return 0.0 if self.choice in self.best else self.best_value - self.value

    def to_json(self) -> dict[str, Any]:
        found = {
            "turn": self.turn,
            **self.where,
            "choice": self.choice,
            "best": list(self.best),
            "value": self.value,
            "best_value": self.best_value,
            "cost": self.cost,
        }
        return found | ({"values": {str(name): value for name, value in self.values.items()}} if self.values else {})


def judged(turn: int, where: Mapping[str, Any], choice: Any, values: Mapping[Any, float], tie: float) -> Judged:
    """Return a choice among a few, all of whose values are known; values within ``tie`` of the best are best, too."""
    most = max(values.values())
    best = tuple(name for name, value in values.items() if value >= most - tie)
    return Judged(turn, where, choice, best, values[choice], most, values)


def reviewed(values: list[float], choices: Iterable[Judged], given: float | None, error: float) -> Answer:
    """Return the answer to a review: the sum of the costs of A's choices.

    ``values`` are A's before each turn and at the end of the record, each to within ``error``; ``given`` is the gain of A
    from B's choices against the policy assumed for B, None without a B.
    """
    listed = list(choices)
    cost = sum(choice.cost for choice in listed)
    details: dict[str, Any] = {"start": values[0], "end": values[-1], "luck": values[-1] - values[0] + cost}
    if given is not None:
        details["luck"] -= given
        details["given"] = given
    details |= {"values": values, "choices": [choice.to_json() for choice in listed]}
    return Answer(cost, error=2 * error * max(1, len(listed)), details=details)


def turns_of(record: str, separator: str = TURNS) -> list[str]:
    """Return the turns of a record. Raises InputError (``field``: record)."""
    if len(record) > LONGEST_RECORD:
        raise InputError(f"must have at most {LONGEST_RECORD:,} characters", field="record")
    turns = [turn.strip() for turn in record.split(separator)]
    if not any(turns):
        raise InputError("must have at least one turn", field="record")
    return turns


def refuse(turn: int, reason: str) -> InputError:
    """Return the error of a turn that cannot have been played like this."""
    return InputError(f"cannot be played: in turn {turn}, {reason}", field="record")
