"""Finished pages, kept by the process that rendered them, for all visitors to whom they look the same.

A view decorated with `cached` returns what `Sources.keep` returns; the sources tell when the page would be another one.
Visitors without cookies get the same page. For others the view may name what its page shows of them; otherwise it is
rendered for each.
"""

from __future__ import annotations

import gzip
import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import parse_etags

from .. import metrics
from ..clients import has_own_port
from .view_decorators import View

# While one request renders a page anew because of its age, others still get the old one, for this long at most.
RENEWAL_SECONDS = 5.0
RENDER_SECONDS = 60.0
OVERHEAD_BYTES = 1000  # of an entry, besides its text
MOST_OF_A_PATH = 50  # with other queries and for other visitors: anybody can make up queries
PAGE_LEVEL = 6  # of compression


class Sources:
    """The sources of a page, before the view reads them.

    Each `version` is a function that reads a part of it: equal values mean an equal page.
    """

    def __init__(self, version: Callable[[], Hashable] | None = None) -> None:
        self._seen: list[tuple[Callable[[], Hashable], Hashable]] = []
        if version:
            self.add(version)

    def add(self, version: Callable[[], Hashable]) -> None:
        """Add a source, which has not been read yet."""
        self._seen.append((version, version()))

    def changed(self) -> bool:
        """Return whether the page would be another one now."""
        return any(version() != seen for version, seen in self._seen)

    def keep(self, response: HttpResponse, seconds: float = RENDER_SECONDS) -> HttpResponse:
        """Return a response that shows nothing of its visitor, to be kept for others.

        After `seconds` it is rendered again, for changes that the version cannot see, such as new tables.
        """
        response.kept_for = (self, seconds)  # type: ignore[attr-defined]
        return response


UNCHANGING = Sources()  # of pages made of the program alone


@dataclass
class _Page:
    """A kept response."""

    path: str
    sources: Sources
    seconds: float
    text: bytes  # compressed
    headers: dict[str, str]
    etag: str
    render_at: float = field(init=False)

    def __post_init__(self) -> None:
        self.render_at = time.monotonic() + self.seconds

    def response(self, request: HttpRequest) -> HttpResponse:
        """Return the page in the form that one visitor's browser takes: compressed or not, or nothing if it has the
        page.
        """
        response = HttpResponse(headers=self.headers)
        if "no-store" not in response.get("Cache-Control", ""):
            response["ETag"] = self.etag
            if _matches(request, self.etag):
                response.status_code = HTTPStatus.NOT_MODIFIED
                del response["Content-Type"]
                return response
        accepts_gzip = "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")  # without refused ones (middleware.py)
        body = self.text if accepts_gzip else gzip.decompress(self.text)
        if accepts_gzip:
            response["Content-Encoding"] = "gzip"
        response.content = body
        response["Content-Length"] = str(len(body))
        return response


class PageCache:
    """The most recently requested pages that fit into the memory."""

    def __init__(self) -> None:
        self._pages: OrderedDict[Hashable, _Page] = OrderedDict()
        self._of_path: dict[str, OrderedDict[Hashable, None]] = {}  # their keys by path
        self._lock = threading.Lock()
        self._bytes = 0

    def find(self, key: Hashable) -> _Page | None:
        """Return the page with this key if it is still current."""
        with self._lock:
            page = self._pages.get(key)
            if page is not None:
                self._pages.move_to_end(key)
                self._of_path[page.path].move_to_end(key)
                now = time.monotonic()
                if now >= page.render_at:
                    page.render_at = now + RENEWAL_SECONDS
                    page = None
        if page is not None and page.sources.changed():
            page = None
        metrics.count_look("pages", hit=page is not None)
        return page

    def store(self, key: Hashable, page: _Page) -> None:
        """Keep a page, and drop those that were not asked for the longest: of its path, and of all."""
        with self._lock:
            self._drop(key)
            self._pages[key] = page
            self._bytes += len(page.text) + OVERHEAD_BYTES
            of_path = self._of_path.setdefault(page.path, OrderedDict())
            of_path[key] = None
            if len(of_path) > MOST_OF_A_PATH:
                self._drop(next(iter(of_path)))
            while self._bytes > settings.PAGE_CACHE_BYTES:
                self._drop(next(iter(self._pages)))

    def clear(self) -> None:
        """Forget all pages."""
        with self._lock:
            self._pages.clear()
            self._of_path.clear()
            self._bytes = 0

    def _drop(self, key: Hashable) -> None:
        if page := self._pages.pop(key, None):
            self._bytes -= len(page.text) + OVERHEAD_BYTES
            del self._of_path[page.path][key]
            if not self._of_path[page.path]:
                del self._of_path[page.path]


pages = PageCache()


def cached(own: Callable[[HttpRequest], Hashable] | None = None) -> Callable[[View], View]:
    """Return a decorator that answers from kept pages, to stand above everything that changes the response.

    `own` returns all that the page shows of its visitor, None if that is nothing.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            unknown = not has_nothing_own(request)
            if not _is_of_page(request) or (unknown and own is None):
                return view(request, *args, **kwargs)
            shows = own(request) if unknown and own else None
            return kept(request, (request.get_full_path(), shows), lambda: view(request, *args, **kwargs))

        return answer

    return decorate


def kept(request: HttpRequest, name: Hashable, make: Callable[[], Any]) -> Any:
    """Return the value kept by this name for the request's host, or a new one, which must not depend on the requester.

    Under a made-up port nothing is kept: with one port after another, a single client could have all pages dropped.
    """
    if not has_own_port(request):
        return make()
    # The site's own address apart from what the view was given: a proxy's header may move the border between them.
    site = request.get_host() + request.path.removesuffix(request.path_info)
    key = (request.scheme, site, name)
    page = pages.find(key)
    if page is None:
        response = make()
        page = _page(request, response)
        if page is None:
            return response
        pages.store(key, page)
    return page.response(request)


def has_nothing_own(request: HttpRequest) -> bool:
    """Return whether the request shows nothing of its visitor: no account, no own rows, no message.

    Earlier versions gave everybody a cookie with a CSRF token, which lasts a year.
    """
    return request.COOKIES.keys() <= {settings.CSRF_COOKIE_NAME}


def _is_of_page(request: HttpRequest) -> bool:
    """Return whether a browser opens the page, not a script that asks for a part of it."""
    return request.method in ("GET", "HEAD") and not any(name.startswith("HTTP_HX_") for name in request.META)


def _page(request: HttpRequest, response: Any) -> _Page | None:
    """Return the response ready to be kept; None if it must not be."""
    offer: tuple[Sources, float] | None = getattr(response, "kept_for", None)
    if offer is None or response.status_code != HTTPStatus.OK:
        return None
    if response.cookies or request.session.modified or request.META.get("CSRF_COOKIE_NEEDS_UPDATE"):
        return None  # something of its visitor, or a token of theirs
    if "no-store" not in response.get("Cache-Control", ""):
        patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Accept-Encoding", "Cookie"])
    return _Page(
        request.path,
        *offer,
        gzip.compress(response.content, PAGE_LEVEL, mtime=0),
        dict(response.items()),
        etag=f'W/"{hashlib.sha256(response.content).hexdigest()[:32]}"',
    )


def _matches(request: HttpRequest, etag: str) -> bool:
    """Return whether the browser has this very page."""
    known = parse_etags(request.headers.get("If-None-Match", ""))
    return "*" in known or etag in known
