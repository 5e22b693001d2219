"""The wording of a review of Tree Solitaire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .review import Words


def told(each: Mapping[str, Any]) -> str:
    """Return the wording of a fork in a review, with what was looked at."""
    looks = len(each["seen"])
    seen = f"{looks} look{'' if looks == 1 else 's'}" if looks else "no look"
    return f"value {each['point']:.4g}, {seen}"


WORDS = Words(told, str, lambda number, entry: "")
