from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from functools import partial
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from engine import ERAS, PILOT, SHOW, Era, Headers, InputError, Position, era_of_show, quoted, read_day
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.errors import UserError
from pressorpass_site.core.owned import TITLE_LENGTH, Visibility, build_visibility_field
from pressorpass_site.core.text_fields import OneLineField, ParsedField, clean_line
from pressorpass_site.questions.address import read_line
from pressorpass_site.questions.forms import RulesForm
from pressorpass_site.questions.question import SEATS, InvalidQuestion, Question

from . import episode_boards, exchange, record, services
from .models import MAX_DELAY, Hints, StoredGame
from .three_numbers import build_three_input, parse_three_numbers

NAME_LENGTH = 60
NAMES = ("left", "centre", "right")
_TEXT = {"autocomplete": "off"}

# Headers with the text of one field alone, for the engine to check.
_HEADERS: dict[str, Callable[[str], Headers]] = {
    "title": lambda text: Headers(extra=((exchange.TITLE, text),)),
    **dict.fromkeys(NAMES, lambda text: Headers(names=(text, "", ""))),
    "date": lambda text: Headers(date=text),
    "episode": lambda text: Headers(episode=text),
}

ROUNDS = ("1", "2")
MAX_SPINS = max(era.max_spins(1)[0] for era in (*ERAS, PILOT))
SHOWS = [*((era.id, f"{era.network} {era.years}") for era in ERAS), ("", "By the date")]


class VisibilityForm(forms.Form):
    use_required_attribute = False

    visibility = build_visibility_field()
    hides_names = forms.BooleanField(
        label="Hide the contestants’ names from everyone else, with the title, comments and other texts",
        required=False,
    )

    @property
    def visibility_fields(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {"visibility": Visibility(data["visibility"]), "hides_names": data["hides_names"]}


class GameForm(RulesForm, VisibilityForm):
    """The facts about a game besides its events; `used_boards` are its current boards, which may be in no list."""

    show = forms.ChoiceField(label="Show", choices=SHOWS, required=False, widget=forms.RadioSelect)
    title = OneLineField(label="Title", max_length=TITLE_LENGTH, required=False, widget=forms.TextInput(attrs=_TEXT))
    left = OneLineField(label="Left", max_length=NAME_LENGTH, required=False, widget=forms.TextInput(attrs=_TEXT))
    centre = OneLineField(label="Center", max_length=NAME_LENGTH, required=False, widget=forms.TextInput(attrs=_TEXT))
    right = OneLineField(label="Right", max_length=NAME_LENGTH, required=False, widget=forms.TextInput(attrs=_TEXT))
    date = OneLineField(
        label="Date",
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput(attrs=_TEXT | {"placeholder": "3/4/1985"}),
    )
    episode = OneLineField(label="Episode", max_length=NAME_LENGTH, required=False, widget=forms.TextInput(attrs=_TEXT))
    delay = forms.IntegerField(
        label="Delay for everyone else (seconds)",
        help_text="Only you and scorekeepers see a spin before that, on pages, in files and in pictures.",
        min_value=0,
        max_value=MAX_DELAY,
        required=False,
        initial=0,
    )
    board_1 = forms.ChoiceField(label="Board of round 1", required=False)
    board_2 = forms.ChoiceField(label="Board of round 2", required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        initial: dict[str, Any] | None = None,
        own: list[BoardRevision],
        used_boards: tuple[BoardRevision, ...] = (),
        known_headers: Headers | None = None,
        has_begun: bool = False,
    ) -> None:
        super().__init__(data, initial=initial)
        self.known_headers, self.has_begun, self.used_boards = known_headers or Headers(), has_begun, used_boards
        listed_boards = [revision for revision in boards.list_current_revisions() if revision.playable]
        for name, round_ in zip(("board_1", "board_2"), ROUNDS, strict=True):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = self._build_board_choices(
                round_, listed_boards, [revision for revision in own if revision.playable], used_boards
            )
            if reason := self._find_unavailable_reason(name):
                # Django formats messages with the % operator.
                field.error_messages["invalid_choice"] = reason.replace("%", "%%")

    @classmethod
    def from_game(cls, stored_game: StoredGame, data: Mapping[str, Any] | None, own: list[BoardRevision]) -> GameForm:
        headers = record.read_headers(stored_game)
        initial: dict[str, Any] = {
            # A title made from the names changes with them.
            "title": "" if services.has_default_title(stored_game.title, headers) else stored_game.title,
            "show": era.id if (era := _find_named_show(headers)) else "",
            "date": headers.date,
            "episode": headers.episode,
            "board_1": boards.build_pinned_reference(stored_game.board_1),
            "board_2": boards.build_pinned_reference(stored_game.board_2),
            "visibility": stored_game.visibility,
            "hides_names": stored_game.hides_names,
            "delay": stored_game.delay,
        }
        initial |= dict(zip(NAMES, headers.names, strict=True)) | cls.build_initial(headers.rules)
        used_boards = (stored_game.board_1, stored_game.board_2)
        return cls(
            data,
            initial=initial,
            own=own,
            used_boards=used_boards,
            known_headers=headers,
            has_begun=bool(stored_game.version),
        )

    def _find_unavailable_reason(self, name: str) -> str:
        try:
            return boards.find_revision(str(self.data.get(name) or "")).unavailable_reason
        except boards.BoardNotFound:
            return ""

    def _build_board_choices(
        self,
        round_: str,
        listed_boards: list[BoardRevision],
        own: list[BoardRevision],
        used_boards: tuple[BoardRevision, ...],
    ) -> list[Any]:
        groups = boards.group_revisions(listed_boards)
        groups.sort(key=lambda group: group[1][0].board.round != round_)
        listed_keys = {revision.pk for revision in (*listed_boards, *own)}
        groups = [
            ("Your boards", own),
            ("Of this game", [revision for revision in used_boards if revision.pk not in listed_keys]),
            *groups,
        ]
        default = episode_boards.choose_board(replace(self.known_headers, boards=(None, None)), int(round_)).board.label
        return [
            ("", f"By show and date{'' if self.known_headers.date else '; without them'}: {default}"),
            *(
                (
                    name,
                    [(boards.build_pinned_reference(revision), boards.get_label(revision)) for revision in board_group],
                )
                for name, board_group in groups
                if board_group
            ),
        ]

    @property
    def name_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in NAMES]

    @property
    def boards_line(self) -> str:
        names = dict.fromkeys(episode_boards.shorten_board_name(revision) for revision in self.used_boards)
        return " and ".join(names) or "by show and date"

    @property
    def shows_hint(self) -> str:
        return "; ".join(episode_boards.describe_default_boards())

    @property
    def date_note(self) -> str:
        return episode_boards.explain_undated_board(
            self.known_headers, map(episode_boards.shorten_board_name, self.used_boards)
        )

    @property
    def board_fields(self) -> list[forms.BoundField]:
        return [self["board_1"], self["board_2"]]

    @property
    def setup_open(self) -> bool:
        """Whether boards and rules should be unfolded: a field there has an error."""
        return self.rules_open or any(self.errors.get(field.name) for field in self.board_fields)

    def clean_date(self) -> str:
        """Return the day as 2019-06-12; an unchanged date stays as it was stored."""
        text: str = self.cleaned_data["date"]
        if not text or text == clean_line(self.known_headers.date):
            return self.known_headers.date if text else ""
        day = read_day(text)
        if day is None:
            raise forms.ValidationError(f"{quoted(text)} is not a date that can be read. {episode_boards.HOW_TO_WRITE}")
        return day.isoformat()

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        self._check_show(data.get("show", ""), data.get("date", ""))
        names_shown = {name: (data.get(name) or seat).lower() for name, seat in zip(NAMES, SEATS, strict=True)}
        for place, name in enumerate(NAMES):
            others = [other for other in NAMES if other in NAMES[:place] or not data.get(other)]
            if data.get(name) and names_shown[name] in [names_shown[other] for other in others]:
                self.add_error(name, "Two contestants have the same name.")
        for name, headers in _HEADERS.items():
            try:
                headers(data.get(name, "")).check()
            except InputError as error:
                self.add_error(name, error.message)
        return data

    def _check_show(self, show: str, date: str) -> None:
        """Refuse a new date on which the show was not on the air."""
        era, day = next((era for era in ERAS if era.id == show), None), read_day(date)
        if era is None or day is None or date == self.known_headers.date:
            return
        if day < era.since or day > (era.until or day):
            since = f"has been on {era.network} since {era.years[:4]}"
            was = f"was on {era.network} in {era.years}" if era.until else since
            self.add_error(
                "date", f"The show {was}. Give the day on which the episode first aired, or choose another show."
            )

    def build_headers(self) -> Headers:
        """Return the engine's headers without the boards; headers that the form lacks stay as they are."""
        known_headers, data = self.known_headers, self.cleaned_data
        show = _find_named_show(known_headers)
        extra = [pair for pair in known_headers.extra if pair[0] != SHOW or not show]
        if data["show"]:
            extra = [*(pair for pair in extra if pair[0] != SHOW), (SHOW, data["show"].upper())]
        names = (data["left"], data["centre"], data["right"])
        headers = Headers(
            names=names,
            date=data["date"],
            episode=data["episode"],
            result=known_headers.result,
            comment=known_headers.comment,
            extra=tuple(extra),
        )
        return headers.with_rules(*self.rules_headers)

    @property
    def boards(self) -> tuple[BoardRevision, BoardRevision]:
        """The boards of the two rounds: the chosen board, else the board nearest to the show and the date."""
        one, two = (
            boards.find_revision(name) if (name := self._get_chosen_board(round_)) else None for round_ in ROUNDS
        )
        names = (record.build_board_name(one) if one else None, record.build_board_name(two) if two else None)
        headers = replace(self.build_headers(), boards=names)
        also = tuple(revision for revision in (one, two) if revision)
        return one or episode_boards.choose_board(headers, 1, also), two or episode_boards.choose_board(
            headers, 2, also
        )

    def _get_chosen_board(self, round_: str) -> str:
        """Return the chosen board; "" if the show and the date choose it.

        Until a game has events, a change of its show or date also changes a board that the old ones chose.
        """
        board: str = self.cleaned_data[f"board_{round_}"]
        headers = self.build_headers()
        has_new_date = (headers.date, headers.era) != (self.known_headers.date, self.known_headers.era)
        if not board or self.has_begun or not self.used_boards or not has_new_date:
            return board
        before = episode_boards.choose_board(replace(self.known_headers, boards=(None, None)), int(round_))
        return "" if board == boards.build_pinned_reference(before) else board

    @property
    def visibility_fields(self) -> dict[str, Any]:
        return super().visibility_fields | {"delay": self.cleaned_data["delay"] or 0}

    @property
    def game_title(self) -> str:
        data = self.cleaned_data
        return data["title"] or services.build_default_title(self.build_headers(), hides_names=data["hides_names"])


class NewGameForm(GameForm):
    """A game that begins with round 1 or in the middle, and which odds its host sees while entering it."""

    spins = ParsedField(
        partial(parse_three_numbers, highest=MAX_SPINS, subject="Spins"),
        empty_value=[],
        label="Spins earned in round 1",
        help_text="From left to right, once the questions are over: 4/3/5, or just 435.",
        widget=build_three_input(),
        max_length=60,
    )
    hints = forms.ChoiceField(
        label="Odds while you enter",
        choices=Hints.choices,
        initial=Hints.SHOW,
        required=False,
        widget=forms.RadioSelect,
    )
    position = forms.CharField(
        label="Position",
        required=False,
        max_length=2000,
        help_text="If you join in the middle: the podiums in one line, such as $8,000 3 spins / 3000 / 0.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
    )

    @classmethod
    def from_position(cls, position: str, own: list[BoardRevision]) -> NewGameForm:
        """Return a blank form; `position` is a position, or the URL of a position, whose board and rules are then used."""
        initial: dict[str, Any] = {"position": position}
        question = _parse_question(position)
        if question:
            initial |= {
                "position": question.position.notation,
                "board_2": boards.build_pinned_reference(question.revision),
            }
            era = era_of_show(question.revision.board.show)
            initial["show"] = era.id if era and era is not ERAS[0] else ""
            initial |= cls.build_initial(question.rules)
        return cls(initial=initial, own=own, used_boards=(question.revision,) if question else ())

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if data.get("spins") and data.get("position"):
            self.add_error("spins", "Leave this blank if you join in round 2.")
        elif data.get("spins") == [0, 0, 0]:
            self.add_error("spins", services.NO_SPINS)
        return data

    @property
    def more_open(self) -> bool:
        """Whether the folded fields should be open: a link has filled one in, or one has an error."""
        return bool(self["position"].value() or set(self.errors) - {"show", "date", *NAMES, "spins", "hints"})

    @property
    def events(self) -> list[dict[str, Any]]:
        if spins := self.cleaned_data["spins"]:
            return [{"type": "round", "round": 1, "spins": spins}]
        position: Position | None = self.cleaned_data["position"]
        return [_read_start_position(position)] if position else []

    def clean_position(self) -> Position | None:
        text = self.cleaned_data["position"]
        try:
            return read_line(text).position if text.strip() else None
        except InvalidQuestion as error:
            raise forms.ValidationError(error.message) from None


def _read_start_position(position: Position) -> dict[str, Any]:
    podiums = [asdict(contestant) for contestant in position.contestants]
    return {"type": "situation", "podiums": podiums, "seat": position.mover_seat + 1}


def _parse_question(text: str) -> Question | None:
    try:
        reading = read_line(text)
    except InvalidQuestion:
        return None
    return reading if isinstance(reading, Question) else None


def _find_named_show(headers: Headers) -> Era | None:
    """Return the show that the headers name, whatever their date."""
    return era_of_show(dict(headers.extra).get(SHOW, ""))


class GameImportForm(VisibilityForm):
    """A game as text or as a file, and its visibility. After validation, `game_text` is its text."""

    text = forms.CharField(
        label="The game",
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={
                "rows": 12,
                "spellcheck": "false",
                "autocomplete": "off",
                "autocapitalize": "off",
                "class": "mono",
            }
        ),
    )
    file = forms.FileField(
        label="Or a file (.txt or .json)",
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".txt,.json,text/plain,application/json"}),
    )
    game_text = ""

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        file, text = data.get("file"), data.get("text") or ""
        if isinstance(file, UploadedFile):
            self._read(file)
        elif len(text.encode()) > exchange.MAX_BYTES:
            self.add_error("text", exchange.explain_size(len(text.encode())))
        elif text.strip():
            self.game_text = text
        elif not self.errors:
            self.add_error("text", "Paste a game, or choose a file.")
        return data

    def _read(self, file: UploadedFile[Any]) -> None:
        if (file.size or 0) > exchange.MAX_BYTES:  # without reading it
            self.add_error("file", exchange.explain_size(file.size or 0))
            return
        try:
            self.game_text = exchange.decode_file(file.read())
        except UserError as error:
            self.add_error("file", error.message)
        else:
            if not self.game_text.strip():
                self.add_error("file", "The file is empty.")
