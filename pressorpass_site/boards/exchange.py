"""Boards as files: written as JSON, and read in every form that the engine reads.

The JSON is the engine's (`Board.to_json`); board.schema.json beside this module describes it, and
`/boards/schema.json` serves it. A file may come from a stranger, so this module refuses everything that could do harm
later (deep nesting, endless numbers, texts that reverse a page's direction), in a sentence that names the place.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Any

from engine import Board, BoardError, InputError, NestedTooDeep, decode_text, parse_json, read_board_file
from pressorpass_site.core.text_fields import is_harmful

from .editor.checks import find_site_problems
from .models import NAME_LENGTH

MAX_BYTES = 1_000_000
MAX_DIGITS = 15
MAX_VALUES = 50_000  # a board of 1,000 slides has a tenth of them
IMPORTED = "Imported board"  # the name of an imported board without a name
SQUARE_FIELDS = ("number", "slides", "weight")
SLIDE_FIELDS = ("kind", "amount", "value", "to", "spin", "label", "name", "weight")

ValuePath = tuple[str | int, ...]


@dataclass(frozen=True)
class _Unusable:
    reason: str


def write_board(board: Board) -> str:
    """Return the board as JSON text that `read_board` accepts."""
    return json.dumps(board.to_json(), indent=1, ensure_ascii=False) + "\n"


@cache
def render_schema() -> str:
    return (Path(__file__).parent / "board.schema.json").read_text(encoding="utf-8")


def read_board(file: bytes) -> Board:
    """Read a JSON file from a stranger. Its texts are not changed: pages escape them.

    Raises:
        BoardError: one sentence that names the place of the error; `field` is the place in the engine's words
            ("square5.slide2", "name"), if it has one.
    """
    text = _read_file_text(file)
    if text.count(",") > MAX_VALUES:
        raise BoardError(f"The file has more values than a board: more than {MAX_VALUES:,}.")
    board_json = _parse(text)
    for path, reason in _find_unusable_values(board_json):
        place = _describe_path(board_json, path)
        raise BoardError(f"{place}: {reason}", field=_find_field(board_json, path))
    for path, names, kind in _find_unknown_fields(board_json):
        raise BoardError(
            f"{_describe_path(board_json, path[:-1])}: “{_shorten_text(str(path[-1]))}” is not a field of a {kind}. The fields are {', '.join(names)}.",
            field=_find_field(board_json, path),
        )
    board = Board.from_json(board_json)
    if isinstance(name := board_json.get("name"), str) and not name.strip():
        raise BoardError("The name of the board is blank. Write one, or leave the field out.", field="name")
    for problem in find_site_problems(board.to_json()):
        raise BoardError(problem.sentence, field=problem.field)
    return board


def read_file(file: bytes, name: str = "", board: str = "") -> Board:
    """Read a file from a stranger: JSON, a list of squares, a spreadsheet, or a presenter's boards; `board` names one.

    `name` is "" for pasted text. Raises BoardError, or BoardFileError with all errors or the boards to choose from.
    """
    text = _read_file_text(file)
    if name.lower().endswith(".json") or text.lstrip()[:1] in ("{", "["):
        return read_board(file)
    stem = name.rpartition("/")[2].rpartition(".")[0].strip()
    engine_board = read_board_file(text, name)
    board_text = engine_board.get_board(board)
    board_text.remarks[:0] = engine_board.remarks
    for path, reason in _find_unusable_values(board_text.content):
        raise BoardError(
            f"{_describe_path(board_text.content, path)}: {reason}", field=_find_field(board_text.content, path)
        )
    content = board_text.board((board_text.name or stem or IMPORTED)[:NAME_LENGTH])
    for problem in find_site_problems(content.to_json()):
        raise BoardError(problem.sentence, field=problem.field)
    return content


def decode_board_file(file: bytes) -> str:
    if len(file) > MAX_BYTES:
        return ""
    try:
        return decode_text(file)
    except InputError:
        return file.decode("utf-8-sig", "replace")


def explain_size(size: int) -> str:
    return f"The file is too large: {-(-size // 1000):,} kB; the limit is {MAX_BYTES // 1000:,} kB."


def _read_file_text(file: bytes) -> str:
    if len(file) > MAX_BYTES:
        raise BoardError(explain_size(len(file)))
    try:
        text = decode_text(file)
    except InputError as error:
        raise BoardError(error.message) from None
    if not text.strip():
        raise BoardError("The file is empty.")
    return text


def _parse(text: str) -> Any:
    try:
        return parse_json(
            text,
            object_pairs_hook=_read_object,
            parse_int=_read_whole_number,
            parse_float=_read_number,
            parse_constant=lambda word: _Unusable(f"{word} is not a number that a board can have."),
        )
    except NestedTooDeep as error:
        raise BoardError(f"Line {error.lineno}: {error.msg[:1].lower()}{error.msg[1:]}.") from None
    except json.JSONDecodeError as error:
        message = error.msg.removesuffix(" at")
        raise BoardError(f"The file is not JSON: line {error.lineno}, column {error.colno}: {message}.") from None


def _read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any] | _Unusable:
    fields: dict[str, Any] = {}
    for key, value in pairs:
        if key in fields:
            return _Unusable(f"“{_shorten_text(key)}” is given twice.")
        fields[key] = value
    return fields


def _read_whole_number(digits: str) -> int | _Unusable:
    if len(digits.lstrip("-")) > MAX_DIGITS:
        return _Unusable(f"a number has {len(digits.lstrip('-')):,} digits; the limit is {MAX_DIGITS}.")
    return int(digits)


def _read_number(text: str) -> float | _Unusable:
    number = float(text)
    return number if isfinite(number) else _Unusable("a number is too large.")


def _find_unusable_values(value: Any, path: ValuePath = ()) -> Iterator[tuple[ValuePath, str]]:
    """Yield values that cannot be used, in the file's order, with the path to them."""
    match value:
        case _Unusable():
            yield path, value.reason
        case str():
            fault = _find_bad_character(value, allow_lines=path[:1] == ("notes",))
            if fault:
                yield path, fault
        case dict():
            for key, inner in value.items():
                fault = _find_bad_character(key, allow_lines=False)
                if fault:
                    yield path, f"in the name of a field, {fault}"
                yield from _find_unusable_values(inner, (*path, key))
        case list():
            for index, inner in enumerate(value):
                yield from _find_unusable_values(inner, (*path, index))


def _find_bad_character(text: str, *, allow_lines: bool) -> str | None:
    for index, character in enumerate(text, 1):
        if allow_lines and character in "\n\r\t":
            continue
        if is_harmful(character):
            return f"character {index} (U+{ord(character):04X}) is a control character, which texts may not have."
    return None


def _find_unknown_fields(board_json: Any) -> Iterator[tuple[ValuePath, tuple[str, ...], str]]:
    """Yield unknown fields of squares and slides, mostly misspelled, with the valid names."""
    for place, square in enumerate(_get_list(board_json, "squares")):
        for key in square if isinstance(square, dict) else ():
            if key not in SQUARE_FIELDS:
                yield ("squares", place, key), SQUARE_FIELDS, "square"
        for slide_place, slide in enumerate(_get_list(square, "slides")):
            for key in slide if isinstance(slide, dict) else ():
                if key not in SLIDE_FIELDS:
                    yield ("squares", place, "slides", slide_place, key), SLIDE_FIELDS, "slide"


def _get_list(board_json: Any, key: str) -> list[Any]:
    items = board_json.get(key) if isinstance(board_json, dict) else None
    return items if isinstance(items, list) else []


def _describe_path(board_json: Any, path: ValuePath) -> str:
    """Return the path to a value in words: “Square 5, slide 2, amount”."""
    words = []
    path_after = path
    square = _find_square_number(board_json, path)
    if square is not None:
        words.append(f"square {square}")
        path_after = path[2:]
        if len(path) >= 4 and path[2] == "slides" and isinstance(path[3], int):
            words.append(f"slide {path[3] + 1}")
            path_after = path[4:]
    words += [f"item {part + 1}" if isinstance(part, int) else _shorten_text(part) for part in path_after]
    place = ", ".join(words)
    return place[:1].upper() + place[1:] if place else "The board"


def _find_field(board_json: Any, path: ValuePath) -> str | None:
    square = _find_square_number(board_json, path)
    if square is None:
        return str(path[0]) if path and isinstance(path[0], str) else None
    if len(path) >= 4 and path[2] == "slides" and isinstance(path[3], int):
        return f"square{square}.slide{path[3] + 1}"
    return f"square{square}"


def _find_square_number(board_json: Any, path: ValuePath) -> int | None:
    if len(path) < 2 or path[0] != "squares" or not isinstance(path[1], int):
        return None
    square = board_json["squares"][path[1]]
    number = square.get("number") if isinstance(square, dict) else None
    return number if isinstance(number, int) and not isinstance(number, bool) else path[1] + 1


def _shorten_text(text: str) -> str:
    return "".join(c if c.isprintable() else "\ufffd" for c in text[:40]) + ("…" if len(text) > 40 else "")
