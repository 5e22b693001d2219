"""Addresses of the whatif app."""

from django.urls import URLPattern

app_name = "whatif"

urlpatterns: list[URLPattern] = []
