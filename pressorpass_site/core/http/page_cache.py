"""Finished pages, kept for a second by the process that rendered them, for visitors without a cookie of the site.

A crowd that follows a link costs about one rendering a second. A visitor with one gets a page of their own:
it may show something of them, or what they have just changed.
"""

import gzip
import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from .. import metrics
from . import parts
from .view_decorators import View

SECONDS = 1.0
# The first request after this time renders the page anew, while others get the old one for the rest of the second.
RENEWAL_SECONDS = 0.75
# So long a request waits for another one that renders the same page. A crowd that renders it at once, in threads of one
# process, takes longer than a second, so that it is never kept: 91 requests/s of 14 answers, and 237 with this (benchmark: make load).
TURN_SECONDS = 0.5
# Anybody can make up addresses; no process renders this many in a second.
MOST_PAGES = 100
MOST_BYTES = 2**18  # of a page, compressed
PAGE_LEVEL = 6  # of compression


@dataclass
class _Page:
    text: bytes  # compressed
    headers: dict[str, str]
    kept_at: float
    renewed: bool = False

    def response(self, request: HttpRequest) -> HttpResponse:
        response = HttpResponse(headers=self.headers)
        if "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", ""):  # without refused ones (middleware.py)
            response["Content-Encoding"] = "gzip"
            response.content = self.text
        else:
            response.content = gzip.decompress(self.text)
        response["Content-Length"] = str(len(response.content))
        return response


_pages: dict[Hashable, _Page] = {}  # the oldest first
_rendering: dict[Hashable, threading.Event] = {}  # set once the page with this key has been rendered
_lock = threading.Lock()


def keep(response: HttpResponse) -> HttpResponse:
    """Return a response that all visitors without a cookie may get."""
    response.may_be_kept = True  # type: ignore[attr-defined]
    return response


def cached(*names: str, whole_query: bool = False) -> Callable[[View], View]:
    """Return a decorator for a view that depends on these names of its query alone, or on the whole of it.

    It answers from the responses of the view that went through `keep`.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            if request.method != "GET":
                return view(request, *args, **kwargs)
            query = request.META["QUERY_STRING"] if whole_query else tuple(map(tuple, map(request.GET.getlist, names)))
            name = (request.path_info, query, parts.wanted(request))
            return kept(request, name, lambda: view(request, *args, **kwargs))

        return answer

    return decorate


def kept(request: HttpRequest, name: Hashable, make: Callable[[], Any]) -> Any:
    if request.COOKIES:  # which holds none but the site's own (request_texts.py)
        return make()
    # The site's own address apart from what the view was given: a proxy's header may move the border between them.
    site = request.get_host() + request.path.removesuffix(request.path_info)
    key = (request.scheme, site, name)
    if page := _find(key):
        return page.response(request)
    with _lock:
        by_another = _rendering.get(key)
        if by_another is None:
            _rendering[key] = mine = threading.Event()
    if by_another is not None:
        by_another.wait(TURN_SECONDS)
        if page := _find(key):
            return page.response(request)
        return make()
    try:
        response = make()
        if page := _page(request, response):
            _store(key, page)
    finally:
        with _lock:
            del _rendering[key]
        mine.set()
    return page.response(request) if page else response


def clear() -> None:
    with _lock:
        _pages.clear()


def _find(key: Hashable) -> _Page | None:
    with _lock:
        page = _pages.get(key)
        if page is not None:
            age = time.monotonic() - page.kept_at
            if age >= SECONDS:
                page = None
            elif age >= RENEWAL_SECONDS and not page.renewed:
                page.renewed = True
                page = None
    metrics.count_look("pages", hit=page is not None)
    return page


def _store(key: Hashable, page: _Page) -> None:
    """Keep a page, and drop those whose time is over, or that were kept first."""
    with _lock:
        _pages.pop(key, None)
        _pages[key] = page
        while len(_pages) > MOST_PAGES or _pages[next(iter(_pages))].kept_at + SECONDS < page.kept_at:
            del _pages[next(iter(_pages))]


def _page(request: HttpRequest, response: Any) -> _Page | None:
    """Return the response ready to be kept; None if it must not be."""
    if not getattr(response, "may_be_kept", False) or response.status_code != HTTPStatus.OK:
        return None
    if response.cookies or request.session.modified or request.META.get("CSRF_COOKIE_NEEDS_UPDATE"):
        return None  # something of its visitor, or a token of theirs
    patch_vary_headers(response, ["Accept-Encoding", "Cookie"])
    text = gzip.compress(response.content, PAGE_LEVEL, mtime=0)
    return _Page(text, dict(response.items()), time.monotonic()) if len(text) <= MOST_BYTES else None
