"""One field for the numbers of all three contestants, as fans say them: “4/3/5”."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from pressorpass_site.core.money import parse_count

SEATS = 3
EXAMPLE = "4/3/5"


def three_input(example: str = EXAMPLE) -> forms.TextInput:
    return forms.TextInput({"inputmode": "decimal", "autocomplete": "off", "placeholder": example})


class ThreeField(forms.CharField):
    """Three counts from left to right, “4/3/5”; those below ten need nothing between them: “435”.

    Cleaned to a list of three, empty if left blank.
    """

    def __init__(self, highest: int, counted: str, **kwargs: Any) -> None:
        self.highest, self.counted = highest, counted
        super().__init__(required=False, widget=three_input(), max_length=60, **kwargs)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        between = r"\s*/\s*" if "/" in text else r"[\s,.;-]+"
        texts = list(text) if re.fullmatch(r"[0-9]{3}", text) else re.split(between, text) if text else []
        if text and len(texts) != SEATS:
            raise ValidationError(f"Three numbers, from left to right: {EXAMPLE}")
        try:
            return [parse_count(number_text, highest=self.highest, what=self.counted) for number_text in texts]
        except ValueError as error:
            raise ValidationError(str(error)) from None
