"""The form that asks for two boards to compare: two lists of every board and revision."""

from __future__ import annotations

from typing import Any

from django import forms

from . import services
from .models import BoardRevision

# Options, or groups of them under a heading.
Choices = list[tuple[str, str] | tuple[str, list[tuple[str, str]]]]

NONE = ("", "Choose a board")


class RevisionField(forms.CharField):
    """A board or revision by its reference: one of the list, or any that an address may name."""

    default_error_messages = {"required": "Choose a board."}

    def __init__(self, label: str):
        super().__init__(label=label, max_length=100, widget=forms.Select())

    def clean(self, value: Any) -> BoardRevision:
        try:
            return services.find_revision(super().clean(value))
        except services.BoardNotFound as error:
            raise forms.ValidationError(str(error)) from None


class CompareForm(forms.Form):
    """`from` and `to` are addresses' words, and the second of them is no name in Python."""

    def __init__(self, data: Any = None, **options: Any):
        super().__init__(data, **options)
        self.fields["from"] = RevisionField("From")
        self.fields["to"] = RevisionField("To")
        for name in ("from", "to"):
            given = str(self[name].value() or "")
            self.fields[name].widget.choices = with_given(given)


def board_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Every public board under its heading: the newest revision by its slug, older ones by number."""
    newest = list(services.current_revisions())
    numbers = BoardRevision.objects.filter(board__in=[revision.board_id for revision in newest])
    older: dict[int, list[int]] = {}
    for board_id, number in numbers.order_by("-number").values_list("board_id", "number"):
        older.setdefault(board_id, []).append(number)

    def options(revision: BoardRevision) -> list[tuple[str, str]]:
        slug, label = revision.board.slug, revision.board.label
        numbers = [number for number in older[revision.board_id] if number != revision.number]
        return [(slug, label), *((f"{slug}.{number}", f"{label}, revision {number}") for number in numbers)]

    return [
        (heading, [option for revision in revisions for option in options(revision)])
        for heading, revisions in services.grouped(newest)
    ]


def with_given(reference: str) -> Choices:
    """What a list offers: every public board, and the one that an address names if it is none of them."""
    groups = board_choices()
    if any(reference == value for _, group in groups for value, _ in group):
        return [NONE, *groups]
    try:
        revision = services.find_revision(reference)
    except services.BoardNotFound:
        return [NONE, *groups]
    return [NONE, (reference, f"{revision.board.label}, revision {revision.number}"), *groups]
