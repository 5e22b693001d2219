from django.urls import path
from django.views.generic import TemplateView

from . import views
from .v1 import api

app_name = "api"

urlpatterns = [
    path("api/", TemplateView.as_view(template_name="api/documentation.html"), name="documentation"),
    path("api/v1/", api.urls),
    path("account/keys/", views.key_list, name="keys"),
    path("account/keys/<slug:prefix>/revoke/", views.revoke_key, name="revoke"),
]
