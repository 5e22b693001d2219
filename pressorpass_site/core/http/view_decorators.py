from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_http_methods

from . import parts

View = Callable[..., Any]  # an HttpResponse, or a stream

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


def limit_body(max_bytes: int) -> Callable[[View], View]:
    """Return a decorator that tells the middleware the longest request body of a view; it must be the outermost one."""

    def decorator(view: View) -> View:
        view.max_body_bytes = max_bytes  # type: ignore[attr-defined]
        return view

    return decorator


takes_files = limit_body(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)


def forbid_caching(view: View) -> View:
    """Forbid caching of responses that depend on the requester."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        response = view(request, *args, **kwargs)
        patch_cache_control(response, private=True, no_store=True)
        patch_vary_headers(response, [parts.HEADER])
        return response

    return wrapper
