"""Reading a figure of a poor scan, given the value it should have.

The scan confuses digits, above all those that look alike, and prints other signs for some. A figure is counted against
the memo only if no misread digit explains it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

# Digits that the scan confuses again and again, as the words around its figures show.
ALIKE = frozenset(frozenset(pair) for pair in ("14", "17", "35", "38", "06", "08", "09", "56", "58", "68"))
# Also ``random``: found by playing games, so that no value explains it.
VERDICTS = ("agrees", "misread", "differs", "random", "unreadable")
_LOST = "?"  # stands for a sign that is no digit
_MOST_LOST = 0.5  # of a figure's decimals


@dataclass(frozen=True, slots=True)
class Reading:
    """The reading of a figure.

    Attributes:
        figure: the number that was printed; None if it cannot be read.
        verdict: ``agrees``, ``misread`` (a digit of the scan is wrong), ``differs`` or ``unreadable``.
    """

    figure: float | None
    verdict: str


def read(scan: str, *values: float, certain: bool = False) -> Reading:
    """Read a scanned figure.

    Args:
        scan: its digits, with ``?`` for each illegible one: ``.8?266``.
        values: the values that it may have, the likeliest first, to be rounded or cut off to as many decimals.
        certain: whether no digit is in doubt, as other figures confirm it.
    """
    whole, _, decimals = scan.partition(".")
    places, lost = len(decimals), decimals.count(_LOST)
    if lost > _MOST_LOST * places:
        return Reading(None, "unreadable")
    found = []
    for value in values:
        for printed in (round(value, places), math.floor(value * 10**places + 1e-9) / 10**places):
            text = f"{printed:.{places}f}"
            found.append((*_wrong(text if whole else text.removeprefix("0"), scan), printed))
    other, wrong, printed = min(found, key=lambda each: each[:2])
    if not wrong:
        return Reading(printed, "agrees")
    if other <= 1 and not certain:
        return Reading(printed, "misread")
    return Reading(None, "unreadable") if lost else Reading(float(scan), "differs")


def _wrong(printed: str, scan: str) -> tuple[int, int]:
    """Return the numbers of digits in the scan that differ from the printed ones: without those that look alike, and
    all.
    """
    if len(printed) != len(scan):
        return len(scan), len(scan)
    wrong = [frozenset((a, b)) for a, b in zip(printed, scan, strict=True) if a != b and b != _LOST]
    return sum(pair not in ALIKE for pair in wrong), len(wrong)
