"""URLs of the api app."""

from django.urls import path

from . import views
from .v1 import api

app_name = "api"

urlpatterns = [
    path("api/", views.documentation, name="documentation"),
    path("api/v1/", views.not_found),
    path("api/v1/", api.urls),
    path("api/v1/<path:rest>", views.not_found),
    path("account/keys/", views.keys, name="keys"),
    path("account/keys/<slug:prefix>/revoke/", views.revoke, name="revoke"),
]
