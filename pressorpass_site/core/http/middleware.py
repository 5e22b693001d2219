"""The site's own middlewares: the client of a request, a response's headers and compression, own forms, error pages."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import DataError, ProgrammingError
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, HttpResponseNotAllowed, UnreadablePostError
from django.http.response import HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.cache import has_vary_header, patch_cache_control

from .. import clients
from ..limits import RateLimited, add_retry_headers
from . import parts, request_texts
from .trackers import remove_trackers

# How Python's messages about a number begin that is too large for sqlite3 or for a date.
OVERFLOWS = ("Python int too large", "signed integer is")
# The errors that Django raises for a filter's value of the right kind that cannot be used: no such year, half a range.
UNFILTERABLE = (ValueError, OverflowError, IndexError, DataError, ProgrammingError)
OUT_OF_RANGE = "22003"  # PostgreSQL's code of the error
# Compressed content, and streams, which compression would hold back.
UNCOMPRESSED_TYPES = ("image/png", "text/event-stream")

# The admin takes files; the API has limits of its own (api/auth.py).
LARGE_BODIES = {"admin", "ninja"}

_REFUSED = re.compile(r";\s*q=0(\.0*)?\s*$")


class ClientMiddleware:
    """Sets the current client for each request, and removes trackers and foreign cookies from the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        meta = request.META
        meta["QUERY_STRING"] = remove_trackers(meta.get("QUERY_STRING", ""))  # before anything reads it
        request_texts.keep_own_cookies(request)
        # WhiteNoise and Django look for a name only, and would take `gzip;q=0` for gzip.
        accepted = meta.get("HTTP_ACCEPT_ENCODING", "").split(",")
        meta["HTTP_ACCEPT_ENCODING"] = ",".join(encoding for encoding in accepted if not _REFUSED.search(encoding))
        with clients.act_for_client(clients.hash_address(clients.get_client_address(meta))):
            return self.get_response(request)


class ResponseMiddleware(GZipMiddleware):
    """Prepares each response: no shared caching of personal pages, compression, no body for HEAD."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        cache_control = response.get("Cache-Control", "")
        # Pages that depend on the logged-in user, unless a view has set their caching.
        if has_vary_header(response, "Cookie") and not any(
            word in cache_control for word in ("public", "private", "no-store")
        ):
            patch_cache_control(response, private=True, no_cache=True)
        if not response.get("Content-Type", "").startswith(UNCOMPRESSED_TYPES):
            response = super().process_response(request, response)
        if request.method == "HEAD" and isinstance(response, HttpResponse):
            response["Content-Length"] = str(len(response.content))
            response.content = b""
        return response


class OwnFormsMiddleware(CsrfViewMiddleware):
    """Accepts a form from a page of this site; any other needs Django's token, which only `/admin/` hands out.

    Browsers name the sending page: in Sec-Fetch-Site over HTTPS, in Origin also over plain HTTP, before 2020 in Referer.
    No page can forge these headers.
    """

    def process_view(
        self, request: HttpRequest, callback: Callable[..., Any], callback_args: Any, callback_kwargs: Any
    ) -> HttpResponseForbidden | None:
        if self._is_own(request):
            request.csrf_processing_done = True  # type: ignore[attr-defined]  # for Django's decorators, like its own
            return None
        return super().process_view(request, callback, callback_args, callback_kwargs)

    def _is_own(self, request: HttpRequest) -> bool:
        site = request.headers.get("Sec-Fetch-Site", "none")
        if site != "none":
            return site == "same-origin"
        # Some browsers say “none” when a reload sends a form again; then the other headers name its page.
        origin = request.headers.get("Origin") or _get_origin(request.headers.get("Referer", ""))
        return origin == f"{request.scheme}://{request.get_host()}" or origin in self.allowed_origins_exact


class ErrorPageMiddleware:
    """Renders the errors of unusable characters, big or broken bodies, wrong methods, excessive numbers and rates.

    It is the innermost middleware.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if refusal := _find_refusal(request):
            return render_error_page(request, *refusal)
        response = self.get_response(request)
        return _render_not_allowed(request, response) if isinstance(response, HttpResponseNotAllowed) else response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, RateLimited):
            return _render_too_many(request, error)
        in_python = isinstance(error, OverflowError) and str(error).startswith(OVERFLOWS)
        in_postgresql = isinstance(error, DataError) and getattr(error.__cause__, "sqlstate", "") == OUT_OF_RANGE
        # Django checks most numbers and dates, but none in a filter of the admin.
        if in_python or in_postgresql:
            return render_error_page(
                request, 400, "Invalid address", "A number in the address or the form is too large."
            )
        if isinstance(error, UNFILTERABLE) and _is_admin_filter(request):
            message = (
                "The list cannot be filtered like that: a value in the address is impossible, such as a year zero."
            )
            return render_error_page(request, 400, "Invalid address", message)
        return None


def render_error_page(request: HttpRequest, status: int, heading: str, message: str) -> HttpResponse:
    return render(request, "error.html", {"heading": heading, "message": message}, status=status)


def _find_refusal(request: HttpRequest) -> tuple[int, str, str] | None:
    """Return the status, heading and message of a request that is refused before its view runs; None for any other."""
    if request.headers.get("Transfer-Encoding"):
        return 411, "Length missing", "The form was sent without its length, so it was not read."
    max_memory: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    text = request.META.get("CONTENT_LENGTH") or "0"
    length = int(text) if text.isascii() and text.isdecimal() and len(text) <= 18 else max_memory + 1
    limit = max_memory if length > max_memory else _get_max_bytes(request) if length else 0
    try:
        if length <= limit and len(request.body) < length:
            raise UnreadablePostError
        too_much = length > limit
        unusable = "" if too_much else request_texts.find_unusable_text(request)
    except UnreadablePostError:
        return 408, "Not complete", "The request did not arrive completely, so nothing was changed. Please try again."
    except (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent):
        too_much, limit = True, max_memory
    if too_much:
        message = (
            f"The form has too many fields or more than {limit / 1e6:g} MB, so it was not read. Nothing was changed. "
            "A board file may have up to 1 MB."
        )
        return 413, "Too much data", message
    if unusable == "address":
        return 400, "Invalid address", "The address contains a null character (%00)."
    if unusable:
        return 400, "Invalid form", "The form contains a null character, which cannot be stored. Nothing was changed."
    return None


def _get_max_bytes(request: HttpRequest) -> int:
    try:
        match = resolve(request.path_info)
    except Resolver404:
        return int(settings.BODY_BYTES)
    large = not LARGE_BODIES.isdisjoint(match.app_names)
    usual = settings.DATA_UPLOAD_MAX_MEMORY_SIZE if large else settings.BODY_BYTES
    return int(getattr(match.func, "max_body_bytes", usual))


def _get_origin(address: str) -> str:
    """Return the scheme and host of an address, with the port if it has one; "://" if it is none."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "://"
    return f"{parts.scheme}://{parts.netloc}"


def _render_not_allowed(request: HttpRequest, response: HttpResponseNotAllowed) -> HttpResponse:
    """Return status 405, which Django sends without content, as a page."""
    if request.method in ("GET", "HEAD"):
        heading, message = "This is not a page", "This address only receives forms."
    else:
        heading = "Not accepted"
        message = f"This page does not accept {request.method} requests. Nothing was changed."
    page = render_error_page(request, response.status_code, heading, message)
    page["Allow"] = response["Allow"]
    return page


def _render_too_many(request: HttpRequest, error: RateLimited) -> HttpResponse:
    """Return status 429 as a page with the time until the next try, or as the text that a part's page shows."""
    if parts.is_part_request(request):
        return add_retry_headers(HttpResponse(str(error), status=429, content_type="text/plain"), error)
    if request.method in ("GET", "HEAD"):
        message = f"{error} Then reload this page: its address has what you asked for."
    else:
        message = f"{error} Nothing was changed. Go back; what you typed is still there."
    return add_retry_headers(render_error_page(request, 429, "Too many requests", message), error)


def _is_admin_filter(request: HttpRequest) -> bool:
    match = request.resolver_match
    is_list = match is not None and match.app_name == "admin" and (match.url_name or "").endswith("_changelist")
    return is_list and any("__" in name for name in request.GET)
