"""Reviews of played games: the cost of each choice, and the luck.

A game is given as a *record*, one text. Each of A's choices is compared with the best choice.
In A's values of the game,

    value at the end = value at the start - costs of A's choices + gain from B's choices + luck,

so luck is the difference that choices do not explain. All values assume that A continues with the best choices.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import InputError
from .answer import Answer

MAX_RECORD_CHARACTERS = 20_000
Entry = dict[str, Any]  # a choice in JSON


def build_entry(
    turn: int,
    where: Mapping[str, Any],
    choice: Any,
    best: Iterable[Any],
    value: float,
    best_value: float,
    values: Mapping[Any, float] | None = None,
) -> Entry:
    """Return the entry of one of A's choices in a played game, with all best choices.

    ``where`` is the state that A saw: scores, turn total, dice. Values are in the unit of the game; ``values`` has
    every choice, if there are only a few.
    """
    best_choices = list(best)
    entry = {
        "turn": turn,
        **where,
        "choice": choice,
        "best": best_choices,
        "value": value,
        "best_value": best_value,
        "cost": 0.0 if choice in best_choices else best_value - value,
    }
    return entry | ({"values": {str(name): value for name, value in values.items()}} if values else {})


def build_entry_of_values(
    turn: int, where: Mapping[str, Any], choice: Any, values: Mapping[Any, float], tie: float
) -> Entry:
    """Return the entry of a choice with the values of all choices; choices within ``tie`` of the best are best, too."""
    max_value = max(values.values())
    best = (name for name, value in values.items() if value >= max_value - tie)
    return build_entry(turn, where, choice, best, values[choice], max_value, values)


def build_review_answer(values: list[float], choices: list[Entry], gain_from_b: float | None, error: float) -> Answer:
    """Return the answer to a review: the sum of the costs of A's choices.

    ``values`` are A's values before each turn and at the end of the record, each to within ``error``; ``gain_from_b`` is
    A's gain from B's choices against the policy assumed for B, None without B.
    """
    cost = sum(choice["cost"] for choice in choices)
    details: dict[str, Any] = {"start": values[0], "end": values[-1], "luck": values[-1] - values[0] + cost}
    if gain_from_b is not None:
        details["luck"] -= gain_from_b
        details["given"] = gain_from_b
    details |= {"values": values, "choices": choices}
    return Answer(cost, error=2 * error * max(1, len(choices)), details=details)


def split_turns(record: str) -> list[str]:
    """Return the turns of a record, which commas separate. Raises InputError (``field``: record)."""
    if len(record) > MAX_RECORD_CHARACTERS:
        raise InputError(f"must have at most {MAX_RECORD_CHARACTERS:,} characters", field="record")
    turns = [turn.strip() for turn in record.split(",")]
    if not any(turns):
        raise InputError("must have at least one turn", field="record")
    return turns


def turn_error(turn: int, reason: str) -> InputError:
    """Return the error of an impossible turn of a record."""
    return InputError(f"cannot be played: in turn {turn}, {reason}", field="record")
