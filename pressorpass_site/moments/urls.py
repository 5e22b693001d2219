"""The address of the gallery."""

from django.urls import path

from . import views

app_name = "moments"

urlpatterns = [path("moments/", views.gallery, name="list")]
