"""Games with hidden names: the one place that takes the names out of everything that is shown."""

from __future__ import annotations

import re
from copy import copy
from typing import Any

from pressorpass_site.questions.question import SEATS

from .models import StoredGame

SHORTEST = 3  # letters of a part of a name that is removed by itself: “Larson”, not “Jo” or “de”
# Texts that people wrote, and the engine's limits of their lengths.
SHORT_TEXTS = {"date": 60, "episode": 60, "result": 60, "comment": 2000}
LONGEST = 2000

Names = tuple[str, ...]


def without_names(row: StoredGame) -> StoredGame:
    """Return the game for others: a copy, never to be saved, that has the names nowhere."""
    shown = copy(row)
    shown.hidden = names = tuple(row.headers.get("names") or ())
    shown.title = masked(row.title, names)
    shown.headers = row.headers | {"names": ["", "", ""]}
    for key, longest in SHORT_TEXTS.items():
        if text := row.headers.get(key):
            shown.headers[key] = masked(text, names)[:longest].strip()
    extra = row.headers.get("extra", {})
    shown.headers["extra"] = {key: masked(text, names)[:LONGEST].strip() for key, text in extra.items()}
    return shown


def event_without_names(data: dict[str, Any], names: Names) -> dict[str, Any]:
    """Return an event for others: only its comment can hold a name."""
    comment = data.get("comment")
    return data | {"comment": masked(comment, names)[:LONGEST].strip()} if comment else data


def masked(text: str, names: Names) -> str:
    """Return the text with the contestants' places instead of their names, or of parts of them."""
    seats: dict[str, str] = {}
    for name, seat in zip(names, SEATS, strict=False):
        for part in [name, *re.findall(rf"\w{{{SHORTEST},}}", name)]:
            if part:
                seats.setdefault(part.lower(), seat)
    if not seats:
        return text
    longest_first = "|".join(re.escape(part) for part in sorted(seats, key=len, reverse=True))
    pattern = re.compile(rf"(?<!\w)(?:{longest_first})(?!\w)", re.IGNORECASE)
    return pattern.sub(lambda found: seats.get(found[0].lower(), "…"), text)
