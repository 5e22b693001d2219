"""Addresses of the api app."""

from django.urls import path

from . import views
from .v1 import api

app_name = "api"

urlpatterns = [
    path("api/v1/", api.urls),
    path("api/v1/<path:rest>", views.nothing),
]
