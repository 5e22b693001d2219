"""A question from what a program sent: the same reading, and the same sentences, as for the site's addresses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings

from engine import RULE_PRESETS, InputError, RulesError
from engine.lab import game as find_game
from pressorpass_site.lab import services as lab
from pressorpass_site.questions.address import AddressError, read_address
from pressorpass_site.questions.question import Question
from pressorpass_site.questions.rule_words import DEFAULT_PRESET

from .problems import Problem
from .schemas import Asked

# What an address calls otherwise than the API.
_FIELDS = {"line": "position"}
_OPTION = "option_"


def asked(said: Asked) -> Question:
    """The question in the body of a request.

    Raises:
        Problem: 422, naming the field.
    """
    preset = DEFAULT_PRESET if said.rules is None else said.rules
    board = settings.DEFAULT_BOARD if said.board is None else said.board
    query = {"board": board, "rules": preset, **_options(preset, said.options or {})}
    if said.now:
        query["now"] = said.now
    if said.spins is not None:
        query["spins"] = str(said.spins)
    return _read(said.position, query, "options.")


def in_address(position: str, query: Mapping[str, str]) -> Question:
    """The question in a path and its query, rule options by name.

    Raises:
        Problem: 422, naming the parameter.
    """
    return _read(position, query, "")


def asked_of_lab(game: str, question: str, options: Mapping[str, str]) -> lab.Asked:
    """A question of the lab, its options by name.

    Raises:
        Problem: 404, there is no such game or question; 422, naming the option that is wrong.
    """
    try:
        found = find_game(game)
        named = found.question(question)
    except InputError as error:
        raise Problem(404, _sentence(error.message), error.field or "") from None
    try:
        return lab.read(found, named, options)
    except InputError as error:
        raise Problem(422, _sentence(f"{error.field} {error.message}"), error.field or "") from None


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _read(position: str, query: Mapping[str, str], option_prefix: str) -> Question:
    try:
        return read_address(position, query)
    except AddressError as error:
        field = _FIELDS.get(error.field, error.field)
        if field.startswith(_OPTION):
            field = option_prefix + field.removeprefix(_OPTION)
        character = None if error.character is None else error.character + 1
        raise Problem(422, error.message, field, character=character) from None


def _options(preset: str, options: dict[str, Any]) -> dict[str, str]:
    """Rule options as an address has them: what the engine does not take is refused, whatever its type."""
    if preset not in RULE_PRESETS:  # this is said of the preset then
        return {}
    # In JSON 5.0 is a whole number too.
    whole = {name: int(value) if _is_whole(value) else value for name, value in options.items()}
    try:
        rules = RULE_PRESETS[preset].with_options(whole)
    except RulesError as error:
        raise Problem(422, error.message, f"options.{error.field}") from None
    return {name: str(rules.options()[name]) for name in options}


def _is_whole(value: Any) -> bool:
    return isinstance(value, float) and value.is_integer()
