"""One field for the numbers of all three contestants, as fans say them: “4/3/5”."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from pressorpass_site.core.money import parse_count, parse_money

SEATS = 3


class ThreeField(forms.CharField):
    """Three whole numbers from left to right, “4/3/5”: counts of something, or dollars if nothing is counted.

    Cleaned to a list of three, empty if left blank. Counts below ten need nothing between them: “435”.
    """

    def __init__(self, highest: int, counted: str = "", **kwargs: Any) -> None:
        self.highest, self.counted = highest, counted
        shown = {"inputmode": "decimal", "autocomplete": "off", "placeholder": "4/3/5" if counted else "2500/0/800"}
        super().__init__(required=False, widget=forms.TextInput(shown), max_length=60, **kwargs)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        found = self._parts(text)
        if text and len(found) != SEATS:
            raise ValidationError(f"Three numbers, from left to right: {self.widget.attrs['placeholder']}")
        try:
            return [self._number(each) for each in found]
        except ValueError as error:
            raise ValidationError(str(error)) from None

    def _parts(self, text: str) -> list[str]:
        if self.counted and re.fullmatch(r"[0-9]{3}", text):
            return list(text)
        between = r"\s*/\s*" if "/" in text or not self.counted else r"[\s,.;-]+"
        return re.split(between, text) if text else []

    def _number(self, text: str) -> int:
        if self.counted:
            return parse_count(text, highest=self.highest, what=self.counted)
        return parse_money(text, highest=self.highest)
