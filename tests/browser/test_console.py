"""No page reports anything to the browser's console: no error, no refused style or script."""

import re
import subprocess
import sys

import pytest

from tests.processes import RunningSite, plain_environment
from tools.run.options import ROOT

from .conftest import Open, answered

pytestmark = [pytest.mark.browser, pytest.mark.slow]

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
    "analyses/analysis",
    "saved/savedanalysis",
    "dilemmas/vote",
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
