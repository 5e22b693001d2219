"""The form for importing a game."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from pressorpass_site.core.refused import Refused

from . import importing
from .forms import VisibilityForm


class ImportForm(VisibilityForm):
    """A game as text or as a file, and who can see it. After validation, `given` is its text."""

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
                "class": "game-text",
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
        elif len(text.encode()) > importing.MAX_BYTES:
            self.add_error("text", importing.too_big(len(text.encode())))
        elif text.strip():
            self.given = text
        elif not self.errors:
            self.add_error("text", "Paste a game, or choose a file.")
        return data

    def _read(self, file: UploadedFile[Any]) -> None:
        if (file.size or 0) > importing.MAX_BYTES:  # not even read
            self.add_error("file", importing.too_big(file.size or 0))
            return
        try:
            self.given = importing.text_of(file.read())
        except Refused as error:
            self.add_error("file", error.message)
        else:
            if not self.given.strip():
                self.add_error("file", "The file is empty.")
