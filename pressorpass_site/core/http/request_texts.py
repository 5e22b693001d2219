"""Characters that neither the database nor a page can hold: null and lone surrogates. A request with one is refused."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest
from django.utils.http import parse_header_parameters

from engine import parse_json

_UNUSABLE = re.compile("[\0\ud800-\udfff]")


class Utf8Request(WSGIRequest):
    """A request whose texts are UTF-8, whatever its header says: Django would take any codec of Python's."""

    def _set_content_type_params(self, meta: Mapping[str, Any]) -> None:
        self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))


class UnusableText(ValueError):
    """A text in JSON has a character that cannot be stored."""


def read_json(body: bytes) -> Any:
    """Parse the JSON body of a request. Raises ValueError: it cannot be read, or (UnusableText) not be stored."""
    data = parse_json(body)
    for text in _walk_texts(data):
        if character := _UNUSABLE.search(text):
            character_name = (
                "a null character (\\u0000)" if character[0] == "\0" else "a lone surrogate, such as \\ud800"
            )
            raise UnusableText(f"A text contains {character_name}, so it cannot be used.")
    return data


def find_unusable_text(request: HttpRequest) -> str:
    """Return the part of a request with an unusable character, “address” or “form”; empty if there is none."""
    if _UNUSABLE.search(request.path) or _has_unusable(request.GET):
        return "address"
    return "form" if _has_unusable(request.POST) else ""


def keep_own_cookies(request: HttpRequest) -> None:
    """Drop the cookies that the site does not set, such as a proxy's."""
    request.COOKIES = {
        name: text
        for name, text in request.COOKIES.items()
        if name in settings.OWN_COOKIES and not _UNUSABLE.search(text)
    }


def _has_unusable(fields: Any) -> bool:
    return any(_UNUSABLE.search(text) for name, texts in fields.lists() for text in (name, *texts))


def _walk_texts(value: Any) -> Iterator[str]:
    """Yield all strings and keys of parsed JSON; `parse_json` limits its depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _walk_texts(item)
