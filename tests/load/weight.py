"""What each page weighs, its queries and its processor time, as a table: `make weight`, or ``python -m tests.load.weight``.

Opens each page in this process, on a database made for this that has one of everything. "Sent" is what a browser that knows
nothing of the site receives: page, styles and scripts, with the headers of each, all compressed by gzip as on a home network. By HTTPS and on the same
machine browsers also take brotli, which styles and scripts have: "by HTTPS". Queries are those of the first visitor and of the next one.
Processor time is that of a visit once all is loaded, of which a busy machine shows more: the least of ten.
"""

import gzip
import logging
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import brotli

HEADERS = 500  # about what each response has of them
QUESTION = "8000e1,3000,0@1"
PAGES = (
    "/",
    "/boards/",
    "/boards/pyl-1985-02-r2/",
    "/moments/",
    "/daily/1/",
    "/daily/days/",
    "/practice/",
    "/rules/",
    "/method/",
    "/saved/",
    "/saved/public/",
    "/games/",
    "/games/new/",
    "/games/import/",
    f"/p/{QUESTION}?rules=seed",
    f"/whatif/map/?position={QUESTION}&rules=seed",
    f"/choose/{QUESTION}?rules=seed&square=9&shows=8:500%2B,10:w",
)


class Parts(HTMLParser):
    """The styles and scripts that a page asks for."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "script" and attributes.get("src"):
            self.names.add(str(attributes["src"]))
        elif tag == "link" and attributes.get("rel") in ("stylesheet", "modulepreload"):
            self.names.add(str(attributes["href"]))


def static_file(address: str) -> bytes:
    """Return a style sheet or script."""
    from django.conf import settings

    (folder,) = settings.STATICFILES_DIRS
    return Path(folder, address.removeprefix(f"/{settings.STATIC_URL.strip('/')}/")).read_bytes()


@dataclass(frozen=True)
class Weight:
    """The bytes of a page, uncompressed by kind, and compressed in all."""

    html: int
    css: int
    js: int
    sent: int
    by_https: int

    @property
    def total(self) -> int:
        return self.html + self.css + self.js


def weight(client: Any, path: str) -> Weight:
    """Open a page with Django's test client and return its weight."""
    response = client.get(path)
    assert response.status_code == 200, (path, response.status_code)
    parts = {name: static_file(name) for name in Parts(response.content.decode()).names}
    sizes = {end: sum(len(body) for name, body in parts.items() if name.endswith(end)) for end in (".css", ".js")}
    page = len(gzip.compress(response.content)) + HEADERS * (1 + len(parts))
    sent, by_https = (
        page + sum(len(pack(body)) for body in parts.values()) for pack in (gzip.compress, brotli.compress)
    )
    return Weight(len(response.content), sizes[".css"], sizes[".js"], sent, by_https)


def addresses() -> Iterator[str]:
    """Yield the pages, with those of what the database has."""
    from pressorpass_site.games.models import StoredGame
    from pressorpass_site.sharing.models import SavedAnalysis

    game, saved = StoredGame.objects.earliest("pk").code, SavedAnalysis.objects.get().code
    yield from PAGES
    yield from (f"/embed/p/{QUESTION}?rules=seed", f"/s/{saved}/", f"/games/{game}/", f"/games/{game}/review/")
    yield from ("/lab/", "/lab/pig/", "/lab/pig/duel/", "/lab/tree/", "/lab/yahtzee/", "/lab/betsy/")


def processor_time(path: str, visits: int = 10) -> float:
    """Return the least processor time of a visit, in milliseconds."""
    from django.test import Client

    times = []
    for _ in range(visits):
        start_time = time.process_time()
        Client().get(path, headers={"Accept-Encoding": "gzip"})
        times.append(time.process_time() - start_time)
    return 1000 * min(times)


def lines() -> Iterator[str]:
    """Yield the table's lines."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    yield "| page | HTML | CSS | JS | in all | sent | by HTTPS | queries | again | processor |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for path in addresses():
        queries = []
        for _ in range(2):
            with CaptureQueriesContext(connection) as seen:
                page_weight = weight(Client(), path)
            queries.append(len(seen))
        sizes = (
            page_weight.html,
            page_weight.css,
            page_weight.js,
            page_weight.total,
            page_weight.sent,
            page_weight.by_https,
        )
        cells = [
            f"`{path}`",
            *(f"{size / 1000:.1f} kB" for size in sizes),
            *map(str, queries),
            f"{processor_time(path):.1f} ms",
        ]
        yield f"| {' | '.join(cells)} |"


@contextmanager
def one_of_everything() -> Iterator[None]:
    """The site in this process, on a database made for this that has one of everything."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    logging.disable(logging.CRITICAL)
    from django.conf import settings
    from django.db import connection
    from django.test.utils import setup_test_environment

    from tests.fuzz.site import impatient, prepare
    from tests.processes import started_broker

    setup_test_environment()
    with started_broker(settings.DATA_DIR / "valkey", settings.REDIS_URL), impatient:
        connection.creation.create_test_db(verbosity=0, autoclobber=True)
        prepare()
        yield


def main() -> int:
    """Print the table."""
    with one_of_everything():
        for line in lines():
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
