"""A game as a file."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from . import export
from .access import of_game
from .models import StoredGame


@require_safe
@of_game
def text(request: HttpRequest, row: StoredGame) -> HttpResponse:
    """The game in its notation."""
    return _file(export.text_of(row), "text/plain; charset=utf-8", export.file_name(row, "txt"))


@require_safe
@of_game
def document(request: HttpRequest, row: StoredGame) -> HttpResponse:
    """The game as JSON."""
    return _file(export.json_of(row), "application/json", export.file_name(row, "json"))


def _file(content: str, kind: str, name: str) -> HttpResponse:
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": f'inline; filename="{name}"'})
