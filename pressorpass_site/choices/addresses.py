"""Addresses of choices: `/choose/8000e3,3000,0@1?square=9&shows=8:500%2B,10:w`, board and rules as in an answer's."""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import reverse

from pressorpass_site.questions.address import address
from pressorpass_site.questions.question import Question


def choice_address(question: Question, square: int | None = None, shows: str = "", *, pinned: bool = False) -> str:
    """Return the address of a choice, or without a square of the form that asks for one; `pinned` as for answers."""
    own = {} if square is None else {"square": str(square)} | ({"shows": shows} if shows else {})
    parts = [address(question, pinned=pinned).partition("?")[2], urlencode(own, safe=":,/")]
    query = "&".join(filter(None, parts))
    path = reverse("choices:choice", args=[question.position.notation])
    return f"{path}?{query}" if query else path
