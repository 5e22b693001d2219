"""What was typed into the form before somebody went to log in: it waits in the session until he is back."""

from __future__ import annotations

from django.http import HttpRequest

from .models import NOTE_LENGTH

DRAFT = "saved_draft"
FIELDS = ("title", "note", "tags", "visibility")


def keep(request: HttpRequest, key: str) -> None:
    """Keep what the request brings for the question with this key, whether it is right or not."""
    typed = {name: request.POST.get(name, "")[: 2 * NOTE_LENGTH] for name in FIELDS}
    request.session[DRAFT] = {"key": key, "typed": typed}


def find(request: HttpRequest, key: str) -> dict[str, str]:
    """What was typed for that question; nothing if nothing was."""
    draft = request.session.get(DRAFT)
    return draft["typed"] if draft and draft["key"] == key else {}


def drop(request: HttpRequest) -> None:
    """Forget it, as it is saved."""
    request.session.pop(DRAFT, None)
