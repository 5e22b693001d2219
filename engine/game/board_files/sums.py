"""Sums of money as people write them: “$8,000”, “8 000”, “8.5k”, “$1,400.00”, “€1,400”."""

from __future__ import annotations

import re

_NUMBER = (
    r"(?:(?!00)[0-9]{1,12}|[1-9][0-9]{0,2}(?:,[0-9]{3}){1,3}|[1-9][0-9]{0,2}(?: [0-9]{3}){1,3})(?:\.00)?"
    r"|[0-9]{1,6}(?:\.[0-9]{1,3})? ?k"
)
_SUM = re.compile(rf"[$€£] ?({_NUMBER})|({_NUMBER})(?: ?[$€£]| (?:dollars|bucks))?")
_POINT = re.compile(r"(?<![0-9.,])[0-9]{1,3}\.[0-9]{3}(?![0-9k])")
_CENTS = re.compile(r"(?<![0-9.,])[0-9][0-9,]{0,15}\.[0-9]{1,2}(?![0-9k])")


def dollars_of(text: str) -> int | None:
    """Return the whole dollars of a sum, in whatever currency; None if it is not one."""
    match = _SUM.fullmatch(text.strip().lower())
    if not match:
        return None
    number = (match[1] or match[2]).removesuffix(".00")
    if not number.endswith("k"):
        return int(re.sub(r"[, ]", "", number))
    whole, _, part = number.removesuffix("k").strip().partition(".")
    return int(whole + part.ljust(3, "0"))


def sum_fault(text: str) -> str:
    """Return a sentence on a sum in a text that is none of whole dollars, or may be one of two; "" if there is none."""
    if point := _POINT.search(text):
        whole, _, part = point[0].partition(".")
        return f"Is {point[0]} ${whole},{part} or ${whole}.{part[:2]}? Write whole dollars, such as {whole}{part}."
    return "Sums are in whole dollars." if _CENTS.search(text) else ""
