"""The fields of the forms of questions: boards, podiums, the opponents' styles, and the form of the rules."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from django import forms

from engine import RULE_PRESETS, InputError, Position, Rules, quoted
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.eras import get_round
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.boards.services import Group
from pressorpass_site.core.forms import RENDERER
from pressorpass_site.core.money import parse_count, parse_money
from pressorpass_site.core.text_fields import ParsedField

from .podiums import OUT, WHAMMIES
from .question import BEST, DEFAULT_PRESET, LAST_ROUND, SEATS, InvalidQuestion, build_rules
from .rule_labels import BRIEF_PRESET_LABELS, OPTION_LABELS, PRESET_LABELS, OptionLabels, find_changed_options

MAX_SCORE = 999_999
MAX_SPINS = 40
NUMBER = {"inputmode": "numeric", "autocomplete": "off"}
UNKNOWN_CHOICE = "“%(value)s” is not one of the choices."

# The options with a field of their own; the opponents' style is chosen for each contestant.
SINGLE_OPTIONS = tuple(labels for labels in OPTION_LABELS if labels.name != "opponents")


class BoardSelect(forms.Select):
    """Select widget that disables the boards in `unplayable`."""

    unplayable: frozenset[str] = frozenset()

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if str(value) in self.unplayable:
            option["attrs"]["disabled"] = True
        return option


class BoardField(forms.ChoiceField):
    widget: Any = BoardSelect

    def list_boards(self, groups: Callable[[], list[Group]], reference: str, *first: tuple[str, str]) -> None:
        """Offer the choices `first`, then these boards, and the board of `reference` if it is none of them.

        The list is built only when it is read: most pages only name the chosen board.
        """

        def list_choices() -> list[Any]:
            choices: list[Any] = [
                *first,
                *(
                    (name, [(revision.board.slug, revision.board.label) for revision in group])
                    for name, group in groups()
                ),
            ]
            if reference and reference not in _map_labels(choices):
                with suppress(boards.BoardNotFound):
                    choices.append(_build_unlisted_choice(reference, boards.find_revision(reference)))
            return choices

        self.choices = list_choices
        quoted_name = quoted(reference).replace("%", "%%")  # Django formats messages with the % operator
        self.error_messages["invalid_choice"] = f"There is no board called {quoted_name}; choose one from the list."
        self.widget.unplayable = boards.get_catalog().unplayable

    def offer(self, own: list[BoardRevision]) -> None:
        choices: list[Any] = list(self.choices)  # type: ignore[arg-type]
        labels = _map_labels(choices)
        offered = [
            (revision.board.slug, revision.board.label)
            for revision in own
            if revision.playable and revision.board.slug not in labels
        ]
        if offered:
            self.choices = [*choices, ("Your boards", offered)]

    def get_option_text(self, value: str) -> str:
        if newest := boards.get_catalog().find(value, None):
            return newest.board.label
        return _map_labels(self.choices).get(value, value[:40])


def list_groups() -> list[Group]:
    return boards.get_catalog().groups


def list_last_rounds() -> list[Group]:
    in_last = (
        (name, [revision for revision in group if get_round(revision.board) == LAST_ROUND])
        for name, group in list_groups()
    )
    return [(name, group) for name, group in in_last if group]


def build_option_field(labels: OptionLabels, value: str) -> forms.Field:
    """Return the field of one rule option; `value` is the current one, which may be one that only addresses have."""
    blank = "Default"
    if labels.number:
        attrs = {"autocomplete": "off", "placeholder": blank}
        return ParsedField(labels.read, "", label=labels.question, widget=forms.TextInput(attrs=attrs))
    return forms.ChoiceField(
        label=labels.question,
        required=False,
        choices=[("", blank), *labels.values.items(), *_label_seats(labels, value)],
        widget=forms.Select,
        error_messages={"invalid_choice": UNKNOWN_CHOICE},
    )


def _label_seats(labels: OptionLabels, value: str) -> list[tuple[str, str]]:
    """Return the choice for a value by seat, such as “even/board/board”, which only addresses have; else none."""
    if "/" not in value:
        return []
    try:
        Rules().with_options({labels.name: value})
    except InputError:
        return []
    return [(value, labels.label(value))]


def _map_labels(choices: Any) -> dict[str, str]:
    labels: dict[str, str] = {}
    for value, label in choices:
        labels |= {str(value): label} if isinstance(label, str) else {str(one): str(name) for one, name in label}
    return labels


def _build_unlisted_choice(value: str, revision: BoardRevision) -> tuple[str, list[tuple[str, str]]]:
    """Return the choice of a board that is not in the list: an earlier revision, or a fan's board."""
    label = f"{revision.board.label}, revision {revision.number}" if "." in value else revision.board.label
    return "A fan’s board" if revision.board.is_fan_board else "Earlier revisions", [(value, label)]


# All forms share these fields of podiums, opponents and rule options; Django would copy the fields for each form.


@cache
def build_podium_fields(seat: int) -> dict[str, forms.Field]:
    return {
        f"seat{seat}_score": ParsedField(
            partial(parse_money, highest=MAX_SCORE),
            empty_value=0,
            label="Score",
            widget=forms.TextInput(
                attrs={
                    **NUMBER,
                    "placeholder": "0",
                    "enterkeyhint": "next",
                    "data-money": "",
                }
            ),
        ),
        **{
            f"seat{seat}_{part}": ParsedField(
                partial(parse_count, highest=MAX_SPINS, subject="Spins"),
                empty_value=0,
                label=label,
                initial="0",
                widget=forms.TextInput(attrs={**NUMBER, "data-count": ""}),
            )
            for part, label in (("earned", "Earned"), ("passed", "Passed"))
        },
        f"seat{seat}_whammies": forms.ChoiceField(
            label="Whammies",
            required=False,
            initial="0",
            choices=[(count, "Out" if count == str(OUT) else count) for count in WHAMMIES],
            widget=forms.RadioSelect,
            error_messages={"invalid_choice": "A contestant has 0 to 4 Whammies and is out with the fourth."},
        ),
    }


# --- Opponents' styles ---
# The engine's option `opponents` has one style for all opponents of the mover, or three by seat. In the form each contestant
# has a style; the mover's has no effect unless `bound` says that the mover follows it, too.

BY_LEAD = "lead"

STYLE_CHOICES = (
    (BEST, "Best play"),
    ("aggressive", "Aggressive"),
    ("cautious", "Cautious"),
    (BY_LEAD, "By lead"),
)


@dataclass(frozen=True)
class Style:
    choice: str = BEST
    lead: int | None = None

    @property
    def text(self) -> str:
        return str(self.lead) if self.choice == BY_LEAD else self.choice


def write_opponents_option(styles: Sequence[Style], mover: int, *, bound: bool = False) -> str:
    """Return the option's text for the mover in seat `mover` (0-2): one word if both opponents have the same style.

    `bound`: the mover follows the chosen style, too.
    """
    own = styles[mover].text if bound else BEST
    others = {style.text for seat, style in enumerate(styles) if seat != mover}
    if len(others) == 1 and own == BEST:
        return others.pop()
    return "/".join(own if seat == mover else style.text for seat, style in enumerate(styles))


def parse_styles(text: str) -> list[Style]:
    words = text.split("/")
    if len(words) == 1:
        words *= 3
    return [parse_style(word) for word in words]


def read_styles(form: forms.Form) -> list[Style] | None:
    """Return the contestants' styles in a form; if one is invalid, add its error and return None."""
    styles = []
    for seat in (1, 2, 3):
        name = f"opponent{seat}"
        if name in form.errors or f"{name}_lead" in form.errors:
            continue
        choice = form.cleaned_data.get(name) or BEST
        lead = form.cleaned_data.get(f"{name}_lead")
        if choice == BY_LEAD and lead is None:
            form.add_error(f"{name}_lead", "Type the lead in dollars; 0 stands for any lead.")
        elif choice != BY_LEAD and lead is not None:
            form.add_error(f"{name}_lead", "This counts only with “by a lead of …”: choose that, or clear it.")
        else:
            styles.append(Style(choice, lead))
    return styles if len(styles) == 3 else None


def parse_style(word: str) -> Style:
    return Style(BY_LEAD, int(word)) if word.isdigit() else Style(word)


def is_bound(text: str, mover: int) -> bool:
    """Return whether an option's text binds the mover, too; one word is only about the opponents."""
    return "/" in text and parse_styles(text)[mover].choice != BEST


def parse_opponents_option(text: str, mover: int, mover_style: str = "") -> dict[str, str]:
    """Return the fields' values for the engine's option `opponents` and the mover in seat `mover` (0-2).

    `mover_style` is the mover's style as an opponent, which is not in the option.
    """
    values = {"bound": "on"} if is_bound(text, mover) else {}
    styles = parse_styles(text)
    if mover_style and not values:
        styles[mover] = parse_style(mover_style)
    for seat, style in enumerate(styles, 1):
        values[f"opponent{seat}"] = style.choice
        values[f"opponent{seat}_lead"] = "" if style.lead is None else f"{style.lead:,}"
    return values


def read_address_opponents(text: str, notation: str) -> dict[str, str]:
    """Return the fields' values for the opponents of an address; invalid text is kept in its field."""
    try:
        mover_seat = Position.parse(notation).mover_seat
    except InputError:
        mover_seat = 0
    try:
        return parse_opponents_option(Rules().with_options({"opponents": text or "optimal"}).opponents, mover_seat)
    except InputError:
        words = text.split("/")
    if len(words) != len(SEATS):  # one style for all opponents: shown in the field of one
        return {f"opponent{2 if mover_seat == 0 else 1}": text}
    values: dict[str, str] = {}
    for seat, word in enumerate(words, 1):
        try:
            style = Rules().with_options({"opponents": word}).opponents
            values |= {
                name: value
                for name, value in parse_opponents_option(style, mover_seat).items()
                if f"opponent{seat}" in name
            }
        except InputError:
            values[f"opponent{seat}"] = word
    return values


@cache
def build_opponent_fields(seat: int, name: str) -> dict[str, forms.Field]:
    attrs = {"inputmode": "numeric", "autocomplete": "off", "placeholder": "e.g. 5,000"}
    return {
        f"opponent{seat}": forms.ChoiceField(
            label=f"{name} as an opponent",
            required=False,
            choices=STYLE_CHOICES,
            widget=forms.Select,
            initial=BEST,
            error_messages={"invalid_choice": UNKNOWN_CHOICE},
        ),
        f"opponent{seat}_lead": ParsedField(
            partial(parse_money, highest=MAX_SCORE, subject="A lead"),
            empty_value=None,
            label=f"{name} passes with a lead above",
            widget=forms.TextInput(attrs=attrs),
        ),
    }


_USUAL_OPTIONS = {labels.name: build_option_field(labels, "") for labels in SINGLE_OPTIONS}


class RulesForm(forms.Form):
    """The rules; after validation, `rules_headers` has the preset and the changed options.

    The opponents' styles belong to a question, not to a game: in a game, people play as they do.
    """

    default_renderer = RENDERER
    use_required_attribute = False

    rules = forms.ChoiceField(
        label="Rules",
        choices=[(name, PRESET_LABELS.get(name, name)) for name in RULE_PRESETS],
        initial=DEFAULT_PRESET,
        widget=forms.Select,
        error_messages={"invalid_choice": UNKNOWN_CHOICE},
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, initial=initial)
        for labels in SINGLE_OPTIONS:
            name = f"option_{labels.name}"
            value = self.get_raw_value(name)
            by_seat = "/" in value  # one more choice
            self.fields[name] = build_option_field(labels, value) if by_seat else _USUAL_OPTIONS[labels.name]

    def get_raw_value(self, name: str) -> str:
        """Return the value of a field that the form may not have yet."""
        return str(self.data.get(name) or self.initial.get(name) or "")

    @staticmethod
    def build_initial(rules: Rules) -> dict[str, str]:
        preset, options = find_changed_options(rules)
        return {"rules": preset} | {f"option_{name}": value for name, value in options.items() if name != "opponents"}

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        try:
            build_rules(data.get("rules", ""), self.changed_options)
        except InvalidQuestion as error:
            self.add_errors(error)
        return data

    def add_errors(self, error: InvalidQuestion) -> None:
        """Show each error beside its field, unless the field has one already."""
        for name, message in error.errors.items():
            if name not in self.errors:
                self.add_error(name, message.message)

    @property
    def options(self) -> list[forms.BoundField]:
        return [self[f"option_{labels.name}"] for labels in SINGLE_OPTIONS]

    @property
    def rules_open(self) -> bool:
        """Whether the rules should be unfolded, because a field has an error."""
        return self.has_errors("rules", *(field.name for field in self.options))

    def has_errors(self, *names: str) -> bool:
        return any(self.errors.get(name) for name in names)

    @property
    def rules_line(self) -> str:
        """Text such as “standard rules · 1 changed rule”."""
        preset = str(self["rules"].value() or DEFAULT_PRESET)
        name, change_count = BRIEF_PRESET_LABELS.get(preset, preset[:40]), self.number_changed
        return f"{name} · {change_count} changed rule{'s' if change_count > 1 else ''}" if change_count else name

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
        options = {labels.name: str(self.cleaned_data.get(f"option_{labels.name}") or "") for labels in SINGLE_OPTIONS}
        return {name: value for name, value in options.items() if value}
