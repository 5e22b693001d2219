"""How Pig is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def told(each: Mapping[str, Any]) -> str:
    """A place where a choice was made, from an entry of a review."""
    return f"{each['total']} in hand at {each['own']} to {each['opp']}"
