"""The squares of a board as text, one line each: “4: $3,000 + spin / Move to 8 or 10 / Whammy”.

`write` shows any draft, errors included, and `read` reads it back. `read` also takes text pasted from pages and
spreadsheets. A slide that it cannot read becomes money with the text as its amount, which checks.py reports like an
amount typed in the form.
"""

from typing import Any

from engine import MAX_SLIDES, MAX_SQUARES, SquareText, square_lines, with_marks_quoted

from . import draft_content
from .draft_content import Content


def write(content: Content) -> str:
    return "\n".join(map(_write_square_line, draft_content.list_squares(content)))


def read(text: str, before: Content) -> list[Content]:
    """Return the squares in a text.

    A square whose line is the same as `before` stays unchanged, with everything that a line does not show. A line without
    a number continues the line above. Lines beyond the limits on squares and slides are left out.
    """
    squares_by_line = {_write_square_line(square): square for square in draft_content.list_squares(before)}
    squares: list[Content] = []
    slides = 0
    for _, square_text in square_lines(text):
        square = _parse_square(square_text)
        squares.append(squares_by_line.get(_write_square_line(square), square))
        slides += len(square["slides"])
        if len(squares) > MAX_SQUARES or slides > MAX_SLIDES:
            break
    return squares


def _write_square_line(square: Content) -> str:
    slides = " / ".join(_write_effect(slide) + _write_weight(slide) for slide in square["slides"])
    return f"{square.get('number', '')}{_write_weight(square)}: {slides}"


def _write_effect(slide: Content) -> str:
    money = _write_dollars(slide.get("amount"))
    match slide.get("kind"):
        case "cash_spin":
            return f"{money} + spin"
        case "whammy":
            return "Whammy"
        case "prize":
            value = slide.get("value")
            worth = "" if value is None else f" ({_write_dollars(value)})"
            prize = f"Prize {with_marks_quoted(slide.get('name') or '')}".rstrip()
            return f"{prize}{worth}{' + spin' if slide.get('spin') else ''}"
        case "move":
            to = slide.get("to", "")
            places = " or ".join(map(str, to)) if isinstance(to, list) else to
            label = slide.get("label")
            return f"{with_marks_quoted(label, label=True) if label else 'Move'} → {places}"
        case "cash_or_lose_whammy":
            return f"{money} or lose a Whammy"
        case "cash_or_double":
            return f"{money} or double your $$"
        case "cash_or_spin":
            return f"{money} or spin again"
        case "jackpot":
            return f"Jackpot ({money})"
        case "double":
            return "Double your $$ + spin" if slide.get("spin") else "Double your $$"
        case "lead":
            by = "" if slide.get("amount") == 1 else f" by {money}"
            return f"Take the lead{by}{' + spin' if slide.get('spin') else ''}"
        case "add_a_one":
            return "Add-a-one"
        case "unknown":
            return "?"
        case _:
            return money


def _write_dollars(amount: Any) -> str:
    return f"${amount:,}" if isinstance(amount, int) else str(amount or "$")


def _write_weight(content: Content) -> str:
    weight = content.get("weight", 1)
    return "" if weight == 1 else f" ×{weight}"


def _parse_square(square_text: SquareText) -> Content:
    slides = [
        draft_content.build_slide(
            kind=slide.kind,
            dollars=slide.dollars,
            to=slide.to,
            spin=slide.spin,
            label=slide.label,
            name=slide.name,
            weight=slide.weight or "1",
        )
        for slide in square_text.slides
    ]
    return draft_content.build_square(number=square_text.number, weight=square_text.weight or "1", slides=slides)
