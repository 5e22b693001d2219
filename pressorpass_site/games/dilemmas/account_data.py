"""Votes as part of an account's data."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from pressorpass_site.accounts.account_data import OwnedData
from pressorpass_site.core import owners

from .models import Vote


class Votes(OwnedData):
    """An owner's votes on dilemmas."""

    key = "votes"
    model, column, once_per = Vote, "voter", ("question",)

    def export(self, user: User) -> list[dict[str, Any]]:
        return [
            {"position": vote.position, "action": vote.action, "made": vote.made_at.isoformat()}
            for vote in self.rows(owners.account_id(user)).order_by("pk")
        ]
