"""What every page says to browsers and caches: the same walk over all addresses of the table."""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponse

from pressorpass_site.core.owned import Visibility

from .requests import sample
from .table import Row
from .test_permissions import ROWS, sent, undone
from .world import SECRET, World, build

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

# Whose pages nobody may store; others may name own boards in a list to choose from.
PRIVATE = ("saved", "game", "account", "key")
FRAMED = "/embed/"  # the only addresses that other sites may frame
PICTURES = ("image/",)
INLINE = re.compile(
    r"""<script(?![^>]*\b(?:src=|type="application/(?:ld\+)?json"))|\sstyle=|\son[a-z]+=["']|=["']?javascript:""",
    re.IGNORECASE,
)


@pytest.fixture(autouse=True)
def at_once(settings: Any) -> None:
    settings.ANSWER_WAIT_MILLISECONDS = 0
    settings.HTTPS = True  # for the site's own cookies


@pytest.fixture
def world() -> World:
    return build(Visibility.PRIVATE, by_account=True)


def walk(world: World, who: str) -> Iterator[tuple[Row, HttpResponse]]:
    """The answer to every GET of the table."""
    for row in ROWS:
        if row.method == "GET":
            with undone():
                yield row, sent(world, row, who, sample(row, world))


def test_what_every_answer_says(world: World) -> None:
    wrong: dict[str, list[str]] = defaultdict(list)
    for who in ("anonymous", "owner"):
        for row, response in walk(world, who):
            wrong[str(row)] += [f"{who}: {each}" for each in _problems(row, response, who)]
    assert not {row: found for row, found in wrong.items() if found}


@pytest.mark.parametrize("visibility", [Visibility.UNLISTED, Visibility.PRIVATE])
def test_what_only_a_link_leads_to_is_not_indexed_and_what_is_private_kept_by_nobody(visibility: Visibility) -> None:
    """Pictures too, whose text cannot be searched for what the owner has written."""
    world = build(visibility, by_account=True)
    wrong: dict[str, list[str]] = defaultdict(list)
    for row, response in walk(world, "owner"):
        if row.thing not in ("saved", "game") or not row.pattern.count("<code>") + row.address.count("?url="):
            continue
        api = row.pattern.startswith("/api/")  # closed to crawlers by robots.txt
        if response.status_code == 200 and not api and response.headers.get("X-Robots-Tag") != "noindex":
            wrong[str(row)].append("may be indexed")
        if visibility == Visibility.PRIVATE and "no-store" not in response.headers.get("Cache-Control", ""):
            wrong[str(row)].append("may be stored")
    assert not wrong


def _problems(row: Row, response: HttpResponse, who: str) -> Iterator[str]:
    headers, kind = response.headers, response.headers.get("Content-Type", "")
    policy = dict(part.strip().partition(" ")[::2] for part in headers.get("Content-Security-Policy", "").split(";"))
    if headers.get("X-Content-Type-Options") != "nosniff":
        yield "the type may be guessed"
    if not headers.get("Referrer-Policy") or headers.get("Cross-Origin-Opener-Policy") != "same-origin":
        yield "no policy of referrers or openers"
    framed = row.pattern.startswith(FRAMED)
    if (policy.get("frame-ancestors") == "'none'") == framed or ("X-Frame-Options" in headers) == framed:
        yield "may be framed" if not framed else "may not be framed"
    if policy.get("default-src") != "'none'" or policy.get("base-uri") != "'none'":
        yield f"a lax policy: {policy}"
    styled = "'unsafe-inline'" in policy.get("style-src", "")
    if "unsafe" in policy.get("script-src", "") or (styled and not kind.startswith(PICTURES)):
        yield f"inline scripts or styles are allowed: {policy}"
    text = "" if response.streaming else response.content.decode(errors="replace")
    if kind.startswith("text/html") and (found := INLINE.search(text)):
        yield f"inline: {text[found.start() : found.end() + 40]}"
    for cookie in response.cookies.values():
        secret = cookie.key not in (
            "csrftoken",
            "sessionid",
            "messages",
            "spoiler_delay",
        )  # those have settings, or nothing to hide
        if cookie["samesite"] != "Lax" or (secret and not (cookie["secure"] and cookie["httponly"])):
            yield f"a cookie for everybody: {cookie.OutputString()}"
    cached = headers.get("Cache-Control", "")
    if SECRET in text and who == "owner" and "no-store" not in cached and row.thing in PRIVATE:
        yield f"what is private may be stored: {cached!r}"
    personal = "Cookie" in headers.get("Vary", "") or re.search(">(Account|Log in)</a>", text)
    if personal and not re.search("private|no-store", cached):
        yield f"a page that names its reader may be shared: {cached!r}"
