"""The gallery of moments."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from . import services


@require_safe
def gallery(request: HttpRequest) -> HttpResponse:
    """Every moment, by where it comes from."""
    return render(request, "moments/list.html", {"groups": services.gallery()})
