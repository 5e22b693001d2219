"""One field with a number of each contestant: “4/3/5”."""

import re

from django import forms

from pressorpass_site.core.money import parse_count

SEATS = 3
EXAMPLE = "4/3/5"


def build_three_input(example: str = EXAMPLE) -> forms.TextInput:
    return forms.TextInput({"inputmode": "decimal", "autocomplete": "off", "placeholder": example})


def parse_three_numbers(text: str, *, highest: int, subject: str) -> list[int]:
    """Return three counts from left to right; counts below ten need no separator: “435”. Raises ValueError."""
    between = r"\s*/\s*" if "/" in text else r"[\s,.;-]+"
    texts = list(text) if re.fullmatch(r"[0-9]{3}", text) else re.split(between, text)
    if len(texts) != SEATS:
        raise ValueError(f"Three numbers, from left to right: {EXAMPLE}")
    return [parse_count(number_text, highest=highest, subject=subject) for number_text in texts]
