"""How the review of a game of Tree Solitaire is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .review import Words


def told(each: Mapping[str, Any]) -> str:
    """A fork with what was looked at, from an entry of a review."""
    looks = len(each["seen"])
    seen = f"{looks} look{'' if looks == 1 else 's'}" if looks else "no look"
    return f"value {each['point']:.4g}, {seen}"


WORDS = Words(told, str, lambda number, entry: "")
