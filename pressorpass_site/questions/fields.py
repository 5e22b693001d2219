"""The kinds of fields of the podium form: typed values, rule options, boards, and their selects.

The HTML of a select is kept: Django renders each option by a template, and the form has two hundred of them.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django import forms
from django.utils.safestring import SafeString

from engine import InputError, Rules, quoted
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision

from .rule_labels import OPTION_LABELS, OptionLabels

HIGHEST_SCORE = 999_999
UNKNOWN_CHOICE = "“%(value)s” is not one of the choices."

# Those with a control of their own; the opponents' style is chosen for each contestant.
SINGLE_OPTIONS = tuple(labels for labels in OPTION_LABELS if labels.name != "opponents")

MOST_KEPT = 200  # selects
_kept: dict[str, SafeString] = {}


class KeptSelect(forms.Select):
    """A select whose HTML is kept for its name, its choices and its value."""

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> SafeString:
        key = repr((name, value, attrs, type(renderer), self.appearance()))
        if (html := _kept.get(key)) is None:
            if len(_kept) >= MOST_KEPT:
                _kept.clear()
            html = _kept[key] = super().render(name, value, attrs, renderer)
        return html

    def appearance(self) -> Any:
        """Return the HTML's dependencies besides name and value."""
        return type(self), self.attrs, list(self.choices)


class BoardSelect(KeptSelect):
    """A select in which some boards can be seen but not chosen: `unplayable`."""

    unplayable: frozenset[str] = frozenset()

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if str(value) in self.unplayable:
            option["attrs"]["disabled"] = True
        return option

    def appearance(self) -> Any:
        return super().appearance(), sorted(self.unplayable)


class BoardField(forms.ChoiceField):
    """A board, chosen from lists under headings."""

    widget: Any = BoardSelect

    def list_boards(self, revisions: list[BoardRevision], asked: str, *first: tuple[str, str]) -> None:
        """Offer these boards, after the choices `first`, and the board that is asked for, if it is none of them."""
        choices: list[Any] = [
            *first,
            *((group, [(each.board.slug, each.board.label) for each in of]) for group, of in boards.grouped(revisions)),
        ]
        if asked and asked not in _labels(choices):
            with suppress(boards.BoardNotFound):
                choices.append(_unlisted(asked, boards.find_revision(asked)))
        self.choices = choices
        named = quoted(asked).replace("%", "%%")  # Django formats messages with the % operator
        self.error_messages["invalid_choice"] = f"There is no board called {named}; choose one from the list."
        self.widget.unplayable = frozenset(each.board.slug for each in revisions if not each.playable)

    def offer(self, own: list[BoardRevision]) -> None:
        """Add a browser's own boards."""
        choices: list[Any] = list(self.choices)  # type: ignore[arg-type]
        listed = _labels(choices)
        offered = [
            (each.board.slug, each.board.label) for each in own if each.playable and each.board.slug not in listed
        ]
        if offered:
            self.choices = [*choices, ("Your boards", offered)]

    def label_of(self, value: str) -> str:
        """Return a board's name as the list has it."""
        return _labels(self.choices).get(value, value[:40])


class TypedField(forms.CharField):
    """A text that `read` turns into a value, or refuses with a ValueError; `nothing` is the value of a blank one."""

    def __init__(self, read: Callable[[str], Any], nothing: Any, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)
        self.read, self.nothing = read, nothing

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return self.nothing
        try:
            return self.read(text)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from None


def option_field(labels: OptionLabels, asked: str) -> forms.Field:
    """Return one rule option; `asked` is its present value, which may be one that only addresses can name."""
    blank = "Default"
    if labels.number:
        attrs = {"autocomplete": "off", "placeholder": blank}
        return TypedField(labels.read, "", label=labels.question, widget=forms.TextInput(attrs=attrs))
    return forms.ChoiceField(
        label=labels.question,
        required=False,
        choices=[("", blank), *labels.values.items(), *_by_seat(labels, asked)],
        widget=KeptSelect,
        error_messages={"invalid_choice": UNKNOWN_CHOICE},
    )


def _by_seat(labels: OptionLabels, asked: str) -> list[tuple[str, str]]:
    """Return a value for each contestant, which only addresses can name: shown where it is asked for."""
    try:
        Rules().with_options({labels.name: asked})
    except InputError:
        return []
    return [(asked, labels.label(asked))] if "/" in asked else []


def _labels(choices: Any) -> dict[str, str]:
    """Return the label of each value of a select, under any heading."""
    labels: dict[str, str] = {}
    for value, label in choices:
        labels |= {str(value): label} if isinstance(label, str) else {str(one): str(name) for one, name in label}
    return labels


def _unlisted(asked: str, revision: BoardRevision) -> tuple[str, list[tuple[str, str]]]:
    """Return the choice of a board that is in no list: an earlier revision, or a fan's board."""
    label = f"{revision.board.label}, revision {revision.number}" if "." in asked else revision.board.label
    return "A fan’s board" if revision.board.own else "Earlier revisions", [(asked, label)]
