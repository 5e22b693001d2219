"""Games and the questions that can be asked about them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import InputError
from .answer import Answer, Value
from .budget import Budget
from .options import Option

Parameters = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """One question about a game.

    Attributes:
        name: as on the command line: ``duel``.
        summary: its meaning, in one line.
        options: in the order of the help.
        answer: answers it. Raises InputError (``field``: an option's name), Exhausted, Cancelled.
        unit: the unit of a number in the answer: ``chance``, ``turns``, ``points`` …; "" for other answers.
        positional: names of options that may also be given by position.
        bare: whether the command line prints the answer alone, without its certainty.
        example: options, as typed, for a good first question if some are required.
        beside: numbers among the details that the command line prints below the answer, if they are there: their words
            by name. The bound on the error of ``chance`` is the detail ``chance_error``.
    """

    name: str
    summary: str
    options: tuple[Option, ...]
    answer: Callable[[Parameters, Budget], Answer]
    unit: str = ""
    positional: tuple[str, ...] = ()
    bare: bool = False
    example: Mapping[str, str] = field(default_factory=dict)
    beside: Mapping[str, str] = field(default_factory=dict)

    def named(self, texts: Mapping[str, str]) -> dict[str, str]:
        """Return option texts by the names of the options; ``opp_open`` is read as ``opp-open``.

        Raises:
            InputError: an option is given in both ways; ``field`` is its name.
        """
        names = {option.key: option.name for option in self.options}
        found: dict[str, str] = {}
        for typed, text in texts.items():
            name = names.get(typed.replace("-", "_"), typed)
            if name in found:
                raise InputError("is given twice", field=name)
            found[name] = text
        return found

    def read(self, texts: Mapping[str, str]) -> dict[str, Value]:
        """Return parameters from option texts by name, with defaults filled in.

        Raises:
            InputError: an option is unknown, missing or wrong; ``field`` is its name.
        """
        names, texts = {option.name for option in self.options}, self.named(texts)
        for name in texts:
            if name not in names:
                raise InputError("is not an option of this question", field=name)
        return {option.key: _value(option, texts.get(option.name)) for option in self.options}


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the lab: ``name`` as on the command line, ``title`` for people, and its questions."""

    name: str
    title: str
    summary: str
    questions: tuple[Question, ...]

    def question(self, name: str) -> Question:
        """Return the question of that name. Raises InputError."""
        for each in self.questions:
            if each.name == name:
                return each
        raise InputError(f"{self.title} has no question “{name}”", field="question")


def _value(option: Option, text: str | None) -> Value:
    if text is None:
        if option.required:
            raise InputError("is required", field=option.name)
        text = option.default
    if text is None:
        return False if option.flag else None
    try:
        return option.read(text)
    except InputError as error:
        raise InputError(error.message, field=option.name) from None
