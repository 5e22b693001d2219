"""Controls of options in a form: a slider, and choices with numbers of their own.

On the command line and in addresses “hold at 20” is one text, ``hold:20``; in a form it is a select with a number field.
"""

import re
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from itertools import zip_longest

SEPARATOR = ":"


@dataclass(frozen=True)
class Slider:
    """The range of a slider beside a number field, which takes other numbers, too.

    ``below`` names the option that the number must stay below.
    """

    low: float
    high: float
    step: float = 1
    _: KW_ONLY
    below: str = ""


@dataclass(frozen=True)
class NumberControl:
    """A number that belongs to a choice, with its bounds and its first value."""

    label: str
    low: float
    high: float
    first: str
    whole: bool = True

    @property
    def step(self) -> float:
        return 1 if self.whole else 0.1

    def find_error(self, text: str) -> str:
        """Return the error message of a number, "" if it is valid."""
        pattern = r"[0-9]{1,9}" if self.whole else r"[0-9]{0,5}\.?[0-9]{1,5}|[0-9]{1,5}\."
        if re.fullmatch(pattern, text) and self.low <= float(text) <= self.high:
            return ""
        kind = "whole number" if self.whole else "number"
        shown_text = f"“{text[:40]}”" if text else "nothing"
        return f"“{self.label}” must be a {kind} from {self.low:g} to {self.high:g}, not {shown_text}"


@dataclass(frozen=True)
class PlayerControl:
    """A choice with numbers.

    Attributes:
        kinds: by word, the label and the names of the numbers, in the order of the text.
        numbers: by name.
    """

    kinds: Mapping[str, tuple[str, tuple[str, ...]]]
    numbers: Mapping[str, NumberControl]

    def split(self, text: str) -> tuple[str, dict[str, str]]:
        """Return the kind and all numbers of a text; missing numbers have their first value."""
        kind, *values = (part.strip() for part in text.split(SEPARATOR))
        number_names = self.kinds.get(kind, ("", ()))[1]
        if kind and (kind not in self.kinds or len(values) > len(number_names)):
            kind, values = text.strip(), []
        values_by_name = dict(zip(number_names, values, strict=False))
        return kind, {name: values_by_name.get(name, number.first) for name, number in self.numbers.items()}

    def join(self, kind: str, numbers: Mapping[str, str]) -> str:
        names = self.kinds.get(kind, ("", ()))[1]
        return SEPARATOR.join([kind, *(numbers.get(name, "").strip() for name in names)])

    def find_error(self, text: str) -> str:
        """Return the error message of a text, "" if it is valid."""
        kind, _ = self.split(text)
        if kind not in self.kinds:
            return f"must be one of the choices, not “{kind[:40]}”"
        values = [part.strip() for part in text.split(SEPARATOR)][1:]
        names = self.kinds[kind][1]
        faults = (self.numbers[name].find_error(value) for name, value in zip_longest(names, values, fillvalue=""))
        return next(filter(None, faults), "")
