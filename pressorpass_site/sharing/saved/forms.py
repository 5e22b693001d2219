from typing import Self

from django import forms
from django.http import HttpRequest

from pressorpass_site.core.forms import RENDERER
from pressorpass_site.core.owned import TITLE_LENGTH, Visibility, build_visibility_field
from pressorpass_site.core.text_fields import LinesField, OneLineField

from ..models import NOTE_LENGTH, SavedAnalysis
from .services import SavedFields


class SavedForm(forms.Form):
    """Title, note and visibility; after validation, `saved_fields` has them."""

    default_renderer = RENDERER
    use_required_attribute = False

    title = OneLineField(
        label="Title",
        max_length=TITLE_LENGTH,
        error_messages={
            "required": "Enter a title.",
            "max_length": f"A title can have up to {TITLE_LENGTH} characters; this one has %(show_value)d.",
        },
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    note = LinesField(
        label="Note",
        max_length=NOTE_LENGTH,
        required=False,
        error_messages={
            "max_length": f"A note can have up to {NOTE_LENGTH:,} characters; this one has %(show_value)d."
        },
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    visibility = build_visibility_field()

    @classmethod
    def from_saved(cls, saved_answer: SavedAnalysis) -> Self:
        return cls(
            initial={"title": saved_answer.title, "note": saved_answer.note, "visibility": saved_answer.visibility}
        )

    @property
    def saved_fields(self) -> SavedFields:
        data = self.cleaned_data
        return SavedFields(data["title"], data["note"], Visibility(data["visibility"]))


# --- drafts of viewers who log in first -----------------------------------------------------------

_DRAFT = "saved_draft"
# Stored characters of each field: more than it allows, so that a text that is too long can still be shortened.
_DRAFT_FIELDS = {"title": 2 * TITLE_LENGTH, "note": 2 * NOTE_LENGTH, "visibility": 20}


def store_draft(request: HttpRequest, key: str) -> None:
    """Store the posted fields in the session, valid or not, while the user logs in; `key` is the analysis's."""
    texts = {name: request.POST.get(name, "")[:length] for name, length in _DRAFT_FIELDS.items()}
    request.session[_DRAFT] = {"key": key, "typed": texts}


def load_draft(request: HttpRequest, key: str) -> dict[str, str]:
    draft = request.session.get(_DRAFT)
    return draft["typed"] if draft and draft["key"] == key else {}


def clear_draft(request: HttpRequest) -> None:
    request.session.pop(_DRAFT, None)
