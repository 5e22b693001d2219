"""Addresses of the boards."""

from django.urls import path

from . import views

app_name = "boards"

urlpatterns = [
    path("boards/", views.board_list, name="list"),
    path("boards/<slug:slug>/", views.board_detail, name="detail"),
    path("boards/<slug:slug>/<int:number>/", views.board_detail, name="revision"),
]
