"""What is wrong, as the API says it: `{"detail": [{"field": …, "message": …}]}` under every status but 2xx."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from pressorpass_site.core import limits

from .schemas import MOST_WAIT

NOTHING_HERE = "There is nothing at this address. /api/ on this site tells what there is."
STATUSES = {
    400: "The request cannot be read.",
    403: "This is not allowed.",
    404: NOTHING_HERE,
    411: "Say how long the body is: send it whole, with the header Content-Length, and not in chunks.",
    405: "This address takes no {method} requests, only {allowed}.",
    413: "That is too much at once: a question fits into {most} bytes.",
    415: "Send JSON, with the header Content-Type: application/json.",
    500: "Something went wrong on this site. It has been noted; the same may work later.",
}
NO_JSON = "The body is not JSON."
WRONG_KEY = "This key opens nothing: it was revoked, or copied only in part."
NO_KEY = "The Authorization header must read “Bearer” and a key; without the header no key is needed."
USE_A_KEY = "{refusal}, or use a key."

# What pydantic finds, in words; the rest it says well enough.
_WORDS = {
    "missing": "This is missing.",
    "extra_forbidden": "There is no field of this name.",
    "string_type": "This must be a text.",
    "string_unicode": "This text has half a character (a lone surrogate, such as \\ud800), so it cannot be read: send text as UTF-8.",
    "string_too_short": "This is empty.",
    "string_too_long": "This is too long: {max_length} characters at most.",
    "int_type": "This must be a whole number.",
    "int_from_float": "This must be a whole number.",
    "float_type": "This must be a number.",
    "float_parsing": "This must be a number.",
    "finite_number": f"This must be a number from 0 to {MOST_WAIT}.",  # only `wait` need not be whole
    "greater_than_equal": "This must be {ge:g} at least.",
    "less_than_equal": "This must be {le:g} at most.",
    "dict_type": "This must be an object: {{…}}.",
    "model_type": "This must be an object: {{…}}.",
    "model_attributes_type": "This must be an object: {{…}}.",
}

_NO_PRESET = "This must be the name of a preset, such as “show”; single rule options belong into `options`: {{…}}."


class Problem(Exception):
    """A question that cannot be answered as it was asked.

    Attributes:
        status: of the HTTP answer.
        field: the part of the request that is wrong; "" where it is none.
        message: one sentence for people.
        character: where in the field's text, counted from 1.
        headers: that the answer has besides.
    """

    def __init__(
        self,
        status: int,
        message: str,
        field: str = "",
        *,
        character: int | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.field = field
        self.character = character
        self.headers = headers or {}


def detail(message: str, field: str = "", character: int | None = None) -> dict[str, Any]:
    """One thing that is wrong."""
    said: dict[str, Any] = {"field": field or None, "message": message}
    return said if character is None else said | {"character": character}


def answer(status: int, *details: dict[str, Any], headers: dict[str, str] | None = None) -> JsonResponse:
    """An HTTP answer that says what is wrong."""
    return JsonResponse({"detail": list(details)}, status=status, headers=headers)


def handle_with(api: NinjaAPI) -> None:
    """Have the API say in these words what goes wrong in it; django-ninja's types let each handler be for anything."""
    api.add_exception_handler(Problem, _problem)
    api.add_exception_handler(limits.TooMany, _too_many)
    api.add_exception_handler(ValidationError, _invalid)
    api.add_exception_handler(HttpError, _unreadable)


def _problem(request: HttpRequest, error: Any) -> HttpResponse:
    return answer(error.status, detail(error.message, error.field, error.character), headers=error.headers)


def _too_many(request: HttpRequest, error: Any) -> HttpResponse:
    if getattr(request, "api_key", None):
        said = limits.sentence(error.allowance, "with this key")
    else:
        said = USE_A_KEY.format(refusal=limits.sentence(error.allowance).rstrip("."))
    return answer(429, detail(said), headers=error.allowance.headers)


def _invalid(request: HttpRequest, error: Any) -> HttpResponse:
    return answer(422, *(detail(_sentence(each), _field(each)) for each in error.errors))


def _unreadable(request: HttpRequest, error: Any) -> HttpResponse:
    """The only one that django-ninja raises by itself after `admit` is about a body it cannot parse."""
    return answer(error.status_code, detail(NO_JSON, "body"))


def _sentence(error: dict[str, Any]) -> str:
    words = _NO_PRESET if (error["type"], _field(error)) == ("string_type", "rules") else _WORDS.get(error["type"])
    return words.format(**error.get("ctx", {})) if words else f"{error['msg'].rstrip('.')}."


def _field(error: dict[str, Any]) -> str:
    """“options.ties” for what lies at ("body", <name of the view's argument>, "options", "ties")."""
    where = [str(part) for part in error["loc"]]
    inside = where[2:] if where[0] == "body" else where[1:]
    return ".".join(inside) or where[0]
