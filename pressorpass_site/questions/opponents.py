"""Opponents' styles: one choice for each contestant in the form, one text for the engine.

The engine's option `opponents` has one word for all opponents of the mover, or three by seat. In the
form each contestant has a choice; the mover's own has no effect unless the mover is bound by it, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django import forms

from engine import InputError, Position, Rules
from pressorpass_site.core.money import parse_money

from .fields import HIGHEST_SCORE, UNKNOWN_CHOICE, KeptSelect, TypedField
from .question import BEST, SEATS

BY_LEAD = "lead"

STYLE_CHOICES = (
    (BEST, "Best play"),
    ("aggressive", "Aggressive"),
    ("cautious", "Cautious"),
    (BY_LEAD, "By lead"),
)


@dataclass(frozen=True)
class Style:
    """The choice for one contestant: a value of `STYLE_CHOICES`, and the dollars of `BY_LEAD`."""

    choice: str = BEST
    lead: int | None = None

    @property
    def text(self) -> str:
        """The style in the engine's notation."""
        return str(self.lead) if self.choice == BY_LEAD else self.choice


def opponents_option(styles: Sequence[Style], mover: int, *, bound: bool = False) -> str:
    """Return the option's text where seat `mover` (0-2) decides: one word if the opponents are alike.

    `bound` is whether the mover follows the chosen style, too.
    """
    own = styles[mover].text if bound else BEST
    others = {style.text for seat, style in enumerate(styles) if seat != mover}
    if len(others) == 1 and own == BEST:
        return others.pop()
    return "/".join(own if seat == mover else style.text for seat, style in enumerate(styles))


def styles_of(text: str) -> list[Style]:
    """Return the three choices that an option's text stands for."""
    words = text.split("/")
    if len(words) == 1:
        words *= 3
    return [style_of(word) for word in words]


def style_of(word: str) -> Style:
    """Return the choice that one word of the option's text stands for."""
    return Style(BY_LEAD, int(word)) if word.isdigit() else Style(word)


def is_bound(text: str, mover: int) -> bool:
    """Return whether an option's text binds the mover, too; one word is about the others only."""
    return "/" in text and styles_of(text)[mover].choice != BEST


def opponent_values(text: str, mover: int, mover_style: str = "") -> dict[str, str]:
    """Return the fields' values for the engine's option `opponents` where seat `mover` (0-2) decides.

    `mover_style` is the mover's style as an opponent, which the option does not have.
    """
    values = {"bound": "on"} if is_bound(text, mover) else {}
    styles = styles_of(text)
    if mover_style and not values:
        styles[mover] = style_of(mover_style)
    for seat, style in enumerate(styles, 1):
        values[f"opponent{seat}"] = style.choice
        values[f"opponent{seat}_lead"] = "" if style.lead is None else f"{style.lead:,}"
    return values


def address_values(text: str, notation: str) -> dict[str, str]:
    """Return the fields' values for the opponents of an address; unreadable text keeps its own field."""
    try:
        up = Position.parse(notation).mover_seat
    except InputError:
        up = 0
    try:
        return opponent_values(Rules().with_options({"opponents": text or "optimal"}).opponents, up)
    except InputError:
        words = text.split("/")
    if len(words) != len(SEATS):  # one for all opponents: shown with one of them
        return {f"opponent{2 if up == 0 else 1}": text}
    values: dict[str, str] = {}
    for seat, word in enumerate(words, 1):
        try:
            style = Rules().with_options({"opponents": word}).opponents
            values |= {name: value for name, value in opponent_values(style, up).items() if f"opponent{seat}" in name}
        except InputError:
            values[f"opponent{seat}"] = word
    return values


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
