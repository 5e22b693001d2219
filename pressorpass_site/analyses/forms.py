"""The podiums as a form: everything a person may type, checked field by field.

A wrong field gets its message beside it, and what was typed stays. The one-line notation is part
of the same form: where that line was changed by hand it is the line that counts (with JavaScript
both are kept in step, so there the question does not arise).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from django import forms

from engine import RULE_PRESETS, Contestant, InputError, Position, Rules, first_up
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.money import parse_count, parse_money, quoted

from .address import incomplete_words, pointed
from .identity import Question
from .opponents import BEST, BY_LEAD, STYLE_CHOICES, Style, option_text, styles_of
from .rule_words import DEFAULT_PRESET, PRESET_BRIEF, PRESET_WORDS, RULE_WORDS, SEATS, RuleWords, changed_options

PARTS = ("score", "earned", "passed", "whammies")
HIGHEST_SCORE = 999_999
MOST_SPINS = 40
OUT = 4
BY_THE_RULES = "rules"  # whoever the rules say is up
UNKNOWN_CHOICE = "“%(value)s” is not one of the choices here."
EXAMPLE = ("8,000", "3,000", "0")  # what the blank podiums show


# Those with a control of their own; how opponents play is chosen by contestant.
SINGLE_OPTIONS = tuple(words for words in RULE_WORDS if words.name != "opponents")


class MoneyField(forms.CharField):
    """Whole dollars, typed as people type them."""

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        try:
            return parse_money(text, highest=HIGHEST_SCORE)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from None


class CountField(forms.CharField):
    """A number of spins; nothing typed means none."""

    def clean(self, value: Any) -> Any:
        text = super().clean(value) or "0"
        try:
            return parse_count(text, highest=MOST_SPINS, what="Spins")
        except ValueError as error:
            raise forms.ValidationError(str(error)) from None


class LeadField(forms.CharField):
    """The lead above which an opponent passes: whole dollars, or nothing typed."""

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        try:
            return parse_money(text, highest=HIGHEST_SCORE, what="A lead")
        except ValueError as error:
            raise forms.ValidationError(str(error)) from None


class BoardSelect(forms.Select):
    """A select whose incomplete boards can be seen but not chosen."""

    incomplete: frozenset[str] = frozenset()

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        if str(value) in self.incomplete:
            option["attrs"]["disabled"] = True
        return option


class PodiumForm(forms.Form):
    """A position, the board and the rules. After validation, `question` is what is asked."""

    use_required_attribute = False

    up = forms.ChoiceField(
        label="Who is up",
        choices=[*((str(seat), name) for seat, name in enumerate(SEATS, 1)), (BY_THE_RULES, "Whoever the rules say")],
        widget=forms.RadioSelect,
        initial="1",
        error_messages={
            "required": "Say who is up: Left, Centre or Right.",
            "invalid_choice": "Say who is up: Left, Centre or Right.",
        },
    )
    line = forms.CharField(label="The position in one line", required=False)
    line_was = forms.CharField(required=False, widget=forms.HiddenInput)
    board = forms.ChoiceField(label="Board", required=False, widget=BoardSelect)
    rules = forms.ChoiceField(
        label="Rules",
        required=False,
        choices=[(name, PRESET_WORDS.get(name, name)) for name in RULE_PRESETS],
        initial=DEFAULT_PRESET,
        error_messages={"invalid_choice": UNKNOWN_CHOICE},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for seat, name in enumerate(SEATS, 1):
            self._add_podium(seat, name)
        self._add_boards()
        self._add_options()
        self._add_opponents()
        self.fields["line"].widget.attrs.update(
            autocomplete="off", autocapitalize="off", spellcheck="false", placeholder="$8,000 3 spins / 3000 / 0"
        )
        self.question: Question | None = None

    @classmethod
    def about(cls, question: Question) -> PodiumForm:
        """The form filled in with a question."""
        position = question.position
        preset, changed = changed_options(question.rules)
        initial: dict[str, Any] = {
            "up": str(position.up + 1),
            "line": position.notation,
            "line_was": position.notation,
            "board": boards.reference(question.revision),
            "rules": preset,
        }
        initial.update({f"option_{name}": value for name, value in changed.items() if name != "opponents"})
        initial.update(opponent_fields(question.rules.opponents))
        for seat, contestant in enumerate(position.contestants, 1):
            initial[f"seat{seat}_score"] = f"{contestant.score:,}"
            for part in ("earned", "passed", "whammies"):
                initial[f"seat{seat}_{part}"] = str(getattr(contestant, part))
        return cls(initial=initial)

    def _add_podium(self, seat: int, name: str) -> None:
        number = {"inputmode": "numeric", "autocomplete": "off"}
        self.fields[f"seat{seat}_score"] = MoneyField(
            label="Score",
            error_messages={"required": f"Type {name}’s score, 0 if there is none."},
            widget=forms.TextInput(attrs={**number, "placeholder": EXAMPLE[seat - 1], "data-money": ""}),
        )
        for part, label in (("earned", "Earned"), ("passed", "Passed")):
            self.fields[f"seat{seat}_{part}"] = CountField(
                label=label, required=False, initial="0", widget=forms.TextInput(attrs={**number, "data-count": ""})
            )
        self.fields[f"seat{seat}_whammies"] = forms.ChoiceField(
            label="Whammies",
            required=False,
            initial="0",
            choices=[(str(n), "Out" if n == OUT else str(n)) for n in range(OUT + 1)],
            widget=forms.RadioSelect,
            error_messages={"invalid_choice": "A contestant has 0 to 4 Whammies; the fourth puts him out."},
        )

    def _add_boards(self) -> None:
        revisions = list(boards.current_revisions())
        asked = str(self.data.get("board") or self.initial.get("board") or "")
        choices = [
            (group, [(revision.board.slug, revision.board.label) for revision in members])
            for group, members in boards.grouped(revisions)
        ]
        if asked and asked not in {revision.board.slug for revision in revisions}:
            with suppress(boards.BoardNotFound):
                choices.append(_of_its_own(asked, boards.find_revision(asked)))
        field = self.fields["board"]
        assert isinstance(field, forms.ChoiceField)
        assert isinstance(field.widget, BoardSelect)
        field.choices = choices
        field.initial = boards.DEFAULT_BOARD
        field.error_messages["invalid_choice"] = f"There is no board called {quoted(asked)}; choose one of the list."
        field.widget.incomplete = frozenset(r.board.slug for r in revisions if not r.complete)

    def offer(self, own: list[BoardRevision]) -> None:
        """Add a browser's own boards to the choice."""
        field = self.fields["board"]
        choices: list[Any] = list(field.choices)  # type: ignore[attr-defined]
        there = {str(value) for _, members in choices for value, _ in members}
        offered = [
            (each.board.slug, each.board.label) for each in own if each.complete and each.board.slug not in there
        ]
        if offered:
            field.choices = [*choices, ("Your boards", offered)]  # type: ignore[attr-defined]

    def _add_options(self) -> None:
        for words in SINGLE_OPTIONS:
            name = f"option_{words.name}"
            blank = "as the rules above have it"
            if words.number:
                attrs = {"autocomplete": "off", "placeholder": blank}
                field: forms.Field = forms.CharField(required=False, widget=forms.TextInput(attrs=attrs))
            else:
                asked = str(self.data.get(name) or self.initial.get(name) or "")
                field = forms.ChoiceField(
                    required=False,
                    choices=[("", blank), *words.values.items(), *_by_seat(words, asked)],
                    error_messages={"invalid_choice": UNKNOWN_CHOICE},
                )
            field.label = words.question
            self.fields[name] = field

    def _add_opponents(self) -> None:
        for seat, name in enumerate(SEATS, 1):
            self.fields[f"opponent{seat}"] = forms.ChoiceField(
                label=f"{name} as an opponent",
                required=False,
                choices=STYLE_CHOICES,
                initial=BEST,
                error_messages={"invalid_choice": UNKNOWN_CHOICE},
            )
            attrs = {"inputmode": "numeric", "autocomplete": "off", "placeholder": "dollars of lead"}
            self.fields[f"opponent{seat}_lead"] = LeadField(
                label=f"{name} passes with more than", required=False, widget=forms.TextInput(attrs=attrs)
            )

    # --- what the template walks over -------------------------------------------------------

    @property
    def podiums(self) -> Iterator[dict[str, Any]]:
        """The three podiums, each with its bound fields."""
        for seat, name in enumerate(SEATS, 1):
            parts = {part: self[f"seat{seat}_{part}"] for part in PARTS}
            up = str(self["up"].value()) == str(seat)
            yield {"seat": seat, "name": name, "is_up": up, "out": str(parts["whammies"].value()) == str(OUT), **parts}

    @property
    def options(self) -> list[forms.BoundField]:
        """The fields of the single rule options."""
        return [self[f"option_{words.name}"] for words in SINGLE_OPTIONS]

    @property
    def opponents(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """How each contestant plays as an opponent: the choice and its dollars."""
        return [(self[f"opponent{seat}"], self[f"opponent{seat}_lead"]) for seat in (1, 2, 3)]

    @property
    def options_open(self) -> bool:
        """Whether the drawer with board and rules should be open: something in it is wrong."""
        drawer = [self["board"], self["rules"], *self.options, *(field for pair in self.opponents for field in pair)]
        return any(self.errors.get(field.name) for field in drawer)

    @property
    def settings_line(self) -> str:
        """“February 1985 board · show rules”."""
        board = str(self["board"].value() or boards.DEFAULT_BOARD)
        choices: list[Any] = list(self.fields["board"].choices)  # type: ignore[attr-defined]
        labels = {str(value): str(label) for _, members in choices for value, label in members}
        preset = str(self["rules"].value() or DEFAULT_PRESET)
        parts = [labels.get(board, board[:40]), PRESET_BRIEF.get(preset, preset[:40])]
        changed = sum(bool(field.value()) for field in self.options)
        changed += any((choice.value() or BEST) != BEST for choice, _ in self.opponents)
        if changed:
            parts.append(f"{changed} changed rule{'s' if changed > 1 else ''}")
        return " · ".join(parts)

    @property
    def problems(self) -> list[dict[str, str]]:
        """Every message with the id of the control it belongs to, for the summary at the top."""
        found = []
        for name, messages in self.errors.items():
            target = f"id_{name}" if name in self.fields else "podiums"
            if name in self.fields and isinstance(self.fields[name].widget, forms.RadioSelect):
                target += "_0"
            found += [{"target": target, "where": self._where(name), "message": str(m)} for m in messages]
        return found

    def _where(self, name: str) -> str:
        if name.startswith("seat"):
            return f"{SEATS[int(name[4]) - 1]}, {self.fields[name].label}"
        return str(self.fields[name].label) if name in self.fields else ""

    # --- validation -------------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        rules = self._rules()
        position = self._position_of_line() if self._line_counts() else self._position_of_podiums(rules or Rules())
        revision = self._revision()
        styles = self._styles()
        if position and revision and rules and styles and not self.errors:
            text = option_text(styles, position.up)
            self.question = Question(position, revision, rules.with_options({"opponents": text}))
        return data

    def _line_counts(self) -> bool:
        line, was = self.cleaned_data.get("line", ""), self.cleaned_data.get("line_was", "")
        return bool(line) and line != was

    def _position_of_line(self) -> Position | None:
        line, was = self.cleaned_data["line"], self.cleaned_data.get("line_was", "")
        podium_fields = [name for name in self.fields if name.startswith("seat") or name == "up"]
        typed = None if any(name in self.errors for name in podium_fields) else self._podiums(Rules())
        for name in podium_fields:
            self.errors.pop(name, None)
        try:
            position = Position.parse(line)
        except InputError as error:
            self.add_error("line", pointed(line, error))
            return None
        if typed is not None and typed.notation not in (was, position.notation):
            self.add_error(
                "line",
                "This line and the podiums were both changed and differ. Clear the line to ask about the podiums.",
            )
            return None
        return position

    def _podiums(self, rules: Rules) -> Position:
        data = self.cleaned_data
        left, centre, right = (
            Contestant(
                score=data[f"seat{seat}_score"],
                earned=data[f"seat{seat}_earned"],
                passed=data[f"seat{seat}_passed"],
                whammies=int(data[f"seat{seat}_whammies"] or 0),
            )
            for seat in (1, 2, 3)
        )
        podiums = (left, centre, right)
        up = first_up(podiums, rules) if data["up"] == BY_THE_RULES else int(data["up"]) - 1
        return Position(podiums, up)

    def _position_of_podiums(self, rules: Rules) -> Position | None:
        if any(name.startswith("seat") or name == "up" for name in self.errors):
            return None
        try:
            # The notation is the engine's one door that checks a position; canonical text in, so
            # that all it can find wrong is the position itself.
            return Position.parse(self._podiums(rules).notation)
        except InputError as error:
            field = (error.field or "").replace(".", "_")
            self.add_error(field if field in self.fields else None, error.message)
            return None

    def _revision(self) -> Any:
        if "board" in self.errors:
            return None
        try:
            revision = boards.find_revision(self.cleaned_data.get("board") or boards.DEFAULT_BOARD)
        except boards.BoardNotFound as error:
            self.add_error("board", str(error))
            return None
        if not revision.complete:
            self.add_error("board", incomplete_words(revision.board.label))
            return None
        return revision

    def _rules(self) -> Rules | None:
        """The rules asked for, but for how opponents play, which hangs on who is up."""
        if "rules" in self.errors:
            return None
        rules = Rules.preset(self.cleaned_data.get("rules") or DEFAULT_PRESET)
        for words in SINGLE_OPTIONS:
            value = str(self.cleaned_data.get(f"option_{words.name}") or "").strip()
            if words.number:
                value = value.removeprefix("$").replace(",", "")
            if not value:
                continue
            try:
                rules = rules.with_options({words.name: value})
            except InputError as error:
                self.add_error(f"option_{words.name}", error.message)
        return rules

    def _styles(self) -> list[Style] | None:
        """How each contestant plays as an opponent; None if something is wrong with it."""
        found = []
        for seat in (1, 2, 3):
            name = f"opponent{seat}"
            if name in self.errors or f"{name}_lead" in self.errors:
                continue
            choice = self.cleaned_data.get(name) or BEST
            lead = self.cleaned_data.get(f"{name}_lead")
            if choice == BY_LEAD and lead is None:
                self.add_error(f"{name}_lead", "Type the lead in dollars; 0 stands for any lead.")
            elif choice != BY_LEAD and lead is not None:
                self.add_error(f"{name}_lead", "This counts only with “by a lead of …”: choose that, or clear it.")
            else:
                found.append(Style(choice, lead))
        return found if len(found) == 3 else None


def opponent_fields(text: str) -> dict[str, str]:
    """What the form's fields hold for the engine's option `opponents`."""
    fields = {}
    for seat, style in enumerate(styles_of(text), 1):
        fields[f"opponent{seat}"] = style.choice
        fields[f"opponent{seat}_lead"] = "" if style.lead is None else f"{style.lead:,}"
    return fields


def _by_seat(words: RuleWords, asked: str) -> list[tuple[str, str]]:
    """A value for each contestant, which only addresses can name: shown where it is asked for."""
    try:
        Rules().with_options({words.name: asked})
    except InputError:
        return []
    return [(asked, words.said(asked))] if "/" in asked else []


def _of_its_own(asked: str, revision: BoardRevision) -> tuple[str, list[tuple[str, str]]]:
    """The choice of a board that is in no list: an earlier revision, or a board that a fan made."""
    label = f"{revision.board.label}, revision {revision.number}" if "." in asked else revision.board.label
    return "A fan’s board" if revision.board.own else "Earlier revisions", [(asked, label)]
