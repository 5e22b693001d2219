"""An account: signing up with what the browser has saved, on another device, forgetting, leaving; its keys and the API."""

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

from .conftest import PHONE, Open, fits, go_to
from .test_accessibility import LOOKS, clean
from .test_saved import SEED, save

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PASSWORD = "big bucks no whammies"


def sign_up(page: Page, name: str) -> None:
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Repeat password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()


def log_in(page: Page, name: str, password: str = PASSWORD) -> None:
    page.goto("/account/log-in/")
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Log in").click()


@pytest.mark.journey
@pytest.mark.parametrize("look", LOOKS)
def test_what_a_browser_saved_goes_along_to_another_device(open_page: Open, look: dict[str, Any]) -> None:
    name = f"fan{look['viewport']['width']}"
    page = open_page("/", **look)
    save(page, f"/p/8000e1,3700,0@1{SEED}", "Saved before there was an account")
    go_to(page, "Log in")
    clean(page)
    page.get_by_role("link", name="Sign up").click()
    clean(page)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("Choose a user name.")).to_be_visible()
    clean(page)
    expect(page.get_by_label("Move this browser’s data to my account: 1 saved answer")).to_be_checked()
    sign_up(page, name)
    expect(page.get_by_text(f"Welcome, {name}. Moved to your account: 1 saved answer.")).to_be_visible()
    clean(page)

    other = open_page("/", **look)
    log_in(other, name, "wrong")
    expect(other.get_by_text("User name or password is wrong")).to_be_visible()
    clean(other)
    log_in(other, name)
    go_to(other, "Saved")
    other.get_by_role("link", name="Saved before there was an account").click()
    expect(other.get_by_role("link", name="Edit")).to_be_visible()

    page.goto("/account/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my data").click()
    assert download.value.suggested_filename == "press-or-pass-my-data.json"
    for link in ("Add email address", "Change password", "Delete account"):
        page.goto("/account/")
        page.get_by_role("link", name=link).click()
        clean(page)
    expect(page.get_by_text("1 saved answer with all versions")).to_be_visible()
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Delete account").click()
    expect(page.get_by_text("Your account and all its data have been deleted.")).to_be_visible()
    expect(page.get_by_role("navigation", name="Site").get_by_text("Log in")).to_be_attached()
    other.reload()
    expect(other.get_by_role("heading", name="Saved before there was an account")).to_have_count(0)


@pytest.mark.parametrize("look", LOOKS)
def test_a_forgotten_password(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page("/account/log-in/", **look)
    page.get_by_role("link", name="Forgot your password?").click()
    clean(page)
    page.get_by_label("Email").fill("fan@example.org")
    page.get_by_role("button", name="Send link").click()
    expect(page.get_by_role("heading", name="Check your email")).to_be_visible()
    clean(page)
    page.goto("/account/forgotten/MQ/no-such-token/")
    expect(page.get_by_text("This link no longer works")).to_be_visible()
    clean(page)


def test_without_javascript(open_page: Open) -> None:
    page = open_page("/account/sign-up/?next=/saved/", java_script_enabled=False, viewport=PHONE)
    sign_up(page, "plainfan")
    expect(page).to_have_url(re.compile(r"/saved/$"))
    expect(page.get_by_text("Welcome, plainfan.")).to_be_visible()
    go_to(page, "Account")
    assert fits(page)
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("navigation", name="Site").get_by_text("Log in")).to_be_attached()


def signed_up(page: Page) -> None:
    """Make an account, and come to its keys."""
    page.get_by_role("link", name="Sign up").click()
    sign_up(page, f"fan-{uuid4().hex[:8]}")
    expect(page.get_by_role("heading", name="API keys", level=1)).to_be_visible()


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


def test_keys_without_javascript(open_page: Open) -> None:
    page = open_page("/account/keys/", viewport=PHONE, java_script_enabled=False)
    signed_up(page)
    page.get_by_label("What is it for?").fill("a bot")
    page.get_by_role("button", name="Create key").click()
    expect(page.get_by_label("Copy it now")).to_have_value(re.compile(r"^pop_\w{8}_"))
    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("None yet.")).to_be_visible()
    assert fits(page)
