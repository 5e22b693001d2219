"""Forms are accepted from this site's own pages, which browsers name in headers: no page carries a token."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponseForbidden
from django.middleware.csrf import CsrfViewMiddleware


class OwnFormsMiddleware(CsrfViewMiddleware):
    """Accept a form from a page of this site; any other needs Django's token, which only `/admin/` hands out.

    Browsers name the sender: over HTTPS in Sec-Fetch-Site, over plain HTTP, too, in Origin, those before 2020 in
    Referer. No page can forge these.
    """

    def process_view(
        self, request: HttpRequest, callback: Callable[..., Any], callback_args: Any, callback_kwargs: Any
    ) -> HttpResponseForbidden | None:
        if self._is_own(request):
            request.csrf_processing_done = True  # type: ignore[attr-defined]  # for Django's decorators, like its own
            return None
        return super().process_view(request, callback, callback_args, callback_kwargs)

    def _is_own(self, request: HttpRequest) -> bool:
        if site := request.headers.get("Sec-Fetch-Site"):
            return site == "same-origin"
        origin = request.headers.get("Origin") or _origin(request.headers.get("Referer", ""))
        return origin == f"{request.scheme}://{request.get_host()}" or origin in self.allowed_origins_exact


def _origin(address: str) -> str:
    """Return the scheme and host of an address, with the port if it has one; "://" if it is none."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "://"
    return f"{parts.scheme}://{parts.netloc}"
