"""The wording of Pig's choices and policies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..controls.control import SEPARATOR


def told(each: Mapping[str, Any]) -> str:
    """Return the wording of the place of a choice in a review."""
    return f"{each['total']} in hand at {each['own']} to {each['opp']}"


def player_words(policy: str) -> str:
    """Return a policy in words: “holding at 20”."""
    kind, _, total = policy.partition(SEPARATOR)
    return f"holding at {int(total)}" if kind == "hold" else "the best player"
