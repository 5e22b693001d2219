"""Players of a duel by name: for the win, or for points as if alone."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ....errors import InputError
from ...options import check_best_responses
from .policies import AUTOPLAYERS, Name, Policy

NAMES = "optimal, best-response, solitaire, greedy, random, autoplayer:N, numbers:N or ranked:N"
DEEPEST = 13


@dataclass(frozen=True, slots=True)
class Player:
    """A player; ``alone`` is the policy for points that it follows, None if it plays for the win."""

    name: str
    alone: Policy | None = None

    @property
    def best_response(self) -> bool:
        return self.name == "best-response"

    @property
    def can_prune(self) -> bool:
        """Whether it can prune by the first die."""
        return self.alone is not None and self.alone.name in AUTOPLAYERS

    def pruning(self) -> Player:
        """Return the same player, pruning by the first die if it can."""
        return Player(self.name, replace(self.alone, prune=True)) if self.alone and self.can_prune else self


def player(name: str, typed: str) -> Player:
    """Read the option ``name``: a player's name.

    ``solitaire`` has the most expected points, and the autoplayers look N turns ahead (1 if left out).

    Raises:
        InputError: it is not a player.
    """
    text = typed.strip()
    if text in ("optimal", "best-response"):
        return Player(text)
    simple: dict[str, Name] = {"solitaire": "optimal", "greedy": "greedy", "random": "random"}
    if text in simple:
        return Player(text, Policy(simple[text]))
    found = re.fullmatch(r"([a-z]+)(?::0*([0-9]{1,2}))?", text)
    depth = int(found[2] or 1) if found else 0
    for auto in AUTOPLAYERS:
        if found and found[1] == auto and 1 <= depth <= DEEPEST:
            return Player(text, Policy(auto, depth))
    raise InputError(f"must be {NAMES} with N from 1 to {DEEPEST}, not “{text[:40]}”", field=name)


def two(a: str, b: str) -> tuple[Player, Player]:
    """Return both players. Raises InputError."""
    first, second = player("a", a), player("b", b)
    check_best_responses(first.best_response, second.best_response)
    return first, second
