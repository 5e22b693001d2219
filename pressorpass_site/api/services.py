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

from pressorpass_site.accounts.account_data import Credentials
from pressorpass_site.core.errors import UserError

from .models import ApiKey

MAX_KEYS = 10  # active ones per account
USED_AT_RESOLUTION = timedelta(minutes=1)  # fewer writes than one per request
_KEY = re.compile(r"(?P<prefix>pop_[A-Za-z0-9]{8})_[A-Za-z0-9_-]{43}")


@dataclass(frozen=True)
class NewKey:
    """A key and its secret, which is available only now."""

    key: ApiKey
    secret: str


def list_active_keys(owner: AbstractBaseUser) -> QuerySet[ApiKey]:
    return ApiKey.objects.filter(owner_id=owner.pk, revoked_at=None)


def create_key(owner: AbstractBaseUser, name: str) -> NewKey:
    """Raises UserError: the account has too many keys."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=owner.pk)  # simultaneous requests count one after the other
        if list_active_keys(owner).count() >= MAX_KEYS:
            raise UserError(f"You have {MAX_KEYS} keys, the maximum. Revoke one first.")
        prefix = f"pop_{secrets.token_hex(4)}"
        secret = f"{prefix}_{secrets.token_urlsafe(32)}"
        key = ApiKey.objects.create(owner_id=owner.pk, name=name, prefix=prefix, digest=_hash_secret(secret))
    return NewKey(key, secret)


def find_active_key(secret: str) -> ApiKey | None:
    """Return the active key with this secret, and record the time of its use."""
    parts = _KEY.fullmatch(secret)
    if parts is None:
        return None
    usable = ApiKey.objects.filter(revoked_at=None, owner__is_active=True)
    key = usable.filter(prefix=parts["prefix"]).first()
    if key is None or not secrets.compare_digest(key.digest, _hash_secret(secret)):
        return None
    now = timezone.now()
    if key.used_at is None or now - key.used_at > USED_AT_RESOLUTION:
        outdated = Q(used_at=None) | Q(used_at__lt=now - USED_AT_RESOLUTION)
        ApiKey.objects.filter(outdated, pk=key.pk).update(used_at=now)
    return key


def revoke_key(owner: AbstractBaseUser, prefix: str) -> bool:
    """Revoke the account's key with this prefix; return whether there was one."""
    return bool(list_active_keys(owner).filter(prefix=prefix).update(revoked_at=timezone.now()))


def _hash_secret(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class ApiKeys(Credentials):
    """API keys as part of an account's data; they are deleted with the account."""

    key = "api_keys"
    model = ApiKey

    def count(self, user: User) -> int:
        return list_active_keys(user).count()

    def revoke(self, user: User) -> None:
        list_active_keys(user).update(revoked_at=timezone.now())

    def export(self, user: User) -> list[dict[str, Any]]:
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
