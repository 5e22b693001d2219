"""Templates without the indentation that is for their editors only."""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

_INDENTATION = re.compile(r"\n\s+")


class CompactLoader(filesystem.Loader):
    """Django's own, without indentation and blank lines of HTML, except where a `<pre>` needs them."""

    def get_contents(self, origin: Origin) -> str:
        contents = super().get_contents(origin)
        if not str(origin.name).endswith(".html") or "<pre" in contents:
            return contents
        return _INDENTATION.sub("\n", contents)
