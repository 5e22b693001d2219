"""The forms of a game: beginning one, and what happened in words."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from engine import Headers
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.text_fields import OneLineField
from pressorpass_site.core.visibility import Visibility
from pressorpass_site.questions.question import SEATS

from .models import TITLE_LENGTH

NAME_LENGTH = 60
DEFAULT_BOARDS = ("pyl-1984-09-r1", boards.DEFAULT_BOARD)
SPINS_HELP = "Spins that each has earned in the questions."


class NewGameForm(forms.Form):
    """What is known of a game when it begins."""

    use_required_attribute = False

    left = OneLineField(label="Left", max_length=NAME_LENGTH, required=False)
    centre = OneLineField(label="Centre", max_length=NAME_LENGTH, required=False)
    right = OneLineField(label="Right", max_length=NAME_LENGTH, required=False)
    date = OneLineField(label="Date", max_length=NAME_LENGTH, required=False)
    episode = OneLineField(label="Episode", max_length=NAME_LENGTH, required=False)
    board_1 = forms.ChoiceField(label="Board of round 1")
    board_2 = forms.ChoiceField(label="Board of round 2")
    visibility = forms.ChoiceField(
        label="Who can see it", choices=Visibility.choices, initial=Visibility.UNLISTED, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [
            (group, [(boards.pinned(each), boards.label_of(each)) for each in found])
            for group, found in boards.grouped(each for each in boards.current_revisions() if each.complete)
        ]
        for name, slug in zip(("board_1", "board_2"), DEFAULT_BOARDS, strict=True):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices
            field.initial = boards.pinned(boards.find_revision(slug))

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        given = [data.get(name, "") for name in ("left", "centre", "right")]
        named = [name.lower() for name in given if name]
        if len(set(named)) < len(named):
            raise ValidationError({"centre": "Two contestants have the same name."})
        return data

    @property
    def headers(self) -> Headers:
        """The engine's headers, without the boards."""
        data = self.cleaned_data
        return Headers(names=(data["left"], data["centre"], data["right"]), date=data["date"], episode=data["episode"])

    @property
    def boards(self) -> tuple[BoardRevision, BoardRevision]:
        """The boards of the two rounds."""
        data = self.cleaned_data
        return boards.find_revision(data["board_1"]), boards.find_revision(data["board_2"])

    @property
    def title(self) -> str:
        """What the game is called until it is given another title."""
        data = self.cleaned_data
        names = ", ".join(filter(None, self.headers.names))
        return (data["episode"] or names or data["date"] or f"{' · '.join(SEATS)}")[:TITLE_LENGTH]
