"""The games' tables: reading an address part by part, dice from a seed, and stepping through a game.

Errors in an address are reported, and its valid parts are kept.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest

from engine import InputError
from engine.lab.options import either, given, whole

MAX_SHOWN = 80  # characters of a part that are shown again
MAX_SEED = 10**15 - 1
SEEDS = 10**9
ROLLS = 10**6


class AddressReader:
    """Reads the parts of an address and collects errors.

    Attributes:
        messages: all errors, as sentences.
        errors: the first error of each known part.
    """

    def __init__(self, request: HttpRequest, known: Iterable[str]) -> None:
        self.request = request
        self.known = tuple(known)
        self.messages: list[str] = []
        self.errors: dict[str, str] = {}
        for name in request.GET:
            if name not in self.known:
                names = ", ".join(self.known)
                self.messages.append(f"“{name[:MAX_SHOWN]}” is not a setting of this game; its settings are: {names}.")

    def text(self, name: str) -> str:
        """Return a part as typed, "" if it is missing."""
        return self.request.GET.get(name, "").strip()

    def add_error(self, name: str, message: str) -> None:
        """Report an error of a part."""
        self.messages.append(message)
        self.errors.setdefault(name, message)

    def number(self, name: str, low: int, high: int, usual: int, instead: str = "") -> int:
        """Return a whole number, the usual one if it is missing or invalid; `instead` says what happens then."""
        text = self.text(name)
        try:
            return int(str(whole(low, high)(text))) if text else usual
        except InputError as error:
            self.add_error(name, f"“{name}” {error.message}; {instead or f'{usual} is used'}.")
            return usual

    def seed(self, fresh: int, instead: str) -> int:
        """Return the game's seed, or a fresh one."""
        return self.number("seed", 0, MAX_SEED, fresh, instead)

    def word(self, name: str, choices: Iterable[str], usual: str) -> str:
        """Return one of the choices, the usual one if it is missing or invalid."""
        text = self.text(name)
        words = tuple(choices)
        if not text or text in words:
            return text or usual
        instead = f"{usual} is used" if usual else "it is left out"
        self.add_error(name, f"“{name}” must be {either(words)}, not “{text[:MAX_SHOWN]}”; {instead}.")
        return usual

    def flag(self, name: str) -> bool:
        """Return whether a flag is set; an invalid value counts as not set."""
        try:
            return given(self.text(name))
        except InputError as error:
            self.add_error(name, f"“{name}” {error.message}.")
            return False

    def context(self) -> Mapping[str, Any]:
        """Return the template context: messages, errors by part, and the invalid parts as typed."""
        typed = {name: self.text(name)[:MAX_SHOWN] for name in self.errors}
        return {"wrong": self.messages, "errors": self.errors, "typed": typed}


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


@dataclass(frozen=True)
class Steps:
    """A place among a game's choices, with the addresses before and after; "" at either end."""

    number: int
    count: int
    first: str
    back: str
    on: str
    last: str


def steps(link: Callable[..., str], step: int | None, count: int) -> Steps | None:
    """Return the steps around the choice after `step` of `count` choices; None if the game is not stepped through."""
    if step is None:
        return None
    return Steps(
        step,
        count,
        link(step=0) if step else "",
        link(step=step - 1) if step else "",
        link(step=step + 1) if step + 1 < count else "",
        link(step=None),
    )
