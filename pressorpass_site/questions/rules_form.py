"""The rules as a form: a preset and the options that differ from it; the forms of questions and of games extend it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from engine import RULE_PRESETS, Rules

from .fields import SINGLE_OPTIONS, UNKNOWN_CHOICE, KeptSelect, option_field
from .question import DEFAULT_PRESET, InvalidQuestion, build_rules
from .rule_labels import BRIEF_PRESET_LABELS, PRESET_LABELS, changed_options


class RulesForm(forms.Form):
    """The rules; after validation, `rules_headers` has the preset and the changed options.

    The opponents' styles belong to a question, not to a game: in a game, people play as they do.
    """

    use_required_attribute = False

    rules = forms.ChoiceField(
        label="Rules",
        choices=[(name, PRESET_LABELS.get(name, name)) for name in RULE_PRESETS],
        initial=DEFAULT_PRESET,
        widget=KeptSelect,
        error_messages={"invalid_choice": UNKNOWN_CHOICE},
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, initial=initial)
        for labels in SINGLE_OPTIONS:
            name = f"option_{labels.name}"
            self.fields[name] = option_field(labels, self.present(name))

    def present(self, name: str) -> str:
        """Return a field's present value, before there is such a field."""
        return str(self.data.get(name) or self.initial.get(name) or "")

    @staticmethod
    def initial_for(rules: Rules) -> dict[str, str]:
        """Return the form's values for these rules."""
        preset, changed = changed_options(rules)
        return {"rules": preset} | {f"option_{name}": value for name, value in changed.items() if name != "opponents"}

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        try:
            build_rules(data.get("rules", ""), self.changed_options)
        except InvalidQuestion as error:
            for name, wrong in error.errors.items():
                if name not in self.errors:
                    self.add_error(name, wrong.message)
        return data

    @property
    def options(self) -> list[forms.BoundField]:
        """The fields of the single rule options."""
        return [self[f"option_{labels.name}"] for labels in SINGLE_OPTIONS]

    @property
    def rules_open(self) -> bool:
        """Whether the rules should be unfolded, as something in them is wrong."""
        return any(self.errors.get(field.name) for field in [self["rules"], *self.options])

    @property
    def rules_line(self) -> str:
        """Text such as “standard rules · 1 changed rule”."""
        preset = str(self["rules"].value() or DEFAULT_PRESET)
        name, changed = BRIEF_PRESET_LABELS.get(preset, preset[:40]), self.number_changed
        return f"{name} · {changed} changed rule{'s' if changed > 1 else ''}" if changed else name

    @property
    def number_changed(self) -> int:
        """The number of rules that differ from the preset."""
        return sum(bool(field.value()) for field in self.options)

    @property
    def rules_headers(self) -> tuple[str, list[tuple[str, str]]]:
        """The preset and the changed options, as in the headers of a game."""
        return self.cleaned_data["rules"], list(self.changed_options.items())

    @property
    def changed_options(self) -> dict[str, str]:
        """The valid options that differ from the preset, by name."""
        found = {labels.name: str(self.cleaned_data.get(f"option_{labels.name}") or "") for labels in SINGLE_OPTIONS}
        return {name: value for name, value in found.items() if value}
