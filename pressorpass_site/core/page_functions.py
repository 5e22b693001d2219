"""Template filters: numbers for people (engine/formatting.py), and names that are written from right to left."""

import re
from collections.abc import Callable

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from engine import formatting

# Words that are written from right to left: Hebrew, Arabic and their neighbors, with the spaces between them.
_RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_RUN = re.compile(rf"[{_RIGHT_TO_LEFT}](?:[{_RIGHT_TO_LEFT}\s\u200c\u200d]*[{_RIGHT_TO_LEFT}])?")


def svg_percent(share: float) -> str:
    """Return a share as a length in SVG: 0.5 → 50.00%."""
    return f"{100 * share:.2f}%"


def isolated(text: str) -> SafeString:
    """Return a sentence with each run of words from right to left in a `<bdi>`: a number after a name stays after it."""
    return mark_safe(_RUN.sub(r"<bdi>\g<0></bdi>", conditional_escape(text)))  # noqa: S308  # escaped before


FILTERS: dict[str, Callable[..., str]] = {
    "chance": formatting.format_exact_percent,
    "isolated": isolated,
    "money": formatting.format_money,
    "points": formatting.format_points,
    "seconds": formatting.format_seconds,
    "svg_percent": svg_percent,
}
