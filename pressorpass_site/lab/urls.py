"""Addresses of the lab."""

from django.urls import path

from . import views

app_name = "lab"

urlpatterns = [
    path("lab/", views.index, name="index"),
    path("lab/answers/<str:key>/", views.answer, name="answer"),
    path("lab/answers/<str:key>/cancel/", views.cancel, name="cancel"),
    path("lab/answers/<str:key>/retry/", views.retry, name="retry"),
    path("lab/<slug:game>/", views.game, name="game"),
    path("lab/<slug:game>/try/", views.old_game),
    path("lab/<slug:game>/<slug:question>/", views.question, name="question"),
]
