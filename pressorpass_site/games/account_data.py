import json
from typing import Any

from django.contrib.auth.models import User

from pressorpass_site.accounts.account_data import OwnedData
from pressorpass_site.core import owners

from . import exchange, services
from .models import StoredGame


class Games(OwnedData):
    key = "games"
    model = StoredGame

    def export(self, user: User) -> list[dict[str, Any]]:
        rows = services.games_owned_by(owners.account_id(user))
        return [
            {
                "address": row.get_absolute_url(),
                "title": row.title,
                "visibility": row.visibility,
                "hides_names": row.hides_names,
                "begun": row.created_at.isoformat(),
                "changed": row.updated_at.isoformat(),
                "game": json.loads(exchange.render_json(row)),
            }
            for row in rows.order_by("created_at")
        ]
