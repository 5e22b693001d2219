"""The forms of the editor: a square with its slides, the board as a whole, import and publishing.

The fields accept any text; checks.py finds the errors of the whole board at once, and each message is shown beside its
field. So a draft can be left incomplete and invalid, and looks the same on return.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from engine import Board, BoardError, BoardFileError, BoardProblem
from pressorpass_site.core.errors import UserError

from .. import exchange
from ..models import NOTE_LENGTH, BoardRevision
from . import draft_content, lines
from .checks import Report
from .draft_content import Content


class TypedField(forms.CharField):
    """A field for any text; draft_content.py handles line ends and odd characters."""

    def __init__(self, label: str, *, hint: str = "", **options: Any) -> None:
        options.setdefault("widget", forms.TextInput(attrs={"autocomplete": "off"}))
        super().__init__(label=label, required=False, help_text=hint, strip=False, **options)

    def run_validators(self, value: Any) -> None:
        """Check nothing: even a null character is dropped rather than refused."""


class PlacedForm(forms.Form):
    """A form whose messages come from the report on the whole board."""

    use_required_attribute = False
    warnings: list[str]

    def place(self, errors: Iterable[BoardProblem], warnings: Iterable[BoardProblem]) -> None:
        self.warnings = [problem.message for problem in warnings]
        for problem in errors:
            part = self.find_field(problem.part)
            self.add_error(part if part in self.fields else None, problem.message)

    def find_field(self, part: str) -> str:
        return part

    def list_size_errors(self) -> list[str]:
        self.is_valid()
        return [
            f"{self.fields[name].label}: the text has {len(text):,} characters; "
            f"the limit is {draft_content.MAX_TYPED:,}."
            for name, text in self.cleaned_data.items()
            if isinstance(text, str) and len(text) > draft_content.MAX_TYPED
        ]


class SlideForm(PlacedForm):
    """One slide. Its kind decides which fields count; the page hides the others."""

    kind = TypedField("Kind", widget=forms.Select(choices=list(draft_content.KINDS.items())))
    dollars = TypedField(
        "Dollars", widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": "9"})
    )
    spin = forms.BooleanField(label="+ one spin", required=False)
    to = TypedField("Moves to", hint="For example: 8 or 10")
    name = TypedField("Prize")
    label = TypedField("Text on the slide", hint="Only if it is not just the amount")
    weight = TypedField(
        "Weight",
        initial="1",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": "4"}),
    )

    def find_field(self, part: str) -> str:
        return "dollars" if part in ("amount", "value") else part

    @property
    def content(self) -> Content:
        return draft_content.build_slide(**self.cleaned_data)

    @staticmethod
    def build_data(slide: Content) -> dict[str, Any]:
        kind = slide.get("kind", "")
        to = slide.get("to", "")
        return {
            "kind": "cash" if kind == "cash_spin" else kind,
            "dollars": format_whole_dollars(slide.get("value" if kind == "prize" else "amount")),
            "spin": kind == "cash_spin" or bool(slide.get("spin")),
            "to": " or ".join(map(str, to)) if isinstance(to, list) else to,
            "name": slide.get("name") or "",
            "label": slide.get("label") or "",
            "weight": str(slide.get("weight", 1)),
        }


class BaseSlideFormSet(forms.BaseFormSet[SlideForm]):
    def get_form_kwargs(self, index: int | None) -> dict[str, Any]:
        # Every form counts, an untouched one too.
        return {**super().get_form_kwargs(index), "empty_permitted": False}


SlideFormSet = forms.formset_factory(
    SlideForm,
    formset=BaseSlideFormSet,
    extra=0,
    max_num=draft_content.MAX_SLIDES_OF_A_SQUARE,
    absolute_max=draft_content.MAX_SLIDES_OF_A_SQUARE,
)


class SquareForm(PlacedForm):
    number = TypedField(
        "Number", widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": "4"})
    )
    weight = TypedField(
        "Weight of the square",
        initial="1",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": "4"}),
    )

    def __init__(self, data: Any) -> None:
        super().__init__(data, prefix="square")
        self.slides = SlideFormSet(data, prefix="slides")

    @property
    def complete(self) -> bool:
        """Whether as many slides were sent as the form says; false for a form that was cut off or forged."""
        management = self.slides.management_form
        form_count = sum(re.fullmatch(r"slides-[0-9]+-kind", name) is not None for name in self.data)
        return management.is_valid() and management.cleaned_data["TOTAL_FORMS"] == form_count

    @classmethod
    def from_content(cls, square: Content) -> SquareForm:
        """Return the form filled in with a square, checked as if it had been sent."""
        data: dict[str, Any] = {
            "square-number": square.get("number", ""),
            "square-weight": square.get("weight", 1),
            "slides-TOTAL_FORMS": len(square["slides"]),
            "slides-INITIAL_FORMS": len(square["slides"]),
        }
        for index, slide in enumerate(square["slides"]):
            data |= {f"slides-{index}-{key}": value for key, value in SlideForm.build_data(slide).items()}
        return cls(data)

    @property
    def content(self) -> Content:
        self.is_valid(), self.slides.is_valid()
        return draft_content.build_square(**self.cleaned_data, slides=[form.content for form in self.slides.forms])

    def list_size_errors(self) -> list[str]:
        self.slides.is_valid()
        return [
            *super().list_size_errors(),
            *(sentence for form in self.slides.forms for sentence in form.list_size_errors()),
        ]

    def place_all(self, report: Report) -> None:
        self.is_valid(), self.slides.is_valid()
        for index, form in [(None, self), *enumerate(self.slides.forms)]:
            form.place(
                [problem for problem in report.errors if problem.slide == index],
                [problem for problem in report.warnings if problem.slide == index],
            )


class AboutForm(PlacedForm):
    name = TypedField("Name")
    show = TypedField("Show")
    round = TypedField("Round", hint="1, 2 or a word such as bonus1")
    valid_from = TypedField("First day", hint="For example 1985-02-05; blank if unknown")
    valid_to = TypedField("Last day")
    source = TypedField("Sources", hint="One per line", widget=forms.Textarea(attrs={"rows": 3}))
    confidence = TypedField("Reliability", hint="How well the slides are known, in one sentence")
    notes = TypedField("Notes", widget=forms.Textarea(attrs={"rows": 4}))

    def __init__(self, data: Any) -> None:
        super().__init__(data, prefix="about")

    @classmethod
    def from_content(cls, content: Content) -> AboutForm:
        data = {f"about-{key}": content.get(key) or "" for key in cls.base_fields}
        data["about-source"] = "\n".join(content.get("source") or [])
        return cls(data)

    def apply_to(self, content: Content) -> Content:
        self.is_valid()
        return draft_content.merge_details(content, self.cleaned_data)

    def place_all(self, report: Report) -> None:
        self.is_valid()
        self.place(report.errors, report.warnings)


class LinesForm(PlacedForm):
    text = TypedField(
        "One line for each square",
        widget=forms.Textarea(
            attrs={"rows": 20, "wrap": "off", "spellcheck": "false", "autocomplete": "off", "autocapitalize": "off"}
        ),
    )

    def __init__(self, data: Any) -> None:
        super().__init__(data, prefix="lines")

    @classmethod
    def from_content(cls, content: Content) -> LinesForm:
        return cls({"lines-text": lines.write(content)})

    def apply_to(self, content: Content) -> Content:
        self.is_valid()
        text = self.cleaned_data["text"].replace("\r\n", "\n")[: draft_content.MAX_TYPED]
        return draft_content.replace_squares(content, lines.read(text, content))

    def place_all(self, report: Report) -> None:
        """Put the messages about all squares above the text; the list of problems has the messages about one square."""
        self.is_valid()
        whole = report.filter_square(None)
        self.place(
            [problem for problem in whole.errors if problem.part == "squares"],
            [problem for problem in whole.warnings if not problem.part],
        )


class BoardImportForm(forms.Form):
    """A board as a file or pasted. After validation, `raw` is its text and `file_name` the name of the file.

    If the file has several `boards`, the form is shown again with a button for each.
    """

    use_required_attribute = False

    file = forms.FileField(
        label="File",
        required=False,
        allow_empty_file=True,
        help_text="JSON, a spreadsheet as CSV, a list, or the boardConfig.js of a presenter.",
    )
    text = forms.CharField(
        label="Or paste it",
        required=False,
        strip=False,
        help_text="A list has a line for each square, such as 4: $3,000+S / $500 / Whammy.",
        widget=forms.Textarea(
            attrs={"rows": 6, "wrap": "off", "spellcheck": "false", "autocomplete": "off", "autocapitalize": "off"}
        ),
    )
    board = forms.CharField(required=False)
    boards: Sequence[str] = ()
    raw: bytes = b""
    file_name = ""

    def clean(self) -> dict[str, Any]:
        file, text = self.cleaned_data.get("file"), self.cleaned_data.get("text") or ""
        if isinstance(file, UploadedFile):
            if (file.size or 0) > exchange.MAX_BYTES:  # not even read
                raise forms.ValidationError(exchange.explain_size(file.size or 0))
            self.raw, self.file_name = file.read(), file.name or ""
        elif text.strip():
            self.raw = text.encode()
        elif not self.errors:
            raise forms.ValidationError("Choose a file, or paste a board.")
        return self.cleaned_data

    def read(self) -> Board:
        """Return the board. Raises BoardError, for the caller to pass to `refuse`."""
        return exchange.read_file(self.raw, self.file_name, self.cleaned_data["board"])

    def refuse(self, error: BoardError | UserError) -> None:
        """Add the errors of a file, put its text into the form to correct, and list its boards to choose from."""
        faults = error.faults if isinstance(error, BoardFileError) else [error.message]
        for fault in faults:
            self.add_error(None, fault)
        self.data = {**dict(self.data.items()), "text": exchange.decode_board_file(self.raw)}
        if isinstance(error, BoardFileError):
            self.boards = error.boards


class StartForm(forms.Form):
    use_required_attribute = False

    based_on = forms.ModelChoiceField(
        BoardRevision.objects.none(),
        label="Board to edit",
        required=False,
        empty_label="New, empty board",
    )


class PublishForm(forms.Form):
    use_required_attribute = False

    note = forms.CharField(
        label="What changed, and why (required)",
        error_messages={"required": "Describe in one sentence what changed and why."},
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    slug = forms.CharField(
        label="ID",
        help_text="Used in addresses, for example pyl-1985-09-r2. It cannot be changed later.",
        error_messages={"required": "Enter an ID for the new board."},
    )

    def __init__(self, *args: Any, is_new: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not is_new:
            del self.fields["slug"]

    def clean_note(self) -> str:
        note: str = self.cleaned_data["note"]
        if len(note) > NOTE_LENGTH:
            raise forms.ValidationError(f"The note has {len(note):,} characters; the limit is {NOTE_LENGTH}.")
        return note

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"]
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,80}", slug):
            raise forms.ValidationError("An ID can have up to 80 letters (a–z), digits, hyphens and underscores.")
        return slug


def format_whole_dollars(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value or "")
