"""The form of a saved answer, its draft in the session, and the filters of lists."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.http import HttpRequest, QueryDict

from pressorpass_site.core import listing
from pressorpass_site.core.listing import Filters
from pressorpass_site.core.owned import TITLE_LENGTH, Visibility, visibility_field
from pressorpass_site.core.text_fields import LinesField, OneLineField, one_line

from .models import NOTE_LENGTH, TAG_LENGTH, SavedAnalysis
from .services import SavedFields

MAX_TAGS = 10
TAGS_LENGTH = 500


class TagsField(OneLineField):
    """Tags separated by commas, in lower case and without duplicates."""

    def clean(self, value: Any) -> Any:
        typed = super().clean(value)
        tags = list(dict.fromkeys(filter(None, (_tag(each) for each in typed.split(",")))))
        if len(tags) > MAX_TAGS:
            raise forms.ValidationError(f"There are {len(tags)} tags; at most {MAX_TAGS} are allowed.")
        for tag in tags:
            if len(tag) > TAG_LENGTH:
                raise forms.ValidationError(f"“{tag}” is too long: a tag can have up to {TAG_LENGTH} characters.")
        return tags


class SavedForm(forms.Form):
    """Title, note, tags and visibility; after validation, `saved_fields` has them."""

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
    tags = TagsField(
        label="Tags",
        required=False,
        max_length=TAGS_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"}),
        help_text="Separate tags with commas, for example: larson, last spin",
    )
    visibility = visibility_field()

    @classmethod
    def for_saved(cls, saved: SavedAnalysis, **other: str) -> SavedForm:
        """Return the form with the current fields of a saved answer."""
        tags = ", ".join(tag.name for tag in saved.tags.all())
        initial = {"title": saved.title, "note": saved.note, "tags": tags, "visibility": saved.visibility}
        return cls(initial=initial | other)

    @property
    def saved_fields(self) -> SavedFields:
        data = self.cleaned_data
        return SavedFields(data["title"], data["note"], data["tags"], Visibility(data["visibility"]))


def filters(query: QueryDict) -> Filters:
    """Return the filters in a list's address; invalid values are ignored."""
    return replace(Filters.read(query), tag=_tag(listing.word(query, "tag")))


def _tag(text: str) -> str:
    return one_line(text.replace("#", " ")).lower()


# --- what was typed before logging in ----------------------------------------------------------------

_DRAFT = "saved_draft"
# Characters kept of each field: somewhat more than it takes, so that a text that is too long can still be cut.
_DRAFT_FIELDS = {"title": 2 * TITLE_LENGTH, "note": 2 * NOTE_LENGTH, "tags": 2 * TAGS_LENGTH, "visibility": 20}


def store_draft(request: HttpRequest, key: str) -> None:
    """Store the posted fields in the session, valid or not, while the user logs in; `key` is the question's."""
    typed = {name: request.POST.get(name, "")[:length] for name, length in _DRAFT_FIELDS.items()}
    request.session[_DRAFT] = {"key": key, "typed": typed}


def load_draft(request: HttpRequest, key: str) -> dict[str, str]:
    """Return the fields stored for that question, if any."""
    draft = request.session.get(_DRAFT)
    return draft["typed"] if draft and draft["key"] == key else {}


def clear_draft(request: HttpRequest) -> None:
    """Forget the stored fields."""
    request.session.pop(_DRAFT, None)
