from typing import Any

from django.contrib.auth.models import User

from pressorpass_site.accounts.account_data import OwnedData
from pressorpass_site.core import owners

from .fan_boards import get_draft
from .models import Board


class OwnBoards(OwnedData):
    key = "boards"
    model = Board

    def delete(self, owner: str) -> None:
        """Keep the boards without an owner, as answers may depend on them."""
        self.transfer(owner, owners.make_orphan_id())

    def export(self, user: User) -> list[dict[str, Any]]:
        return [
            {
                "address": board.get_absolute_url(),
                "name": board.name,
                "made": board.created_at.isoformat(),
                "revisions": [
                    {"revision": revision.number, "made": revision.created_at.isoformat(), "board": revision.content}
                    for revision in board.revisions.order_by("number")
                ],
                "draft": get_draft(board).content,
            }
            for board in self.query_rows(owners.get_account_id(user)).order_by("created_at")
        ]
