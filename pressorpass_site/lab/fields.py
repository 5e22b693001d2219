"""Fields as a form shows them: their control, value, choices, slider and errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from engine import InputError
from engine.lab import Option
from engine.lab.options import given

from .controls import LISTED, number_name
from .controls.control import Control, Player, Slider

Kind = Literal["text", "number", "select", "radios", "flag", "player", "players"]
SPARE_ROWS = 2  # empty rows of a list of players
FEWEST_ROWS = 5


@dataclass(frozen=True)
class Choice:
    """One choice of a select or of radio buttons."""

    value: str
    words: str
    chosen: bool


@dataclass(frozen=True)
class NumberField:
    """A number field with its slider, if it has one."""

    name: str
    id: str
    label: str
    value: str
    whole: bool = True
    slider: Slider | None = None
    kinds: str = ""


@dataclass(frozen=True)
class PlayerField:
    """A select of players, and the number fields that some of them have."""

    id: str
    label: str
    choices: list[Choice]
    numbers: list[NumberField]


@dataclass(frozen=True)
class PageField:
    """One option of a question on the page."""

    name: str
    label: str
    hint: str
    kind: Kind
    value: str
    errors: Sequence[str] = ()
    wide: bool = False
    choices: list[Choice] = field(default_factory=list)
    number: NumberField | None = None
    players: list[PlayerField] = field(default_factory=list)

    @property
    def id(self) -> str:
        return f"id_{self.name}"

    @property
    def anchor(self) -> str:
        """The id of its first element."""
        return f"{self.id}_all" if self.kind in ("radios", "player", "players") else self.id

    @property
    def described_by(self) -> str:
        """The ids of its hint and errors."""
        ids = [f"{self.id}_hint"] if self.hint else []
        return " ".join([*ids, f"{self.id}_error"] if self.errors else ids)

    @property
    def checked(self) -> bool:
        """Whether a flag is set."""
        try:
            return given(self.value)
        except InputError:
            return False


def page_field(option: Option, control: Control, texts: Mapping[str, str], errors: Sequence[str] = ()) -> PageField:
    """Return the field of an option; `texts` are all options as typed."""
    value = texts.get(option.name, option.default or "")
    name, label, hint = option.name, control.label, control.hint
    if option.flag:
        return PageField(name, label, hint, "flag", value, errors, control.wide)
    if control.player and not option.choices:
        rows = _rows(value) if control.many else [value]
        players = [_player(name, control, control.player, place, text) for place, text in enumerate(rows)]
        return PageField(
            name, label, hint, "players" if control.many else "player", value, errors, control.wide, players=players
        )
    if control.words or option.choices:
        choices = _choices(option, control, value.strip())
        kind: Kind = "radios" if control.radios else "select"
        return PageField(name, label, hint, kind, value, errors, control.wide, choices)
    if control.long:
        return PageField(name, label, hint, "text", value, errors, control.wide)
    slider = _slider(control.slider, texts)
    whole = slider is None or float(slider.step).is_integer()
    number = NumberField(name, f"id_{name}", label, value, whole, slider)
    return PageField(name, label, hint, "number", value, errors, control.wide, number=number)


def _choices(option: Option, control: Control, value: str) -> list[Choice]:
    """Return the option's choices in words; a select keeps another text that an address may have."""
    values = list(option.choices or control.words)
    if option.choices and option.default is None and not option.required:
        values.insert(0, "")
    if value not in values and value and not control.radios:
        values.append(value)
    return [Choice(each, control.words.get(each, each or "–"), each == value) for each in values]


def _slider(slider: Slider | None, texts: Mapping[str, str]) -> Slider | None:
    if slider is None or not slider.below:
        return slider
    bound = texts.get(slider.below, "").strip()
    high = int(bound) - 1 if bound.isascii() and bound.isdigit() and 1 < int(bound) <= 1000 else slider.high
    return Slider(slider.low, high, slider.step)


def _rows(value: str) -> list[str]:
    listed = [text.strip() for text in value.split(LISTED) if text.strip()]
    return listed + [""] * max(SPARE_ROWS, FEWEST_ROWS - len(listed))


def _player(name: str, control: Control, player: Player, place: int, text: str) -> PlayerField:
    chosen, numbers = player.split(text)
    mark = f"-{place + 1}" if control.many else ""
    label = f"{control.label.removesuffix('s')} {place + 1}" if control.many else control.label
    values = [*([""] if control.many else []), *player.kinds]
    if chosen not in values:
        values.append(chosen)
    choices = [Choice(kind, player.kinds.get(kind, (kind or "–", ()))[0], kind == chosen) for kind in values]
    fields = [
        NumberField(
            number_name(name, each),
            f"id_{number_name(name, each)}{mark}",
            number.label,
            numbers[each],
            number.whole,
            Slider(number.low, min(number.high, 60), number.step),
            " ".join(f"for-{kind}" for kind, (_, names) in player.kinds.items() if each in names),
        )
        for each, number in player.numbers.items()
    ]
    return PlayerField(f"id_{name}{mark}", label, choices, fields)
