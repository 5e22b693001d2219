"""Displayed names of Tree Solitaire's strategies, and of what curves run over."""

from __future__ import annotations

from dataclasses import dataclass

from .rules import following, plies


@dataclass(frozen=True)
class Strategy:
    """A strategy's name in the memo, the points it looks at before a move, and the rule for its move."""

    title: str
    looks: str
    goes: str


STRATEGIES = {
    "nostrat": Strategy("NOSTRAT", "at nothing", "where a fair coin says"),
    "strat": Strategy("STRAT", "at nothing", "high"),
    "hstrat": Strategy("HSTRAT", "high", "low if high has lost, else high"),
    "lstrat": Strategy("LSTRAT", "low", "low if low is a win, else high"),
    "2hstrat": Strategy("2HSTRAT", "high, and high from there", "high for a win there or if both split, else low"),
    "2lstrat": Strategy("2LSTRAT", "low, and high from there", "low for a win there, else high"),
    "bstrat": Strategy("BSTRAT", "at both", "to a win; else to the higher that splits"),
    "infhstrat": Strategy("∞HSTRAT", "high, and high on to the end", "high for a win there, else low"),
    "inflstrat": Strategy("∞LSTRAT", "low, and high on to the end", "low for a win there, else high"),
    "hprime": Strategy("H′STRAT", "high", "as HSTRAT, but weighs a high branch that splits"),
    "bprime": Strategy("B′STRAT", "at both", "as BSTRAT, but weighs two that split"),
    "unlimited": Strategy("Unlimited", "at the highest unseen point, again and again", "to any win there is"),
}


def strategy(name: str) -> Strategy:
    """Return the words for any strategy: those with their own names, XHSTRAT and XLSTRAT, and those that see plies."""
    if name in STRATEGIES:
        return STRATEGIES[name]
    depth, followed = plies(name), following(name)
    if depth is not None:
        return Strategy(
            f"{depth} plies", f"at all points {depth} plies down", "to a win, else towards the highest that splits"
        )
    assert followed is not None
    title = f"{followed[1]}{followed[0].upper()}STRAT"
    if followed[0] == "h":
        return Strategy(
            title, f"high, and high on: {followed[1]} points", "high for a win there or if all split, else low"
        )
    return Strategy(title, f"low, and high on: {followed[1]} points", "low for a win there, else high")


CURVES = {
    "E": "E, the chance that a point is an end point",
    "A": "A, the split ratio",
    "value": "the value of the split point where play begins",
    "top": "T, the value of the top",
    "step": "D, the step from fork to branch",
}
