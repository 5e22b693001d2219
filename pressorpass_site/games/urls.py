from django.urls import path, register_converter
from django.urls.converters import StringConverter

from . import review_views, views
from .entry import views as entry_views
from .following import views as follow_views


class CodeConverter(StringConverter):
    regex = "[A-Za-z0-9_-]{11,16}"  # samples have longer ones


register_converter(CodeConverter, "game")

app_name = "games"

urlpatterns = [
    path("games/", views.games, name="list"),
    path("games/mine/", views.mine, name="mine"),
    path("games/public/", views.public, name="public"),
    path("games/season/", review_views.season, name="season"),
    path("games/season.csv", review_views.table, name="season-csv"),
    path("games/worker.js", entry_views.worker, name="worker"),
    path("games/contribute/", views.contribute, name="contribute"),
    path("games/overlay/", views.about_overlay, name="about-overlay"),
    path("games/new/", views.new, name="new"),
    path("games/import/", views.import_game, name="import"),
    path("games/<game:code>/", follow_views.follow_game, name="detail"),
    path("games/<game:code>/stream", follow_views.stream, name="stream"),
    path("games/<game:code>/overlay/", follow_views.overlay, name="overlay"),
    path("games/<game:code>/overlay/stream", follow_views.overlay_stream, name="overlay-stream"),
    path("games/<game:code>/enter/", entry_views.enter, name="enter"),
    path("games/<game:code>/events/", entry_views.events, name="events"),
    path("games/<game:code>/call/", follow_views.call, name="call"),
    path("games/<game:code>/advice/", entry_views.advice, name="advice"),
    path("games/<game:code>/hints/", entry_views.hints, name="hints"),
    path("games/<game:code>/host/<game:host_key>/", entry_views.host, name="host"),
    path("games/<game:code>/edit/", views.edit, name="edit"),
    path("games/<game:code>/edit/host/", views.new_host_link, name="new-host-link"),
    path("games/<game:code>/edit/overlay/", views.change_overlay_key, name="change-overlay-key"),
    path("games/<game:code>/delete/", views.delete, name="delete"),
    path("games/<game:code>/copy/", views.copy, name="copy"),
    path("games/<game:code>/game.txt", views.text, name="text"),
    path("games/<game:code>/game.json", views.document, name="json"),
    path("games/<game:code>/mistakes/<int:number>/", review_views.mistake, name="mistake"),
    path("games/<game:code>/review/", review_views.review, name="review"),
]
