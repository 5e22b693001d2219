"""Parsing amounts of money and counts as people type them, with a message for each kind of error; numbers in addresses."""

import re
import unicodedata

from engine import quoted

_PLAIN = re.compile(r"[0-9]+")
_THOUSANDS = re.compile(r"([0-9]+)(?:\.([0-9]{1,3}))? ?[kK]")
_GROUPED = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,3}(?: [0-9]{3})+")


def parse_money(text: str, *, highest: int, subject: str = "A score") -> int:
    """Return whole dollars from “8000”, “$8,000”, “8 000” or “8k”. Raises ValueError with a message for people."""
    cleaned = _normalize(text).removeprefix("$").strip()
    if _is_negative(cleaned):
        raise ValueError(f"{subject} can’t be negative.")
    if re.fullmatch(r"[0-9][0-9, ]*\.[0-9]{1,2}", cleaned):
        raise ValueError("Use whole dollars, without cents.")
    if thousands := _THOUSANDS.fullmatch(cleaned):
        whole, part = thousands.groups(default="")
        cleaned = whole + part.ljust(3, "0")
    if not (_PLAIN.fullmatch(cleaned) or _GROUPED.fullmatch(cleaned)):
        raise ValueError(f"{quoted(text)} isn’t an amount of money. Type digits, like 8000 or $8,000.")
    return _parse_bounded(re.sub(r"[, ]", "", cleaned), highest, f"{subject} goes up to ${highest:,}.")


def parse_count(text: str, *, highest: int, subject: str) -> int:
    """Raises ValueError with a message for people."""
    cleaned = _normalize(text)
    if _is_negative(cleaned):
        raise ValueError(f"{subject} can’t be negative.")
    if not _PLAIN.fullmatch(cleaned):
        raise ValueError(
            f"{quoted(text)} isn’t a number of {subject.lower()}. Type a whole number from 0 to {highest}."
        )
    return _parse_bounded(cleaned, highest, f"{subject} go from 0 to {highest}.")


def parse_digits(text: str, *, max_digits: int = 6) -> int | None:
    """Return a whole number from an address or a hidden field; None unless it has 1 to `max_digits` digits."""
    return int(text) if _PLAIN.fullmatch(text) and len(text) <= max_digits else None


def _normalize(text: str) -> str:
    """Return the text with plain characters and spaces for full-width ones; superscripts stay invalid."""
    wide = "".join(unicodedata.normalize("NFKC", c) if _is_wide(c) or c.isspace() else c for c in text)
    return wide.strip()


def _is_wide(character: str) -> bool:
    return "\uff01" <= character <= "\uff5e"


def _is_negative(cleaned: str) -> bool:
    return re.fullmatch(r"\$?\s*+[-\u2212\u2013]\s*+(?:\$\s*+)?[0-9][0-9, ]*(?:\.[0-9]+)? ?[kK]?", cleaned) is not None


def _parse_bounded(digits: str, highest: int, sentence: str) -> int:
    digits = digits.lstrip("0") or "0"
    if len(digits) > len(str(highest)) or int(digits) > highest:
        raise ValueError(sentence)
    return int(digits)
