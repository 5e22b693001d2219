"""Differences between two contents of a draft, in words."""

from collections.abc import Iterator
from typing import Any

from engine import Slide

from .draft_content import ABOUT, KINDS, Content, squares


def slide_words(found: Content) -> str:
    kind = found.get("kind", "")
    try:
        given: Content = {key: found.get(key) for key in ("amount", "value", "label", "name")}
        text = Slide(kind, to=tuple(found.get("to", ())), spin=bool(found.get("spin")), **given).text
    except (TypeError, ValueError):  # typed, but not yet valid
        money = found.get("value" if kind == "prize" else "amount")
        name = KINDS.get("cash" if kind == "cash_spin" else str(kind), "?")
        text = name if money is None else f"{name} ({money})"
    weight = found.get("weight", 1)
    return text if weight == 1 else f"{text}, weight {weight}"


def changes_between(before: Content, after: Content) -> list[str]:
    changes = [
        f"{_ABOUT_WORDS[key]}: {_short(before.get(key))} → {_short(after.get(key))}"
        for key in ABOUT
        if (before.get(key) or None) != (after.get(key) or None)
    ]
    old = {str(each.get("number")): each for each in squares(before)}
    new = {str(each.get("number")): each for each in squares(after)}
    changes += [f"square {number} removed" for number in old if number not in new]
    for number, each in new.items():
        if number not in old:
            changes.append(f"square {number} added: {' · '.join(map(slide_words, each['slides']))}")
        else:
            changes += _square_changes(number, old[number], each)
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


def _square_changes(number: str, before: Content, after: Content) -> Iterator[str]:
    if before.get("weight", 1) != after.get("weight", 1):
        yield f"square {number}: weight {before.get('weight', 1)} → {after.get('weight', 1)}"
    old, new = before["slides"], after["slides"]
    if len(old) != len(new):
        yield f"square {number}: {' · '.join(map(slide_words, old)) or 'nothing'} → {' · '.join(map(slide_words, new)) or 'nothing'}"
        return
    for index, (was, is_now) in enumerate(zip(old, new, strict=True), 1):
        if was != is_now:
            kept = slide_words(was) == slide_words(is_now)
            yield f"square {number}, slide {index}: {slide_words(was)} → {'same effect, other text' if kept else slide_words(is_now)}"


def _short(value: Any) -> str:
    text = "; ".join(value) if isinstance(value, list) else str(value or "nothing")
    return text if len(text) <= 80 else f"{text[:80]}…"
