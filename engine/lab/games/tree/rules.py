"""The strategies of Tree Solitaire: their names, and how far they look."""

from __future__ import annotations

import re

# The strategies with names of their own, from the blindest to the one that sees everything, with their most looks at
# a fork. XHSTRAT and XLSTRAT with other X are ``3hstrat``, ``3lstrat`` …; with D plies, ``2ply`` …
LOOKS: dict[str, int | None] = {
    "nostrat": 0,
    "strat": 0,
    "hstrat": 1,
    "lstrat": 1,
    "2hstrat": 2,
    "2lstrat": 2,
    "bstrat": 2,
    "infhstrat": None,
    "inflstrat": None,
    "hprime": 1,
    "bprime": 2,
    "unlimited": None,
}
STRATEGIES = tuple(LOOKS)
WEIGHING = ("hprime", "bprime")  # they weigh two split points by depreciation factors
STEPPING = tuple(
    name for name in STRATEGIES if name not in ("unlimited", *WEIGHING)
)  # moves by which branches split or win
MOST_LOOKS = 99  # X of XHSTRAT and XLSTRAT
MOST_PLIES = 6
_FOLLOWING = re.compile(r"(inf|[1-9][0-9]?)?(h|l)strat")
_PLIES = re.compile(rf"([2-{MOST_PLIES}])ply")


def named(text: str) -> str | None:
    """Return the name of a strategy as in the memo or with its number last: ``3hstrat`` for ``xhstrat:3``; or None."""
    kind, _, number = text.strip().lower().partition(":")
    name = f"{number}{kind.removeprefix('x')}" if number else kind
    name = {"1hstrat": "hstrat", "1lstrat": "lstrat", "1ply": "bstrat"}.get(name, name)
    return name if name in LOOKS or _FOLLOWING.fullmatch(name) or _PLIES.fullmatch(name) else None


def following(strategy: str) -> tuple[str, int | None] | None:
    """Return ``h`` or ``l`` and X (None for no limit) for XHSTRAT and XLSTRAT; None for others."""
    found = _FOLLOWING.fullmatch(strategy)
    if not found:
        return None
    return found[2], None if found[1] == "inf" else int(found[1] or 1)


def plies(strategy: str) -> int | None:
    """Return the number of plies that a ply-limited strategy sees; None for others."""
    found = _PLIES.fullmatch(strategy)
    return int(found[1]) if found else None


def looks_at_most(strategy: str) -> int | None:
    """Return the most looks at a fork; None for no limit."""
    if strategy in LOOKS:
        return LOOKS[strategy]
    depth = plies(strategy)
    if depth is not None:
        return int(2 ** (depth + 1) - 2)
    followed = following(strategy)
    assert followed is not None
    return followed[1]
