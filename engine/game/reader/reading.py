"""Reads a position from a text and lists every guess."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...errors import InputError, NotationError
from .. import notation
from ..notation import PodiumFields, check_player
from ..options import Rules
from ..position import SEAT_NAMES, Contestant, Position

MAX_LENGTH = 500  # several times the length of three podiums, also in a table


@dataclass(frozen=True)
class Reading:
    """A position read from a text.

    Attributes:
        guesses: assumptions, such as “the 3 in brackets as earned spins”.
        notation: whether the text was in the engine's notation; nothing is guessed then.
    """

    position: Position
    guesses: tuple[str, ...] = ()
    notation: bool = False

    @property
    def words(self) -> str:
        """A sentence on the position and the guesses; "" without guesses."""
        if not self.guesses:
            return ""
        return f"Read as: {'; '.join([self.summary, *(f'taking {guess}' for guess in self.guesses)])}."

    @property
    def summary(self) -> str:
        """The position in words: “Left $8,000, 3 earned spins, up · Center $3,000 · Right out”."""
        return " · ".join(
            _summarize_podium(name, contestant, is_mover=seat == self.position.mover_seat)
            for seat, (name, contestant) in enumerate(zip(SEAT_NAMES, self.position.contestants, strict=True))
        )


def read_position(text: str, rules: Rules | None = None) -> Reading:
    """Read a position from any text that people are likely to type or paste.

    Where several contestants hold spins and words do not say who is up, ``rules`` decide, by default the show's.

    Raises:
        NotationError: the text cannot be read. ``position`` points at the character where the text is
            in the engine's notation; otherwise the message quotes the words.
        PositionError: the position cannot arise in the game.
    """
    check_length(text)
    check_player(text)
    try:
        return Reading(Position.parse(text), notation=True)
    except InputError as error:
        notation_error = error
    if _looks_like_notation(text):
        raise notation_error
    from .words import read_words  # loading it takes longer than reading the notation

    return read_words(text, rules or Rules())


def read_podiums(
    text: str, guesses: list[str], *, allow_unknown: bool = False
) -> tuple[Sequence[PodiumFields], int | None]:
    """Return the three contestants of a text, and the seat that it says is up, or None.

    Assumptions are appended to ``guesses``. With ``allow_unknown``, “?” may stand for a number of spins in the notation.

    Raises:
        NotationError: see ``read_position``.
    """
    check_length(text)
    check_player(text)
    try:
        return notation.read_podiums(text, allow_unknown=allow_unknown)
    except NotationError:
        if _looks_like_notation(text):
            raise
    from .words import read_podiums as in_words  # loading it takes longer than reading the notation

    return in_words(text, guesses)


def check_length(text: str) -> None:
    """Raise NotationError if the text is too long for a position."""
    if len(text) > MAX_LENGTH:
        raise NotationError(
            f"That is too long for a position: {len(text):,} characters, and at most {MAX_LENGTH} are read. "
            "Paste only the part with the numbers."
        )


def _looks_like_notation(text: str) -> bool:
    """Return whether the text is meant as notation, so that the notation's own message helps most."""
    text = text.strip()
    is_one_word = (
        re.fullmatch(r"[0-9a-z,@]+", text, re.IGNORECASE) is not None and re.search(r"[0-9]", text) is not None
    )
    has_only_letters = re.fullmatch(r"(?:[0-9epw,@]|[^\S\n])*", text, re.IGNORECASE) is not None
    return is_one_word or (has_only_letters and re.search(r"@|[0-9][epw]|[epw][0-9]", text, re.IGNORECASE) is not None)


def _summarize_podium(name: str, contestant: Contestant, *, is_mover: bool) -> str:
    if contestant.out:
        return f"{name} out"
    parts = [f"{name} ${contestant.score:,}"]
    for count, singular, plural in (
        (contestant.earned, "earned spin", "earned spins"),
        (contestant.passed, "passed spin", "passed spins"),
        (contestant.whammies, "Whammy", "Whammies"),
    ):
        if count:
            parts.append(f"{count} {singular if count == 1 else plural}")
    return ", ".join([*parts, "up"] if is_mover else parts)
