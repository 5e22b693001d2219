"""Form fields of options: value, choices, slider and errors; a choice and its numbers are joined into one text."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from django.http import QueryDict

from engine import InputError
from engine.lab import Option
from engine.lab.controls import PlayerControl, Slider
from engine.lab.options import parse_flag

SEPARATOR = ","

FieldKind = Literal["text", "number", "select", "radios", "slots", "flag", "player", "players"]
SPARE_ROWS = 2  # empty rows of a list of players
MIN_ROWS = 5


@dataclass(frozen=True)
class FieldChoice:
    value: str
    words: str
    is_selected: bool


@dataclass(frozen=True)
class NumberField:
    name: str
    id: str
    label: str
    value: str
    whole: bool = True
    slider: Slider | None = None
    kinds: str = ""


@dataclass(frozen=True)
class PlayerField:
    id: str
    label: str
    choices: list[FieldChoice]
    numbers: list[NumberField]


@dataclass(frozen=True)
class PageField:
    name: str
    label: str
    hint: str
    kind: FieldKind
    value: str
    errors: Sequence[str] = ()
    wide: bool = False
    choices: list[FieldChoice] = field(default_factory=list)
    slots: list[list[FieldChoice]] = field(default_factory=list)
    number: NumberField | None = None
    players: list[PlayerField] = field(default_factory=list)

    @property
    def id(self) -> str:
        return f"id_{self.name}"

    @property
    def anchor(self) -> str:
        return f"{self.id}_all" if self.kind in ("radios", "slots", "player", "players") else self.id

    @property
    def described_by(self) -> str:
        ids = [f"{self.id}_hint"] if self.hint else []
        return " ".join([*ids, f"{self.id}_error"] if self.errors else ids)

    @property
    def checked(self) -> bool:
        try:
            return parse_flag(self.value)
        except InputError:
            return False


def build_page_field(option: Option, texts: Mapping[str, str], errors: Sequence[str] = ()) -> PageField:
    value = texts.get(option.name, option.default or "")
    name, label, hint = option.name, option.label, option.hint
    if option.flag:
        return PageField(name, label, hint, "flag", value, errors, option.wide)
    if option.player and not option.choices:
        rows = _split_players(value) if option.many else [value]
        players = [_build_player_field(option, option.player, place, text) for place, text in enumerate(rows)]
        return PageField(
            name, label, hint, "players" if option.many else "player", value, errors, option.wide, players=players
        )
    if option.slots:
        words = [*map(str.strip, value.split(SEPARATOR)), *[""] * option.slots]
        slots = [
            _build_choices(option.with_changes(default=None, required=False, choices=tuple(option.words)), word)
            for word in words[: option.slots]
        ]
        return PageField(name, label, hint, "slots", value, errors, option.wide, slots=slots)
    if option.words or option.choices:
        choices = _build_choices(option, value.strip())
        kind: FieldKind = "radios" if option.radios else "select"
        return PageField(name, label, hint, kind, value, errors, option.wide, choices)
    if option.long:
        return PageField(name, label, hint, "text", value, errors, option.wide)
    slider = _build_slider(option.slider, texts)
    whole = slider is None or float(slider.step).is_integer()
    number = NumberField(name, f"id_{name}", label, value, whole, slider)
    return PageField(name, label, hint, "number", value, errors, option.wide, number=number)


def _build_choices(option: Option, value: str) -> list[FieldChoice]:
    """Return the option's choices in words; a select also offers an unlisted text of the query."""
    values = list(option.choices or option.words)
    if option.choices and option.default is None and not option.required:
        values.insert(0, "")
    if value not in values and value and not option.radios:
        values.append(value)
    return [
        FieldChoice(choice_value, option.words.get(choice_value, choice_value or "–"), choice_value == value)
        for choice_value in values
    ]


def _build_slider(slider: Slider | None, texts: Mapping[str, str]) -> Slider | None:
    if slider is None or not slider.below:
        return slider
    bound = texts.get(slider.below, "").strip()
    high = int(bound) - 1 if bound.isascii() and bound.isdigit() and 1 < int(bound) <= 1000 else slider.high
    return Slider(slider.low, high, slider.step)


def _split_players(value: str) -> list[str]:
    texts = [text.strip() for text in value.split(SEPARATOR) if text.strip()]
    return texts + [""] * max(SPARE_ROWS, MIN_ROWS - len(texts))


def _build_player_field(option: Option, player: PlayerControl, place: int, text: str) -> PlayerField:
    is_selected, numbers = player.split(text)
    mark = f"-{place + 1}" if option.many else ""
    label = f"{option.label.removesuffix('s')} {place + 1}" if option.many else option.label
    values = [*([""] if option.many else []), *player.kinds]
    if is_selected not in values:
        values.append(is_selected)
    choices = [FieldChoice(kind, player.kinds.get(kind, (kind or "–", ()))[0], kind == is_selected) for kind in values]
    fields = [
        NumberField(
            build_number_field_name(option.name, number_key),
            f"id_{build_number_field_name(option.name, number_key)}{mark}",
            number.label,
            numbers[number_key],
            number.whole,
            Slider(number.low, min(number.high, 60), number.step),
            " ".join(f"for-{kind}" for kind, (_, names) in player.kinds.items() if number_key in names),
        )
        for number_key, number in player.numbers.items()
    ]
    return PlayerField(f"id_{option.name}{mark}", label, choices, fields)


def find_option_error(option: Option, text: str) -> str:
    """Validate one option's text on its own; return the error message, "" if it is valid."""
    # The engine also accepts some unlisted texts, such as 3hstrat for xhstrat:3. If it accepts any text, the choices
    # decide.
    player = option.player
    unlisted = player is not None and not option.many and player.split(text)[0] not in player.kinds
    if player is None or option.choices or (unlisted and option.read is not str):
        try:
            option.read(text)
        except InputError as error:
            return error.message
        return ""
    if not option.many:
        return player.find_error(text)
    player_texts = [player_text.strip() for player_text in text.split(SEPARATOR) if player_text.strip()]
    errors = [(place, player.find_error(player_text)) for place, player_text in enumerate(player_texts, 1)]
    return "; ".join(f"{place}: {message}" for place, message in errors if message)


def join_texts(options: Iterable[Option], query: QueryDict, texts: Mapping[str, str]) -> dict[str, str]:
    """Return the options' texts, each choice joined with its numbers."""
    joined_texts = dict(texts)
    for option in options:
        if option.slots and len(query.getlist(option.name)) > 1:
            joined_texts[option.name] = SEPARATOR.join(query.getlist(option.name))  # an empty slot keeps its place
        player = None if option.local or option.choices else option.player
        if player is None:
            continue
        numbers = [build_number_field_name(option.name, name) for name in player.numbers]
        for name in numbers:
            joined_texts.pop(name, None)
        if any(query.getlist(name) for name in numbers) or len(query.getlist(option.name)) > 1:
            joined_texts[option.name] = _join_players(player, option.name, query)
    return joined_texts


def _join_players(player: PlayerControl, name: str, query: QueryDict) -> str:
    numbers = {number_key: query.getlist(build_number_field_name(name, number_key)) for number_key in player.numbers}
    rows = (_join_player(player, kind, place, numbers) for place, kind in enumerate(query.getlist(name)))
    return SEPARATOR.join(filter(None, rows))


def build_number_field_name(option: str, number: str) -> str:
    return f"{option}-{number}"


def _join_player(player: PlayerControl, kind: str, place: int, numbers: Mapping[str, list[str]]) -> str:
    """Return one choice's text; a text that already has its numbers, as in an old URL, stays."""
    if kind not in player.kinds:
        return kind.strip()
    own = {name: values[place] for name, values in numbers.items() if place < len(values)}
    return player.join(kind, {name: text.replace(SEPARATOR, ".") for name, text in own.items()})
