import json
from typing import Any

from django.contrib.auth.models import User

from pressorpass_site.accounts.account_data import OwnedData
from pressorpass_site.core import owners

from . import exchange, services
from .models import StoredGame


class GamesData(OwnedData):
    key = "games"
    model = StoredGame

    def export(self, user: User) -> list[dict[str, Any]]:
        stored_games = services.query_owned_games(owners.get_account_id(user))
        return [
            {
                "address": stored_game.get_absolute_url(),
                "title": stored_game.title,
                "visibility": stored_game.visibility,
                "hides_names": stored_game.hides_names,
                "begun": stored_game.created_at.isoformat(),
                "changed": stored_game.updated_at.isoformat(),
                "game": json.loads(exchange.render_json(stored_game)),
            }
            for stored_game in stored_games.order_by("created_at")
        ]
