"""Limits on tries of passwords for a user name.

An address has a few tries, and all addresses together have more, so that a stranger who guesses a password locks out only
the stranger's own address. Even if many addresses guess, the account's owner can log in on a device where they have logged
in before: it has a signed cookie, and its own tries.
"""

import hashlib
import secrets

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare

from pressorpass_site.core import clients, limits, owners

COOKIE = "known_device"
_PROOF_LENGTH = 32


def spend_login_attempt(request: HttpRequest, name: str) -> limits.Allowance:
    """Spend one try for a user name, whether the account exists or not."""
    hashed = hashlib.sha256(name.casefold().encode()).hexdigest()
    if device := _get_known_device(request, name):
        return limits.spend_allowance("log-in-name", f"{hashed}:device:{device}")
    allowance_here = limits.spend_allowance("log-in-name", f"{hashed}:{clients.get_client_address(request.META)}")
    return limits.spend_allowance("log-in-anywhere", hashed) if allowance_here.granted else allowance_here


def remember_device(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Mark the device as having logged in to this account; a new password invalidates the mark."""
    device = _get_known_device(request, user.get_username()) or secrets.token_hex(8)
    owners.set_signed_cookie(response, COOKIE, f"{device}:{_prove_account(user)}")


def _get_known_device(request: HttpRequest, name: str) -> str:
    """Return the device's ID if this account has logged in on it; otherwise ""."""
    device, _, proof = owners.read_signed_cookie(request, COOKIE).partition(":")
    user = User.objects.filter(username=name).first() if proof else None
    return device if user and constant_time_compare(proof, _prove_account(user)) else ""


def _prove_account(user: User) -> str:
    """Return a text that identifies the account and its password without revealing either."""
    return user.get_session_auth_hash()[:_PROOF_LENGTH]
