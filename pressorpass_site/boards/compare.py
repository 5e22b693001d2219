"""The form for comparing two boards: two lists of all boards and revisions."""

from __future__ import annotations

from typing import Any

from django import forms

from . import services
from .models import BoardRevision

# Options, or groups of them under a heading.
Choices = list[tuple[str, str] | tuple[str, list[tuple[str, str]]]]

NONE = ("", "Choose a board")


class RevisionField(forms.CharField):
    """A board or revision by its reference, listed or not."""

    default_error_messages = {"required": "Choose a board."}

    def __init__(self, label: str):
        super().__init__(label=label, max_length=100, widget=forms.Select())

    def clean(self, value: Any) -> BoardRevision:
        try:
            return services.find_revision(super().clean(value))
        except services.BoardNotFound as error:
            raise forms.ValidationError(str(error)) from None


class CompareForm(forms.Form):
    """Fields are added in `__init__`, as `from` is a keyword in Python."""

    def __init__(self, data: Any = None, **options: Any):
        super().__init__(data, **options)
        self.fields["from"] = RevisionField("From")
        self.fields["to"] = RevisionField("To")
        for name in ("from", "to"):
            given = str(self[name].value() or "")
            self.fields[name].widget.choices = choices_including(given)


def board_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """All public boards under their headings: the newest revision by slug, older ones by number."""
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


def choices_including(reference: str) -> Choices:
    """All public boards, and the referenced one if it is not among them."""
    groups = board_choices()
    if any(reference == value for _, group in groups for value, _ in group):
        return [NONE, *groups]
    try:
        revision = services.find_revision(reference)
    except services.BoardNotFound:
        return [NONE, *groups]
    return [NONE, (reference, f"{revision.board.label}, revision {revision.number}"), *groups]
