"""What is typed about a saved analysis, and what lists are filtered by."""

from __future__ import annotations

from typing import Any

from django import forms

from pressorpass_site.core.text_fields import LinesField, OneLineField, one_line

from .models import NOTE_LENGTH, TAG_LENGTH, TITLE_LENGTH, SavedAnalysis, Visibility
from .services import Facts, Filters

MOST_TAGS = 10
MOST_TYPED = 200


class TagsField(OneLineField):
    """Words separated by commas; small letters, each once."""

    def clean(self, value: Any) -> Any:
        typed = super().clean(value)
        tags = list(dict.fromkeys(filter(None, (_tag(each) for each in typed.split(",")))))
        if len(tags) > MOST_TAGS:
            raise forms.ValidationError(f"These are {len(tags)} tags; there may be {MOST_TAGS}.")
        for tag in tags:
            if len(tag) > TAG_LENGTH:
                raise forms.ValidationError(f"“{tag}” is too long: a tag has up to {TAG_LENGTH} letters.")
        return tags


class SavedForm(forms.Form):
    """Title, note, tags and who may see it. After validation, `facts` is what was said."""

    use_required_attribute = False

    title = OneLineField(
        label="Title",
        max_length=TITLE_LENGTH,
        error_messages={
            "required": "Give it a title, so that you find it again.",
            "max_length": f"A title has up to {TITLE_LENGTH} letters; this one has %(show_value)d.",
        },
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    note = LinesField(
        label="Note",
        max_length=NOTE_LENGTH,
        required=False,
        error_messages={"max_length": f"A note has up to {NOTE_LENGTH:,} letters; this one has %(show_value)d."},
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    tags = TagsField(
        label="Tags",
        required=False,
        max_length=500,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"}),
        help_text="Separated by commas: larson, last spin",
    )
    visibility = forms.ChoiceField(
        label="Who may see it",
        choices=Visibility.choices,
        initial=Visibility.UNLISTED,
        widget=forms.RadioSelect,
        error_messages={
            "required": "Choose who may see it.",
            "invalid_choice": "Choose who may see it: public, unlisted or private.",
        },
    )

    @classmethod
    def about(cls, saved: SavedAnalysis, **other: str) -> SavedForm:
        """The form filled in with what is said already."""
        tags = ", ".join(tag.name for tag in saved.tags.all())
        initial = {"title": saved.title, "note": saved.note, "tags": tags, "visibility": saved.visibility}
        return cls(initial=initial | other)

    @property
    def facts(self) -> Facts:
        said = self.cleaned_data
        return Facts(said["title"], said["note"], said["tags"], Visibility(said["visibility"]))


def filters(query: Any) -> Filters:
    """What a list's address asks for; what makes no sense is left out."""

    def word(name: str) -> str:
        return one_line(query.get(name, ""))[:MOST_TYPED]

    visibility, order = word("visibility"), word("sort")
    return Filters(
        text=word("q"),
        tag=_tag(word("tag")),
        visibility=visibility if visibility in Visibility.values else "",
        order=order if order in Filters.ORDERS else Filters.NEWEST,
    )


def _tag(text: str) -> str:
    return one_line(text.replace("#", " ")).lower()
