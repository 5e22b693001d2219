"""Sums of money as people write them: “$8,000”, “8 000”, “8.5k”, “$1,400.00”, “€1,400”."""

from __future__ import annotations

import re

_SIGN = r"(?:(?:us)?\$|[€£])"
_NUMBER = (
    r"(?:(?!00)[0-9]{1,12}|[1-9][0-9]{0,2}(?:,[0-9]{3}){1,3}|[1-9][0-9]?(?: [0-9]{3}){1,3})(?:\.00)?"
    r"|[0-9]{1,6}(?:\.[0-9]{1,3})? ?k"
)
_SUM = re.compile(rf"(?:{_SIGN}|usd) ?({_NUMBER})|({_NUMBER})(?: ?{_SIGN}| (?:dollars|bucks|usd))?")
# “400 500”, “400,500” and “1 400 500” may be several sums; “$400,500” is one.
_BARE_GROUPS = re.compile(r"[1-9][0-9]{2}(?:,[0-9]{3}){1,9}")
_SEVERAL = re.compile(rf"[$€£]? ?[0-9]{{1,7}}(?: [0-9]{{1,7}}){{1,9}}|{_BARE_GROUPS.pattern}")
_POINT = re.compile(r"(?<![0-9.,])[0-9]{1,3}\.[0-9]{3}(?![0-9k])")
_CENTS = re.compile(r"(?<![0-9.,])[0-9][0-9,]{0,15}\.[0-9]{1,2}(?![0-9k])")


def parse_whole_dollars(text: str) -> int | None:
    """Return the whole dollars of a sum, in any currency; None if it is not a sum."""
    text = text.strip().lower()
    match = _SUM.fullmatch(text)
    if not match or _BARE_GROUPS.fullmatch(text):
        return None
    number = (match[1] or match[2]).removesuffix(".00")
    if not number.endswith("k"):
        return int(re.sub(r"[, ]", "", number))
    whole, _, part = number.removesuffix("k").strip().partition(".")
    return int(whole + part.ljust(3, "0"))


def find_sum_fault(text: str) -> str:
    """Return a sentence on a sum that is not in whole dollars, or is ambiguous; "" if there is none."""
    if _SEVERAL.fullmatch(text):
        return f"Is {text} one sum or several? Write a sum without blanks, such as $1,400, and “ / ” between slides."
    if point := _POINT.search(text):
        whole, _, part = point[0].partition(".")
        return f"Is {point[0]} ${whole},{part} or ${whole}.{part[:2]}? Write whole dollars, such as {whole}{part}."
    return "Sums are in whole dollars." if _CENTS.search(text) else ""
