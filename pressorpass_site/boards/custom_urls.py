"""Addresses of fans' own boards."""

from django.urls import path, re_path

from . import custom_views as views

app_name = "own"

BOARD = r"boards/own/(?P<token>[a-z0-9]{12})/"

urlpatterns = [
    path("boards/own/", views.mine, name="mine"),
    path("boards/own/copy/", views.copy, name="copy"),
    path("boards/own/import/", views.import_board, name="import"),
    re_path(rf"^{BOARD}$", views.board, name="board"),
    re_path(rf"^{BOARD}(?P<number>[0-9]{{1,8}})/$", views.board, name="revision"),
    re_path(rf"^{BOARD}edit/$", views.edit, name="edit"),
    re_path(rf"^{BOARD}preview/$", views.preview, name="preview"),
    re_path(rf"^{BOARD}import/$", views.import_into, name="import_into"),
]
