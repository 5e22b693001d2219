"""What the pages of several games show alike."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from engine.lab import Question
from pressorpass_site.core import formatting

from .. import beside
from ..labels import Told, chance
from ..models import LabAnswer

TWIN_SIDE = 20  # rows and columns of the table beside a picture
PICTURE_SIDE = 100  # squares along a picture
SEEDS = 10**9
ROLLS = 10**6


@dataclass(frozen=True)
class Group:
    """Fields of a form that belong together."""

    legend: str
    names: tuple[str, ...]


def groups(question: Question, of: Iterable[Group]) -> list[Group]:
    """Those that have a field in this question."""
    names = {option.name for option in question.options}
    return [group for group in of if names & set(group.names)]


@dataclass(frozen=True)
class Bar:
    """One choice and its chance.

    Attributes:
        words: the choice.
        share: per cent, the length of the bar.
        chance: as it is told.
        cost: what it costs against the best, in percentage points, "" for the best.
    """

    words: str
    share: float
    chance: str
    cost: str

    @property
    def best(self) -> bool:
        return not self.cost


def bars(chances: Mapping[str, float], best: Iterable[str], error: float) -> list[Bar]:
    """All choices with their chances, in the order given."""
    most, ties = max(chances.values()), set(best)
    return [
        Bar(
            words,
            round(100 * value, 2),
            chance(value, error, "exact"),
            "" if words in ties else formatting.points(value - most, error),
        )
        for words, value in chances.items()
    ]


@dataclass(frozen=True)
class Twin:
    """A table of numbers over two scores, with every so manieth of them."""

    heads: list[int]
    rows: list[tuple[int, list[int]]]
    each: int


def twin(values: Sequence[Sequence[int]]) -> Twin:
    """The table beside a picture of a square of numbers."""
    each = coarseness(len(values), TWIN_SIDE)
    heads = list(range(0, len(values), each))
    return Twin(heads, [(row, [values[row][column] for column in heads]) for row in heads], each)


def coarseness(size: int, most: int) -> int:
    """Where at most `most` of so many scores are shown: 1 for every, 2 for every second, 5, 10 …."""
    return next(each for each in (1, 2, 5, 10, 20, 50, 100) if size <= most * each)


def die(seed: int, place: int, sides: int) -> int:
    """The face of one roll of a game that is played: always the same for its place."""
    digest = hashlib.sha256(f"{seed}:{place}".encode()).digest()
    return int.from_bytes(digest[:8]) % sides + 1


def further(rolls: int, dice: int) -> int:
    """The place in a game's dice after so many more: after a million they begin anew."""
    return (rolls + dice) % ROLLS


def any_seed() -> int:
    """For a new game."""
    return secrets.randbelow(SEEDS)


def query(values: Mapping[str, Any]) -> str:
    """The end of an address, without what is left out."""
    return "?" + urlencode({name: value for name, value in values.items() if value not in (None, "")})


class NotYet(Exception):
    """The lab has not answered so far, or could not."""

    def __init__(self, row: LabAnswer) -> None:
        super().__init__(row.message)
        self.row = row


def result(game: str, question: str, **options: Any) -> dict[str, Any]:
    """The command line's object for a question. Raises NotYet, InputError."""
    row = beside.ask(game, question, **options)
    if row.result is None:
        raise NotYet(row)
    found: dict[str, Any] = row.result
    return found


def off(told: Told, exact: float) -> str:
    """How far a simulation is from the truth, in its own standard errors."""
    return f"{abs(told.answer - exact) / told.error:.1f}" if told.error else ""
