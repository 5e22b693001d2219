"""Stepping through a played game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Steps:
    """A place among a game's choices, with the addresses before and after; "" at either end."""

    number: int
    count: int
    first: str
    back: str
    on: str
    last: str


def steps(link: Callable[..., str], step: int | None, count: int) -> Steps | None:
    """Return the steps around the choice after `step` of `count` choices; None if the game is not stepped through."""
    if step is None:
        return None
    return Steps(
        step,
        count,
        link(step=0) if step else "",
        link(step=step - 1) if step else "",
        link(step=step + 1) if step + 1 < count else "",
        link(step=None),
    )
