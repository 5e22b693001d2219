"""The door to the keys: making, finding and revoking them."""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from pressorpass_site.accounts.account_data import AccountData

from .models import ApiKey

MOST_KEYS = 10  # of one account, revoked ones aside
USE_NOTED = timedelta(minutes=1)  # how exactly the last use is kept
_KEY = re.compile(r"(?P<prefix>pop_[A-Za-z0-9]{8})_[A-Za-z0-9_-]{43}")


class Refused(Exception):
    """Why there is no new key, in words for its owner."""


@dataclass(frozen=True)
class NewKey:
    """A key and its secret, which is told this once."""

    key: ApiKey
    secret: str


def keys_of(owner: AbstractBaseUser) -> QuerySet[ApiKey]:
    """The keys that an account may use, the youngest first."""
    return ApiKey.objects.filter(owner_id=owner.pk, revoked_at=None)


def make(owner: AbstractBaseUser, name: str) -> NewKey:
    """A new key of the account.

    Raises:
        Refused: it has as many as it may.
    """
    with transaction.atomic():
        if keys_of(owner).count() >= MOST_KEYS:
            raise Refused(f"You have {MOST_KEYS} keys, and no account may have more: revoke one you do not need.")
        prefix = f"pop_{secrets.token_hex(4)}"
        secret = f"{prefix}_{secrets.token_urlsafe(32)}"
        key = ApiKey.objects.create(owner_id=owner.pk, name=name, prefix=prefix, digest=_digest(secret))
    return NewKey(key, secret)


def find(secret: str) -> ApiKey | None:
    """The key with this secret, if it may be used; its use is noted."""
    parts = _KEY.fullmatch(secret)
    if parts is None:
        return None
    usable = ApiKey.objects.filter(revoked_at=None, owner__is_active=True)
    key = usable.filter(prefix=parts["prefix"]).first()
    if key is None or not secrets.compare_digest(key.digest, _digest(secret)):
        return None
    now = timezone.now()
    if key.used_at is None or now - key.used_at > USE_NOTED:
        unnoted = Q(used_at=None) | Q(used_at__lt=now - USE_NOTED)
        ApiKey.objects.filter(unnoted, pk=key.pk).update(used_at=now)
    return key


def revoke(owner: AbstractBaseUser, prefix: str) -> bool:
    """Let a key of the account open nothing any more; whether there was one."""
    return bool(keys_of(owner).filter(prefix=prefix).update(revoked_at=timezone.now()))


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class ApiKeys(AccountData):
    """API keys as part of an account's data; they are deleted with the account."""

    key = "api_keys"

    def export(self, user: User) -> list[dict[str, Any]]:
        """Revoked keys too."""
        return [
            {
                "name": key.name,
                "begins_with": key.prefix,
                "made": key.created_at.isoformat(),
                "last_used": key.used_at.isoformat() if key.used_at else None,
                "revoked": key.revoked_at.isoformat() if key.revoked_at else None,
            }
            for key in ApiKey.objects.filter(owner_id=user.pk)
        ]
