"""Templates and static files as Django and WhiteNoise load them, with a difference."""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem
from whitenoise.storage import CompressedManifestStaticFilesStorage

_INDENTATION = re.compile(r"\n\s+")


class CompactLoader(filesystem.Loader):
    """Django's own, without indentation and blank lines of HTML, except where a `<pre>` needs them."""

    def get_contents(self, origin: Origin) -> str:
        contents = super().get_contents(origin)
        if not str(origin.name).endswith(".html") or "<pre" in contents:
            return contents
        return _INDENTATION.sub("\n", contents)


class HashedFiles(CompressedManifestStaticFilesStorage):
    """WhiteNoise's, with hashed names in scripts' imports, too, so that a page that has both loads each once."""

    support_js_module_import_aggregation = True
