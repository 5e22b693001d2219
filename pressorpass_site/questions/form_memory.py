"""What was chosen on the form and is no part of the question.

How the one up would play as an opponent counts for nothing while he is up, so no address has it; a
cookie keeps it for the page that the form leads to.
"""

from __future__ import annotations

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from .question import Question

_COOKIE, _SECONDS, _KEY = "aside", 24 * 3600, 16
_WORD = re.compile(r"optimal|aggressive|cautious|[0-9]{1,6}")


def with_aside(response: HttpResponse, question: Question, aside: str) -> HttpResponse:
    """Have the browser remember for one page what was chosen there and is no part of the question."""
    if aside:
        response.set_cookie(
            _COOKIE,
            f"{question.key[:_KEY]}:{aside}",
            max_age=_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=settings.HTTPS,
        )
    return response


def aside_of(request: HttpRequest, question: Question) -> str:
    """What was chosen on the form that asked this question, for the contestant who is up; "" if nothing was."""
    key, _, aside = request.COOKIES.get(_COOKIE, "").partition(":")
    return aside if key == question.key[:_KEY] and _WORD.fullmatch(aside) else ""
