"""Drawings (SVG) as PNG and PDF, made on the server.

The library behind this must not be used before a process forks (its threads do not survive), so
it is imported only when a picture is asked for, which happens in the web processes alone: the
Celery worker's main process, which forks, never comes here.

A picture is kept under the hash of its source, so that it is never an old one.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from django.core.cache import cache

from pressorpass_site.core.http import request_threads

KEEP_SECONDS = 24 * 3600
PIXELS_PER_INCH = 72  # then a unit of the drawing is a pixel

T = TypeVar("T", str, bytes)

# While something is drawn the whole process stands still, as the library holds the interpreter's lock.
_one_at_a_time = threading.Lock()
_next_at = 0.0


def png(drawing: str, scale: float = 1.0) -> bytes:
    """Return a drawing (SVG) as PNG, one pixel for each unit times `scale`."""

    def draw() -> bytes:
        import vl_convert

        return bytes(vl_convert.svg_to_png(drawing, scale=scale, ppi=PIXELS_PER_INCH))

    return _kept(f"png:{scale}", drawing, draw)


def pdf(drawing: str) -> bytes:
    """Return a drawing (SVG) as a page of PDF, one point (1/72 inch) for each unit."""

    def draw() -> bytes:
        import vl_convert

        return bytes(vl_convert.svg_to_pdf(drawing))

    return _kept("pdf", drawing, draw)


def _kept(kind: str, source: str, draw: Callable[[], T]) -> T:
    """Return the picture kept for this source, or draw it."""
    key = f"{kind}:{hashlib.sha256(source.encode()).hexdigest()}"
    drawn: T | None = cache.get(key)
    if drawn is None:
        drawn = _drawn(draw)
        cache.set(key, drawn, KEEP_SECONDS)
    return drawn


def _drawn(draw: Callable[[], T]) -> T:
    """Draw, and then pause as long before the next drawing, for other requests.

    The client's other requests need not wait for this one's turn.
    """
    global _next_at  # of the process
    with request_threads.idle(), _one_at_a_time:
        time.sleep(max(_next_at - time.monotonic(), 0.0))
        began = time.monotonic()
        drawn = draw()
        _next_at = 2 * time.monotonic() - began
        return drawn
