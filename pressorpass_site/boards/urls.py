"""URLs of the boards, in the namespaces `boards` and, for fan boards, `fan_boards`."""

from django.urls import include, path, re_path

from . import fan_board_views, views

OWN_BOARD = r"boards/own/(?P<token>[a-z0-9]{12})/"

own_patterns = [
    path("boards/own/", fan_board_views.own_board_list, name="mine"),
    path("boards/own/copy/", fan_board_views.copy, name="copy"),
    path("boards/own/import/", fan_board_views.import_board, name="import"),
    re_path(rf"^{OWN_BOARD}$", fan_board_views.fan_board_detail, name="board"),
    re_path(rf"^{OWN_BOARD}(?P<number>[0-9]{{1,8}})/$", fan_board_views.fan_board_detail, name="revision"),
    re_path(rf"^{OWN_BOARD}edit/$", fan_board_views.edit, name="edit"),
    re_path(rf"^{OWN_BOARD}preview/$", fan_board_views.preview_fan_board, name="preview"),
    re_path(rf"^{OWN_BOARD}import/$", fan_board_views.import_into, name="import-into"),
]

board_patterns = [
    path("boards/", views.board_list, name="list"),
    path("boards/diff/", views.board_diff, name="diff"),
    path("boards/schema.json", views.board_schema, name="schema"),
    path("boards/<slug:slug>/", views.board_detail, name="detail"),
    path("boards/<slug:slug>/<int:number>/", views.board_detail, name="revision"),
    path("boards/<slug:slug>/<int:number>.json", views.board_file, name="file"),
    path("boards/<slug:slug>/<int:number>/ring.svg", views.board_picture, name="picture"),
]

urlpatterns = [
    path("", include((own_patterns, "fan_boards"))),
    path("", include((board_patterns, "boards"))),
]
