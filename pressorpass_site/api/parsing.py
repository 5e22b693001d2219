"""Questions from API requests, read and checked as the site reads its addresses, with the same error messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import RULE_PRESETS, InputError, RulesError
from engine.lab import game as find_game
from pressorpass_site.answers.choices import services as choices
from pressorpass_site.lab import services as lab
from pressorpass_site.questions.address import read_address
from pressorpass_site.questions.question import DEFAULT_PRESET, InvalidQuestion, Question, build_question

from .errors import ApiError
from .schemas import Asked, ChoiceAsked

# Fields that have another name in the site's form.
_FIELDS = {"line": "position"}
_OPTION = "option_"


def parse_solve_request(body: Asked) -> Question:
    """Return the question in the body of a request.

    Raises:
        ApiError: 422, naming the field.
    """
    numbers = {"spins": body.spins, "round_": body.round, "questions": body.questions}
    texts = {name: "" if value is None else str(value) for name, value in numbers.items()}
    return _question(body, now=body.now or "", then=body.then or "", method=body.method or "", **texts)


def parse_choice_request(body: ChoiceAsked) -> Question:
    """Return the question in the body of a request about a choice, after checking the square and the slides.

    Raises:
        ApiError: 422, naming the field.
    """
    question = _question(body)
    try:
        choices.read(question, body.square, body.shows or "")
    except RulesError as error:
        raise ApiError(422, error.message, f"options.{error.field}") from None
    except InputError as error:
        character = None if error.position is None else error.position + 1
        raise ApiError(422, error.message, error.field or "shows", character=character) from None
    return question


def parse_position_query(position: str, query: Mapping[str, str]) -> Question:
    """Return the question in a path and its query parameters, which include rule options by name.

    Raises:
        ApiError: 422, naming the parameter.
    """
    try:
        return read_address(position, query)
    except InvalidQuestion as error:
        raise _api_error(error) from None


def parse_lab_question(game: str, question: str, options: Mapping[str, str]) -> lab.LabQuery:
    """Return a question of the lab with its options by name.

    Raises:
        ApiError: 404 for an unknown game or question; 422, naming the invalid option.
    """
    try:
        found = find_game(game)
        named = found.question(question)
    except InputError as error:
        raise ApiError(404, _sentence(error.message), error.field or "") from None
    try:
        return lab.read(found, named, options)
    except InputError as error:
        raise ApiError(422, _sentence(f"{error.field} {error.message}"), error.field or "") from None


def _question(body: Asked | ChoiceAsked, **settings: Any) -> Question:
    board, rules = body.board or "", body.rules or ""
    options = _options(rules or DEFAULT_PRESET, body.options or {})
    try:
        return build_question(body.position, options, board=board, rules=rules, **settings)
    except InvalidQuestion as error:
        raise _api_error(error, "options.") from None


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _api_error(error: InvalidQuestion, option_prefix: str = "") -> ApiError:
    """Return the first field that is wrong, by its name in the request."""
    field = _FIELDS.get(error.field, error.field)
    if field.startswith(_OPTION):
        field = option_prefix + field.removeprefix(_OPTION)
    character = None if error.character is None else error.character + 1
    return ApiError(422, error.message, field, character=character)


def _options(preset: str, options: dict[str, Any]) -> dict[str, str]:
    """Return rule options as text, as in an address, after checking their types."""
    if preset not in RULE_PRESETS:  # reported for the preset itself
        return {}
    # In JSON, 5.0 is a whole number too.
    whole = {name: int(value) if _is_whole(value) else value for name, value in options.items()}
    try:
        rules = RULE_PRESETS[preset].with_options(whole)
    except RulesError as error:
        raise ApiError(422, error.message, f"options.{error.field}") from None
    return {name: str(rules.options()[name]) for name in options}


def _is_whole(value: Any) -> bool:
    return isinstance(value, float) and value.is_integer()
