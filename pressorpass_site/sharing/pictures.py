"""Render drawings (SVG) as PNG on the server; pictures are cached by the hash of their SVG."""

import hashlib
import threading
import time

import resvg_py
from django.core.cache import cache

from .lettering import FONTS

CACHE_SECONDS = 24 * 3600
# The system's fonts are used only for letters that these lack.
FONT_FILES = [str(path) for path in sorted(FONTS.glob("*.ttf"))]
FONT = "Liberation Sans"

# The library holds the GIL, so the whole process waits while it draws. Drawing therefore takes half of the time at most.
_lock = threading.Lock()
_next_start = 0.0


def render_png(drawing: str) -> bytes:
    """Render an SVG as PNG, one pixel for each unit."""
    key = f"png:{hashlib.sha256(drawing.encode()).hexdigest()}"
    picture: bytes | None = cache.get(key)
    if picture is None:
        picture = _rasterize(drawing)
        cache.set(key, picture, CACHE_SECONDS)
    return picture


def _rasterize(drawing: str) -> bytes:
    global _next_start
    with _lock:
        time.sleep(max(_next_start - time.monotonic(), 0.0))
        began = time.monotonic()
        picture = bytes(resvg_py.svg_to_bytes(svg_string=drawing, font_files=FONT_FILES, sans_serif_family=FONT))
        _next_start = 2 * time.monotonic() - began
        return picture
