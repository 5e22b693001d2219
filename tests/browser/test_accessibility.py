"""axe finds nothing on any page, in light and dark, small and large; no page reports anything to the console."""

import re
import subprocess
import sys
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.processes import RunningSite, plain_environment
from tools.run.options import ROOT

from .conftest import DESKTOP, PHONE, Open, Pause, answered, ask, enter, fits, heavy, refining, stop

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LOOKS = [
    pytest.param({"viewport": PHONE, "color_scheme": "light"}, id="phone-light"),
    pytest.param({"viewport": DESKTOP, "color_scheme": "dark"}, id="desktop-dark"),
]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def own_score(look: dict[str, Any]) -> int:
    """What a position needs that nobody has asked about in another look."""
    return 4000 + int(look["viewport"]["width"])


def clean(page: Page) -> None:
    page.wait_for_load_state()  # a page that a click has just begun to load is still empty
    # To axe what the row at the bottom of a phone happens to cover is too small, whatever the page is scrolled to.
    page.evaluate("for (const row of document.querySelectorAll('.acts')) row.style.position = 'static'")
    results = Axe().run(page, options=RULES)
    assert results.violations_count == 0, results.generate_report()
    assert fits(page)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/method/",
        "/boards/",
        "/boards/pyl-1985-02-r2/",
        "/nowhere/",
        "/p/8000e3,x@1",
        "/choose/3000e1w2,2500,2000@1?square=9&shows=8:500%2B,10:w",
        "/games/",
        "/games/new/",
        "/games/simulated-12/",
        "/games/import/",
        "/games/season/?of=samples",
    ],
)
def test_pages(open_page: Open, path: str, look: dict[str, Any]) -> None:
    clean(open_page(path, **look))


@pytest.mark.journey
@pytest.mark.parametrize("look", LOOKS)
def test_the_answer_with_everything_unfolded(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page("/p/8000e1,3000w1,0w4@1?rules=seed", **look)
    answered(page)
    clean(page)
    for summary in page.locator("details:not(.badge, .share__way) > summary:visible").all():
        summary.click()
    clean(page)
    page.locator(".badge summary").click()
    clean(page)
    page.locator("#share-summary").click()
    clean(page)


@pytest.mark.parametrize("look", LOOKS)
def test_waiting_and_canceled(open_page: Open, paused: Pause, look: dict[str, Any]) -> None:
    with paused():
        page = open_page(f"/p/8000e1,{own_score(look)}w3,0w3@1?rules=seed", **look)
        expect(page.get_by_role("heading", name="Waiting for the solver.")).to_be_visible()
        clean(page)
        page.get_by_role("button", name="Stop").click()
        expect(page.get_by_role("heading", name="Stopped.")).to_be_visible()
        clean(page)


@pytest.mark.parametrize("look", LOOKS)
def test_refining_and_stopped(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page(heavy(own_score(look)), **look)
    refining(page)
    clean(page)
    stop(page)
    clean(page)


@pytest.mark.parametrize("look", LOOKS)
def test_messages(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page("/", **look)
    enter(page, left="lots", held="-1")
    ask(page)
    expect(page.get_by_role("alert")).to_be_visible()
    clean(page)


ANSWER = "/p/8000e1,3000,0@1?rules=seed"
PAGES = (
    "/",
    "/method/",
    "/rules/",
    "/moments/",
    "/lab/",
    "/boards/",
    "/boards/pyl-1985-02-r2/",
    "/boards/diff/?from=pyl-1985-02-r2&to=pyl-classic-r2",
    "/boards/pyl-1985-02-r2/1/ring.svg",
    "/boards/pyl-1985-02-r2/1.json",
    "/boards/schema.json",
    "/boards/own/",
    "/saved/",
    "/saved/public/",
    "/saved/compare/?a=8000e1,3000,0@1&b=7000e1,3000,0@1",
    "/games/",
    "/games/new/",
    "/games/import/",
    "/games/season/?of=samples",
    "/games/mine/",
    "/games/public/",
    "/games/contribute/",
    "/games/larson-1984/",
    "/games/larson-1984/game.txt",
    "/games/larson-1984/review/",
    "/account/log-in/",
    "/account/sign-up/",
    "/account/forgotten/",
    "/api/",
    "/api/v1/openapi.json",
    "/embed/p/8000e1,3000,0@1?rules=seed",
    "/card.png",
    "/health",
    "/nowhere/",
    "/ask/",
)
FILES = ("card.png", "answer.json")
LISTS = (
    "boards/board",
    "boards/boardrevision",
    "boards/boarddraft",
    "boards/boardevent",
    "answers/analysis",
    "sharing/savedanalysis",
    "games/vote",
    "games/storedgame",
    "api/apikey",
    "auth/user",
)
ADMIN = (
    "/admin/",
    *(f"/admin/{name}/" for name in LISTS),
    "/admin/boards/board/1/change/",
    "/admin/boards/boardrevision/1/change/",
    "/admin/games/storedgame/1/change/",
    "/admin/boards/boarddraft/add/",
    "/account/",
    "/account/keys/",
    "/account/delete/",
)
ADMINISTRATOR = """
from django.contrib.auth.models import User
User.objects.filter(username="olga").exists() or User.objects.create_superuser("olga", password="well-kept")
"""


@pytest.mark.journey
def test_pages_and_files(open_page: Open) -> None:
    page = open_page(ANSWER)
    answered(page)
    key = re.search(r"/a/([0-9a-f]{64})/", page.content())
    assert key
    for path in (*PAGES, *(f"/a/{key[1]}/{name}" for name in FILES)):
        page.goto(path)
        page.wait_for_load_state()


def test_the_administration(open_page: Open, running_site: RunningSite) -> None:
    subprocess.run(
        [sys.executable, "manage.py", "shell", "--command", ADMINISTRATOR],
        cwd=ROOT,
        env=plain_environment(DATA_DIR=str(running_site.data_dir)),
        check=True,
        capture_output=True,
    )
    page = open_page("/admin/login/?next=/admin/")
    page.get_by_label("User name").fill("olga")
    page.get_by_label("Password").fill("well-kept")
    page.get_by_role("button", name="Log in").click()
    for path in ADMIN:
        page.goto(path)
        page.wait_for_load_state()
        assert page.locator("link[rel=icon]").count() == 1, path
