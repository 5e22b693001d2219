"""Drawings (SVG) as PNG, made on the server.

A picture is kept under the hash of its source, so that it is never an old one.
"""

import hashlib
import threading
import time

import resvg_py
from django.core.cache import cache

from .lettering import FONTS

KEEP_SECONDS = 24 * 3600
# The system's fonts are asked only for letters that these lack.
FONT_FILES = [str(path) for path in sorted(FONTS.glob("*.ttf"))]
FONT = "Liberation Sans"

# While something is drawn the whole process stands still, as the library holds the interpreter's lock.
_one_at_a_time = threading.Lock()
_next_at = 0.0


def render_png(drawing: str) -> bytes:
    """Return a drawing (SVG) as PNG, one pixel for each unit."""
    key = f"png:{hashlib.sha256(drawing.encode()).hexdigest()}"
    picture: bytes | None = cache.get(key)
    if picture is None:
        picture = _rasterize(drawing)
        cache.set(key, picture, KEEP_SECONDS)
    return picture


def _rasterize(drawing: str) -> bytes:
    global _next_at  # of the process
    with _one_at_a_time:
        time.sleep(max(_next_at - time.monotonic(), 0.0))
        began = time.monotonic()
        picture = bytes(resvg_py.svg_to_bytes(svg_string=drawing, font_files=FONT_FILES, sans_serif_family=FONT))
        _next_at = 2 * time.monotonic() - began
        return picture
