"""Text widths in the fonts of the pictures, for fitting and wrapping.

The fonts are Liberation Sans, as wide as Arial and Helvetica, and Anton for scores and verdicts.
`tools/letter_widths.py` writes the table of their widths.
"""

import json
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

DISPLAY_FAMILY = "Anton, Impact, 'Arial Narrow', sans-serif"
FAMILY = "Arial, 'Liberation Sans', Helvetica, sans-serif"
ELLIPSIS = "…"
REGULAR, BOLD, DISPLAY = "LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf", "Anton.ttf"
JOINERS = "\u200c\u200d"

FONTS = Path(__file__).parent / "fonts"
WIDTHS = FONTS / "widths.json"
# The width of letters that the font lacks, in font sizes: an upper bound except for a few symbols.
MISSING_LETTER_WIDTH = 1.15


@cache
def _load_widths(face: str) -> dict[str, float]:
    letters = json.loads(WIDTHS.read_text(encoding="utf-8"))[face]["letters"]
    return {letter: int(width) / 1000 for width, same_width in letters.items() for letter in same_width}


def clean(text: str) -> str:
    """Return the text without characters that are invalid in SVG or change its direction.

    Joiners and non-joiners stay: emoji, Hindi and Persian need them.
    """
    letters = (" " if letter.isspace() and letter != "\xa0" else letter for letter in text)
    return "".join(
        letter
        for letter in letters
        if letter in JOINERS or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Cn")
    )


def measure_text(text: str, size: float, face: str = REGULAR) -> float:
    """Return the width of the text in the unit of `size`; overestimated for unknown letters."""
    widths = _load_widths(face)
    return size * sum(
        0 if unicodedata.combining(letter) else widths.get(letter, MISSING_LETTER_WIDTH) for letter in text
    )


def cut_text(text: str, room: float, size: float, face: str = REGULAR) -> str:
    """Return the text, shortened with “…” if it is wider than `room`."""
    if measure_text(text, size, face) <= room:
        return text
    while text and measure_text(text + ELLIPSIS, size, face) > room:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def find_fitting_size(text: str, room: float, size: float, min_size: float, face: str = REGULAR) -> float:
    """Return the largest size up to `size` at which the text fits `room`, but at least `min_size`."""
    wide = measure_text(text, size, face)
    return size if wide <= room else max(min_size, size * room / wide)


def wrap_text(text: str, room: float, size: float, max_lines: int, face: str = REGULAR) -> list[str]:
    """Return the text wrapped into at most `max_lines` lines, the last one shortened if necessary."""
    lines: list[str] = []
    line = ""
    for word in _break_words(text, room, size, face):
        longer = f"{line} {word}" if line else word
        if line and measure_text(longer, size, face) > room:
            lines.append(line)
            line = word
        else:
            line = longer
    lines.append(line)
    if len(lines) <= max_lines:
        return lines
    return [*lines[: max_lines - 1], cut_text(" ".join(lines[max_lines - 1 :]), room, size, face)]


def _break_words(text: str, room: float, size: float, face: str) -> Iterator[str]:
    """Yield the words between breakable spaces; words wider than `room` in parts."""
    for word in text.split(" "):
        part = ""
        for letter in word:
            if part and measure_text(part + letter, size, face) > room:
                yield part
                part = ""
            part += letter
        if part:
            yield part
