"""The podiums as a form, checked field by field.

Each message is shown beside its field, and typed text stays. The one-line notation is part of the same form: a line that
was changed by hand takes precedence over the podiums (with JavaScript both are kept in step).
"""

from collections.abc import Iterator, Mapping
from typing import Any, Self
from urllib.parse import urlencode

from django import forms

from engine import Contestant, InputError, Position, Reading, Rules, first_mover, mover_is_open
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision

from .address import read_line
from .fields import (
    NUMBER,
    UNKNOWN_CHOICE,
    BoardField,
    RulesForm,
    build_opponent_fields,
    build_podium_fields,
    list_groups,
    list_last_rounds,
    parse_opponents_option,
    parse_styles,
    read_styles,
    write_opponents_option,
)
from .podiums import BY_THE_RULES, PARTS, build_podium_values, build_position_values, format_podium, is_untouched
from .question import (
    AUTO,
    BEST,
    BOUNDED,
    LAST_ROUND,
    MAX_NEXT_SPINS,
    NO_SUCH_ROUND,
    ROUND_1,
    SEATS,
    InvalidQuestion,
    NextRound,
    Question,
    build_question,
    build_rules,
    is_of_round_1,
    read_next_round,
)

__all__ = ["EXAMPLE", "PodiumForm", "RulesForm"]

LINES = ("line", "line_was", "typed")
POSITION_FIELDS = ("up", *LINES)
ROUND_FIELDS = ("round", "questions", "then")
EXAMPLE = Position.parse("8000e3,3000,0@1")  # the position of blank podiums
EXAMPLE_LINE = "$8,000 3 spins / 3000 / 0"
BLANK_BOARDS = {"now": [("", "the board above")], "then": [("", "nearest to the board above")]}
NEXT_SPINS = {str(number) for number in range(1, MAX_NEXT_SPINS + 1)}


class PodiumForm(RulesForm):
    """A position, the board and the rules. After validation, `question` is the question; None if the form is invalid."""

    up = forms.ChoiceField(
        label="Who is up",
        choices=[*((str(seat), name) for seat, name in enumerate(SEATS, 1)), (BY_THE_RULES, "As the rules say")],
        widget=forms.RadioSelect,
        initial=BY_THE_RULES,
        error_messages=dict.fromkeys(("required", "invalid_choice"), "Choose who is up: Left, Center or Right."),
    )
    line = forms.CharField(label="The position in one line", required=False)
    line_was = forms.CharField(required=False, widget=forms.HiddenInput)
    # The text from which podiums.js filled in the podiums, if something was assumed.
    typed = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)
    board = BoardField(label="Board", required=False, initial=boards.DEFAULT_BOARD)
    method = forms.ChoiceField(
        label="Kind of answer",
        required=False,
        choices=[(AUTO, "the best answer that time allows"), (BOUNDED, "guaranteed ranges")],
        initial=AUTO,
        widget=forms.Select,
        error_messages={"invalid_choice": UNKNOWN_CHOICE},
    )
    spins = forms.CharField(
        label="Spins on another board",
        required=False,
        widget=forms.TextInput(attrs={**NUMBER, "placeholder": "0"}),
    )
    now = BoardField(label="Board of the next spins", required=False)
    round = forms.ChoiceField(
        label="These spins are of",
        required=False,
        choices=[("", "the board’s round"), (ROUND_1, "round 1"), (LAST_ROUND, "the last round")],
        widget=forms.Select,
        error_messages={"invalid_choice": NO_SUCH_ROUND},
    )
    questions = forms.CharField(
        label="Questions before round 2",
        required=False,
        widget=forms.TextInput(attrs={**NUMBER, "placeholder": "as on the show"}),
    )
    then = BoardField(label="Board of round 2", required=False)
    bound = forms.BooleanField(label="The contestant who is up follows this strategy too", required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, *, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, initial=initial)
        self.fields["rules"].required = False
        for name, field in self._list_board_fields().items():
            groups = list_last_rounds if name == "then" else list_groups
            field.list_boards(groups, self.get_raw_value(name), *BLANK_BOARDS.get(name, ()))
        podiums: dict[str, forms.Field] = {}
        for seat, name in enumerate(SEATS, 1):
            podiums |= build_podium_fields(seat)
            self.fields |= build_opponent_fields(seat, name)
        self.fields |= podiums
        # Problems are listed in this order.
        single = [*POSITION_FIELDS, "board", "rules", "method", *ROUND_FIELDS, "spins", "now", "bound"]
        self.order_fields([*single, *podiums])
        self.fields["line"].widget.attrs.update(
            autocomplete="off", autocapitalize="off", spellcheck="false", placeholder=f"e.g. {EXAMPLE_LINE}"
        )
        self.question: Question | None = None
        # How the line was read, if something was assumed; else "".
        self.read_as = ""
        # The mover's style as an opponent, which the question does not have; else "".
        self.mover_style = ""
        self.asks_options = False

    @classmethod
    def from_question(cls, question: Question, mover_style: str = "") -> Self:
        """Return the form filled in with a question; `mover_style` is the mover's style as an opponent, if chosen."""
        position, then = question.position, question.next_round
        initial: dict[str, Any] = {
            **build_position_values(position),
            "board": boards.build_short_reference(question.revision),
            "method": question.method,
        }
        initial |= cls.build_initial(question.rules)
        initial |= parse_opponents_option(question.rules.opponents, position.mover_seat, mover_style)
        of_round_1 = is_of_round_1(question.revision)
        if then is None:
            initial["round"] = LAST_ROUND if of_round_1 else ""
        else:  # a usual value is left to the board
            usual = NextRound.usual(question.revision)
            initial["round"] = "" if of_round_1 else ROUND_1
            initial["then"] = "" if then.revision == usual.revision else boards.build_short_reference(then.revision)
            initial["questions"] = "" if then.questions == usual.questions else str(then.questions)
        if question.next_spins:
            initial |= {
                "now": boards.build_short_reference(question.next_spins.revision),
                "spins": str(question.next_spins.spins),
            }
        return cls(initial=initial)

    def _list_board_fields(self) -> dict[str, BoardField]:
        return {name: field for name, field in self.fields.items() if isinstance(field, BoardField)}

    def offer(self, own: list[BoardRevision]) -> None:
        for field in self._list_board_fields().values():
            field.offer(own)

    # --- for the template -------------------------------------------------------------------

    @property
    def is_blank(self) -> bool:
        """Whether nothing is typed: the podiums show their example."""
        return not self.is_bound and is_untouched({"up": BY_THE_RULES, **self.initial})

    @property
    def podiums(self) -> Iterator[dict[str, Any]]:
        """The three podiums, each with its bound fields, its texts, and whether it is up and open."""
        invalid_seat = next((name[4] for name in self.errors if name.startswith("seat")), "")
        choice, mover_seat = str(self["up"].value()), self.seat_up
        for seat, name in enumerate(SEATS):
            number = str(seat + 1)
            parts = {part: self[f"seat{number}_{part}"] for part in PARTS}
            yield {
                "number": number,
                "name": name,
                "is_chosen": choice == number,
                "is_up": seat == mover_seat,
                "open": invalid_seat == number,
                "row": format_podium(
                    build_podium_values(EXAMPLE.contestants[seat]) if self.is_blank else _list_typed(parts)
                ),
                **parts,
            }

    @property
    def seat_up(self) -> int | None:
        """The seat that is up by the fields: the chosen one, the example's, or the only one with spins; else None."""
        choice = str(self["up"].value())
        if choice in ("1", "2", "3"):
            return int(choice) - 1
        if self.is_blank:
            return EXAMPLE.mover_seat
        spins = ((self[f"seat{seat}_earned"].value(), self[f"seat{seat}_passed"].value()) for seat in (1, 2, 3))
        holders = [
            seat for seat, counts in enumerate(spins) if any(str(count or "0").strip() != "0" for count in counts)
        ]
        return holders[0] if len(holders) == 1 else None

    @property
    def mover(self) -> str:
        """The name of the contestant who is up, for the page's question; “they” if that is not known."""
        return "they" if self.seat_up is None else SEATS[self.seat_up]

    @property
    def opponents(self) -> list[tuple[forms.BoundField, forms.BoundField, str]]:
        """Each contestant's style as an opponent: the choice, its dollars, and why it does not count now."""
        return [(self[f"opponent{seat}"], self[f"opponent{seat}_lead"], self._explain_idle(seat)) for seat in (1, 2, 3)]

    def _explain_idle(self, seat: int) -> str:
        has_strategy = (self[f"opponent{seat}"].value() or BEST) != BEST
        if has_strategy and str(self["up"].value()) == str(seat) and not self["bound"].value():
            return f"{SEATS[seat - 1]} is up, so this has no effect yet."
        return ""

    @property
    def options_open(self) -> bool:
        """Whether the drawer with the settings should be open: the visitor opened it, or a field in it has an error."""
        opponents = [field.name for fields in self.opponents for field in fields[:2]]
        return (
            self.asks_options or self.solvers_open or self.round_open or self.has_errors("board", "bound", *opponents)
        )

    @property
    def solvers_open(self) -> bool:
        return self.rules_open or self.has_errors("method", "spins", "now")

    @property
    def settings_values(self) -> dict[str, str]:
        """The settings that are not blank, by field: sent by a page whose drawer was not opened."""
        usual = {name: field.initial for name, field in self.fields.items()}
        values = self.data if self.is_bound else {**usual, **self.initial}
        names = (name for name in self.fields if not name.startswith("seat") and name not in POSITION_FIELDS)
        return {name: str(values[name]) for name in names if values.get(name)}

    @property
    def settings_query(self) -> str:
        return urlencode(self.settings_values | {"up": str(self["up"].value())})

    @property
    def round_open(self) -> bool:
        return self.has_errors(*ROUND_FIELDS)

    @property
    def next_round(self) -> NextRound | None:
        """The next round by the fields; None in the last round."""
        board = _find_board(str(self["board"].value() or boards.DEFAULT_BOARD))
        then, questions = (str(self[name].value() or "") for name in ("then", "questions"))
        return read_next_round(_choose_round(str(self["round"].value() or ""), board), then, questions, board, {})

    @property
    def round_line(self) -> str:
        """Text such as “Round 1 · 4 questions, then the February 1985 board”."""
        follows = self.next_round
        return f"Round 1 · {follows.words}" if follows else "The last round"

    @property
    def settings_line(self) -> str:
        """Text such as “February 1985 board · standard rules”; in round 1 also “4 questions, then …”."""
        board = self._get_label("board")
        spins = str(self["spins"].value() or "")
        if self["now"].value() and spins in NEXT_SPINS:
            board = f"{self._get_label('now')} for {spins} spin{'' if spins == '1' else 's'}, then {board}"
        bounds = ["guaranteed ranges"] if self["method"].value() == BOUNDED else []
        follows = self.next_round
        return " · ".join([board, *([follows.words] if follows else []), self.rules_line, *bounds])

    def _get_label(self, name: str) -> str:
        field = self._list_board_fields()[name]
        return field.get_option_text(str(self[name].value() or field.initial or ""))

    @property
    def number_changed(self) -> int:
        opponents = any((choice.value() or BEST) != BEST and not idle for choice, _, idle in self.opponents)
        return super().number_changed + opponents

    @property
    def problems(self) -> list[dict[str, str]]:
        """Every message with the id of its control, for the summary at the top."""
        problems = []
        for name, messages in self.errors.items():
            field = self.fields.get(name)
            target = f"id_{name}" if field else "podiums"
            if field and isinstance(field.widget, forms.RadioSelect):
                target += "_0"
            where = str(field.label) if field else ""
            if name.startswith("seat"):
                where = f"{SEATS[int(name[4]) - 1]}, {where}"
            problems += [{"target": target, "where": where, "message": str(message)} for message in messages]
        return problems

    # --- validation -------------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        by_line = bool(data.get("line")) and data["line"] != data.get("line_was", "")
        linked = self._read_linked_question() if by_line else None
        if linked and not self.errors:
            self.question = linked
            return data
        options = self.changed_options
        rules = self._build_rules(options)
        position = self._read_position(rules, by_line=by_line)
        styles = read_styles(self)
        if position and styles:
            options["opponents"] = write_opponents_option(styles, position.mover_seat, bound=data["bound"])
            if parse_styles(options["opponents"])[position.mover_seat] != styles[position.mover_seat]:
                self.mover_style = styles[position.mover_seat].text
        try:
            question = build_question(
                position,
                options,
                board=None if "board" in self.errors else data["board"],
                rules=None if "rules" in self.errors else data["rules"],
                now=data.get("now", ""),
                spins=data.get("spins", ""),
                method=data.get("method", ""),
                round_=_choose_round(data.get("round", ""), _find_board(data.get("board", ""))),
                then=data.get("then", ""),
                questions=data.get("questions", ""),
                refuse_idle=True,
            )
        except InvalidQuestion as error:
            self.add_errors(error)
        else:
            self.question = None if self.errors else question
        if position and not by_line and data.get("typed"):
            self.read_as = self._describe_reading(data["typed"], position, rules)
        return data

    def _describe_reading(self, text: str, position: Position, rules: Rules) -> str:
        """Return how the typed text was read; "" if the podiums have been changed since."""
        try:
            reading = read_line(text, rules)
        except InvalidQuestion:
            return ""
        return reading.words if isinstance(reading, Reading) and reading.position == position else ""

    def _read_linked_question(self) -> Question | None:
        """Return the question if the line is an address of this site, with its board and rules; else None."""
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
        for name in self._podium_names:
            self.errors.pop(name, None)

    def _read_position(self, rules: Rules, *, by_line: bool) -> Position | None:
        if by_line:
            return self._read_line(rules)
        if is_untouched(self.data):
            self._forget_podium_errors()
            return EXAMPLE
        return self._read_podiums(rules)

    def _read_line(self, rules: Rules) -> Position | None:
        line, was = self.cleaned_data["line"], self.cleaned_data.get("line_was", "")
        readable = all(name in self.cleaned_data for name in self._podium_names)
        blank = not any(str(self.data.get(f"seat{seat}_score") or "").strip() for seat in (1, 2, 3))
        podiums = self._build_position(Rules()) if readable and not blank else None
        self._forget_podium_errors()
        try:
            reading = read_line(line, rules)
        except InvalidQuestion as error:
            self.add_error("line", error.message)
            return None
        position = reading.position
        if isinstance(reading, Reading):
            self.read_as = reading.words
        if podiums is not None and podiums.notation not in (was, position.notation):
            self.add_error(
                "line",
                "This line and the podiums were both changed and differ. Clear the line to ask about the podiums.",
            )
            return None
        return position

    def _build_position(self, rules: Rules) -> Position:
        data = self.cleaned_data
        left, center, right = (
            Contestant(
                score=data[f"seat{seat}_score"],
                earned=data[f"seat{seat}_earned"],
                passed=data[f"seat{seat}_passed"],
                whammies=int(data[f"seat{seat}_whammies"] or 0),
            )
            for seat in (1, 2, 3)
        )
        podiums = (left, center, right)
        mover_seat = first_mover(podiums, rules) if data["up"] == BY_THE_RULES else int(data["up"]) - 1
        return Position(podiums, mover_seat)

    def _read_podiums(self, rules: Rules) -> Position | None:
        if any(name in self.errors for name in self._podium_names):
            return None
        if not any(self.cleaned_data[f"seat{seat}_{part}"] for seat in (1, 2, 3) for part in ("earned", "passed")):
            mover_choice = self.cleaned_data["up"]
            self.add_error(
                None if mover_choice == BY_THE_RULES else f"seat{mover_choice}_earned",
                "Give at least one contestant a spin.",
            )
            return None
        position = self._build_position(rules)
        if self.cleaned_data["up"] == BY_THE_RULES and mover_is_open(position.contestants, rules):
            self.add_error(
                "up", "Choose who is up: the last contestant to receive spins, which the numbers don’t show."
            )
            return None
        try:
            # The engine checks a position only as notation; this text is canonical, so only the position can be wrong.
            return Position.parse(position.notation)
        except InputError as error:
            field = (error.field or "").replace(".", "_")
            self.add_error(field if field in self.fields else None, error.message)
            return None

    def _build_rules(self, options: dict[str, str]) -> Rules:
        """Return the rules that decide who is up; the show's if they are invalid, as then there is no question anyway."""
        try:
            return build_rules(self.cleaned_data.get("rules", ""), options)
        except InvalidQuestion:
            return Rules()


def _find_board(reference: str) -> BoardRevision | None:
    try:
        return boards.find_revision(reference or boards.DEFAULT_BOARD)
    except boards.BoardNotFound:
        return None


def _choose_round(choice: str, board: BoardRevision | None) -> str:
    return choice or (ROUND_1 if board and is_of_round_1(board) else LAST_ROUND)


def _list_typed(parts: Mapping[str, forms.BoundField]) -> list[str]:
    return [str(parts[part].value() or "0").strip() for part in PARTS]
