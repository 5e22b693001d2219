"""Reading policies of Pig: ``optimal``, ``best-response``, ``hold:20``."""

from __future__ import annotations

import re

from ....errors import InputError
from ...options import check_best_responses
from .rules import Policy

LARGEST = 10**9


def policy(name: str, typed: str, *, best_response: bool = True) -> Policy:
    """Read the option ``name``. Raises InputError with its name."""
    text = typed.strip()
    if text == "optimal" or (text == "best-response" and best_response):
        return Policy(text)
    found = re.fullmatch(r"hold:0*([0-9]{1,10})", text)
    if found and 1 <= int(found[1]) <= LARGEST:
        return Policy(text, int(found[1]))
    words = "optimal, best-response or hold:K" if best_response else "optimal or hold:K"
    raise InputError(f"must be {words} with K a whole number from 1, not “{text[:40]}”", field=name)


def two(a: str, b: str) -> tuple[Policy, Policy]:
    """Return both players' policies. Raises InputError."""
    first, second = policy("a", a), policy("b", b)
    check_best_responses(first.best_response, second.best_response)
    return first, second
