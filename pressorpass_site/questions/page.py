"""Pages with the podiums: an invalid address, and the mover's style as an opponent.

That style has no effect on the question, so no address has it; a cookie has it for the page after the form.
"""

import re
from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from engine import InputError, read_position

from .fields import read_address_opponents
from .forms import PodiumForm
from .podiums import PARTS, build_position_values
from .question import LAST_ROUND, InvalidQuestion, Question, get_default_board

_NAMED = ("board", "rules", "now", "spins", "method", "then", "questions")  # the same in an address and in the form
_COOKIE, _SECONDS, _KEY = "aside", 24 * 3600, 16
_STYLE = re.compile(r"optimal|aggressive|cautious|[0-9]{1,6}")


def remember_style(response: HttpResponse, question: Question, mover_style: str) -> HttpResponse:
    """Set the cookie with the mover's style, if one was chosen."""
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
    """Return the style that the form had for this question's mover; "" if none was chosen."""
    key, _, style = request.COOKIES.get(_COOKIE, "").partition(":")
    return style if key == question.key[:_KEY] and _STYLE.fullmatch(style) else ""


def render_invalid_address(request: HttpRequest, text: str, error: InvalidQuestion) -> HttpResponse:
    """Show the form for an invalid address, with the error beside its field."""
    readable = error.field == "line" and error.character is None  # but the position cannot arise
    context = {
        "form": _build_address_form(text, request.GET, error),
        "lost": "line" in error.errors or not error.field,
        "misfit": error.message if readable else "",
        "refusal": "",
    }
    return render(request, "questions/ask.html", context, status=404)


def _build_address_form(text: str, query: Mapping[str, str], error: InvalidQuestion) -> PodiumForm:
    data = {name: query.get(name, "") for name in _NAMED}
    follows = query.get("round") or query.get("then") or query.get("questions")
    data["round"] = query.get("round", "") if follows else LAST_ROUND
    data["board"] = data["board"] or get_default_board(data["round"])
    data |= {f"option_{name}": query[name] for name in query}
    data |= read_address_opponents(query.get("opponents", ""), text)
    try:
        data |= build_position_values(read_position(text).position)
    except InputError:
        data |= {"line": text, "line_was": "", "up": "1"}
        data |= {f"seat{seat}_{part}": "0" for seat in (1, 2, 3) for part in PARTS[1:]}
    form = PodiumForm(data)
    form.is_valid()
    if error.field not in form.errors and not (error.field == "option_opponents" and form.errors):
        form.add_error(error.field if error.field in form.fields else None, error.message)
    return form
