"""Questions from API requests, read and checked as the site reads its addresses, with the same error messages.

Invalid requests raise InvalidQuestion or ValidationError, which name the field (errors.py).
"""

from collections.abc import Mapping
from typing import Any

from ninja.errors import HttpError

from engine import RULE_PRESETS, InputError, RulesError
from engine.lab import find_game
from pressorpass_site.answers.choices import services as choices
from pressorpass_site.lab import services as lab
from pressorpass_site.questions.question import DEFAULT_PRESET, Question, build_question

from .errors import QUERY, build_validation_error
from .schemas import ChooseRequest, SolveRequest


def parse_solve_request(body: SolveRequest) -> Question:
    numbers = {"spins": body.spins, "round_": body.round, "questions": body.questions}
    texts = {name: "" if value is None else str(value) for name, value in numbers.items()}
    return _parse_body(body, now=body.now or "", then=body.then or "", method=body.method or "", **texts)


def parse_choice_request(body: ChooseRequest) -> Question:
    question = _parse_body(body)
    try:
        choices.read_offers(question, body.square, body.shows or "")
    except RulesError as error:
        raise build_validation_error(error.message, f"options.{error.field}") from None
    except InputError as error:
        raise build_validation_error(error.message, error.field or "shows", character=error.position) from None
    return question


def parse_lab_question(game: str, question: str, options: Mapping[str, str]) -> lab.LabQuery:
    """Return a question of the lab with its options by name. Raises HttpError (404) if there is no such question."""
    try:
        lab_game = find_game(game)
        lab_question = lab_game.get_question(question)
    except InputError as error:
        raise HttpError(404, _end_sentence(error.message)) from None
    try:
        return lab.parse_query(lab_game, lab_question, options)
    except InputError as error:
        raise build_validation_error(
            _end_sentence(f"{error.field} {error.message}"), error.field or "", QUERY
        ) from None


def _parse_body(body: SolveRequest | ChooseRequest, **settings: Any) -> Question:
    preset = body.rules or DEFAULT_PRESET
    options = _name_rule_options(preset, body.options or {})
    return build_question(body.position, options, board=body.board or "", rules=preset, **settings)


def _end_sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _name_rule_options(preset: str, options: dict[str, Any]) -> dict[str, str]:
    if preset not in RULE_PRESETS:  # reported for the preset itself
        return {}
    # In JSON, 5.0 is a whole number too.
    texts = {
        name: int(value) if isinstance(value, float) and value.is_integer() else value
        for name, value in options.items()
    }
    try:
        rules = RULE_PRESETS[preset].with_options(texts)
    except RulesError as error:
        raise build_validation_error(error.message, f"options.{error.field}") from None
    return {name: str(rules.options()[name]) for name in options}
