"""The board file of a public presenter of the game, ``boardConfig.js`` of github.com/thealexdavis/pylpresentation.

The file has a board for each round: for every square the type, the value, the words and the “extras” of its three
slides. Each is read as the presenter plays it (its ``createBoard.js`` and ``producer.js``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...errors import BoardFileError, quoted
from .directions import find_kind_targets
from .file_board import Content, FileBoard, FileBoards, build_empty_board
from .javascript import ScriptValue, read_object_literals
from .sums import parse_whole_dollars

MAX_BOARDS = 50
_NUMBERS = ("One", "Two", "Three", "Four", "Five", "Six")
_OBJECT_NAMED = re.compile(
    r"^[ \t]{0,8}(?:(?:var|let|const|export)[ \t]){0,2}[A-Za-z_$][\w$]{0,80}[ \t]{0,8}=[ \t\n]{0,8}\{", re.MULTILINE
)
_TAG = re.compile(r"<[^<>]{0,200}>")
_MONEY = re.compile(r"\$\s?([0-9][0-9,.]*(?: ?k)?)", re.IGNORECASE)

# Moves by their “extras”; a slide of type bigbucks goes to the top dollars of square 4.
_MOVES = {
    "forwardtwo": "advance",
    "backtwo": "back",
    "leftright": "beside",
    "updown": "beside",
    "across": "across",
    "corner": "corner",
}
_MONEY_EXTRAS = {
    "": "cash",
    "plus": "cash_spin",
    "losewhammy": "cash_or_lose_whammy",
    "doubleup": "cash_or_double",
    "spinagain": "cash_or_spin",
}
_NOT_PLAYED = "is not played here, so it is not documented on the board"


def looks_like_presenter(text: str) -> bool:
    """Return whether a text gives names to objects of JavaScript."""
    return bool(_OBJECT_NAMED.search(text[:100_000]))


def read_presenter(text: str) -> FileBoards:
    """Return the boards of a file. Raises BoardFileError if the file is unreadable or has no board."""
    objects, duplicates = read_object_literals(text)
    squares = {name: value.content for name, value in objects.items() if _is_board(value)}
    if len(squares) > MAX_BOARDS:
        raise BoardFileError([f"The file has {len(squares):,} boards; at most {MAX_BOARDS} are read."])
    boards = [_read_board(name, board_squares) for name, board_squares in squares.items()]
    if not boards:
        raise BoardFileError(
            ["There is no board in the file: none of its objects has squares with a type for each slide."]
        )
    other_names = [name for name in objects if name not in squares]
    others_text = ", ".join(
        [
            *other_names[:MAX_BOARDS],
            *([f"and {len(other_names) - MAX_BOARDS:,} more"] if len(other_names) > MAX_BOARDS else []),
        ]
    )
    return FileBoards(boards, [*duplicates, *([f"Not a board, so left out: {others_text}."] if others_text else [])])


@dataclass(frozen=True, slots=True)
class _PresenterSlide:
    """One slide as the file has it; ``words`` without tags."""

    square: int
    type: ScriptValue
    value: ScriptValue
    extra: str
    words: str
    prize: ScriptValue

    @property
    def dollars(self) -> Any:
        """The value, as a number if it is one."""
        content = self.value.content
        return (
            parse_whole_dollars(content)
            if isinstance(content, str) and parse_whole_dollars(content) is not None
            else content
        )


def _is_board(value: ScriptValue) -> bool:
    return bool(value.content) and all(
        isinstance(square.content, dict) and "type" in square.content for square in value.content.values()
    )


def _read_board(name: str, squares: dict[str, ScriptValue]) -> FileBoard:
    board = FileBoard(name, build_empty_board(_parse_round_name(name)))
    for key, square in squares.items():
        index = len(board.content["squares"])
        slides: list[Content] = []
        board.places[index, None] = f"Line {square.line}"
        for slide_index, slide in enumerate(_read_slides(board, key, square)):
            board.places[index, slide_index] = f"Line {slide.value.line}"
            slides.append(_build_presenter_slide(board, slide, slide_index + 1))
        board.content["squares"].append(
            {"number": int(key) if re.fullmatch(r"[0-9]{1,9}", key) else key, "slides": slides}
        )
    return board


def _parse_round_name(name: str) -> int | str:
    """Return the round that a board's name tells: “roundTwoBoard”, “roundBonusBoardOne”, “royaleBoardSix”."""
    bonus = re.search(r"bonus|royale", name, re.IGNORECASE)
    number = next((place for place, word in enumerate(_NUMBERS, 1) if word in name), 0)
    if bonus:
        return f"{'bonus' if bonus[0].lower() == 'bonus' else 'bonus royale '}{number or ''}"
    return number or 2


def _read_slides(board: FileBoard, key: str, square: ScriptValue) -> Iterator[_PresenterSlide]:
    """Yield the slides of a square; missing values are added to the board's problems."""
    parts = {part: _read_part(square.content.get(part)) for part in ("type", "values", "text", "prizeValues", "extras")}
    no_value = ScriptValue(None, square.line)
    for name, kind in parts["type"].items():
        value, extra = parts["values"].get(name), parts["extras"].get(name, no_value).content
        if value is None:
            board.problems.append(f"Line {kind.line} (square {key}, slide {name}): its value is missing.")
        words = parts["text"].get(name, no_value).content
        words = re.sub(r"\s+", " ", _TAG.sub(" ", words)).strip() if isinstance(words, str) else ""
        yield _PresenterSlide(
            int(key) if re.fullmatch(r"[0-9]{1,9}", key) else 0,
            kind,
            value or ScriptValue(0, kind.line),
            str(extra or ""),
            re.sub(r"\$ (?=[0-9])", "$", words),
            parts["prizeValues"].get(name, no_value),
        )


def _read_part(value: ScriptValue | None) -> dict[str, ScriptValue]:
    """Return a part of a square by slide; the file has it in a list of one object."""
    content = value.content if value else None
    if isinstance(content, list) and len(content) == 1:
        content = content[0].content
    return content if isinstance(content, dict) else {}


def _build_presenter_slide(board: FileBoard, slide: _PresenterSlide, number: int) -> Content:
    """Return a slide in the JSON form; content that a board cannot have is added to the board's remarks."""
    place = f"Line {slide.value.line} (square {slide.square}, slide {number})"
    kind = slide.type.content
    if kind == "whammy":
        return {"kind": "whammy"}
    if kind == "bigbucks":
        return {"kind": "move", "to": find_kind_targets("big_bucks", slide.square), "label": "Big Bucks"}
    if slide.extra in _MOVES:
        label = slide.words.capitalize() or None
        return {"kind": "move", "to": find_kind_targets(_MOVES[slide.extra], slide.square), "label": label}
    if kind == "addaone":
        return {"kind": "add_a_one"}
    if kind == "double":
        return {"kind": "double", "spin": "spin" in slide.words.lower()}
    if kind == "lead":  # the presenter adds $2 to the best score
        return {"kind": "lead", "amount": 2, "spin": "spin" in slide.words.lower()}
    if kind == "prize":
        return {"kind": "prize", "name": _get_prize_name(slide), "value": _get_prize_value(slide)}
    if kind in ("money", "move"):
        _check_shown_sum(board, slide, place)
        if slide.extra in _MONEY_EXTRAS:
            return {"kind": _MONEY_EXTRAS[slide.extra], "amount": slide.dollars}
        if slide.extra.startswith("replacewithprize"):
            board.remarks.append(
                f"{place}: a prize takes its place during the game; it counts as the money it begins with."
            )
            return {"kind": "cash", "amount": slide.dollars}
    if kind == "jackpot":
        if isinstance(slide.dollars, int) and slide.dollars:
            return {"kind": "jackpot", "amount": slide.dollars}
        board.remarks.append(
            f"{place}: the file does not say what is in the jackpot, so it is not documented until that is filled in."
        )
        return {"kind": "unknown", "label": "Jackpot"}
    label_text = slide.words or slide.extra or str(kind)
    subject = f"extra {quoted(slide.extra)}" if kind in ("money", "move") else f"type {quoted(str(kind))}"
    board.remarks.append(f"{place}: the {subject} {_NOT_PLAYED}.")
    return {"kind": "unknown", "label": label_text[:200]}


def _check_shown_sum(board: FileBoard, slide: _PresenterSlide, place: str) -> None:
    """Add a remark if the words show another sum than the value, which counts."""
    shown_sum = _MONEY.search(slide.words)
    dollars = slide.dollars
    if shown_sum and isinstance(dollars, int) and parse_whole_dollars(shown_sum[1]) != dollars:
        board.remarks.append(f"{place}: it shows ${shown_sum[1]} and counts as ${dollars:,}, as in the presenter.")


def _get_prize_name(slide: _PresenterSlide) -> str | None:
    return None if slide.words.lower() in ("", "prize") else slide.words[:200]


def _get_prize_value(slide: _PresenterSlide) -> Any:
    """Return the dollars of a prize; None if the presenter draws it during the game."""
    content = slide.prize.content
    if isinstance(content, str) and content.strip():
        dollars = parse_whole_dollars(content)
        return content if dollars is None else dollars
    return slide.dollars or None
