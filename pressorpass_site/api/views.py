"""The API's own pages: what it offers, and an account's keys."""

from __future__ import annotations

from typing import NoReturn

from django.http import Http404, HttpRequest
from django.views.decorators.csrf import csrf_exempt


@csrf_exempt  # there is nothing here to protect, and it is to be said in JSON
def nothing(request: HttpRequest, rest: str) -> NoReturn:
    """Whatever else is asked for under the API's address."""
    raise Http404
