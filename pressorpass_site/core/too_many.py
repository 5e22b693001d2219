"""Turns `limits.TooMany`, raised in a view, into a page that says when to come back."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control

from .limits import TooMany

STATUS = 429


class TooManyMiddleware:
    """The page with status 429; htmx leaves what it shows as it is."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, TooMany):
            return None
        response = render(request, "429.html", {"message": str(error)}, status=STATUS)
        for name, value in error.allowance.headers.items():
            response[name] = value
        patch_cache_control(response, no_store=True)
        return response
