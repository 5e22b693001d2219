"""Owner IDs: short texts that name the account or, without one, the browser that owns a row.

A browser keeps a secret in a signed cookie; its owner ID is the secret's hash. An account's owner ID contains its
primary key.
"""

import hashlib
import secrets
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.signing import TimestampSigner
from django.http import HttpRequest, HttpResponse
from django.utils.encoding import force_bytes

OWNER_LENGTH = 64
COOKIE = "own_boards"  # boards were the first that a browser could own
COOKIE_SECONDS = 400 * 24 * 3600  # browsers keep no cookie longer


class CookieSigner(TimestampSigner):
    """Django's cookie signer, which accepts the owner's cookie with earlier keys of the site, too (OWNER_KEY_FALLBACKS)."""

    def __init__(self, *, key: bytes, salt: str, fallback_keys: Iterable[bytes]) -> None:
        if COOKIE in salt:
            prefix = key.removesuffix(force_bytes(settings.SECRET_KEY))
            fallback_keys = [prefix + force_bytes(earlier) for earlier in settings.OWNER_KEY_FALLBACKS]
        super().__init__(key=key, salt=salt, fallback_keys=list(fallback_keys))


def read_signed_cookie(request: HttpRequest, name: str) -> str:
    """Return the value of a signed cookie; "" without one."""
    return request.get_signed_cookie(name, default="", salt=name) or ""


def set_signed_cookie(response: HttpResponse, name: str, value: str) -> None:
    response.set_signed_cookie(
        name, value, salt=name, max_age=COOKIE_SECONDS, httponly=True, samesite="Lax", secure=settings.HTTPS
    )


def read_browser_secret(request: HttpRequest) -> str:
    """Return the secret in the browser's cookie; "" without one."""
    return read_signed_cookie(request, COOKIE)


def set_cookie(response: HttpResponse, secret: str) -> HttpResponse:
    """Set the cookie, or renew its lifetime; nothing happens without a secret."""
    if secret:
        set_signed_cookie(response, COOKIE, secret)
    return response


def get_account_id(user: Any) -> str:
    """Return the account's owner ID. Primary keys of accounts are never reused."""
    return f"account-{user.pk}"


def get_browser_id(request: HttpRequest) -> str:
    """Return the browser's owner ID, whether an account is logged in or not; "" if it has made nothing."""
    secret = read_browser_secret(request)
    return _hash_secret(secret) if secret else ""


def list_owner_ids(request: HttpRequest) -> list[str]:
    """Return the owners whose rows this request may see and change: the account and the browser itself."""
    ids = [get_account_id(request.user)] if request.user.is_authenticated else []
    browser = get_browser_id(request)
    return [*ids, browser] if browser else ids


def is_owner(request: HttpRequest, owner: str) -> bool:
    return any(secrets.compare_digest(owner.encode(), owner_id.encode()) for owner_id in list_owner_ids(request))


def choose_row_owner(request: HttpRequest) -> tuple[str, str]:
    """Return the owner ID for a row made now, and the secret to `set_cookie` ("" for an account)."""
    if request.user.is_authenticated:
        return get_account_id(request.user), ""
    secret = read_browser_secret(request) or secrets.token_hex(16)
    return _hash_secret(secret), secret


def make_orphan_id() -> str:
    """Return an unowned owner ID, for rows that outlive their owner."""
    return _hash_secret(secrets.token_hex(32))


def _hash_secret(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
