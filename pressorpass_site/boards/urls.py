"""URLs of the boards, in the namespaces `boards` and, for fans' own boards, `own`."""

from django.urls import include, path, re_path

from . import own_views, views

OWN_BOARD = r"boards/own/(?P<token>[a-z0-9]{12})/"

own_patterns = [
    path("boards/own/", own_views.mine, name="mine"),
    path("boards/own/copy/", own_views.copy, name="copy"),
    path("boards/own/import/", own_views.import_board, name="import"),
    re_path(rf"^{OWN_BOARD}$", own_views.board, name="board"),
    re_path(rf"^{OWN_BOARD}(?P<number>[0-9]{{1,8}})/$", own_views.board, name="revision"),
    re_path(rf"^{OWN_BOARD}edit/$", own_views.edit, name="edit"),
    re_path(rf"^{OWN_BOARD}preview/$", own_views.preview, name="preview"),
    re_path(rf"^{OWN_BOARD}import/$", own_views.import_into, name="import_into"),
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
    path("", include((own_patterns, "own"))),
    path("", include((board_patterns, "boards"))),
]
