"""Addresses of the games app."""

from django.urls import path, register_converter

from . import call_views, entry_views, views


class CodeConverter:
    """What names a game, or admits to it."""

    regex = "[A-Za-z0-9_-]{11}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(CodeConverter, "game")

app_name = "games"

urlpatterns = [
    path("games/", views.games, name="list"),
    path("games/new/", views.new, name="new"),
    path("games/<game:code>/", views.one, name="one"),
    path("games/<game:code>/enter/", entry_views.enter, name="enter"),
    path("games/<game:code>/events/", entry_views.events, name="events"),
    path("games/<game:code>/call/", call_views.call, name="call"),
    path("games/<game:code>/hints/", entry_views.hints, name="hints"),
    path("games/<game:code>/host/<game:host_key>/", entry_views.host, name="host"),
    path("games/<game:code>/game.txt", views.text, name="text"),
    path("games/<game:code>/game.json", views.document, name="json"),
]
