"""The podiums as a form: everything a person may type, checked field by field.

Each message is shown beside its field, and what was typed stays. The one-line notation is part of the same form: a line that
was changed by hand takes precedence over the podiums (with JavaScript both are kept in step).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from engine import (
    AVERAGE_QUESTIONS,
    Contestant,
    InputError,
    Position,
    Reading,
    Rules,
    first_mover,
    mover_is_open,
    read_position,
)
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.eras import round_of
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.money import parse_count, parse_money

from .address import read_line
from .fields import HIGHEST_SCORE, UNKNOWN_CHOICE, BoardField, KeptSelect, TypedField
from .opponents import (
    BY_LEAD,
    Style,
    address_values,
    opponent_fields,
    opponent_values,
    opponents_option,
    styles_of,
)
from .podiums import MOST_DOTS
from .question import (
    AUTO,
    BEST,
    BOUNDED,
    LAST_ROUND,
    MOST_NEXT_SPINS,
    NO_SUCH_ROUND,
    ROUND_1,
    SEATS,
    InvalidQuestion,
    NextRound,
    Question,
    build_question,
    build_rules,
    default_board,
    is_of_round_1,
    read_next_round,
)
from .rules_form import RulesForm

PARTS = ("score", "earned", "passed", "whammies")
SINGLE_FIELDS = (
    "up",
    "line",
    "line_was",
    "typed",
    "board",
    "rules",
    "method",
    "round",
    "questions",
    "then",
    "spins",
    "now",
    "bound",
)
ROUND_FIELDS = ("round", "questions", "then")
EXAMPLE = Position.parse("8000e3,3000,0@1")  # shown by blank podiums, and asked if nothing is typed
BY_THE_RULES = "rules"  # they decide who is up
EXAMPLE_LINE = "$8,000 3 spins / 3000 / 0"
NAMED = (
    "board",
    "rules",
    "now",
    "spins",
    "method",
    "then",
    "questions",
)  # with the same name in an address and in the form
MOST_SPINS = 40
OUT = 4
WHAMMIES = tuple(str(number) for number in range(OUT + 1))
BLANK_BOARDS = {"now": [("", "the board above")], "then": [("", "nearest to the board above")]}
_NUMBER = {"inputmode": "numeric", "autocomplete": "off"}
NEXT_SPINS = {str(number) for number in range(1, MOST_NEXT_SPINS + 1)}


class PodiumForm(RulesForm):
    """A position, the board and the rules. After validation, `question` is the question asked."""

    average_questions = AVERAGE_QUESTIONS

    up = forms.ChoiceField(
        label="Who is up",
        choices=[*((str(seat), name) for seat, name in enumerate(SEATS, 1)), (BY_THE_RULES, "As the rules say")],
        widget=forms.RadioSelect,
        initial=BY_THE_RULES,
        error_messages={
            "required": "Choose who is up: Left, Center or Right.",
            "invalid_choice": "Choose who is up: Left, Center or Right.",
        },
    )
    line = forms.CharField(label="The position in one line", required=False)
    line_was = forms.CharField(required=False, widget=forms.HiddenInput)
    # What podiums.js read the podiums from, if it had to assume something.
    typed = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)
    board = BoardField(label="Board", required=False, initial=boards.DEFAULT_BOARD)
    method = forms.ChoiceField(
        label="Kind of answer",
        required=False,
        choices=[(AUTO, "the best answer that time allows"), (BOUNDED, "guaranteed ranges")],
        initial=AUTO,
        widget=KeptSelect,
        error_messages={"invalid_choice": UNKNOWN_CHOICE},
    )
    spins = forms.CharField(
        label="Spins on another board",
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "placeholder": "0"}),
    )
    now = BoardField(label="Board of the next spins", required=False)
    round = forms.ChoiceField(
        label="These spins are of",
        required=False,
        choices=[("", "the board’s round"), (ROUND_1, "round 1"), (LAST_ROUND, "the last round")],
        widget=KeptSelect,
        error_messages={"invalid_choice": NO_SUCH_ROUND},
    )
    questions = forms.CharField(
        label="Questions before round 2",
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "placeholder": "as on the show"}),
    )
    then = BoardField(label="Board of round 2", required=False)
    bound = forms.BooleanField(label="The contestant who is up follows this strategy too", required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, *, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, initial=initial)
        self.fields["rules"].required = False
        revisions = list(boards.current_revisions())
        for name, field in self._boards().items():
            offered = (
                [each for each in revisions if round_of(each.board) == LAST_ROUND] if name == "then" else revisions
            )
            field.list_boards(offered, self.present(name), *BLANK_BOARDS.get(name, ()))
        podiums: dict[str, forms.Field] = {}
        for seat, name in enumerate(SEATS, 1):
            podiums |= podium_fields(seat)
            self.fields |= opponent_fields(seat, name)
        self.fields |= podiums
        self.order_fields([*SINGLE_FIELDS, *podiums])  # problems are listed in this order
        self.fields["line"].widget.attrs.update(
            autocomplete="off", autocapitalize="off", spellcheck="false", placeholder=f"e.g. {EXAMPLE_LINE}"
        )
        self.question: Question | None = None
        # How the line was read, if something was assumed; else "".
        self.read_as = ""
        # The mover's style as an opponent, which the question does not have; else "".
        self.mover_style = ""

    @classmethod
    def about(cls, question: Question, mover_style: str = "") -> PodiumForm:
        """Return the form filled in with a question; `mover_style` is the mover's choice on the form that asked it."""
        position = question.position
        initial: dict[str, Any] = {
            **_position_values(position),
            "board": boards.reference(question.revision),
            "method": question.method,
        }
        initial |= cls.initial_for(question.rules)
        initial |= opponent_values(question.rules.opponents, position.mover_seat, mover_style)
        initial |= _initial_round(question)
        if question.next_spins:
            initial |= {"now": boards.reference(question.next_spins.revision), "spins": str(question.next_spins.spins)}
        return cls(initial=initial)

    def _boards(self) -> dict[str, BoardField]:
        """Return the choices of a board, by name."""
        return {name: field for name, field in self.fields.items() if isinstance(field, BoardField)}

    def offer(self, own: list[BoardRevision]) -> None:
        """Add a browser's own boards to the choice."""
        for field in self._boards().values():
            field.offer(own)

    # --- for the template -------------------------------------------------------------------

    @property
    def is_blank(self) -> bool:
        """Whether nothing is typed: the podiums show their example."""
        return not self.is_bound and not self.initial.get("line")

    @property
    def podiums(self) -> Iterator[dict[str, Any]]:
        """The three podiums, each with its bound fields, the words it shows, and whether it is up and opened."""
        wrong = next((name[4] for name in self.errors if name.startswith("seat")), "")
        chosen, up = str(self["up"].value()), self.seat_up
        for seat, name in enumerate(SEATS):
            number = str(seat + 1)
            parts = {part: self[f"seat{number}_{part}"] for part in PARTS}
            yield {
                "number": number,
                "name": name,
                "is_chosen": chosen == number,
                "is_up": seat == up,
                "open": wrong == number,
                "row": _row(_values(EXAMPLE.contestants[seat]) if self.is_blank else _typed(parts)),
                **parts,
            }

    @property
    def seat_up(self) -> int | None:
        """The seat that is up as far as the fields say it: chosen, the example's, or the only one with spins."""
        chosen = str(self["up"].value())
        if chosen in ("1", "2", "3"):
            return int(chosen) - 1
        if self.is_blank:
            return EXAMPLE.mover_seat
        spins = ((self[f"seat{seat}_earned"].value(), self[f"seat{seat}_passed"].value()) for seat in (1, 2, 3))
        holders = [seat for seat, held in enumerate(spins) if any(str(count or "0").strip() != "0" for count in held)]
        return holders[0] if len(holders) == 1 else None

    @property
    def mover(self) -> str:
        """The name of the contestant who is up, for the page's question; “they” while nobody is."""
        return "they" if self.seat_up is None else SEATS[self.seat_up]

    @property
    def opponents(self) -> list[tuple[forms.BoundField, forms.BoundField, str]]:
        """Each contestant's style as an opponent: the choice, its dollars, and why it does not count now."""
        return [(self[f"opponent{seat}"], self[f"opponent{seat}_lead"], self._idle(seat)) for seat in (1, 2, 3)]

    def _idle(self, seat: int) -> str:
        chosen = (self[f"opponent{seat}"].value() or BEST) != BEST
        if chosen and str(self["up"].value()) == str(seat) and not self["bound"].value():
            return f"{SEATS[seat - 1]} is up, so this has no effect yet."
        return ""

    @property
    def options_open(self) -> bool:
        """Whether the drawer with the settings should be open: something in it is wrong."""
        drawer = [self["board"], self["bound"], *(field for row in self.opponents for field in row[:2])]
        return self.solvers_open or self.round_open or any(self.errors.get(field.name) for field in drawer)

    @property
    def solvers_open(self) -> bool:
        """Whether the advanced settings should be open: something in them is wrong."""
        drawer = [self[name] for name in ("method", "spins", "now")]
        return self.rules_open or any(self.errors.get(field.name) for field in drawer)

    @property
    def round_open(self) -> bool:
        """Whether the round should be unfolded, as something in it is wrong."""
        return any(self.errors.get(name) for name in ROUND_FIELDS)

    @property
    def next_round(self) -> NextRound | None:
        """What follows the spins, as far as the fields say it."""
        board = _board_named(str(self["board"].value() or boards.DEFAULT_BOARD))
        then, questions = (str(self[name].value() or "") for name in ("then", "questions"))
        return read_next_round(_round(str(self["round"].value() or ""), board), then, questions, board, {})

    @property
    def round_line(self) -> str:
        """Text such as “Round 1 · 4 questions, then the February 1985 board”."""
        follows = self.next_round
        return f"Round 1 · {follows.words}" if follows else "The last round"

    @property
    def settings_line(self) -> str:
        """Text such as “February 1985 board · standard rules”; in round 1 with what follows, “4 questions, then …”."""
        chosen = {name: str(self[name].value() or field.initial or "") for name, field in self._boards().items()}
        named = {name: field.label_of(chosen[name]) for name, field in self._boards().items()}
        board = named["board"]
        spins = str(self["spins"].value() or "")
        if self["now"].value() and spins in NEXT_SPINS:
            board = f"{named['now']} for {spins} spin{'' if spins == '1' else 's'}, then {board}"
        bounds = ["guaranteed ranges"] if self["method"].value() == BOUNDED else []
        follows = self.next_round
        return " · ".join([board, *([follows.words] if follows else []), self.rules_line, *bounds])

    @property
    def number_changed(self) -> int:
        opponents = any((choice.value() or BEST) != BEST and not idle for choice, _, idle in self.opponents)
        return super().number_changed + opponents

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
        by_line = bool(data.get("line")) and data["line"] != data.get("line_was", "")
        linked = self._linked_question() if by_line else None
        if linked and not self.errors:
            self.question = linked
            return data
        options = self.changed_options
        position = self._position(options, by_line=by_line)
        styles = self._styles()
        if position and styles:
            options["opponents"] = opponents_option(styles, position.mover_seat, bound=data["bound"])
            if styles_of(options["opponents"])[position.mover_seat] != styles[position.mover_seat]:
                self.mover_style = styles[position.mover_seat].text
        self._build(position, options)
        if position and not by_line and data.get("typed"):
            self.read_as = self._reading_of(data["typed"], position, options)
        return data

    def _reading_of(self, text: str, position: Position, options: dict[str, str]) -> str:
        """Return how a text was read that the podiums still say; "" if they say something else by now."""
        try:
            found = read_line(text, self._rules(options))
        except InvalidQuestion:
            return ""
        return found.words if isinstance(found, Reading) and found.position == position else ""

    def _build(self, position: Position | None, options: dict[str, str]) -> None:
        data = self.cleaned_data
        try:
            question = build_question(
                position,
                options,
                board=None if "board" in self.errors else data["board"],
                rules=None if "rules" in self.errors else data["rules"],
                now=data.get("now", ""),
                spins=data.get("spins", ""),
                method=data.get("method", ""),
                round_=_round(data.get("round", ""), _board_named(data.get("board", ""))),
                then=data.get("then", ""),
                questions=data.get("questions", ""),
                refuse_idle=True,
            )
        except InvalidQuestion as error:
            for name, wrong in error.errors.items():
                if name not in self.errors:
                    self.add_error(name, wrong.message)
        else:
            self.question = None if self.errors else question

    def _linked_question(self) -> Question | None:
        """Return the question of an address of this site in the line, with its board and rules; None if it is none."""
        try:
            linked = read_line(self.cleaned_data["line"])
        except InvalidQuestion:
            return None
        if not isinstance(linked, Question):
            return None
        self._forget_podium_errors()
        return linked

    @property
    def _podium_names(self) -> list[str]:
        return [name for name in self.fields if name.startswith("seat") or name == "up"]

    def _forget_podium_errors(self) -> None:
        """Drop the podiums' errors, as the line takes precedence."""
        for name in self._podium_names:
            self.errors.pop(name, None)

    def _position(self, options: dict[str, str], *, by_line: bool) -> Position | None:
        if by_line:
            return self._position_of_line(options)
        if is_untouched(self.data):
            self._forget_podium_errors()
            return EXAMPLE
        return self._position_of_podiums(options)

    def _position_of_line(self, options: dict[str, str]) -> Position | None:
        line, was = self.cleaned_data["line"], self.cleaned_data.get("line_was", "")
        readable = all(name in self.cleaned_data for name in self._podium_names)
        blank = not any(str(self.data.get(f"seat{seat}_score") or "").strip() for seat in (1, 2, 3))
        typed = self._podiums(Rules()) if readable and not blank else None
        self._forget_podium_errors()
        try:
            found = read_line(line, self._rules(options))
        except InvalidQuestion as error:
            self.add_error("line", error.message)
            return None
        position = found.position
        if isinstance(found, Reading):
            self.read_as = found.words
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
        up = first_mover(podiums, rules) if data["up"] == BY_THE_RULES else int(data["up"]) - 1
        return Position(podiums, up)

    def _position_of_podiums(self, options: dict[str, str]) -> Position | None:
        if any(name in self.errors for name in self._podium_names):
            return None
        if not any(self.cleaned_data[f"seat{seat}_{part}"] for seat in (1, 2, 3) for part in ("earned", "passed")):
            up = self.cleaned_data["up"]
            self.add_error(None if up == BY_THE_RULES else f"seat{up}_earned", "Give at least one contestant a spin.")
            return None
        rules = self._rules(options)
        position = self._podiums(rules)
        if self.cleaned_data["up"] == BY_THE_RULES and mover_is_open(position.contestants, rules):
            self.add_error("up", "Say who is up: the last to receive spins, which the numbers don’t tell.")
            return None
        try:
            # The notation is the engine's one check of a position; this text is canonical, so only the position itself
            # can be wrong.
            return Position.parse(position.notation)
        except InputError as error:
            field = (error.field or "").replace(".", "_")
            self.add_error(field if field in self.fields else None, error.message)
            return None

    def _rules(self, options: dict[str, str]) -> Rules:
        """Return the rules that decide who is up; the show's if they are wrong, as then there is no question anyway."""
        try:
            return build_rules(self.cleaned_data.get("rules", ""), options)
        except InvalidQuestion:
            return Rules()

    def _styles(self) -> list[Style] | None:
        """Return each contestant's style as an opponent; None if one is invalid."""
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


def podium_fields(seat: int) -> dict[str, forms.Field]:
    """Return the fields of one podium."""
    return {
        f"seat{seat}_score": TypedField(
            partial(parse_money, highest=HIGHEST_SCORE),
            nothing=0,
            label="Score",
            widget=forms.TextInput(
                attrs={
                    **_NUMBER,
                    "placeholder": "0",
                    "enterkeyhint": "next",
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
            choices=[(count, "Out" if count == str(OUT) else count) for count in WHAMMIES],
            widget=forms.RadioSelect,
            error_messages={"invalid_choice": "A contestant has 0 to 4 Whammies and is out with the fourth."},
        ),
    }


def invalid_address(request: HttpRequest, text: str, error: InvalidQuestion) -> HttpResponse:
    """Show an address that asks no question: the form, with the error beside its field."""
    readable = error.field == "line" and error.character is None  # but the position cannot arise
    context = {
        "form": _address_form(text, request.GET, error),
        "lost": "line" in error.errors or not error.field,
        "misfit": error.message if readable else "",
    }
    return render(request, "questions/ask.html", context, status=404)


def _address_form(text: str, query: Mapping[str, str], error: InvalidQuestion) -> PodiumForm:
    """Return the form for an invalid address, each part in its field, with its error."""
    data = {name: query.get(name, "") for name in NAMED}
    follows = query.get("round") or query.get("then") or query.get("questions")
    data["round"] = query.get("round", "") if follows else LAST_ROUND
    data["board"] = data["board"] or default_board(data["round"])
    data |= {f"option_{name}": query[name] for name in query}
    data |= address_values(query.get("opponents", ""), text)
    try:
        data |= _position_values(read_position(text).position)
    except InputError:
        data |= {"line": text, "line_was": "", "up": "1"}
        data |= {f"seat{seat}_{part}": "0" for seat in (1, 2, 3) for part in PARTS[1:]}
    form = PodiumForm(data)
    form.is_valid()
    if error.field not in form.errors and not (error.field == "option_opponents" and form.errors):
        form.add_error(error.field if error.field in form.fields else None, error.message)
    return form


def _position_values(position: Position) -> dict[str, str]:
    """Return the fields of the podiums and the line for a position."""
    values = {
        f"seat{seat}_{part}": value
        for seat, contestant in enumerate(position.contestants, 1)
        for part, value in zip(PARTS, _values(contestant), strict=True)
    }
    return {"up": str(position.mover_seat + 1), "line": position.notation, "line_was": position.notation, **values}


def _board_named(reference: str) -> BoardRevision | None:
    """Return the board that a form names; None if there is none."""
    try:
        return boards.find_revision(reference or boards.DEFAULT_BOARD)
    except boards.BoardNotFound:
        return None


def _round(chosen: str, board: BoardRevision | None) -> str:
    """Return the round that is asked about: what is chosen, or else the board’s."""
    return chosen or (ROUND_1 if board and is_of_round_1(board) else LAST_ROUND)


def _initial_round(question: Question) -> dict[str, str]:
    """Return the fields of the round for a question; what is as usual is left to the board."""
    of_round_1 = is_of_round_1(question.revision)
    if (then := question.then) is None:
        return {"round": LAST_ROUND if of_round_1 else ""}
    usual = NextRound.usual(question.revision)
    return {
        "round": "" if of_round_1 else ROUND_1,
        "then": "" if then.revision == usual.revision else boards.reference(then.revision),
        "questions": "" if then.questions == usual.questions else str(then.questions),
    }


def _typed(parts: Mapping[str, forms.BoundField]) -> list[str]:
    """Return what a podium's fields hold, in the order of `PARTS`."""
    return [str(parts[part].value() or "0").strip() for part in PARTS]


def _values(contestant: Contestant) -> list[str]:
    """Return what the fields of a contestant would hold."""
    return [f"{contestant.score:,}", *(str(getattr(contestant, part)) for part in PARTS[1:])]


def _row(values: list[str]) -> dict[str, Any]:
    """Return a podium's numbers as it shows them; podiums.js writes the same when they change."""
    score, earned, passed, whammies = values
    out = whammies == str(OUT)
    spins = f"{earned} {'spin' if earned == '1' else 'spins'}"
    if passed != "0":
        spins = f"{earned} + {passed} passed" if earned != "0" else f"{passed} passed"
    held = sum(int(count) for count in (earned, passed) if count.isascii() and count.isdecimal() and len(count) < 3)
    return {
        "score": "Out" if out else f"${score.removeprefix('$')}",
        "spins": "" if out else spins,
        "dots": range(0 if out else min(held, MOST_DOTS)),
        "count": whammies if whammies in WHAMMIES else "0",
        "whammies": f"{whammies} {'Whammy' if whammies == '1' else 'Whammies'}",
    }


def is_untouched(data: Mapping[str, Any]) -> bool:
    """Return whether a form was sent as the first page shows it, except for board and rules."""
    typed = any(str(data.get(name) or "").strip() for name in ("line", "line_was"))
    blank = {"score": ("",)} | dict.fromkeys(PARTS[1:], ("", "0"))
    return (
        data.get("up") in (BY_THE_RULES, "1")
        and not typed
        and all(
            str(data.get(f"seat{seat}_{part}") or "").strip() in allowed
            for seat in (1, 2, 3)
            for part, allowed in blank.items()
        )
    )
