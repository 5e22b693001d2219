"""Reading the address of a game being played, part by part: errors are reported, valid parts are kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest

from engine import InputError
from engine.lab.options import either, given, whole

MAX_SHOWN = 80  # characters of a part that are shown again
MAX_SEED = 10**15 - 1


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
