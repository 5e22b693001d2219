"""Addresses of the lab."""

from django.urls import path

from . import views

app_name = "lab"

urlpatterns = [
    path("lab/", views.index, name="index"),
    *views.LabAnswers().addresses("lab/answers/"),
    path("lab/<slug:game>/", views.game, name="game"),
    # Questions that only printed what the memo has: docs/lab/tree.md.
    *(path(f"lab/tree/{gone}/", views.gone_question, {"game": "tree"}) for gone in ("diagram", "tables", "theorems")),
    path("lab/<slug:game>/try/", views.old_game),
    path("lab/<slug:game>/<slug:question>/", views.question, name="question"),
]
