"""Whose something is: an account's, or a browser's where there is none.

A browser keeps a secret in a signed cookie; what it makes keeps the secret's hash. What an account
makes keeps the account's number. So an owner is a short text, and “mine” is a comparison.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

OWNER_LENGTH = 64
COOKIE = "own_boards"  # boards were the first that a browser could own
COOKIE_SECONDS = 400 * 24 * 3600  # browsers keep no cookie longer


def secret_of(request: HttpRequest) -> str:
    """The secret that the browser keeps; "" if it has none."""
    return request.get_signed_cookie(COOKIE, default="", salt=COOKIE) or ""


def remember(response: HttpResponse, secret: str) -> HttpResponse:
    """Have the browser keep the secret, for as long as from now; nothing if there is none to keep."""
    if secret:
        response.set_signed_cookie(
            COOKIE,
            secret,
            salt=COOKIE,
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=settings.HTTPS,
        )
    return response


def of_secret(secret: str) -> str:
    """The owner that a browser with this secret is."""
    return hashlib.sha256(secret.encode()).hexdigest()


def of_account(user: Any) -> str:
    """The owner that an account is. Numbers of accounts are never given twice."""
    return f"account-{user.pk}"


def of_browser(request: HttpRequest) -> str:
    """The owner that the browser is, whoever is logged in; "" if it has made nothing."""
    secret = secret_of(request)
    return of_secret(secret) if secret else ""


def here(request: HttpRequest) -> list[str]:
    """Everybody in whose name this request may look and change: the account, and the browser itself."""
    found = [of_account(request.user)] if request.user.is_authenticated else []
    browser = of_browser(request)
    return [*found, browser] if browser else found


def mine(request: HttpRequest, owner: str) -> bool:
    """Whether what this owner has belongs to whoever asks."""
    return any(secrets.compare_digest(owner.encode(), each.encode()) for each in here(request))


def maker(request: HttpRequest) -> tuple[str, str]:
    """Who owns what is made now, and the secret that the browser is to `remember` ("" for an account)."""
    if request.user.is_authenticated:
        return of_account(request.user), ""
    secret = secret_of(request) or secrets.token_hex(16)
    return of_secret(secret), secret


def nobody() -> str:
    """An owner that nobody is: for what stays after whoever made it has gone."""
    return of_secret(secrets.token_hex(32))
