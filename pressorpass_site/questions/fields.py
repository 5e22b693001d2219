"""The fields of the podium form: amounts and counts as people type them, rule options, opponents, and their selects.

The HTML of a select is kept: Django renders each option by a template, and the form has two hundred of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from django import forms
from django.utils.safestring import SafeString

from engine import InputError, Position, Rules
from pressorpass_site.core.money import parse_count, parse_money

from .opponents import STYLE_CHOICES
from .question import BEST
from .rule_labels import OPTION_LABELS, OptionLabels

HIGHEST_SCORE = 999_999
MOST_SPINS = 40
OUT = 4
EXAMPLE = Position.parse("8000e3,3000,0@1")  # shown by blank podiums, and asked if nothing is typed
UNKNOWN_CHOICE = "“%(value)s” is not one of the choices."

# Those with a control of their own; the opponents' style is chosen for each contestant.
SINGLE_OPTIONS = tuple(labels for labels in OPTION_LABELS if labels.name != "opponents")

_NUMBER = {"inputmode": "numeric", "autocomplete": "off"}


class KeptSelect(forms.Select):
    """A select with the same HTML whenever its name, its choices and its value are the same."""

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> SafeString:
        return _html(_Rendering(self, name, value, attrs, renderer))

    def appearance(self) -> Any:
        """Return what the HTML depends on besides name and value."""
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


class _Rendering:
    """A select about to be rendered; equal to another one with the same HTML."""

    def __init__(self, select: KeptSelect, name: str, value: Any, attrs: dict[str, Any] | None, renderer: Any) -> None:
        self._arguments = (name, value, attrs, renderer)
        self._select = select
        self._key = repr((name, value, attrs, type(renderer), select.appearance()))

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Rendering) and other._key == self._key

    def html(self) -> SafeString:
        """Render it."""
        return super(KeptSelect, self._select).render(*self._arguments)


@lru_cache(maxsize=200)
def _html(rendering: _Rendering) -> SafeString:
    return rendering.html()


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


def podium_fields(seat: int) -> dict[str, forms.Field]:
    """Return the fields of one podium."""
    example = EXAMPLE.contestants[seat - 1].score
    return {
        f"seat{seat}_score": TypedField(
            partial(parse_money, highest=HIGHEST_SCORE),
            nothing=0,
            label="Score",
            widget=forms.TextInput(
                attrs={
                    **_NUMBER,
                    "placeholder": f"e.g. {example:,}",
                    "data-example": f"e.g. {example:,}",
                    "data-money": "",
                }
            ),
        ),
        **{
            f"seat{seat}_{part}": TypedField(
                partial(parse_count, highest=MOST_SPINS, what="Spins"),
                nothing=0,
                label=label,
                initial="0",
                widget=forms.TextInput(attrs={**_NUMBER, "data-count": ""}),
            )
            for part, label in (("earned", "Earned"), ("passed", "Passed"))
        },
        f"seat{seat}_whammies": forms.ChoiceField(
            label="Whammies",
            required=False,
            initial="0",
            choices=[(str(n), "Out" if n == OUT else str(n)) for n in range(OUT + 1)],
            widget=forms.RadioSelect,
            error_messages={"invalid_choice": "A contestant has 0 to 4 Whammies and is out with the fourth."},
        ),
    }


def opponent_fields(seat: int, name: str) -> dict[str, forms.Field]:
    """Return the fields for one contestant's style as an opponent."""
    attrs = {"inputmode": "numeric", "autocomplete": "off", "placeholder": "e.g. 5,000"}
    return {
        f"opponent{seat}": forms.ChoiceField(
            label=f"{name} as an opponent",
            required=False,
            choices=STYLE_CHOICES,
            widget=KeptSelect,
            initial=BEST,
            error_messages={"invalid_choice": UNKNOWN_CHOICE},
        ),
        f"opponent{seat}_lead": TypedField(
            partial(parse_money, highest=HIGHEST_SCORE, what="A lead"),
            nothing=None,
            label=f"{name} passes with a lead above",
            widget=forms.TextInput(attrs=attrs),
        ),
    }


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
