"""What other sites add to a shared link changes nothing: the same walk over all addresses of the table, with and without it."""

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from pressorpass_site.core.http.trackers import remove_trackers

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

ADDED = "fbclid=IwAR0_x-y&utm_source=y&gclid=1&ref=z&si=%3D"
MORE = (  # beside the table's
    "/lab/pig/duel/?a=hold:20&b=hold:20",
    "/lab/pig/duel/?a=hold:20&b=hold:20&c=1",
    "/lab/pig/play/?seed=1&moves=rr",
    "/api/v1/lab/pig/duel?a=hold:20&b=hold:20",
    "/lab/yahtzee/turn/?dice=1,2,3,4,5",
    "/boards/compare/?from=pyl-classic-r1&to=pyl-classic-r2",
    "/p/8000e1,3000,0@1?rules=seed&board=pyl-classic-r2",
    "/card/p/8000e1,3000,0@1?rules=seed",
    "/oembed?url=http://testserver/p/8000e1,3000,0@1",
)


@pytest.fixture(autouse=True)
def at_once(settings: Any) -> None:
    settings.HTTPS = True


def outcome(response: HttpResponse) -> tuple[int, str]:
    return response.status_code, response.headers.get("Location", "")


def with_more(path: str) -> str:
    return f"{path}{'&' if '?' in path else '?'}{ADDED}"


@pytest.mark.parametrize("path", MORE)
def test_strict_addresses_do_too(client: Client, path: str) -> None:
    plain, added = (
        client.get(path, headers={"Host": "testserver"}),
        client.get(with_more(path), headers={"Host": "testserver"}),
    )
    assert outcome(added) == outcome(plain)
    assert "fbclid" not in added.content.decode(errors="replace")


@pytest.mark.parametrize(
    ("query", "left"),
    [
        ("", ""),
        ("a=hold:20&b=hold:20&fbclid=x", "a=hold:20&b=hold:20"),
        ("utm_source=x&utm_term", ""),
        ("UTM_Source=x&%66bclid=y&board=a%20b&x=", "board=a%20b&x="),
        ("a=1&&_gl=1*x&b=fbclid", "a=1&&b=fbclid"),
        ("reference=1&fbclids=2&utm=3&seed=4", "reference=1&fbclids=2&utm=3&seed=4"),
    ],
)
def test_all_else_stays_as_it_was_written(query: str, left: str) -> None:
    assert remove_trackers(query) == left
