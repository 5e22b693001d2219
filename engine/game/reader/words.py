"""A position from a text in words: each contestant's numbers, and the mover."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...errors import NotationError, PositionError, quoted
from ..options import Rules
from ..position import SEAT_NAMES, SEATS, Position
from ..rules import Podiums, first_mover, mover_is_open
from .cleaning import clean_text
from .mover import take_mover
from .podium import PodiumReading, share_spins
from .reading import Reading
from .splitting import find_names, read_pieces
from .tables import read_columns, read_rows
from .vocabulary import EXAMPLE

_NEGATIVE = re.compile(r"(?:^|(?<=[\s(/,;:|=$]))[-–]\$?[0-9][0-9,.]*")
_SPACED_PODIUMS = re.compile(r"([0-9][0-9epw]*+)\s++([0-9][0-9epw]*+)\s++([0-9][0-9epw]*+)")
_SPACED_THOUSANDS = re.compile(
    r"(?<![0-9a-z,.#])(?<![0-9] )(?<!\bplayer )(?<!\bcontestant )(?<!\bpodium )(?<!\bseat )"
    r"[1-9][0-9]{0,2} [0-9]{3}(?![0-9]|[,.][0-9])"
)


def read_words(text: str, rules: Rules) -> Reading:
    """Read a text that is not notation. Raises NotationError or PositionError, see ``read_position``."""
    guesses: list[str] = []
    podiums, mover_seat = read_podiums(text, guesses)
    left, center, right = (podium.contestant(seat) for seat, podium in enumerate(podiums))
    position = Position(
        (left, center, right), _find_mover((left, center, right), rules, guesses) if mover_seat is None else mover_seat
    )
    reading = Reading(position, tuple(dict.fromkeys(guesses)))
    try:
        position.validate()
    except PositionError as error:
        raise PositionError(f"Read as: {reading.summary}. But: {error.message}") from None
    return reading


def read_podiums(text: str, guesses: list[str]) -> tuple[Sequence[PodiumReading], int | None]:
    """Return the three contestants of a text that is not notation, and the seat that it says is up, or None.

    Assumptions are added to ``guesses``. Raises NotationError if it cannot be read.
    """
    text = clean_text(text)
    if negative_match := _NEGATIVE.search(text):
        raise NotationError(f"Scores and spins can’t be negative: {quoted(negative_match.group())}.")
    text, named_seat = take_mover(text, find_names(text), guesses)
    text = _join_thousands(text, guesses)
    if not re.search(r"[0-9]", text):
        raise NotationError(f"There is no number in this text. Write a position like {EXAMPLE}.")
    spaced_match = _SPACED_PODIUMS.fullmatch(text)
    text = " / ".join(spaced_match.groups()) if spaced_match and re.search(r"[epw]", text) else text
    podiums = read_columns(text) or read_rows(text) or read_pieces(text, guesses)
    share_spins(podiums, guesses)
    seats_up = {seat for seat in SEATS if podiums[seat].is_up} | ({named_seat} if named_seat is not None else set())
    if len(seats_up) > 1:
        raise NotationError("Only one contestant can be up, but this text marks two.")
    return podiums, next(iter(seats_up), None)


def _join_thousands(text: str, guesses: list[str]) -> str:
    """Return the text with “8 000” as one number, unless a number or a name directly precedes it."""

    def join(match: re.Match[str]) -> str:
        guesses.append(f"{quoted(match.group())} as one number")
        return match.group().replace(" ", "")

    return _SPACED_THOUSANDS.sub(join, text)


def _find_mover(contestants: Podiums, rules: Rules, guesses: list[str]) -> int:
    holders = [seat for seat in SEATS if contestants[seat].spins]
    if len(holders) == 1:
        return holders[0]
    if not holders:
        raise NotationError(f"Nobody has spins in this text, so there is nothing to decide. Add them, as in {EXAMPLE}.")
    if mover_is_open(contestants, rules):
        raise NotationError("Say who is up, as in “up 2”: the last to receive spins, which the numbers don’t tell.")
    mover_seat = first_mover(contestants, rules)
    is_lowest = all(contestants[mover_seat].score < contestants[seat].score for seat in holders if seat != mover_seat)
    reason = "the lower score plays first" if rules.turn_order == "score" and is_lowest else "the rules say so"
    guesses.append(f"{SEAT_NAMES[mover_seat]} as up because {reason}")
    return mover_seat
