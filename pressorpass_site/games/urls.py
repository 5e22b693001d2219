from django.urls import path, register_converter
from django.urls.converters import StringConverter

from . import review_views, views
from .entry import views as entry_views
from .following import views as follow_views


class GameCodeConverter(StringConverter):
    regex = "[A-Za-z0-9_-]{11,16}"  # samples have longer ones


register_converter(GameCodeConverter, "game")

app_name = "games"

urlpatterns = [
    path("games/", views.games_home, name="list"),
    path("games/mine/", views.own_game_list, name="mine"),
    path("games/public/", views.public_game_list, name="public"),
    path("games/season/", review_views.season_page, name="season"),
    path("games/season.csv", review_views.season_csv, name="season-csv"),
    path("games/worker.js", entry_views.service_worker, name="worker"),
    path("games/contribute/", views.contribute, name="contribute"),
    path("games/overlay/", views.about_overlay, name="about-overlay"),
    path("games/new/", views.new_game, name="new"),
    path("games/import/", views.import_game, name="import"),
    path("games/<game:code>/", follow_views.follow_game, name="detail"),
    path("games/<game:code>/stream", follow_views.game_stream, name="stream"),
    path("games/<game:code>/overlay/", follow_views.game_overlay, name="overlay"),
    path("games/<game:code>/overlay/stream", follow_views.overlay_stream, name="overlay-stream"),
    path("games/<game:code>/enter/", entry_views.enter, name="enter"),
    path("games/<game:code>/events/", entry_views.game_events, name="events"),
    path("games/<game:code>/call/", follow_views.make_call, name="call"),
    path("games/<game:code>/advice/", entry_views.slide_advice, name="advice"),
    path("games/<game:code>/hints/", entry_views.change_hints, name="hints"),
    path("games/<game:code>/host/<game:host_key>/", entry_views.host_link, name="host"),
    path("games/<game:code>/edit/", views.edit, name="edit"),
    path("games/<game:code>/edit/host/", views.new_host_link, name="new-host-link"),
    path("games/<game:code>/edit/overlay/", views.change_overlay_key, name="change-overlay-key"),
    path("games/<game:code>/delete/", views.delete, name="delete"),
    path("games/<game:code>/copy/", views.copy, name="copy"),
    path("games/<game:code>/game.txt", views.game_text, name="text"),
    path("games/<game:code>/game.json", views.game_document, name="json"),
    path("games/<game:code>/mistakes/<int:number>/", review_views.game_mistake, name="mistake"),
    path("games/<game:code>/review/", review_views.game_review, name="review"),
]
