"""Errors of the API in django-ninja's form: `{"detail": "…"}`, or with 422 a list of the wrong fields."""

from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpRequest, HttpResponse, JsonResponse
from ninja import NinjaAPI
from ninja.errors import ValidationError

from pressorpass_site.boards.services import BoardNotFound
from pressorpass_site.core import limits
from pressorpass_site.core.owned import NotFound
from pressorpass_site.questions.question import InvalidQuestion
from pressorpass_site.work.jobs import TooManyQuestions

BODY = ("body", "asked")  # as django-ninja names the fields of a view's argument `asked`
QUERY = ("query",)
MISSING = "There is nothing with this name, or it is private."
_OPTION = "option_"


def register_handlers(api: NinjaAPI) -> None:
    api.add_exception_handler(limits.RateLimited, _render_rate_limited)
    api.add_exception_handler(InvalidQuestion, _render_invalid_question)
    for kind in (NotFound, ObjectDoesNotExist, BoardNotFound):
        api.add_exception_handler(kind, _render_missing)


def build_validation_error(
    message: str, field: str, where: tuple[str, ...] = BODY, *, character: int | None = None
) -> ValidationError:
    """Return a 422 that names a field; `character` is the place in it, counted from 0."""
    error = {"type": "value_error", "loc": [*where, *field.split(".")], "msg": message}
    return ValidationError([error if character is None else error | {"ctx": {"character": character + 1}}])


def _render_invalid_question(request: HttpRequest, error: Any) -> HttpResponse:
    """Return a 422 that names the field as in the request; the error has the name in the site's form."""
    posted = request.method == "POST"
    field = "position" if error.field == "line" else error.field
    if field.startswith(_OPTION):
        field = ("options." if posted else "") + field.removeprefix(_OPTION)
    errors = build_validation_error(error.message, field, BODY if posted else QUERY, character=error.character).errors
    return JsonResponse({"detail": errors}, status=422)


def _render_missing(request: HttpRequest, error: Any) -> HttpResponse:
    return JsonResponse({"detail": str(error) if isinstance(error, BoardNotFound) else MISSING}, status=404)


def _render_rate_limited(request: HttpRequest, error: Any) -> HttpResponse:
    if isinstance(error, TooManyQuestions):
        message = str(error)
    elif getattr(request, "api_key", None):
        message = limits.describe_allowance(error.allowance, "with this key")
    else:
        message = f"{limits.describe_allowance(error.allowance).rstrip('.')}, or use a key."
    return JsonResponse({"detail": message}, status=429, headers=error.allowance.headers)
