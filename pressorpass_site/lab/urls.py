"""Addresses of the lab."""

from django.urls import path, re_path
from django.views.generic import RedirectView

from . import views

app_name = "lab"

urlpatterns = [
    path("lab/", views.index, name="index"),
    *views.LabAnswers().addresses("lab/answers/"),
    path("lab/<slug:game>/", views.game, name="game"),
    # Questions that only printed what the memo has: docs/lab/tree.md.
    re_path(r"^lab/tree/(?:diagram|tables|theorems)/$", RedirectView.as_view(url="/lab/tree/")),
    path("lab/<slug:game>/try/", views.old_game),
    path("lab/<slug:game>/<slug:question>/", views.question, name="question"),
]
