"""The URL of a game in play: parse its options one by one, and build links with changes."""

import secrets
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from engine import InputError
from engine.lab import Option
from engine.lab.options import whole_reader

from ..fields import find_option_error, join_texts

MAX_SHOWN = 80  # characters of a part in an error
SEEDS = 10**9
SEED = "seed"  # drawn at random if it is missing


def draw_seed() -> int:
    return secrets.randbelow(SEEDS)


class Address:
    """The parts of a query by name. An invalid part is reported and replaced by its default."""

    def __init__(self, query: QueryDict, lasting: Iterable[Option], passing: Iterable[Option] = ()) -> None:
        self.query = query
        self.lasting = {option.name: option for option in lasting}
        self.options = {**self.lasting, **{option.name: option for option in passing}}
        self.typed = join_texts(self.options.values(), query, {name: str(query[name]) for name in query})
        self.messages: list[str] = []
        self.errors: dict[str, str] = {}
        self.texts: dict[str, str] = {}
        for name, text in self.typed.items():
            if name not in self.options:
                names = ", ".join(self.options)
                self.messages.append(f"“{name[:MAX_SHOWN]}” is not a setting of this game; its settings are: {names}.")
            elif text.strip():
                self.texts[name] = text.strip()
                if error := find_option_error(self.options[name], text):
                    self.refuse(name, error)
        if SEED in self.options:
            self.texts.setdefault(SEED, str(draw_seed()))

    def __getitem__(self, name: str) -> Any:
        """Return the value of a part; its default if it is missing or invalid."""
        option = self.options[name]
        text = self.texts.get(name, option.default)
        if text is None:
            return False if option.flag else None
        return option.read(text)

    def refuse(self, name: str, error: str) -> None:
        """Report an error of a part, and replace the part by its default.

        The error continues the name of the part, or begins with the name of one of its numbers: “Holds at” must be ….
        """
        sentence = error if error.startswith("“") else f"“{name}” {error}"
        self.report(name, f"{sentence}; {self._describe_replacement(name)}.")
        self.texts.pop(name, None)

    def _describe_replacement(self, name: str) -> str:
        option = self.options[name]
        if name == SEED:
            return "a new one is drawn"
        if not option.default:
            return "it is left out"
        words = option.default
        if option.player:
            words = option.player.kinds[option.default][0]
        elif not option.choices:  # the errors of choices list their names
            words = option.words.get(option.default, option.default)
        return f"{words[:1].lower()}{words[1:]} is used"

    def narrow(self, name: str, low: int, high: int) -> None:
        """Refuse a whole number out of bounds that depend on other parts."""
        try:
            whole_reader(low, high)(str(self[name]))
        except InputError as error:
            self.refuse(name, error.message)

    def report(self, name: str, message: str) -> None:
        """Report an error of a part in a sentence of its own."""
        self.messages.append(message)
        self.errors.setdefault(name, message)

    def list_parts(self, **changes: Any) -> dict[str, str]:
        """Return the lasting parts that differ from their defaults, with `changes` applied; None or "" removes a part."""
        texts = self.texts | {name: "" if value is None else str(value) for name, value in changes.items()}
        return {
            name: texts[name]
            for name, option in self.lasting.items()
            if texts.get(name) and texts[name] != option.default
        }

    def build_link(self, **changes: Any) -> str:
        return f"?{urlencode(self.list_parts(**changes))}#table"
