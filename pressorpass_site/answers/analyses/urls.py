from django.urls import path, register_converter
from django.urls.converters import StringConverter

from . import live_views, play_views, views


class KeyConverter(StringConverter):
    regex = "[0-9a-f]{64}"


register_converter(KeyConverter, "key")

app_name = "analyses"

urlpatterns = [
    path("ask/", views.ask, name="ask"),
    path("ask/settings/", views.ask_settings, name="settings"),
    path("live/", live_views.live_answer, name="live"),
    path("live/<key:key>/", live_views.poll, name="poll-live"),
    path("line/", views.podium_line, name="line"),
    *views.Analyses().build_url_patterns("a/"),
    path("a/<key:key>/beside/", views.best_play_comparison, name="comparison"),
    path("a/<key:key>/chains/", views.odds_after_passes, name="chains"),
    path("a/<key:key>/outcomes/", views.spin_outcomes, name="outcomes"),
    path("a/<key:key>/tries/", play_views.answer_tries, name="tries"),
    path("a/<key:key>/tries/<str:action>/", play_views.recorded_game, name="try"),
    path("p/<path:text>", views.answer_page, name="position"),
]
