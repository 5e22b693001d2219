"""The content of a draft: a board as typed, which may be incomplete or invalid.

It has the structure of the engine's JSON form (engine/game/board_format.py). A value that cannot be read stays in its
place as the typed text, so that the editor shows it again.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any

from engine import WITH_SPIN
from pressorpass_site.core.money import parse_money
from pressorpass_site.core.text_fields import is_harmful

from ..ring import RING_SQUARES

Content = dict[str, Any]

# The kinds of slides in the editor; money with a spin is money with a tick beside it.
KINDS = {
    "cash": "Money",
    "whammy": "Whammy",
    "prize": "Prize",
    "move": "Move to another square",
    "cash_or_lose_whammy": "Money, or lose a Whammy",
    "cash_or_double": "Money, or double your $$",
    "cash_or_spin": "Money, or spin again",
    "jackpot": "Jackpot: what is in it",
    "lead": "Take the lead by",
    "double": "Double your $$",
    "add_a_one": "Add-a-one",
    "unknown": "Not documented",
}
USUAL_SLIDES = 3
MAX_SLIDES_OF_A_SQUARE = 100
# A longer text is refused; a shorter text is kept as typed, even if it is too long for a board.
MAX_TYPED = 50_000
ABOUT = ("id", "name", "show", "round", "valid_from", "valid_to", "source", "confidence", "notes")
# Of a whole board in JSON; an exported board is still small enough to be imported again.
MAX_BYTES = 500_000
_READABLE = 10**12  # any text that may be meant as a number; the engine says what is too much


def clean_text(text: Any, *, allow_lines: bool = False) -> str:
    """Return a typed text without harmful characters; without `allow_lines` it becomes one line."""
    clean = "".join(c for c in str(text) if c in "\n\t" or not is_harmful(c)).strip()
    return clean if allow_lines else re.sub(r"[\n\t]+", " ", clean)


def parse_amount(text: str) -> int | str | None:
    """Return dollars; the text itself if it is not an amount, None if it is blank."""
    if not (text := clean_text(text)):
        return None
    try:
        return parse_money(text, highest=_READABLE)
    except ValueError:
        return text


def parse_count(text: str) -> int | str | None:
    """Return a whole number; the text itself if it is not one, None if it is blank."""
    text = clean_text(text)
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else text or None


def parse_targets(text: str) -> list[int] | str | None:
    """Return the squares in “8 or 10”; the text itself if it names none, None if it is blank."""
    text = clean_text(text)
    if re.fullmatch(r"(?:square\s*)?[0-9]{1,3}(?:[\s,;/]+(?:or\s+|and\s+)?[0-9]{1,3})*", text, re.IGNORECASE):
        return [int(number) for number in re.findall(r"[0-9]+", text)]
    return text or None


def build_slide(*, kind: str, dollars: str, to: str, spin: bool, label: str, name: str, weight: str) -> Content:
    """Return a slide as typed, even with values that its kind does not use: the kind may change again."""
    content = {
        "kind": "cash_spin" if kind == "cash" and spin else clean_text(kind),
        "value" if kind == "prize" else "amount": parse_amount(dollars),
        "to": parse_targets(to),
        "spin": (spin and kind in WITH_SPIN) or None,
        "label": clean_text(label) or None,
        "name": clean_text(name) or None,
        "weight": _omit_weight_one(parse_count(weight)),
    }
    return {key: value for key, value in content.items() if value is not None}


def build_square(*, number: str, weight: str, slides: list[Content]) -> Content:
    content = {"number": parse_count(number), "slides": slides, "weight": _omit_weight_one(parse_count(weight))}
    return {key: value for key, value in content.items() if value is not None}


def merge_details(content: Content, changes: Mapping[str, str]) -> Content:
    details = dict(content)
    for key, text in changes.items():
        if key == "source":
            details[key] = [
                line for line in clean_text(text, allow_lines=True).replace("\t", " ").split("\n") if line.strip()
            ]
        elif key == "round":
            details[key] = parse_count(text) if clean_text(text) else ""
        else:
            details[key] = clean_text(text, allow_lines=key == "notes")
    return details


def build_blank_square(number: int = 1) -> Content:
    return {"number": number, "slides": [{"kind": "unknown"} for _ in range(USUAL_SLIDES)]}


def build_blank_board() -> Content:
    return {
        "id": "",
        "name": "",
        "show": "",
        "round": 2,
        "squares": [build_blank_square(n + 1) for n in range(RING_SQUARES)],
    }


def list_squares(content: Content) -> list[Content]:
    return list(content["squares"])


def replace_squares(content: Content, squares_of_board: list[Content]) -> Content:
    return {**content, "squares": squares_of_board}


def set_weights(squares_of_board: list[Content], weights: Mapping[int, int]) -> None:
    """Set the weights of squares by their numbers; squares without a new weight keep theirs."""
    for index, square in enumerate(squares_of_board):
        if isinstance(number := square.get("number"), int) and number in weights:
            fields = {key: value for key, value in square.items() if key != "weight"}
            weight = _omit_weight_one(weights[number])
            squares_of_board[index] = fields if weight is None else fields | {"weight": weight}


def get_about_part(content: Content) -> Content:
    return {key: content.get(key) for key in ABOUT}


def get_squares_part(content: Content) -> Content:
    return {"squares": content["squares"]}


def measure_content(content: Content) -> int:
    return len(json.dumps(content, ensure_ascii=False).encode())


def fingerprint_content(part: Any) -> str:
    return hashlib.sha256(json.dumps(part, sort_keys=True).encode()).hexdigest()[:16]


def _omit_weight_one(weight: int | str | None) -> int | str | None:
    return None if weight == 1 else weight


def build_square_heading(content: Content, index: int) -> str:
    """Return the heading of a square: its number, or its place in the list if it has no number."""
    number = list_squares(content)[index].get("number")
    return f"Square {number}" if isinstance(number, int) else f"Square {index + 1} of the list"
