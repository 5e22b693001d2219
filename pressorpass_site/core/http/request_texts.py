"""The texts that a request brings: its address, forms, cookies and JSON.

Some characters are none that a database or a page could take: the null character, which PostgreSQL cannot store, and
halves of surrogate pairs, which are not in UTF-8. An address or JSON with one is refused. Of a form, which has what
somebody typed, they are left out like all that nobody sees (core/text_fields.py), and so are cookies with one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, QueryDict
from django.utils.http import parse_header_parameters

from engine import parse_json

_UNUSABLE = re.compile("[\0\ud800-\udfff]")


class Utf8Request(WSGIRequest):
    """A request whose texts are UTF-8, as all pages of the site are, whatever its header says of them.

    Django would read address and form in any encoding of Python's, of which some have half characters, and some are
    none of texts.
    """

    def _set_content_type_params(self, meta: Mapping[str, Any]) -> None:
        self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))


class UnusableText(ValueError):
    """JSON has a text that nothing can store."""


def read_json(body: bytes) -> Any:
    """Return what a request's JSON says.

    Raises:
        UnusableText: a text in it cannot be used.
        ValueError: it is not JSON that can be read (engine.parse_json).
    """
    found = parse_json(body)
    for text in _texts(found):
        if character := _UNUSABLE.search(text):
            what = "a null character (\\u0000)" if character[0] == "\0" else "a lone surrogate, such as \\ud800"
            raise UnusableText(f"A text contains {what}, so it cannot be used.")
    return found


def address_is_usable(request: HttpRequest) -> bool:
    """Return whether the path and the query have only texts that can be used."""
    return not _UNUSABLE.search(request.path) and not _has_unusable(request.GET)


def clean_cookies(request: HttpRequest) -> None:
    """Leave out cookies that cannot be used, and those of others, such as a proxy's: no page depends on them."""
    request.COOKIES = {
        name: text
        for name, text in request.COOKIES.items()
        if name in settings.OWN_COOKIES and not _UNUSABLE.search(text)
    }


def clean_form(request: HttpRequest) -> None:
    """Leave out what cannot be used in the texts of a form."""
    if not _has_unusable(request.POST):
        return
    form = QueryDict(mutable=True)
    for name, texts in request.POST.lists():
        form.setlist(_UNUSABLE.sub("", name), [_UNUSABLE.sub("", text) for text in texts])
    form._mutable = False
    request.POST = form  # type: ignore[assignment]


def _has_unusable(fields: QueryDict) -> bool:
    return any(_UNUSABLE.search(text) for name, texts in fields.lists() for text in (name, *texts))


def _texts(value: Any) -> Iterator[str]:
    """Yield all texts in what JSON says, whose depth has a limit."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
