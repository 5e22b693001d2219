"""The differences between two boards, square by square, and the form for choosing the two.

The order of slides within a square doesn't affect a spin, so it doesn't count as a difference.
"""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, Literal

from django import forms

from engine import Board as EngineBoard
from engine import Slide, Square

from . import services
from .models import BoardRevision
from .ring import choose_slide_tone

SlideState = Literal["same", "reworded", "gone", "new"]

# Options, or groups of them under a heading.
Choices = list[tuple[str, str] | tuple[str, list[tuple[str, str]]]]
NONE = ("", "Choose a board")


@dataclass(frozen=True)
class SlideDiff:
    text: str
    tone: str
    state: SlideState


@dataclass(frozen=True)
class SquareDiff:
    number: int
    old: list[SlideDiff] | None
    new: list[SlideDiff] | None
    old_weight: int
    new_weight: int

    @property
    def reweighted(self) -> bool:
        return self.old is not None and self.new is not None and self.old_weight != self.new_weight

    @property
    def changed(self) -> bool:
        slides = [*(self.old or ()), *(self.new or ())]
        return self.old is None or self.new is None or self.reweighted or any(s.state != "same" for s in slides)


@dataclass(frozen=True)
class BoardDiff:
    changed: list[SquareDiff]
    same: list[SquareDiff]
    gone: int
    new: int


def compare_boards(old: EngineBoard, new: EngineBoard) -> BoardDiff:
    before = {square.number: square for square in old.squares}
    after = {square.number: square for square in new.squares}
    squares = [_compare_square(number, before.get(number), after.get(number)) for number in sorted(before | after)]
    return BoardDiff(
        changed=[square for square in squares if square.changed],
        same=[square for square in squares if not square.changed],
        gone=sum(slide.state == "gone" for square in squares for slide in square.old or ()),
        new=sum(slide.state == "new" for square in squares for slide in square.new or ()),
    )


def _compare_square(number: int, old: Square | None, new: Square | None) -> SquareDiff:
    return SquareDiff(
        number=number,
        old=_match_slides(old, new, "gone") if old else None,
        new=_match_slides(new, old, "new") if new else None,
        old_weight=old.weight if old else 1,
        new_weight=new.weight if new else 1,
    )


def _match_slides(square: Square, other: Square | None, unmatched: Literal["gone", "new"]) -> list[SlideDiff]:
    """Return a square's slides, each matched with at most one equal slide of the same square on the other board."""
    exact = Counter(other.slides if other else ())
    # Identical wording is matched first, so that only the remaining slides count as reworded.
    states: dict[int, SlideState] = {}
    for index, slide in enumerate(square.slides):
        if exact[slide]:
            exact[slide] -= 1
            states[index] = "same"
    unworded_slides = Counter(_strip_wording(slide) for slide in exact.elements())
    slides = []
    for index, slide in enumerate(square.slides):
        state = states.get(index)
        if state is None:
            essence = _strip_wording(slide)
            state = "reworded" if unworded_slides[essence] else unmatched
            unworded_slides[essence] -= unworded_slides[essence] > 0
        slides.append(SlideDiff(_describe_slide(slide), choose_slide_tone(slide.kind, slide.spin), state))
    return slides


def _strip_wording(slide: Slide) -> Slide:
    """Return the slide without its wording: all that affects a spin."""
    return replace(slide, label=None, name=None)


def _describe_slide(slide: Slide) -> str:
    text = slide.text
    if slide.kind == "move":
        # Two moves may have the same words and lead to different squares.
        text += f" → {' or '.join(map(str, slide.to))}" if slide.label else ""
    if slide.weight != 1:
        text += f" (weight {slide.weight})"
    return text


class RevisionField(forms.CharField):
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
            self.fields[name].widget.choices = list_choices_including(str(self[name].value() or ""))


def list_board_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return all public boards under their headings: the newest revision by slug, older ones by number."""
    newest = list(services.list_current_revisions())
    numbers = BoardRevision.objects.filter(board__in=[revision.board_id for revision in newest])
    older: dict[int, list[int]] = {}
    for board_id, number in numbers.order_by("-number").values_list("board_id", "number"):
        older.setdefault(board_id, []).append(number)

    def list_options(revision: BoardRevision) -> list[tuple[str, str]]:
        slug, label = revision.board.slug, revision.board.label
        numbers = [number for number in older[revision.board_id] if number != revision.number]
        return [(slug, label), *((f"{slug}.{number}", f"{label}, revision {number}") for number in numbers)]

    return [
        (heading, [option for revision in revisions for option in list_options(revision)])
        for heading, revisions in services.group_revisions(newest)
    ]


def list_choices_including(reference: str) -> Choices:
    groups = list_board_choices()
    if any(reference == value for _, group in groups for value, _ in group):
        return [NONE, *groups]
    try:
        revision = services.find_revision(reference)
    except services.BoardNotFound:
        return [NONE, *groups]
    return [NONE, (reference, f"{revision.board.label}, revision {revision.number}"), *groups]
