"""Sends pages and data packed (gzip) to browsers that unpack them; pictures and papers are packed in themselves."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

PACKED_ALREADY = ("image/png", "application/pdf")


class ZippedMiddleware(GZipMiddleware):
    """Django's own, for what becomes smaller by it."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.get("Content-Type", "").startswith(PACKED_ALREADY):
            return response
        return super().process_response(request, response)
