"""An account: signing up with what the browser has saved, on another device, forgetting, leaving."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

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
    expect(page.get_by_text("Your account and your saved answers have been deleted.")).to_be_visible()
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
