"""The API's page and an account's keys, as fans who write programs meet them."""

import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.processes import RunningSite

from .conftest import PHONE, Open, fits
from .test_accessibility import LOOKS, clean

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PASSWORD = "big bucks, no whammies"


def signed_up(page: Page) -> None:
    """Make an account, and come to its keys."""
    page.get_by_role("link", name="Sign up").click()
    page.get_by_label("User name").fill(f"fan-{uuid4().hex[:8]}")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Repeat password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", name="API keys", level=1)).to_be_visible()


@pytest.mark.parametrize("look", LOOKS)
def test_the_page(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page("/", **look)
    page.get_by_role("contentinfo").get_by_role("link", name="API").click()
    expect(page.get_by_role("heading", name="API", level=1, exact=True)).to_be_visible()
    clean(page)
    page.get_by_text("A complete answer").click()
    expect(page.get_by_label("Example of an answer")).to_contain_text('"best": "pass"')
    clean(page)
    page.get_by_role("link", name="GET /api/v1/positions/{position}").click()
    expect(page.get_by_role("heading", name="Read and check a position")).to_be_in_viewport()


@pytest.fixture
def fan_site(tmp_path: Path) -> Iterator[str]:
    """The address of a site that somebody else runs."""
    (tmp_path / "index.html").write_text("<!doctype html><link rel=icon href=data:,><title>A fan</title>")
    handler = partial(SimpleHTTPRequestHandler, directory=tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


def test_a_page_of_another_site_asks(open_page: Open, running_site: RunningSite, fan_site: str) -> None:
    said = open_page(fan_site).evaluate(
        """async (base) => {
          const asked = {
            method: "POST",
            headers: {"Content-Type": "application/json"},
            body: JSON.stringify({position: "8000e1,3000,0@1", rules: "seed", wait: 10}),
          };
          const response = await fetch(`${base}/api/v1/solve`, asked);
          return [response.status, (await response.json()).best, response.headers.get("RateLimit-Limit")];
        }""",
        running_site.url,
    )
    assert said == [200, "pass", "60"]


@pytest.mark.parametrize("look", LOOKS)
def test_keys_are_made_and_revoked(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page("/account/keys/", **look)
    signed_up(page)
    clean(page)
    page.get_by_role("button", name="Create key").click()
    expect(page.get_by_label("What is it for?")).to_have_accessible_description(re.compile("Enter what the key is for"))
    clean(page)
    page.get_by_label("What is it for?").fill("a bot for the forum")
    page.get_by_role("button", name="Create key").click()
    secret = page.get_by_label("Copy it now").input_value()
    clean(page)
    answer = page.request.get("/api/v1/boards", headers={"Authorization": f"Bearer {secret}"})
    assert (answer.status, answer.headers["ratelimit-limit"]) == (200, "6000")
    page.get_by_role("button", name="Revoke the key for a bot for the forum").click()
    expect(page.get_by_text("has been revoked")).to_be_visible()
    clean(page)
    assert page.request.get("/api/v1/boards", headers={"Authorization": f"Bearer {secret}"}).status == 401


def test_without_javascript(open_page: Open) -> None:
    page = open_page("/account/keys/", viewport=PHONE, java_script_enabled=False)
    signed_up(page)
    page.get_by_label("What is it for?").fill("a bot")
    page.get_by_role("button", name="Create key").click()
    expect(page.get_by_label("Copy it now")).to_have_value(re.compile(r"^pop_\w{8}_"))
    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("None yet.")).to_be_visible()
    assert fits(page)
