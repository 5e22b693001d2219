"""Helpers for several games' tables: dice, seeds, addresses."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

SEEDS = 10**9
ROLLS = 10**6


def die(seed: int, place: int, sides: int) -> int:
    """Return the face of the roll at this place in a game with this seed."""
    digest = hashlib.sha256(f"{seed}:{place}".encode()).digest()
    return int.from_bytes(digest[:8]) % sides + 1


def advance(rolls: int, dice: int) -> int:
    """Return the place in a game's sequence of dice after `dice` more; the sequence repeats after a million."""
    return (rolls + dice) % ROLLS


def random_seed() -> int:
    """Return a seed for a new game."""
    return secrets.randbelow(SEEDS)


def query(values: Mapping[str, Any]) -> str:
    """Return a query string without empty values."""
    return "?" + urlencode({name: value for name, value in values.items() if value not in (None, "")})
