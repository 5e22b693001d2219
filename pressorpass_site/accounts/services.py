from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet, Value
from django.db.models.functions import Upper
from django.http import HttpRequest
from django.utils import timezone

from pressorpass_site.core import owners
from pressorpass_site.work import broker
from pressorpass_site.work.models import Queue

from . import account_data, tasks
from .account_data import OwnedData


@dataclass(frozen=True)
class OwnedCounts:
    """The number of rows of each kind that an owner has, by the kind's key."""

    counts: dict[str, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return any(self.counts.values())

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def words(self) -> str:
        """Text such as “3 saved answers, 2 games and 1 board”."""
        kinds = ((self.counts.get(kind.key, 0), kind) for kind in account_data.list_owned_data())
        *others, last = [kind.describe_count(number) for number, kind in kinds if number] or [""]
        return f"{', '.join(others)} and {last}" if others else last


def find_users(name: str) -> QuerySet[User]:
    """Return the accounts with this name, ignoring case: at most one."""
    return User.objects.annotate(upper=Upper("username")).filter(upper=Upper(Value(name)))


def count_owned_by_browser(request: HttpRequest) -> OwnedCounts:
    owner = owners.get_browser_id(request)
    return _count(lambda kind: kind.count(owner)) if owner else OwnedCounts()


def count_owned_by_account(user: User) -> OwnedCounts:
    owner = owners.get_account_id(user)
    return _count(lambda kind: kind.count(owner))


def claim_browser_data(request: HttpRequest, user: User) -> OwnedCounts:
    browser, account = owners.get_browser_id(request), owners.get_account_id(user)
    if not browser:
        return OwnedCounts()
    with transaction.atomic():
        return _count(lambda kind: kind.transfer(browser, account))


def export_account(user: User) -> dict[str, Any]:
    """Return everything stored about an account, ready for JSON, except the hash of its password."""
    return {
        "exported": timezone.now().isoformat(),
        "account": {
            "username": user.get_username(),
            "email": user.email,
            "joined": user.date_joined.isoformat(),
            "last_log_in": user.last_login.isoformat() if user.last_login else None,
        },
        **{data.key: data.export(user) for data in account_data.list_account_data()},
    }


def delete_account(user: User) -> None:
    """Remove an account and its data. Its boards stay without an owner, as answers may depend on them."""
    owner = owners.get_account_id(user)
    with transaction.atomic():
        for kind in account_data.list_owned_data():
            kind.delete(owner)
        user.delete()


def describe_credentials(user: User) -> str:
    """Return text such as “2 API keys”: credentials that still work after a new password; "" without any."""
    counts = [(kind.count(user), kind) for kind in account_data.list_credentials()]
    return ", ".join(kind.describe_count(number) for number, kind in counts if number)


def revoke_credentials(user: User) -> None:
    for kind in account_data.list_credentials():
        kind.revoke(user)


def send_reset_link(email: str) -> None:
    """Let a worker send it, so that the response takes as long for an address without an account. Raises BrokerUnreachable."""
    broker.send(tasks.send_reset_link.name, email, queue=Queue.LATER)


def _count(number_of: Callable[[OwnedData], int]) -> OwnedCounts:
    return OwnedCounts({kind.key: number_of(kind) for kind in account_data.list_owned_data()})
