"""Addresses of the sharing app."""

from django.urls import URLPattern

app_name = "sharing"

urlpatterns: list[URLPattern] = []
