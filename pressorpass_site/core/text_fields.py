"""Form fields of text: without invisible characters (controls, bidirectional marks, fillers), or read as a value."""

import unicodedata
from collections.abc import Callable
from typing import Any

from django import forms

JOINERS = "\u200c\u200d"  # letters of Persian and Hindi names; the second combines emoji: a family, a flag
_INVISIBLE = ("Cc", "Cf", "Cs", "Cn")
# Characters that change the direction of the following text, so that it reads differently.
_BIDIRECTIONAL = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters by category, but blank


def clean_line(text: str) -> str:
    """Return the text in one line with single spaces; "" if nothing in it is visible."""
    visible = " ".join(_keep_visible(" ".join(text.split())).split())
    return visible if _has_visible(visible) else ""


def clean_lines(text: str) -> str:
    """Return the text with its line breaks; "" if nothing in it is visible."""
    visible = "\n".join(_keep_visible(line.replace("\t", " ")).rstrip() for line in text.splitlines()).strip("\n")
    return visible if _has_visible(visible) else ""


class OneLineField(forms.CharField):
    """A text in one line; invisible text counts as empty."""

    def to_python(self, value: Any) -> Any:
        return clean_line(super().to_python(value) or "")


class LinesField(forms.CharField):
    """A text of several lines; invisible text counts as empty."""

    def to_python(self, value: Any) -> Any:
        return clean_lines(super().to_python(value) or "")


class ParsedField(forms.CharField):
    """A text that `read` parses, or rejects with a ValueError; a blank one has the `empty_value`."""

    def __init__(self, read: Callable[[str], Any], empty_value: Any, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)
        self.read, self.blank_value = read, empty_value

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return self.blank_value
        try:
            return self.read(text)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from None


def is_harmful(character: str) -> bool:
    """Return whether the character is refused in every text: a control, a surrogate or a bidirectional mark."""
    return unicodedata.category(character) in ("Cc", "Cs") or character in _BIDIRECTIONAL


def _keep_visible(text: str) -> str:
    """Return the visible characters of a line; joiners stay between two of them."""
    visible = [letter for letter in text if letter in JOINERS or unicodedata.category(letter) not in _INVISIBLE]
    return "".join(letter for index, letter in enumerate(visible) if letter not in JOINERS or _joins(visible, index))


def _joins(letters: list[str], index: int) -> bool:
    around = letters[index - 1 : index] + letters[index + 1 : index + 2]
    return len(around) == 2 and not any(letter.isspace() or letter in JOINERS for letter in around)


def _has_visible(text: str) -> bool:
    """Return whether any character is more than a space, a filler or a combining mark."""
    return any(unicodedata.category(letter)[0] not in "ZMC" and letter not in _BLANK for letter in text)
