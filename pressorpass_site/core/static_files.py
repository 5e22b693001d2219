"""Static files under names with a hash of their contents."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):
    """WhiteNoise's, with hashed names in scripts' imports, too, so that a page that has both loads each once."""

    support_js_module_import_aggregation = True
