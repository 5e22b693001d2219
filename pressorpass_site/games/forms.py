"""The forms of a game: beginning one, importing one, and changing the facts besides its events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from engine import Headers, InputError, Position
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.owned import TITLE_LENGTH, Visibility, visibility_field
from pressorpass_site.core.refused import Refused
from pressorpass_site.core.text_fields import OneLineField
from pressorpass_site.questions.address import read_line
from pressorpass_site.questions.question import InvalidQuestion, Question
from pressorpass_site.questions.rules_form import RulesForm

from . import exchange, record, services
from .models import StoredGame

NAME_LENGTH = 60
NAMES = ("left", "centre", "right")
_TEXT = {"autocomplete": "off"}

# A game's headers with one field's text alone, for the engine to check.
_HEADERS: dict[str, Callable[[str], Headers]] = {
    "title": lambda text: Headers(extra=((exchange.TITLE, text),)),
    **dict.fromkeys(NAMES, lambda text: Headers(names=(text, "", ""))),
    "date": lambda text: Headers(date=text),
    "episode": lambda text: Headers(episode=text),
}

ROUNDS = ("1", "2")
DEFAULT_BOARDS = {"1": "pyl-1984-09-r1", "2": boards.DEFAULT_BOARD}


class VisibilityForm(forms.Form):
    """The visibility of a game and of its names."""

    use_required_attribute = False

    visibility = visibility_field()
    hides_names = forms.BooleanField(label="Hide the contestants’ names from everybody else", required=False)

    @property
    def shown_to(self) -> dict[str, Any]:
        """The two fields in the form of the row."""
        data = self.cleaned_data
        return {"visibility": Visibility(data["visibility"]), "hides_names": data["hides_names"]}


class GameForm(RulesForm, VisibilityForm):
    """The facts about a game besides its events.

    Args:
        own: the requester's own boards, to choose from.
        used: boards that the game has now, which may be in no list.
    """

    title = OneLineField(label="Title", max_length=TITLE_LENGTH, required=False, widget=forms.TextInput(attrs=_TEXT))
    left = OneLineField(label="Left", max_length=NAME_LENGTH, required=False, widget=forms.TextInput(attrs=_TEXT))
    centre = OneLineField(label="Center", max_length=NAME_LENGTH, required=False, widget=forms.TextInput(attrs=_TEXT))
    right = OneLineField(label="Right", max_length=NAME_LENGTH, required=False, widget=forms.TextInput(attrs=_TEXT))
    date = OneLineField(
        label="Date",
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput(attrs=_TEXT | {"placeholder": "1985-03-04"}),
    )
    episode = OneLineField(label="Episode", max_length=NAME_LENGTH, required=False, widget=forms.TextInput(attrs=_TEXT))
    board_1 = forms.ChoiceField(label="Board of round 1", required=False)
    board_2 = forms.ChoiceField(label="Board of round 2", required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        initial: dict[str, Any] | None = None,
        own: list[BoardRevision],
        used: tuple[BoardRevision, ...] = (),
    ) -> None:
        super().__init__(data, initial=initial)
        listed = [each for each in boards.current_revisions() if each.playable]
        for name, round_ in zip(("board_1", "board_2"), ROUNDS, strict=True):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = self._boards(round_, listed, [each for each in own if each.playable], used)
            if refusal := self._refusal(name):
                field.error_messages["invalid_choice"] = refusal.replace(
                    "%", "%%"
                )  # Django formats messages with the % operator

    @classmethod
    def about(cls, row: StoredGame, data: Mapping[str, Any] | None, own: list[BoardRevision]) -> GameForm:
        """Return the form about a game, filled in with the known facts."""
        headers = record.headers_of(row)
        initial: dict[str, Any] = {
            # A title made from the names changes with them.
            "title": "" if services.has_default_title(row.title, headers) else row.title,
            "date": headers.date,
            "episode": headers.episode,
            "board_1": boards.pinned(row.board_1),
            "board_2": boards.pinned(row.board_2),
            "visibility": row.visibility,
            "hides_names": row.hides_names,
        }
        initial |= dict(zip(NAMES, headers.names, strict=True)) | cls.initial_for(headers.rules)
        return cls(data, initial=initial, own=own, used=(row.board_1, row.board_2))

    def _refusal(self, name: str) -> str:
        """Return why the board that was sent cannot be played on; "" if it can, or is none."""
        try:
            return boards.find_revision(str(self.data.get(name) or "")).refusal
        except boards.BoardNotFound:
            return ""

    def _boards(
        self, round_: str, listed: list[BoardRevision], own: list[BoardRevision], used: tuple[BoardRevision, ...]
    ) -> list[Any]:
        """Return the choice of boards: those of the round first."""
        groups = boards.grouped(listed)
        groups.sort(key=lambda group: group[1][0].board.round != round_)
        known = {each.pk for each in (*listed, *own)}
        groups = [("Your boards", own), ("Of this game", [each for each in used if each.pk not in known]), *groups]
        default = board_of(round_, "").board.label
        return [
            ("", f"By the date; without one, {default}"),
            *(
                (name, [(boards.pinned(each), boards.label_of(each)) for each in found])
                for name, found in groups
                if found
            ),
        ]

    @property
    def name_fields(self) -> list[forms.BoundField]:
        """The contestants, from left to right."""
        return [self[name] for name in NAMES]

    @property
    def day_fields(self) -> list[forms.BoundField]:
        """The day when the game was played."""
        return [self["date"], self["episode"]]

    @property
    def board_fields(self) -> list[forms.BoundField]:
        """The boards of the two rounds."""
        return [self["board_1"], self["board_2"]]

    @property
    def setup_open(self) -> bool:
        """Whether boards and rules should be unfolded: something in them is wrong."""
        return self.rules_open or any(self.errors.get(field.name) for field in self.board_fields)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        seen: set[str] = set()
        for name in NAMES:
            given = data.get(name, "").lower()
            if given and given in seen:
                self.add_error(name, "Two contestants have the same name.")
            seen.add(given)
        for name, headers in _HEADERS.items():
            try:
                headers(data.get(name, "")).check()
            except InputError as error:
                self.add_error(name, error.message)
        return data

    def headers(self, known: Headers | None = None) -> Headers:
        """Return the engine's headers, without the boards; values that the form lacks stay as known."""
        known, data = known or Headers(), self.cleaned_data
        names = (data["left"], data["centre"], data["right"])
        given = Headers(
            names=names,
            date=data["date"],
            episode=data["episode"],
            result=known.result,
            comment=known.comment,
            extra=known.extra,
        )
        return given.with_rules(*self.rules_headers)

    @property
    def boards(self) -> tuple[BoardRevision, BoardRevision]:
        """The boards of the two rounds."""
        first, second = (
            boards.find_revision(chosen)
            if (chosen := self.cleaned_data[f"board_{round_}"])
            else board_of(round_, self.cleaned_data["date"])
            for round_ in ROUNDS
        )
        return first, second

    @property
    def game_title(self) -> str:
        """The title, or the default one."""
        data = self.cleaned_data
        return data["title"] or services.default_title(self.headers(), hides_names=data["hides_names"])


class NewGameForm(GameForm):
    """A game that begins with round 1, or in the middle."""

    position = forms.CharField(
        label="Position",
        required=False,
        max_length=2000,
        help_text="If you join in the middle: the podiums in one line, such as $8,000 3 spins / 3000 / 0.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
    )

    @classmethod
    def blank(cls, position: str, own: list[BoardRevision]) -> NewGameForm:
        """Return a blank form; `position` is a position, or the address of one, whose board and rules are used."""
        initial: dict[str, Any] = {"position": position}
        question = _question(position)
        if question:
            initial |= {"position": question.position.notation, "board_2": boards.pinned(question.revision)}
            initial |= cls.initial_for(question.rules)
        return cls(initial=initial, own=own, used=(question.revision,) if question else ())

    def clean_position(self) -> Position | None:
        """Return the position at which the game begins."""
        text = self.cleaned_data["position"]
        try:
            return read_line(text).position if text.strip() else None
        except InvalidQuestion as error:
            raise forms.ValidationError(error.message) from None


def _question(text: str) -> Question | None:
    try:
        found = read_line(text)
    except InvalidQuestion:
        return None
    return found if isinstance(found, Question) else None


def board_of(round_: str, day: str) -> BoardRevision:
    """Return the newest fully known board of a round that was in use by a day, given as 1985-03-04.

    It is the best known one if no day is given, or none is known of that time.
    """
    try:
        when = date.fromisoformat(day.strip()[:10])
    except ValueError:
        return boards.find_revision(DEFAULT_BOARDS[round_])
    known = [
        revision
        for revision in boards.current_revisions()
        if revision.playable and revision.board.round == round_ and "pilot" not in revision.board.show.lower()
    ]
    by_then = [each for each in known if each.board.valid_from and each.board.valid_from <= when]
    if not by_then:
        return boards.find_revision(DEFAULT_BOARDS[round_])
    return max(by_then, key=lambda each: each.board.valid_from or date.min)


class GameImportForm(VisibilityForm):
    """A game as text or as a file, and its visibility. After validation, `given` is its text."""

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
    given = ""

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        file, text = data.get("file"), data.get("text") or ""
        if isinstance(file, UploadedFile):
            self._read(file)
        elif len(text.encode()) > exchange.MAX_BYTES:
            self.add_error("text", exchange.too_big(len(text.encode())))
        elif text.strip():
            self.given = text
        elif not self.errors:
            self.add_error("text", "Paste a game, or choose a file.")
        return data

    def _read(self, file: UploadedFile[Any]) -> None:
        if (file.size or 0) > exchange.MAX_BYTES:  # not even read
            self.add_error("file", exchange.too_big(file.size or 0))
            return
        try:
            self.given = exchange.decoded(file.read())
        except Refused as error:
            self.add_error("file", error.message)
        else:
            if not self.given.strip():
                self.add_error("file", "The file is empty.")
