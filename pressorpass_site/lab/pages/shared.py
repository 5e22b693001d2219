"""Helpers for several games' pages: asking the lab, bars, sampled tables, dice."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.conf import settings

from engine import formatting
from engine.lab import game as find_game

from .. import services
from ..labels import AnswerView, chance
from ..models import LabAnswer

TABLE_SIDE = 20  # rows and columns of the table beside a picture
PICTURE_SIDE = 100  # squares along a picture
SEEDS = 10**9
ROLLS = 10**6


@dataclass(frozen=True)
class ChanceBar:
    """One choice and its chance.

    Attributes:
        words: the choice.
        share: the length of the bar in percent.
        chance: the chance as text.
        cost: the loss against the best choice in percentage points, "" for the best.
        chosen: whether it is the choice that was made.
    """

    words: str
    share: float
    chance: str
    cost: str
    chosen: bool = False

    @property
    def best(self) -> bool:
        return not self.cost


def bars(chances: Mapping[str, float], best: Iterable[str], error: float, chosen: str = "") -> list[ChanceBar]:
    """Return all choices with their chances, in the given order."""
    most, ties = max(chances.values()), set(best)
    return [
        ChanceBar(
            words,
            round(100 * value, 2),
            chance(value, error, "exact"),
            "" if words in ties else formatting.points(value - most, error),
            words == chosen,
        )
        for words, value in chances.items()
    ]


@dataclass(frozen=True)
class SampledTable:
    """A table of numbers over two scores, sampled every `each` points."""

    heads: list[int]
    rows: list[tuple[int, list[int]]]
    each: int


def sampled_table(values: Sequence[Sequence[int]]) -> SampledTable:
    """Return the table beside the picture of a square matrix."""
    each = sample_step(len(values), TABLE_SIDE)
    heads = list(range(0, len(values), each))
    return SampledTable(heads, [(row, [values[row][column] for column in heads]) for row in heads], each)


def sample_step(size: int, most: int) -> int:
    """Return the sampling step (1, 2, 5, 10 …) at which at most `most` of `size` scores are shown."""
    return next(each for each in (1, 2, 5, 10, 20, 50, 100) if size <= most * each)


def die(seed: int, place: int, sides: int) -> int:
    """Return the face of the roll at this place in a game with this seed."""
    digest = hashlib.sha256(f"{seed}:{place}".encode()).digest()
    return int.from_bytes(digest[:8]) % sides + 1


def advance(rolls: int, dice: int) -> int:
    """Return the place in a game's sequence of dice after `dice` more; the sequence repeats after a million."""
    return (rolls + dice) % ROLLS


def random_seed() -> int:
    """Return a seed for a new game."""
    return secrets.randbelow(SEEDS)


def query(values: Mapping[str, Any]) -> str:
    """Return a query string without empty values."""
    return "?" + urlencode({name: value for name, value in values.items() if value not in (None, "")})


def ask(game: str, question: str, **options: Any) -> LabAnswer:
    """Return the answer to another question, after a short wait; its `result` is None if it takes longer.

    Options by name, with `_` for `-`. Raises InputError (`field`: the option).
    """
    found = find_game(game)
    typed = {name.replace("_", "-"): str(value) for name, value in options.items()}
    row = services.ask(services.read(found, found.question(question), typed))
    return services.wait(row, settings.ANSWER_WAIT_MILLISECONDS / 1000)


class AnswerPending(Exception):
    """The lab has no answer, yet or at all; `row` has the state of its job."""

    def __init__(self, row: LabAnswer) -> None:
        super().__init__(row.message)
        self.row = row


def lab_result(game: str, question: str, **options: Any) -> dict[str, Any]:
    """Return the command line's object for a question. Raises AnswerPending, InputError."""
    row = ask(game, question, **options)
    if row.result is None:
        raise AnswerPending(row)
    found: dict[str, Any] = row.result
    return found


def standard_errors_apart(view: AnswerView, exact: float) -> str:
    """Return the distance of a simulation from the exact value in its own standard errors."""
    return f"{abs(view.answer - exact) / view.error:.1f}" if view.error else ""
