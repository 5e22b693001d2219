"""The strategies of Tree Solitaire: their names, how far they look, and where they go."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Strategy:
    """A strategy in words.

    Attributes:
        title: its name in the memo.
        max_looks: the most looks at a fork; None for no limit.
        looks: the points it looks at before a move.
        goes: the rule for its move.
    """

    title: str
    max_looks: int | None
    looks: str
    goes: str


# The named strategies, by how much they see. Others are XHSTRAT and XLSTRAT with other X (``3hstrat``, ``3lstrat`` …),
# and strategies that see D plies (``2ply`` …).
STRATEGIES_BY_NAME = {
    "nostrat": Strategy("NOSTRAT", 0, "at nothing", "where a fair coin says"),
    "strat": Strategy("STRAT", 0, "at nothing", "high"),
    "hstrat": Strategy("HSTRAT", 1, "high", "low if high has lost, else high"),
    "lstrat": Strategy("LSTRAT", 1, "low", "low if low is a win, else high"),
    "2hstrat": Strategy("2HSTRAT", 2, "high, and high from there", "high for a win there or if both split, else low"),
    "2lstrat": Strategy("2LSTRAT", 2, "low, and high from there", "low for a win there, else high"),
    "bstrat": Strategy("BSTRAT", 2, "at both", "to a win; else to the higher that splits"),
    "infhstrat": Strategy("∞HSTRAT", None, "high, and high on to the end", "high for a win there, else low"),
    "inflstrat": Strategy("∞LSTRAT", None, "low, and high on to the end", "low for a win there, else high"),
    "hprime": Strategy("H′STRAT", 1, "high", "as HSTRAT, but weighs a high branch that splits"),
    "bprime": Strategy("B′STRAT", 2, "at both", "as BSTRAT, but weighs two that split"),
    "unlimited": Strategy("Unlimited", None, "at the highest unseen point, again and again", "to any win there is"),
}
STRATEGIES = tuple(STRATEGIES_BY_NAME)
WEIGHING = ("hprime", "bprime")  # they weigh two split points by depreciation factors
STEPPING = STRATEGIES[: STRATEGIES.index(WEIGHING[0])]  # they go by which branches split or win
MAX_LOOKS = 99  # X of XHSTRAT and XLSTRAT
MAX_PLIES = 6
_FOLLOWING = re.compile(r"(inf|[1-9][0-9]?)?(h|l)strat")
_PLIES = re.compile(rf"([2-{MAX_PLIES}])ply")


def parse_strategy_name(text: str) -> str | None:
    """Return the name of a strategy as in the memo or with its number last: ``3hstrat`` for ``xhstrat:3``; or None."""
    kind, _, number = text.strip().lower().partition(":")
    name = f"{number}{kind.removeprefix('x')}" if number else kind
    name = {"1hstrat": "hstrat", "1lstrat": "lstrat", "1ply": "bstrat"}.get(name, name)
    return name if name in STRATEGIES_BY_NAME or _FOLLOWING.fullmatch(name) or _PLIES.fullmatch(name) else None


def parse_path_strategy(name: str) -> tuple[str, int | None] | None:
    """Return ``h`` or ``l`` and X (None for no limit) for XHSTRAT and XLSTRAT; None for others."""
    match = _FOLLOWING.fullmatch(name)
    if not match:
        return None
    return match[2], None if match[1] == "inf" else int(match[1] or 1)


def count_plies(name: str) -> int | None:
    """Return the number of plies that a ply-limited strategy sees; None for others."""
    match = _PLIES.fullmatch(name)
    return int(match[1]) if match else None


def describe_strategy(name: str) -> Strategy:
    """Return the description of any strategy, XHSTRAT, XLSTRAT and ``Dply`` included."""
    if name in STRATEGIES_BY_NAME:
        return STRATEGIES_BY_NAME[name]
    depth, path_strategy = count_plies(name), parse_path_strategy(name)
    if depth is not None:
        looks, goes = f"at all points {depth} plies down", "to a win, else toward the highest that splits"
        return Strategy(f"{depth} plies", 2 ** (depth + 1) - 2, looks, goes)
    assert path_strategy is not None
    side, max_looks = path_strategy
    title = f"{max_looks}{side.upper()}STRAT"
    if side == "h":
        return Strategy(
            title, max_looks, f"high, and high on: {max_looks} points", "high for a win there or if all split, else low"
        )
    return Strategy(title, max_looks, f"low, and high on: {max_looks} points", "low for a win there, else high")
