"""Decorators that views of several apps use."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_http_methods

from . import parts

View = Callable[..., Any]  # an HttpResponse, or a stream

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


def personal(view: View) -> View:
    """Forbid caching of responses that depend on the requester."""

    @wraps(view)
    def uncached(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        response = view(request, *args, **kwargs)
        patch_cache_control(response, private=True, no_store=True)
        patch_vary_headers(response, [parts.HEADER])
        return response

    return uncached
