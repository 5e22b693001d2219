"""Small numbers in words."""

from __future__ import annotations

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def spelt(number: int) -> str:
    """“three”; digits from 13 on."""
    return _WORDS[number] if number < len(_WORDS) else str(number)


def counted(number: int, what: str) -> str:
    """“one spin”, “three spins”."""
    return f"{spelt(number)} {what}{'' if number == 1 else 's'}"
