"""Error responses of the API: `{"detail": [{"field": …, "message": …}]}` with every status but 2xx."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from engine import NestedTooDeep
from pressorpass_site.core import limits
from pressorpass_site.core.http.request_texts import UnusableText
from pressorpass_site.work.queues import TooManyQuestions

from .schemas import MAX_WAIT

NOT_FOUND = "There is nothing at this address. All endpoints are listed at /api/ on this site."
STATUSES = {
    400: "The request cannot be read.",
    403: "This is not allowed.",
    404: NOT_FOUND,
    411: "Send the body with a Content-Length header, not in chunks.",
    405: "This address does not accept {method} requests, only {allowed}.",
    413: "The body is too long: at most {most} bytes.",
    415: "Send JSON, with the header Content-Type: application/json.",
    500: "Something went wrong on this site. The error has been logged; please try again later.",
    503: "The site cannot use its database at the moment. Please try again in a few seconds.",
}
NO_JSON = "The body is not JSON."
INVALID_KEY = "This key is not valid. It may have been revoked or copied only in part."
MALFORMED_KEY = "The Authorization header must be “Bearer” followed by a key. Without the header, no key is needed."
USE_A_KEY = "{refusal}, or use a key."

# Messages for pydantic's error types; for other types its own message is good enough.
_MESSAGES = {
    "missing": "This is missing.",
    "extra_forbidden": "There is no field with this name.",
    "string_type": "This must be text.",
    "string_too_short": "This is empty.",
    "string_too_long": "This is too long: {max_length} characters at most.",
    "int_type": "This must be a whole number.",
    "int_from_float": "This must be a whole number.",
    "float_type": "This must be a number.",
    "float_parsing": "This must be a number.",
    "finite_number": f"This must be a number from 0 to {MAX_WAIT}.",  # only `wait` need not be whole
    "greater_than_equal": "This must be at least {ge:g}.",
    "less_than_equal": "This must be at most {le:g}.",
    "dict_type": "This must be an object: {{…}}.",
    "model_type": "This must be an object: {{…}}.",
    "model_attributes_type": "This must be an object: {{…}}.",
}

_NO_PRESET = "This must be the name of a preset, such as “show”; rule options belong in `options`: {{…}}."


class ApiError(Exception):
    """A request that is answered with an error.

    Attributes:
        status: the HTTP status.
        field: the invalid part of the request; "" if it is none in particular.
        message: one sentence for people.
        character: the place in the field's text, counted from 1.
        headers: additional HTTP headers.
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


def error_item(message: str, field: str = "", character: int | None = None) -> dict[str, Any]:
    """Return one entry of `detail`."""
    item: dict[str, Any] = {"field": field or None, "message": message}
    return item if character is None else item | {"character": character}


def error_response(status: int, *items: dict[str, Any], headers: dict[str, str] | None = None) -> JsonResponse:
    """Return an error response with these entries."""
    return JsonResponse({"detail": list(items)}, status=status, headers=headers)


def register_handlers(api: NinjaAPI) -> None:
    """Have the API answer exceptions with these responses."""
    api.add_exception_handler(ApiError, _api_error)
    api.add_exception_handler(limits.RateLimited, _rate_limited)
    api.add_exception_handler(ValidationError, _invalid)
    api.add_exception_handler(HttpError, _unreadable)


def _api_error(request: HttpRequest, error: Any) -> HttpResponse:
    item = error_item(error.message, error.field, error.character)
    return error_response(error.status, item, headers=error.headers)


def _rate_limited(request: HttpRequest, error: Any) -> HttpResponse:
    if isinstance(error, TooManyQuestions):
        return error_response(429, error_item(str(error)), headers=error.allowance.headers)
    if getattr(request, "api_key", None):
        message = limits.sentence(error.allowance, "with this key")
    else:
        message = USE_A_KEY.format(refusal=limits.sentence(error.allowance).rstrip("."))
    return error_response(429, error_item(message), headers=error.allowance.headers)


def _invalid(request: HttpRequest, error: Any) -> HttpResponse:
    return error_response(422, *(error_item(_sentence(each), _field(each)) for each in error.errors))


def _unreadable(request: HttpRequest, error: Any) -> HttpResponse:
    """Return the response for an unreadable body: after authentication, only that is an HttpError of django-ninja."""
    cause = error.__cause__
    if isinstance(cause, NestedTooDeep):
        message = f"{cause.msg}."
    else:
        message = str(cause) if isinstance(cause, UnusableText) else NO_JSON
    return error_response(error.status_code, error_item(message, "body"))


def _sentence(error: dict[str, Any]) -> str:
    wrong_preset = (error["type"], _field(error)) == ("string_type", "rules")
    template = _NO_PRESET if wrong_preset else _MESSAGES.get(error["type"])
    return template.format(**error.get("ctx", {})) if template else f"{error['msg'].rstrip('.')}."


def _field(error: dict[str, Any]) -> str:
    """Return text such as “options.ties” for the location ("body", <name of the view's argument>, "options", "ties")."""
    location = [str(part) for part in error["loc"]]
    inside = location[2:] if location[0] == "body" else location[1:]
    return ".".join(inside) or location[0]
