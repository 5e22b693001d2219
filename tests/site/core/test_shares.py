"""One address beside others: it holds half of a process's threads at most, and is told so."""

import json
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from pressorpass_site.core.http.shares import Shares

GREEDY, OTHER = "203.0.113.7", "198.51.100.1"
MOST = 2


class Site:
    """An application that answers at once; its response goes on until somebody closes it."""

    def __init__(self) -> None:
        self._shares = Shares(self._answer)
        self._shares.most = MOST
        self.headers: dict[str, str] = {}

    def _answer(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/broken":
            raise ValueError("broken")
        start_response("200 OK", [])
        return [b"done"]

    def begin(self, client: str, path: str = "/") -> tuple[str, Any]:
        """Send a request; its status and its response, still open."""
        said: list[str] = []

        def start_response(status: str, headers: list[tuple[str, str]]) -> None:
            said.append(status[:3])
            self.headers = dict(headers)

        response = self._shares({"REMOTE_ADDR": client, "PATH_INFO": path}, start_response)
        return said[0], response


@pytest.fixture
def site() -> Site:
    return Site()


def test_an_address_with_its_share_is_refused_and_others_are_not(site: Site) -> None:
    held = [site.begin(GREEDY) for _ in range(MOST)]
    assert site.begin(GREEDY)[0] == "429"
    assert site.begin(OTHER)[0] == "200"
    held[0][1].close()
    assert site.begin(GREEDY)[0] == "200"


def test_the_refusal_says_when_to_come_back_in_words_and_in_json(site: Site) -> None:
    for _ in range(MOST):
        site.begin(GREEDY)
    (page,) = site.begin(GREEDY)[1]
    assert site.headers["Retry-After"] == "1"
    assert "<h1>Too many requests</h1>" in page.decode()
    (reply,) = site.begin(GREEDY, "/api/v1/solve")[1]
    assert site.headers["Content-Type"] == "application/json"
    assert json.loads(reply)["detail"][0]["message"].endswith("try again in a second.")


@pytest.mark.parametrize("path", ["/static/css/page.css", "/health", "/readyz"])
def test_files_and_probes_are_never_refused(site: Site, path: str) -> None:
    for _ in range(MOST):
        site.begin(GREEDY)
    assert site.begin(GREEDY, path)[0] == "200"


def test_a_request_that_fails_takes_no_place_with_it(site: Site) -> None:
    for _ in range(3 * MOST):
        with pytest.raises(ValueError, match="broken"):
            site.begin(GREEDY, "/broken")
    assert site.begin(GREEDY)[0] == "200"
