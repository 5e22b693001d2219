"""Addresses of choices."""

from django.urls import path

from . import views

app_name = "choices"

urlpatterns = [
    path("choose/", views.start, name="start"),
    path("choose/answer/<key:key>/", views.answer, name="answer"),
    path("choose/answer/<key:key>/cancel/", views.cancel, name="cancel"),
    path("choose/answer/<key:key>/retry/", views.retry, name="retry"),
    path("choose/<path:text>", views.choice, name="choice"),
]
