"""The tables of permissions, read from their files, and the site's addresses as they write them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.urls import URLPattern, URLResolver, get_resolver

WHO = ("anonymous", "browser", "account", "owner", "host", "admin")
STAFF = ("staff", "editor", "publisher", "admin")
RIGHTS = ("view", "add", "change", "delete")
EVERYBODY = "everybody"
ADMIN = "/admin/"

_HERE = Path(__file__).parent
_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)")


@dataclass(frozen=True)
class Row:
    """What each of WHO may do with an object at an address."""

    thing: str
    action: str
    method: str
    address: str
    cells: tuple[str, ...]

    @property
    def pattern(self) -> str:
        """The address without its query."""
        return self.address.partition("?")[0]

    @property
    def for_everybody(self) -> bool:
        return self.cells == (EVERYBODY,)

    def __str__(self) -> str:
        return f"{self.method} {self.address}"


@dataclass(frozen=True)
class Address:
    """An address of the site: its pattern as the table writes it, and the view behind it."""

    pattern: str
    view: object


def rows() -> list[Row]:
    """The lines of pages.txt."""
    return [
        Row(thing, action, method, address, tuple(cells))
        for thing, action, method, address, *cells in _lines("pages.txt")
    ]


def models() -> dict[str, tuple[frozenset[str], ...]]:
    """The lines of admin.txt: for each model the rights of STAFF."""
    return {
        name: tuple(frozenset(cell.replace("-", "").split()) for cell in cells) for name, *cells in _lines("admin.txt")
    }


def addresses() -> list[Address]:
    """Every address of the site, each once."""
    addresses_by_pattern = {address.pattern: address for address in _walk(get_resolver(), "/")}
    return list(addresses_by_pattern.values())


def _walk(resolver: URLResolver, before: str) -> Iterator[Address]:
    for url_pattern in resolver.url_patterns:
        here = before + _plain(str(url_pattern.pattern))
        if isinstance(url_pattern, URLPattern):
            # The files of an answer have one view, which is told the file's name.
            pattern = re.sub(r"[^/]+$", "<file>", here) if "name" in url_pattern.default_args else here
            yield Address(pattern, url_pattern.callback)
        else:
            yield from _walk(url_pattern, here)


def _plain(pattern: str) -> str:
    return _PARAMETER.sub(lambda match: f"<{match[1] or match[2]}>", pattern.removeprefix("^").removesuffix("$"))


def _lines(name: str) -> Iterator[list[str]]:
    for line in (_HERE / name).read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            yield re.split(r"\s{2,}", line.strip())
