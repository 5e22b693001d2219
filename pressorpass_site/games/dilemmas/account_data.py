from typing import Any

from django.contrib.auth.models import User

from pressorpass_site.accounts.account_data import OwnedData
from pressorpass_site.core import owners

from ..models import Vote


class Votes(OwnedData):
    """An owner's votes on dilemmas and on the decisions of any games."""

    key = "votes"
    model, column, once_per = Vote, "voter", ("question",)

    def export(self, user: User) -> list[dict[str, Any]]:
        votes = self.query_rows(owners.get_account_id(user)).select_related("game").order_by("pk")
        return [
            _export_subject(vote) | {"action": vote.action, "guess": vote.guess, "made": vote.made_at.isoformat()}
            for vote in votes
        ]


def _export_subject(vote: Vote) -> dict[str, Any]:
    if vote.game is None:
        return {"position": vote.position}
    return {"game": vote.game.get_absolute_url(), "after_event": vote.number, "name": vote.name}
