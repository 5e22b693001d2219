"""Compression, caches, and pages for requests that no view answers: null characters, big forms, wrong methods, rate limits."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import DataError, ProgrammingError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, UnreadablePostError
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import render
from django.utils.cache import has_vary_header, patch_cache_control

from .limits import RateLimited, with_headers

# Of a number that Python's sqlite3 or its dates cannot take.
OVERFLOWS = ("Python int too large", "signed integer is")
# What Django raises when a filter's value is of the right kind and cannot be used: no such year, half a range.
UNFILTERABLE = (ValueError, OverflowError, IndexError, DataError, ProgrammingError)
OUT_OF_RANGE = "22003"  # PostgreSQL's code of the error
# What is compressed already, and streams, which compression would hold back.
UNCOMPRESSED_TYPES = ("image/png", "application/pdf", "text/event-stream")


_REFUSED = re.compile(r";\s*q=0(\.0*)?\s*$")


class EncodingsMiddleware:
    """Leaves out of Accept-Encoding what it refuses (`gzip;q=0`): whoever compresses looks for a name only."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        accepted = request.META.get("HTTP_ACCEPT_ENCODING", "")
        if "=" in accepted:
            kept = [each for each in accepted.split(",") if not _REFUSED.search(each)]
            request.META["HTTP_ACCEPT_ENCODING"] = ",".join(kept)
        return self.get_response(request)


class CompressionMiddleware(GZipMiddleware):
    """Django's gzip, except for content types that gain nothing by it."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.get("Content-Type", "").startswith(UNCOMPRESSED_TYPES):
            return response
        return super().process_response(request, response)


class PersonalPagesMiddleware:
    """Keeps shared caches off pages that depend on who is logged in, unless a view has said who may keep it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        told = response.get("Cache-Control", "")
        said = any(word in told for word in ("public", "private", "no-store"))
        if has_vary_header(response, "Cookie") and not said:
            patch_cache_control(response, private=True, no_cache=True)
        return response


class HeadMiddleware:
    """Answers HEAD requests without the page, of which they tell the length; stands outside whatever changes it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method == "HEAD" and not response.streaming:
            response["Content-Length"] = str(len(response.content))
            response.content = b""
        return response


class NullCharacterMiddleware:
    """Answers 400 to an address with a null character, which PostgreSQL cannot store or compare."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            return _page(request, 400, "Invalid address", "The address contains a null character (%00).")
        return self.get_response(request)


class RequestSizeMiddleware:
    """Answers 411 or 413 with a page to a body that is too big, without reading it, or a form with too many fields."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.headers.get("Transfer-Encoding"):
            return _page(request, 411, "Length missing", "The form was sent without its length, so it was not read.")
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or len(length) > 18 or int(length) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            return self._too_big(request)
        try:
            request.POST  # noqa: B018  # reads it
        except UnreadablePostError:  # the client has gone
            pass
        except (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent):
            return self._too_big(request)
        return self.get_response(request)

    @staticmethod
    def _too_big(request: HttpRequest) -> HttpResponse:
        megabytes = settings.DATA_UPLOAD_MAX_MEMORY_SIZE / 1e6
        message = (
            f"The form has too many fields or more than {megabytes:g} MB, so it was not read. Nothing was changed. "
            "A board file may have up to 1 MB."
        )
        return _page(request, 413, "Too much data", message)


class MethodMiddleware:
    """Gives status 405, which Django sends without content, a page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not isinstance(response, HttpResponseNotAllowed):
            return response
        if request.method in ("GET", "HEAD"):
            heading, message = "This is not a page", "This address only receives forms."
        else:
            heading = "Not accepted"
            message = f"This page does not accept {request.method} requests. Nothing was changed."
        page = _page(request, response.status_code, heading, message)
        page["Allow"] = response["Allow"]
        return page


class NumberRangeMiddleware:
    """Answers 400 to a value that the database or a date cannot hold; Django checks most of them, but no admin filter."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        in_python = isinstance(error, OverflowError) and str(error).startswith(OVERFLOWS)
        in_postgresql = isinstance(error, DataError) and getattr(error.__cause__, "sqlstate", "") == OUT_OF_RANGE
        if in_python or in_postgresql:
            return _page(request, 400, "Invalid address", "A number in the address or the form is too large.")
        if isinstance(error, UNFILTERABLE) and _filters_in_admin(request):
            message = (
                "The list cannot be filtered so: a value in the address cannot be, such as a year that no calendar has."
            )
            return _page(request, 400, "Invalid address", message)
        return None


class RateLimitMiddleware:
    """Turns `RateLimited`, raised in a view, into a page with status 429 that says when to try again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, RateLimited):
            return None
        if request.method in ("GET", "HEAD"):
            message = f"{error} Then reload this page: its address has what you asked for."
        else:
            message = f"{error} Nothing was changed. Go back; what you typed is still there."
        return with_headers(_page(request, 429, "Too many requests", message), error)


def _filters_in_admin(request: HttpRequest) -> bool:
    """Whether the request is for a list of the administration, filtered by lookups in its address."""
    match = request.resolver_match
    is_list = match is not None and match.app_name == "admin" and (match.url_name or "").endswith("_changelist")
    return is_list and any("__" in name for name in request.GET)


def _page(request: HttpRequest, status: int, heading: str, message: str) -> HttpResponse:
    return render(request, "error.html", {"heading": heading, "message": message}, status=status)
