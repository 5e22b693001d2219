"""Refused forms as pages of their own: what was typed outlives “Back” and a reload.

A browser that sends a form gets the page with what is wrong by a redirect (303), so that it can go back to it and load
it again; without one it would have to send the form again (ERR_CACHE_MISS). The page is kept for ten minutes, for that
browser alone: its name in the address means nothing without the cookie. Passwords are in no page. Each client has a few
places, so that no one fills the server's memory; without a place, or without Redis, the form answers with the page.
"""

from __future__ import annotations

import hmac
import re
import secrets
import zlib
from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlencode

import redis
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.crypto import salted_hmac

from .. import clients, redis_client
from . import parts

COOKIE = "refused"
NAME = "refused"  # in the query
KEPT_SECONDS = 600
PLACES = 8  # of a client; the next one takes the oldest
MAX_BYTES = 100_000  # of a page, compressed
PREFIX = "pressorpass:refused:"
TOKEN = re.compile(r"([0-9a-f]{16}-[0-9])-[0-9a-f]{32}")
_DIGEST = 32  # bytes before the page: whose it is


class RefusedFormsMiddleware:
    """Answer a refused form with a redirect to its page, which is kept for its browser."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "GET" and (page := _kept(request)):
            response = HttpResponse(page, status=HTTPStatus.UNPROCESSABLE_ENTITY)
            response["Cache-Control"] = "private, no-store"
            return response
        response = self.get_response(request)
        return _moved(request, response) if _is_refused(request, response) else response


def _is_refused(request: HttpRequest, response: HttpResponse) -> bool:
    """Return whether this is the page of a form that a browser has sent as a whole, rather than a script."""
    return (
        request.method == "POST"
        and response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        and request.headers.get("Sec-Fetch-Mode") == "navigate"
        and not parts.wanted(request)
        and response.get("Content-Type", "").startswith("text/html")
    )


def _moved(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return the redirect to the page, or the page itself if it cannot be kept."""
    page = zlib.compress(response.content)
    if len(page) > MAX_BYTES:
        return response
    secret = request.COOKIES.get(COOKIE) or secrets.token_hex(16)
    try:
        token = _keep(page, secret)
    except redis.RedisError:
        return response
    query = request.GET.copy()
    query[NAME] = token
    moved = HttpResponseRedirect(f"{request.path}?{urlencode(list(query.items()))}", status=HTTPStatus.SEE_OTHER)
    moved.cookies = response.cookies
    moved.set_cookie(COOKIE, secret, max_age=KEPT_SECONDS, httponly=True, samesite="Lax", secure=settings.HTTPS)
    return moved


def _keep(page: bytes, secret: str) -> str:
    """Keep a page in the client's next place; return its token."""
    server = redis_client.client()
    client = salted_hmac(NAME, clients.current()).hexdigest()[:16]
    number = server.incr(f"{PREFIX}{client}")
    server.expire(f"{PREFIX}{client}", KEPT_SECONDS)
    place = f"{client}-{int(number) % PLACES}"
    token = f"{place}-{secrets.token_hex(16)}"
    server.set(f"{PREFIX}{place}", _digest(token, secret) + page, ex=KEPT_SECONDS)
    return token


def _kept(request: HttpRequest) -> bytes | None:
    """Return the page that the address names, if it is kept for this browser."""
    token, secret = request.GET.get(NAME, ""), request.COOKIES.get(COOKIE, "")
    found = TOKEN.fullmatch(token)
    if not found or not secret:
        return None
    try:
        kept = redis_client.client().get(f"{PREFIX}{found[1]}")
    except redis.RedisError:
        return None
    if not isinstance(kept, bytes) or not hmac.compare_digest(kept[:_DIGEST], _digest(token, secret)):
        return None
    return zlib.decompress(kept[_DIGEST:])


def _digest(token: str, secret: str) -> bytes:
    return salted_hmac(NAME, f"{token}:{secret}", algorithm="sha256").digest()
