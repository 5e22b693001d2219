"""The door to what accounts own: taking it over from a browser, handing it out, removing it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from pressorpass_site.api import services as api
from pressorpass_site.boards import custom as boards
from pressorpass_site.core import owners
from pressorpass_site.saved import services as saved


@dataclass(frozen=True)
class Belongings:
    """How much somebody has."""

    analyses: int = 0
    boards: int = 0

    def __bool__(self) -> bool:
        return bool(self.analyses or self.boards)

    @property
    def words(self) -> str:
        """“3 saved analyses and 1 board”."""
        parts = []
        if self.analyses:
            parts.append(f"{self.analyses} saved analys{'is' if self.analyses == 1 else 'es'}")
        if self.boards:
            parts.append(f"{self.boards} board{'' if self.boards == 1 else 's'}")
        return " and ".join(parts)


def of_browser(request: HttpRequest) -> Belongings:
    """What belongs to the browser that asks, and to no account."""
    return _of(owners.of_browser(request))


def of_account(user: User) -> Belongings:
    """What belongs to an account."""
    return _of(owners.of_account(user))


def claim(request: HttpRequest, user: User) -> Belongings:
    """Make the account's what belongs to the browser; how much that was."""
    browser, account = owners.of_browser(request), owners.of_account(user)
    if not browser:
        return Belongings()
    with transaction.atomic():
        return Belongings(saved.hand_over(browser, account), boards.hand_over(browser, account))


def export(user: User) -> dict[str, Any]:
    """Everything that is stored about somebody, as JSON has it; of the password there is only a hash, which stays here."""
    owner = owners.of_account(user)
    return {
        "exported": timezone.now().isoformat(),
        "account": {
            "username": user.get_username(),
            "email": user.email,
            "joined": user.date_joined.isoformat(),
            "last_log_in": user.last_login.isoformat() if user.last_login else None,
        },
        "saved_analyses": saved.export(owner),
        "boards": boards.export(owner),
        "api_keys": api.export(user),
    }


def delete(user: User) -> None:
    """Remove an account with all it has saved. Its boards stay, and are nobody's, as answers may rest on them."""
    owner = owners.of_account(user)
    with transaction.atomic():
        saved.delete_all(owner)
        boards.hand_over(owner, owners.nobody())
        user.delete()


def _of(owner: str) -> Belongings:
    return Belongings(saved.count_of(owner), boards.count_of(owner)) if owner else Belongings()
