"""The parts of a page with the podiums that depend on its visitor.

One is the mover's style as an opponent. It has no effect on the question, so no address has it; a cookie keeps it for the
page that the form leads to.
"""

from __future__ import annotations

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from .question import Question

_COOKIE, _SECONDS, _KEY = "aside", 24 * 3600, 16
_STYLE = re.compile(r"optimal|aggressive|cautious|[0-9]{1,6}")


def remember_style(response: HttpResponse, question: Question, mover_style: str) -> HttpResponse:
    """Have the browser keep the mover's style, if one was chosen."""
    if mover_style:
        response.set_cookie(
            _COOKIE,
            f"{question.key[:_KEY]}:{mover_style}",
            max_age=_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=settings.HTTPS,
        )
    return response


def recall_style(request: HttpRequest, question: Question) -> str:
    """Return the style chosen for the mover on the form that asked this question; "" if none."""
    key, _, style = request.COOKIES.get(_COOKIE, "").partition(":")
    return style if key == question.key[:_KEY] and _STYLE.fullmatch(style) else ""
