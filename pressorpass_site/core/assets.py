"""The storage of static files, and the colors of the style sheet."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from django.conf import settings
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

from pressorpass_site.environment import make_private_folder

_COMMENT = re.compile(rb"/\*[^*]*\*+(?:[^/*][^*]*\*+)*/\n?|^ *//.*\n", re.MULTILINE)
_COLOR = re.compile(r"--([a-z][a-z0-9-]*): (?:light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));")


class HashedFiles(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage without comments, and with hashed names in imports, so that a page loads each script once."""

    support_js_module_import_aggregation = True

    def _save(self, name: str, content: Any) -> str:
        if settings.DATA_DIR in settings.STATIC_ROOT.parents:
            make_private_folder(settings.DATA_DIR)
        if name.startswith(("css/", "js/")):
            content = ContentFile(_COMMENT.sub(b"", b"".join(content.chunks())))
        return super()._save(name, content)

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        """Compress only the files with a hash in their name, as pages link no others."""
        return super().compress_files(paths.intersection(self.hashed_files.values()))


class Color(NamedTuple):
    light: str
    dark: str


@cache
def load_colors() -> dict[str, Color]:
    """Return the colors in static/css/tokens.css by name, for pictures, which cannot use the pages' style sheet."""
    css = (settings.BASE_DIR / "static/css/tokens.css").read_text(encoding="utf-8").partition("@media print")[0]
    return {
        name: Color(light or both_modes, dark or both_modes) for name, light, dark, both_modes in _COLOR.findall(css)
    }
