"""Differences between two contents of a draft, in words."""

from collections.abc import Iterator
from typing import Any

from engine import Slide

from .draft_content import ABOUT, KINDS, Content, list_squares


def describe_slides(content: Content) -> str:
    kind = content.get("kind", "")
    try:
        fields: Content = {key: content.get(key) for key in ("amount", "value", "label", "name")}
        text = Slide(kind, to=tuple(content.get("to", ())), spin=bool(content.get("spin")), **fields).text
    except (TypeError, ValueError):  # typed, but not yet valid
        money = content.get("value" if kind == "prize" else "amount")
        name = KINDS.get("cash" if kind == "cash_spin" else str(kind), "?")
        text = name if money is None else f"{name} ({money})"
    weight = content.get("weight", 1)
    return text if weight == 1 else f"{text}, weight {weight}"


def list_changes(before: Content, after: Content) -> list[str]:
    changes = [
        f"{_ABOUT_WORDS[key]}: {_shorten_value(before.get(key))} → {_shorten_value(after.get(key))}"
        for key in ABOUT
        if (before.get(key) or None) != (after.get(key) or None)
    ]
    old = {str(square.get("number")): square for square in list_squares(before)}
    new = {str(square.get("number")): square for square in list_squares(after)}
    changes += [f"square {number} removed" for number in old if number not in new]
    for number, square in new.items():
        if number not in old:
            changes.append(f"square {number} added: {' · '.join(map(describe_slides, square['slides']))}")
        else:
            changes += _list_square_changes(number, old[number], square)
    return changes


_ABOUT_WORDS = {
    "id": "id",
    "name": "name",
    "show": "show",
    "round": "round",
    "valid_from": "first day",
    "valid_to": "last day",
    "source": "sources",
    "confidence": "reliability",
    "notes": "notes",
}


def _list_square_changes(number: str, before: Content, after: Content) -> Iterator[str]:
    if before.get("weight", 1) != after.get("weight", 1):
        yield f"square {number}: weight {before.get('weight', 1)} → {after.get('weight', 1)}"
    old, new = before["slides"], after["slides"]
    if len(old) != len(new):
        yield f"square {number}: {' · '.join(map(describe_slides, old)) or 'nothing'} → {' · '.join(map(describe_slides, new)) or 'nothing'}"
        return
    for index, (was, is_now) in enumerate(zip(old, new, strict=True), 1):
        if was != is_now:
            same_slides = describe_slides(was) == describe_slides(is_now)
            yield f"square {number}, slide {index}: {describe_slides(was)} → {'same effect, other text' if same_slides else describe_slides(is_now)}"


def _shorten_value(value: Any) -> str:
    text = "; ".join(value) if isinstance(value, list) else str(value or "nothing")
    return text if len(text) <= 80 else f"{text[:80]}…"
