"""What is remembered of an answer when a better one takes its place, and which of two is better."""

from __future__ import annotations

from typing import Any


def step(result: dict[str, Any]) -> dict[str, Any]:
    """The verdict of a result and how it was known."""
    return {name: result[name] for name in ("best", "margin", "too_close", "method")}


def uncertainty(result: dict[str, Any]) -> float:
    """The widest interval among the chances to win."""
    return max(
        high - low
        for action in result["actions"].values()
        if action
        for low, high in zip(action["low"], action["high"], strict=True)
    )


def rougher(result: dict[str, Any], kept: dict[str, Any]) -> bool:
    """Whether `result` says less than the answer that is kept."""
    return uncertainty(result) > uncertainty(kept)
