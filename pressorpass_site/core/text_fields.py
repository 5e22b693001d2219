"""What people type, without the characters that nobody sees: controls, marks that turn lines round, fillers."""

from __future__ import annotations

import unicodedata
from typing import Any

from django import forms

JOINER = "\u200d"  # makes one picture of several: a family, a flag
_UNSEEN = ("Cc", "Cf", "Cs", "Cn")
# They turn the direction of what follows, so that a text reads as another.
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters by name, but with nothing to see


def one_line(text: str) -> str:
    """The text in one line, with single spaces; "" if there is nothing to see in it."""
    shown = " ".join(_seen(" ".join(text.split())).split())
    return shown if _says_something(shown) else ""


def lines(text: str) -> str:
    """The text with its line breaks; "" if there is nothing to see in it."""
    shown = "\n".join(_seen(line.replace("\t", " ")).rstrip() for line in text.splitlines()).strip("\n")
    return shown if _says_something(shown) else ""


class OneLineField(forms.CharField):
    """A text in one line; nothing to see is as good as nothing."""

    def to_python(self, value: Any) -> Any:
        return one_line(super().to_python(value) or "")


class LinesField(forms.CharField):
    """A text of several lines; nothing to see is as good as nothing."""

    def to_python(self, value: Any) -> Any:
        return lines(super().to_python(value) or "")


def harmful(character: str) -> bool:
    """Whether no text may have this character: it controls something, or turns what follows round."""
    return unicodedata.category(character) in ("Cc", "Cs") or character in _TURNING


def _seen(text: str) -> str:
    """What can be seen of a line; joiners stay between what they join."""
    kept = [letter for letter in text if letter == JOINER or unicodedata.category(letter) not in _UNSEEN]
    return "".join(letter for at, letter in enumerate(kept) if letter != JOINER or _joins(kept, at))


def _joins(letters: list[str], at: int) -> bool:
    around = letters[at - 1 : at] + letters[at + 1 : at + 2]
    return len(around) == 2 and not any(letter.isspace() or letter == JOINER for letter in around)


def _says_something(text: str) -> bool:
    """Whether any letter is more than a space, a filler or a mark upon another."""
    return any(unicodedata.category(letter)[0] not in "ZMC" and letter not in _BLANK for letter in text)
