"""A page that nobody looks at asks for nothing."""

import re

import pytest
from playwright.sync_api import Page, Request, expect

from .conftest import Open, Pause

HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def looks(request: Request) -> bool:
    return request.method == "GET" and "/a/" in request.url


@pytest.mark.journey
def test_a_hidden_page_stops_asking_until_it_is_shown_again(open_page: Open, paused: Pause) -> None:
    with paused():
        page: Page = open_page("/p/8450e1,3150,0@1")
        expect(page.locator("#answer")).to_have_attribute("data-state", re.compile("waiting|refining"))
        page.evaluate(HIDE, True)
        asked: list[Request] = []
        page.on("request", lambda request: asked.append(request) if looks(request) else None)
        page.wait_for_timeout(2500)  # several looks of a page that is shown; a slow machine only has fewer
        assert not asked
        with page.expect_request(looks):
            page.evaluate(HIDE, False)
