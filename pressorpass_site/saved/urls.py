"""Addresses of the saved app."""

from django.urls import URLPattern

app_name = "saved"

urlpatterns: list[URLPattern] = []
