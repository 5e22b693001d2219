from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from engine import InputError
from engine.lab import Game, Question

from . import services
from .fields import PageField, build_page_field, find_option_error

MAX_TEXT_CHARACTERS = 4000  # of a played game


@dataclass(frozen=True)
class FieldGroup:
    legend: str
    fields: list[PageField]


class LabQuestionForm(forms.Form):
    """The options of a question as fields, bound to the typed texts or the defaults; a valid form has a `query`."""

    query: services.LabQuery

    def __init__(self, game: Game, question: Question, texts: Mapping[str, str]) -> None:
        self.game, self.question, self.texts = game, question, texts
        self.offered = {option.name: option for option in question.options if not option.local}
        super().__init__({name: texts.get(name, option.default or "") for name, option in self.offered.items()})
        for name in self.offered:
            self.fields[name] = forms.CharField(required=False, max_length=MAX_TEXT_CHARACTERS, strip=False)

    def clean(self) -> dict[str, Any]:
        """Parse all fields with the engine, so that the page accepts the same texts as the command line."""
        cleaned: dict[str, Any] = super().clean() or {}
        for name in self.offered:
            if message := self._find_error(name):
                self.add_option_error(message, name)
        if not self.errors:
            try:
                self.query = services.parse_query(self.game, self.question, self.texts)
            except InputError as error:
                self.add_option_error(error.message, error.field or "")
        return cleaned

    def add_option_error(self, message: str, field: str) -> None:
        is_offered = field in self.offered
        name = self.offered[field].label if is_offered else field
        sentence = f"{name} {message}" if name else message
        self.add_error(field if is_offered else None, sentence.rstrip(".") + ".")

    def _build_field(self, name: str) -> PageField:
        errors = [str(message) for message in self.errors.get(name, [])]
        return build_page_field(self.offered[name], self.texts, errors)

    @property
    def page_fields(self) -> list[PageField]:
        return [self._build_field(name) for name in self.offered]

    @property
    def groups(self) -> list[FieldGroup]:
        """The fields under the legends of the game; a legend without fields is left out."""
        groups = [
            FieldGroup(
                legend, [self._build_field(name) for name, option in self.offered.items() if option.group == legend]
            )
            for legend in self.game.groups
        ]
        return [group for group in groups if group.fields]

    def _find_error(self, name: str) -> str:
        option = self.offered[name]
        text = self.texts.get(name, "")
        if not text.strip():
            return "is required" if option.required else ""
        return find_option_error(option, text)
