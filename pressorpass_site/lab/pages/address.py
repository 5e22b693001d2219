"""The address of a game that is played, read part by part: a part that is wrong is told, and the rest is kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest

from engine import InputError
from engine.lab.options import either, given, whole

SHOWN = 80  # letters of a part that are shown again
MOST_SEED = 10**15 - 1


class Address:
    """What an address says, and what is wrong with it.

    Attributes:
        messages: all that is wrong, as sentences.
        errors: the same by the part that it is about, parts that are not known left out.
    """

    def __init__(self, request: HttpRequest, known: Iterable[str]) -> None:
        self.request = request
        self.known = tuple(known)
        self.messages: list[str] = []
        self.errors: dict[str, str] = {}
        for name in request.GET:
            if name not in self.known:
                names = ", ".join(self.known)
                self.messages.append(f"“{name[:SHOWN]}” is no part of this game’s address; its parts are: {names}.")

    def text(self, name: str) -> str:
        """A part as it was typed, "" if it was not."""
        return self.request.GET.get(name, "").strip()

    def say(self, name: str, message: str) -> None:
        """Tell what is wrong with a part."""
        self.messages.append(message)
        self.errors.setdefault(name, message)

    def number(self, name: str, low: int, high: int, usual: int, instead: str = "") -> int:
        """A whole number, the usual one where it is missing or wrong; `instead` tells what is done then."""
        text = self.text(name)
        try:
            return int(str(whole(low, high)(text))) if text else usual
        except InputError as error:
            self.say(name, f"“{name}” {error.message}; {instead or f'{usual} is taken'}.")
            return usual

    def seed(self, fresh: int, instead: str) -> int:
        """The seed of a game, or of a fresh one."""
        return self.number("seed", 0, MOST_SEED, fresh, instead)

    def word(self, name: str, choices: Iterable[str], usual: str) -> str:
        """One of a few words, the usual one where it is missing or wrong."""
        text = self.text(name)
        words = tuple(choices)
        if not text or text in words:
            return text or usual
        instead = f"{usual} is taken" if usual else "it is left out"
        self.say(name, f"“{name}” must be {either(words)}, not “{text[:SHOWN]}”; {instead}.")
        return usual

    def flag(self, name: str) -> bool:
        """Whether something is switched on; it is not where that is wrong."""
        try:
            return given(self.text(name))
        except InputError as error:
            self.say(name, f"“{name}” {error.message}.")
            return False

    def context(self) -> Mapping[str, Any]:
        """What templates want to know: messages, errors by part, and those parts as they were typed."""
        typed = {name: self.text(name)[:SHOWN] for name in self.errors}
        return {"wrong": self.messages, "errors": self.errors, "typed": typed}
