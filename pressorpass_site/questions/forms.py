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

from engine import RULE_PRESETS, Contestant, InputError, Position, Rules, first_mover, quoted
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.money import parse_count, parse_money

from . import pasted
from .address import NEXT_BOARD_MISSING, NEXT_BOARD_SAME, NEXT_SPINS_MISSING, incomplete_words
from .opponents import BEST, BY_LEAD, STYLE_CHOICES, Style, is_bound, option_text, style_of, styles_of
from .question import MOST_NEXT_SPINS, NextSpins, Question
from .rule_words import DEFAULT_PRESET, PRESET_BRIEF, PRESET_WORDS, RULE_WORDS, SEATS, RuleWords, changed_options

PARTS = ("score", "earned", "passed", "whammies")
HIGHEST_SCORE = 999_999
MOST_SPINS = 40
OUT = 4
BY_THE_RULES = "rules"  # whoever the rules say is up
NEXT_SPINS = {str(number) for number in range(1, MOST_NEXT_SPINS + 1)}
UNKNOWN_CHOICE = "“%(value)s” is not one of the choices here."
WIN_WORTH_IDLE = (
    "This counts only where everybody plays “for the money and for the win itself”: choose that, or clear it."
)
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


class NextSpinsField(forms.CharField):
    """For how many spins another board is played, or nothing typed."""

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        try:
            return parse_count(text, highest=MOST_NEXT_SPINS, what="Spins")
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
    spins = NextSpinsField(
        label="Spins on another board",
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "placeholder": "0"}),
    )
    now = forms.ChoiceField(label="Board of the next spins", required=False, widget=BoardSelect)
    bound = forms.BooleanField(label="The one up is bound by the choice made for him, too", required=False)

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
        # How the one up would play as an opponent, where the question does not say it; else "".
        self.aside = ""

    @classmethod
    def about(cls, question: Question, aside: str = "") -> PodiumForm:
        """The form filled in with a question; `aside` is what the form that asked it had besides."""
        position = question.position
        preset, changed = changed_options(question.rules)
        initial: dict[str, Any] = {
            "up": str(position.mover_seat + 1),
            "line": position.notation,
            "line_was": position.notation,
            "board": boards.reference(question.revision),
            "rules": preset,
        }
        initial.update({f"option_{name}": value for name, value in changed.items() if name != "opponents"})
        initial.update(opponent_fields(question.rules.opponents, position.mover_seat, aside))
        if question.now:
            initial |= {"now": boards.reference(question.now.revision), "spins": str(question.now.spins)}
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
        choices = [
            (group, [(revision.board.slug, revision.board.label) for revision in members])
            for group, members in boards.grouped(revisions)
        ]
        incomplete = frozenset(revision.board.slug for revision in revisions if not revision.complete)
        self._add_board("board", choices, incomplete)
        self._add_board("now", [("", "the one above"), *choices], incomplete)
        self.fields["board"].initial = boards.DEFAULT_BOARD

    def _add_board(self, name: str, choices: list[Any], incomplete: frozenset[str]) -> None:
        asked = str(self.data.get(name) or self.initial.get(name) or "")
        if asked and asked not in _labels(choices):
            with suppress(boards.BoardNotFound):
                choices = [*choices, _of_its_own(asked, boards.find_revision(asked))]
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        assert isinstance(field.widget, BoardSelect)
        field.choices = choices
        field.error_messages["invalid_choice"] = f"There is no board called {quoted(asked)}; choose one of the list."
        field.widget.incomplete = incomplete

    def offer(self, own: list[BoardRevision]) -> None:
        """Add a browser's own boards to the choice."""
        for name in ("board", "now"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            choices: list[Any] = list(field.choices)  # type: ignore[arg-type]
            there = _labels(choices)
            offered = [
                (each.board.slug, each.board.label) for each in own if each.complete and each.board.slug not in there
            ]
            if offered:
                field.choices = [*choices, ("Your boards", offered)]

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
    def opponents(self) -> list[tuple[forms.BoundField, forms.BoundField, str]]:
        """How each contestant plays as an opponent: the choice, its dollars, and why it does not count just now."""
        return [(self[f"opponent{seat}"], self[f"opponent{seat}_lead"], self._idle(seat)) for seat in (1, 2, 3)]

    def _idle(self, seat: int) -> str:
        chosen = (self[f"opponent{seat}"].value() or BEST) != BEST
        if chosen and str(self["up"].value()) == str(seat) and not self["bound"].value():
            return f"{SEATS[seat - 1]} is up: this counts as soon as somebody else is."
        return ""

    @property
    def options_open(self) -> bool:
        """Whether the drawer with board and rules should be open: something in it is wrong."""
        single = (self[name] for name in ("board", "rules", "spins", "now", "bound"))
        drawer = [*single, *self.options, *(field for row in self.opponents for field in row[:2])]
        return any(self.errors.get(field.name) for field in drawer)

    @property
    def settings_line(self) -> str:
        """“February 1985 board · show rules”."""
        board = self._board_label("board", boards.DEFAULT_BOARD)
        spins = str(self["spins"].value() or "")
        if self["now"].value() and spins in NEXT_SPINS:
            board = f"{self._board_label('now')} for {spins} spin{'' if spins == '1' else 's'}, then {board}"
        preset = str(self["rules"].value() or DEFAULT_PRESET)
        parts = [board, PRESET_BRIEF.get(preset, preset[:40])]
        changed = sum(bool(field.value()) for field in self.options)
        changed += any((choice.value() or BEST) != BEST and not idle for choice, _, idle in self.opponents)
        if changed:
            parts.append(f"{changed} changed rule{'s' if changed > 1 else ''}")
        return " · ".join(parts)

    def _board_label(self, name: str, default: str = "") -> str:
        chosen = str(self[name].value() or default)
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        return _labels(field.choices).get(chosen, chosen[:40])

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
        asked = self._asked_by_line() if self._line_counts() else None
        if asked and not self.errors:
            self.question = asked
            return data
        position = self._position_of_line() if self._line_counts() else self._position_of_podiums(rules or Rules())
        revision = self._revision("board", data.get("board") or boards.DEFAULT_BOARD)
        now = self._next_spins()
        if now and now.revision == revision:
            self.add_error("now", NEXT_BOARD_SAME)
        styles = self._styles()
        if position and revision and rules and styles and not self.errors:
            text = option_text(styles, position.mover_seat, bound=data["bound"])
            if styles_of(text)[position.mover_seat] != styles[position.mover_seat]:
                self.aside = styles[position.mover_seat].text
            self.question = Question(position, revision, rules.with_options({"opponents": text}), now)
        return data

    def _line_counts(self) -> bool:
        line, was = self.cleaned_data.get("line", ""), self.cleaned_data.get("line_was", "")
        return bool(line) and line != was

    def _asked_by_line(self) -> Question | None:
        """The question of an address of this site in the line, with its board and rules; None if it is no address."""
        try:
            asked = pasted.read(self.cleaned_data["line"]).question
        except pasted.Unread:
            return None
        if asked:
            for name in [name for name in self.errors if name.startswith("seat") or name == "up"]:
                del self.errors[name]
        return asked

    def _position_of_line(self) -> Position | None:
        line, was = self.cleaned_data["line"], self.cleaned_data.get("line_was", "")
        podium_fields = [name for name in self.fields if name.startswith("seat") or name == "up"]
        typed = None if any(name in self.errors for name in podium_fields) else self._podiums(Rules())
        for name in podium_fields:
            self.errors.pop(name, None)
        try:
            position = pasted.read(line).reading.position
        except pasted.Unread as error:
            self.add_error("line", str(error))
            return None
        if typed is not None and typed.notation not in (was, position.notation):
            self.add_error(
                "line",
                "This line and the podiums were both changed and differ. Clear the line to ask about the podiums.",
            )
            return None
        return position

    def settings(self) -> dict[str, str]:
        """What the fields below the podiums hold, by their names."""
        names = (name for name in self.fields if not name.startswith("seat") and name not in ("up", "line", "line_was"))
        return {name: str(self[name].value() or "") for name in names}

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
        up = first_mover(podiums, rules) if data["up"] == BY_THE_RULES else int(data["up"]) - 1
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

    def _revision(self, name: str, reference: str) -> BoardRevision | None:
        if name in self.errors:
            return None
        try:
            revision = boards.find_revision(reference)
        except boards.BoardNotFound as error:
            self.add_error(name, str(error))
            return None
        if not revision.complete:
            self.add_error(name, incomplete_words(revision.board.label))
            return None
        return revision

    def _next_spins(self) -> NextSpins | None:
        """Another board for the next spins; None without, or if something is wrong with it."""
        if "now" in self.errors or "spins" in self.errors:
            return None
        reference, spins = self.cleaned_data.get("now"), self.cleaned_data.get("spins")
        if not reference:
            if spins:
                self.add_error("now", NEXT_BOARD_MISSING)
            return None
        revision = self._revision("now", reference)
        if spins is None:
            self.add_error("spins", NEXT_SPINS_MISSING)
        return NextSpins(revision, spins) if revision and spins else None

    def _rules(self) -> Rules | None:
        """The rules asked for, but for how opponents play, which hangs on who is up."""
        if "rules" in self.errors:
            return None
        preset = self.cleaned_data.get("rules") or DEFAULT_PRESET
        rules = Rules.preset(preset)
        for words in SINGLE_OPTIONS:
            value = str(self.cleaned_data.get(f"option_{words.name}") or "").strip()
            if not value:
                continue
            try:
                rules = rules.with_options({words.name: words.read(value) if words.number else value})
            except ValueError as error:
                self.add_error(f"option_{words.name}", str(error))
        if rules.goal != "blend" and rules.win_worth != Rules.preset(preset).win_worth:
            self.add_error("option_win_worth", WIN_WORTH_IDLE)
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


def opponent_fields(text: str, up: int, aside: str = "") -> dict[str, str]:
    """What the form's fields hold for the engine's option `opponents` if seat `up` (0-2) is asked.

    `aside` is how he would play as an opponent, which the option does not say.
    """
    fields = {"bound": "on"} if is_bound(text, up) else {}
    styles = styles_of(text)
    if aside and not fields:
        styles[up] = style_of(aside)
    for seat, style in enumerate(styles, 1):
        fields[f"opponent{seat}"] = style.choice
        fields[f"opponent{seat}_lead"] = "" if style.lead is None else f"{style.lead:,}"
    return fields


def _labels(choices: Any) -> dict[str, str]:
    """What each value of a select is called, whatever heading it stands under."""
    labels: dict[str, str] = {}
    for value, said in choices:
        labels |= {str(value): said} if isinstance(said, str) else {str(one): str(label) for one, label in said}
    return labels


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
