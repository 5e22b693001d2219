"""Templates and static files as Django and WhiteNoise load them, with a difference; the colors of the style sheet."""

from __future__ import annotations

import posixpath
import re
from functools import cache
from typing import Any, NamedTuple

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from django.template import Origin
from django.template.loaders import filesystem
from whitenoise.storage import CompressedManifestStaticFilesStorage

from pressorpass_site.environment import private_folder

OURS = ("css/", "js/")

_INDENTATION = re.compile(r"\n\s+")
_COLOR = re.compile(r"--([a-z][a-z0-9-]*): (?:light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));")
_IMPORT = re.compile(r'^@import "([^"]+)";$', re.MULTILINE)
_SPACE = re.compile(r"\s+")
_NEEDLESS = re.compile(r" ?([{};,]) ?|(?<=:) ")  # of style sheets: a sixteenth of what they send
_COMMENT = {".css": re.compile(r"/\*.*?\*/\s*", re.DOTALL), ".js": re.compile(r"^[ \t]*//.*\n", re.MULTILINE)}


class CompactLoader(filesystem.Loader):
    """Django's own, without indentation and blank lines of HTML, except where a `<pre>` needs them."""

    def get_contents(self, origin: Origin) -> str:
        contents = super().get_contents(origin)
        if not str(origin.name).endswith(".html") or "<pre" in contents:
            return contents
        return _INDENTATION.sub("\n", contents)


class HashedFiles(CompressedManifestStaticFilesStorage):
    """WhiteNoise's, with hashed names in scripts' imports, too, so that a page that has both loads each once.

    The site's own styles and scripts are sent without comments; a style sheet also without needless spaces, and with
    those that it imports in it.
    """

    support_js_module_import_aggregation = True

    def save(self, *args: Any, **options: Any) -> str:
        if settings.DATA_DIR in settings.STATIC_ROOT.parents:
            private_folder(settings.DATA_DIR)
        return super().save(*args, **options)

    def post_process(self, paths: dict[str, tuple[Any, str]], *args: Any, **options: Any) -> Any:
        ours = {name: (_Compacted(of), path) for name, (of, path) in paths.items() if name.startswith(OURS)}
        return super().post_process(paths | ours, *args, **options)


def compacted(name: str, files: Storage) -> bytes:
    """Return a style sheet or script as it is sent."""
    with files.open(name) as file:
        contents: bytes = file.read()
    comment = _COMMENT.get(posixpath.splitext(name)[1])
    if comment is None:
        return contents
    text = comment.sub("", contents.decode())
    if not name.endswith(".css"):
        return text.encode()
    folder = posixpath.dirname(name)
    text = _IMPORT.sub(lambda found: compacted(posixpath.join(folder, found[1]), files).decode(), text)
    return _NEEDLESS.sub(lambda found: found[1] or "", _SPACE.sub(" ", text)).encode()


class _Compacted:
    """A storage of sources that opens them as they are sent."""

    def __init__(self, files: Storage) -> None:
        self._files = files

    def open(self, name: str) -> ContentFile[bytes]:
        return ContentFile(compacted(name, self._files))


class Color(NamedTuple):
    """A color in light and in dark mode."""

    light: str
    dark: str


@cache
def colors() -> dict[str, Color]:
    """Return the colors in static/css/tokens.css by name, for pictures, which cannot use the pages' style sheet."""
    css = (settings.BASE_DIR / "static/css/tokens.css").read_text(encoding="utf-8").partition("@media print")[0]
    return {name: Color(light or same, dark or same) for name, light, dark, same in _COLOR.findall(css)}
