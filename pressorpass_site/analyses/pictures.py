"""Charts as pictures, drawn on the server from the same specs as in the browser.

The library behind this must not be used before a process forks (its threads do not survive), so
it is imported only when a picture is asked for, which happens in the web processes alone: the
Celery worker's main process, which forks, never comes here.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.core.cache import cache

KEEP_SECONDS = 24 * 3600
VEGA_LITE = "v6_4"


def svg(spec: dict[str, Any]) -> str:
    """The chart as SVG, drawn once for each spec."""
    digest = hashlib.sha256(json.dumps(spec, sort_keys=True).encode()).hexdigest()
    drawn: str | None = cache.get(f"svg:{digest}")
    if drawn is None:
        import vl_convert

        drawn = str(vl_convert.vegalite_to_svg(spec, vl_version=VEGA_LITE))
        cache.set(f"svg:{digest}", drawn, KEEP_SECONDS)
    return drawn
