"""Addresses of the boards."""

from django.urls import path

from . import views

app_name = "boards"

urlpatterns = [
    path("boards/", views.board_list, name="list"),
    path("boards/diff/", views.board_diff, name="diff"),
    path("boards/schema.json", views.board_schema, name="schema"),
    path("boards/<slug:slug>/", views.board_detail, name="detail"),
    path("boards/<slug:slug>/<int:number>/", views.board_detail, name="revision"),
    path("boards/<slug:slug>/<int:number>.json", views.board_file, name="file"),
    path("boards/<slug:slug>/<int:number>/ring.svg", views.board_picture, name="picture"),
]
