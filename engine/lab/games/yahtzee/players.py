"""Players of a duel by name: for the win, or for points as if alone."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ....errors import InputError
from .policies import AUTOPLAYERS, Name, Policy

BEST_RESPONSE = "best-response"
FOR_POINTS = "solitaire, greedy, random, autoplayer:N, numbers:N or ranked:N"
NAMES = f"optimal, {BEST_RESPONSE}, {FOR_POINTS}"
DEEPEST = 13


@dataclass(frozen=True, slots=True)
class Player:
    """A player; ``alone`` is the policy for points that it follows, None if it plays for the win."""

    name: str
    alone: Policy | None = None


def player(name: str, typed: str, prune: bool = False) -> Player:
    """Read the option ``name``: a player's name.

    ``solitaire`` has the most expected points, and the autoplayers look N turns ahead (1 if left out), and ``prune``
    by the first die.

    Raises:
        InputError: it is not a player.
    """
    text = typed.strip()
    if text in ("optimal", BEST_RESPONSE):
        return Player(text)
    simple: dict[str, Name] = {"solitaire": "optimal", "greedy": "greedy", "random": "random"}
    if text in simple:
        return Player(text, Policy(simple[text]))
    found = re.fullmatch(r"([a-z]+)(?::0*([0-9]{1,2}))?", text)
    depth = int(found[2] or 1) if found else 0
    for auto in AUTOPLAYERS:
        if found and found[1] == auto and 1 <= depth <= DEEPEST:
            return Player(text, Policy(auto, depth, prune))
    raise InputError(f"must be {NAMES} with N from 1 to {DEEPEST}, not “{text[:40]}”", field=name)
