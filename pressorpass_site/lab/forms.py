"""The form of a question: a field for each option, parsed by the engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict

from engine import InputError
from engine.lab import Game, Option, Question

from . import services


class QuestionForm(forms.Form):
    """The options of a question as fields, bound to the typed texts or the defaults.

    `asked` is available once the form is valid.
    """

    use_required_attribute = False

    asked: services.LabQuery

    def __init__(self, game: Game, question: Question, typed: Mapping[str, str]) -> None:
        self.game, self.question, self.typed = game, question, typed
        self.offered = [option for option in question.options if not option.local]
        shown: dict[str, Any] = {option.name: typed.get(option.name, option.default or "") for option in self.offered}
        for option in self.offered:
            if option.flag:
                shown[option.name] = option.name in typed and typed[option.name] not in ("", "0", "no", "false")
        super().__init__(MultiValueDict({name: [value] for name, value in shown.items()}), auto_id="id_%s")
        for option in self.offered:
            self.fields[option.name] = _field(option)

    def clean(self) -> dict[str, Any]:
        """Parse all fields with the engine, so that the page accepts what the command line accepts."""
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.errors:
            try:
                self.asked = services.read(self.game, self.question, self.typed)
            except InputError as error:
                self.add_option_error(error.message, error.field or "")
        return cleaned

    def add_option_error(self, message: str, field: str) -> None:
        """Add an error, to the option's field if there is one."""
        option = next((option for option in self.offered if option.name == field), None)
        name = _label(option) if option else field
        sentence = f"{name} {message}" if name else message
        self.add_error(field if option else None, sentence.rstrip(".") + ".")


def _field(option: Option) -> forms.Field:
    if option.flag:
        return forms.BooleanField(required=False, label=option.help[:1].upper() + option.help[1:])
    if option.choices:
        empty = [] if option.default is not None else [("", "–")]
        choices = [*empty, *((choice, choice) for choice in option.choices)]
        return forms.ChoiceField(required=False, label=_label(option), help_text=option.help, choices=choices)
    attributes = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}
    return forms.CharField(
        required=False,
        label=_label(option),
        help_text=option.help,
        max_length=400,
        widget=forms.TextInput(attributes),
        strip=False,
    )


def _label(option: Option) -> str:
    return option.name[:1].upper() + option.name[1:].replace("-", " ")
