"""From a text to a position, with a note of every guess made on the way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...errors import InputError, NotationError, PositionError, quoted
from ..position import SEATS, Contestant, Position
from .cleaning import clean
from .mover import take_mover
from .podium import Podium
from .splitting import read_pieces
from .tables import read_columns, read_rows
from .vocabulary import EXAMPLE, SEAT_NAMES

MAX_LENGTH = 4000

_SPACED_NOTATION = re.compile(
    r"([0-9][0-9epw]*)\s+([0-9][0-9epw]*)\s+([0-9][0-9epw]*)(?:\s*@\s*([0-9]))?", re.IGNORECASE
)
_NEGATIVE = re.compile(r"(?:^|(?<=[\s(/,;:|=$]))[-–]\$?[0-9][0-9,.]*")
_SPACED_THOUSANDS = re.compile(r"(?<![0-9a-z,.#])[1-9][0-9]{0,2} [0-9]{3}(?![0-9]|[,.][0-9])")


@dataclass(frozen=True)
class Reading:
    """A position read from a text.

    Attributes:
        guesses: what was assumed, such as “the 3 in brackets as earned spins”.
        notation: whether the text was in the engine's notation; nothing is guessed then.
    """

    position: Position
    guesses: tuple[str, ...] = ()
    notation: bool = False

    @property
    def summary(self) -> str:
        """“Left $8,000, 3 earned spins, up · Centre $3,000 · Right out”."""
        return " · ".join(
            _summary(name, contestant, up=seat == self.position.mover_seat)
            for seat, (name, contestant) in enumerate(zip(SEAT_NAMES, self.position.contestants, strict=True))
        )


def read_position(text: str) -> Reading:
    """Reads a position from any text that people are likely to type or paste.

    Raises:
        NotationError: the text cannot be read. ``position`` points at the character where the text is
            in the engine's notation; otherwise the message quotes the words.
        PositionError: it reads, but cannot arise in the game.
    """
    try:
        return Reading(Position.parse(text), notation=True)
    except InputError as error:
        refused = error
    if len(text) > MAX_LENGTH:
        raise NotationError(
            f"That is too long for a position: {len(text):,} characters. Paste only the part with the numbers."
        )
    spaced = _SPACED_NOTATION.fullmatch(text.strip())
    if spaced and re.search(r"[epw]", text, re.IGNORECASE):
        joined = ",".join(spaced.groups()[:3]) + (f"@{spaced[4]}" if spaced[4] else "")
        return Reading(Position.parse(joined), notation=True)
    if _looks_like_notation(text):
        raise refused
    return _read_words(clean(text))


def _looks_like_notation(text: str) -> bool:
    """Whether the text is meant as notation, so that the notation's own message helps most."""
    text = text.strip()
    one_word = re.fullmatch(r"[0-9a-z,@]*[0-9][0-9a-z,@]*", text, re.IGNORECASE) is not None
    letters = re.fullmatch(r"[0-9epw,@\s]*", text, re.IGNORECASE) is not None
    return one_word or (letters and re.search(r"@|[0-9][epw]|[epw][0-9]", text, re.IGNORECASE) is not None)


def _read_words(text: str) -> Reading:
    """Reads a cleaned text that is not notation."""
    if negative := _NEGATIVE.search(text):
        raise NotationError(f"Scores and spins can’t be negative: {quoted(negative.group())}.")
    guesses: list[str] = []
    text, named = take_mover(text)
    text = _join_thousands(text, guesses)
    if not re.search(r"[0-9]", text):
        raise NotationError(f"There is no number in this text. Write a position like {EXAMPLE}.")
    podiums = read_columns(text) or read_rows(text) or read_pieces(text, guesses)
    left, centre, right = (podium.contestant(seat) for seat, podium in enumerate(podiums))
    position = Position((left, centre, right), _mover(podiums, (left, centre, right), named))
    reading = Reading(position, tuple(dict.fromkeys(guesses)))
    try:
        position.validate()
    except PositionError as error:
        raise PositionError(f"Read as: {reading.summary}. But: {error.message}") from None
    return reading


def _join_thousands(text: str, guesses: list[str]) -> str:
    """The text with “8 000” as one number, unless another number or what it counts stands right before it."""

    def join(found: re.Match[str]) -> str:
        before = found.string[: found.start()]
        if re.search(r"(?:[0-9]|\b(?:player|contestant|podium|seat)) $", before):
            return found.group()
        guesses.append(f"{quoted(found.group())} as one number")
        return found.group().replace(" ", "")

    return _SPACED_THOUSANDS.sub(join, text)


def _mover(podiums: Sequence[Podium], contestants: Sequence[Contestant], named: int | None) -> int:
    marked = {seat for seat in SEATS if podiums[seat].up} | ({named} if named is not None else set())
    if len(marked) > 1:
        raise NotationError("Only one contestant can be up, but this text marks two.")
    if marked:
        return marked.pop()
    holders = [seat for seat in SEATS if contestants[seat].spins]
    if len(holders) == 1:
        return holders[0]
    if not holders:
        raise NotationError(f"Nobody has spins in this text, so there is nothing to decide. Add them, as in {EXAMPLE}.")
    names = " and ".join(SEAT_NAMES[seat] for seat in holders)
    raise NotationError(
        f"{names} have spins: say who is up, with “up” after the numbers of that contestant "
        f"or “up: {SEAT_NAMES[holders[0]]}” at the end."
    )


def _summary(name: str, contestant: Contestant, *, up: bool) -> str:
    if contestant.out:
        return f"{name} out"
    parts = [f"{name} ${contestant.score:,}"]
    for count, one, many in (
        (contestant.earned, "earned spin", "earned spins"),
        (contestant.passed, "passed spin", "passed spins"),
        (contestant.whammies, "Whammy", "Whammies"),
    ):
        if count:
            parts.append(f"{count} {one if count == 1 else many}")
    return ", ".join([*parts, "up"] if up else parts)
