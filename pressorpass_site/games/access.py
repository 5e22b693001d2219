"""Permission to see and enter a game, for views."""

from __future__ import annotations

from pressorpass_site.core.owned import by_code, only_for

from . import services

of_game = by_code(services.find, "There is no such game.")
hosts_only = only_for(
    services.may_enter, "Only the person who entered this game, or has the host’s link, can add to it."
)
owners_only = only_for(services.is_owner, "This game belongs to somebody else. Copy it to make changes.")
