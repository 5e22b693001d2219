"""The staff's editor of boards: from a draft to a published revision."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.processes import RunningSite, plain_environment, started_site
from tools.run.options import ROOT

from .conftest import DESKTOP, PHONE, Open, answered
from .test_accessibility import clean

pytestmark = [pytest.mark.browser, pytest.mark.slow]

STAFF = """
from django.contrib.auth.models import Group, User
for name, group in (("anna", "Board editors"), ("paul", "Board publishers")):
    if not User.objects.filter(username=name).exists():
        user = User.objects.create_user(name, password="well-kept", is_staff=True)
        user.groups.set(Group.objects.filter(name=group))
"""


@pytest.fixture(scope="module")
def running_site(prepared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site of these tests' own: they publish a revision of the board that others ask about."""
    with started_site(shutil.copytree(prepared_data, tmp_path_factory.mktemp("site") / "data")) as site:
        assert site.url
        yield site


@pytest.fixture
def staff(running_site: RunningSite) -> None:
    """An editor and a publisher, as an administrator makes them."""
    subprocess.run(
        [sys.executable, "manage.py", "shell", "--command", STAFF],
        cwd=ROOT,
        env=plain_environment(DATA_DIR=str(running_site.data_dir)),
        check=True,
        capture_output=True,
    )


def logged_in(open_page: Open, name: str, path: str, **options: object) -> Page:
    page = open_page(f"/admin/login/?next={path}", **options)
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password").fill("well-kept")
    page.get_by_role("button", name="Log in").click()
    expect(page).to_have_url(re.compile(re.escape(path)))
    return page


def begun(page: Page) -> None:
    """A draft of the February 1985 board, from the page of new drafts."""
    option = page.get_by_label("Board to edit").locator("option", has_text="February – August 1985")
    page.get_by_label("Board to edit").select_option(option.get_attribute("value"))
    page.get_by_role("button", name="Start draft").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Edit the draft of the February 1985 board")


@pytest.mark.usefixtures("staff")
def test_from_a_draft_to_a_revision_and_its_answers(open_page: Open) -> None:
    # Somebody has an answer on the board as it is.
    fan = open_page("/p/8000e1,3000,0@1?rules=seed")
    answered(fan)
    match = re.search(r"/a/[0-9a-f]{64}/", fan.content())
    assert match
    saved = match[0]
    expect(fan.get_by_text("is newer")).to_have_count(0)

    # An editor changes a slide; a wrong value has its message at the slide, at once.
    editor = logged_in(open_page, "anna", "/admin/boards/boarddraft/add/")
    begun(editor)
    slide = editor.get_by_role("group", name="Slide 1")
    figures = editor.locator("#figures table")
    expect(figures).to_contain_text("Chance of a Whammy")
    before = figures.inner_text()
    slide.get_by_label("Dollars").fill("lots")
    expect(slide.get_by_text("“lots” isn’t an amount of money")).to_be_visible()
    expect(editor.get_by_role("heading", name="1 error to correct")).to_be_visible()
    expect(editor.get_by_role("button", name="Square 1 (has errors)")).to_be_visible()
    # The figures follow what is typed.
    slide.get_by_label("Kind").select_option(label="Whammy")
    expect(editor.get_by_role("heading", name="1 error to correct")).to_have_count(0)
    expect(figures.locator(".figure-changes__changed").first).to_contain_text(re.compile(r"16\.7%.*18\.5%", re.S))
    assert figures.inner_text() != before
    editor.get_by_role("button", name="Review and publish…").click()
    expect(editor.get_by_text("Only a publisher can publish this draft")).to_be_visible()
    expect(editor.get_by_role("button", name=re.compile("^Publish"))).to_have_count(0)

    # A publisher sees what it does and publishes it.
    publisher = logged_in(open_page, "paul", urlsplit(editor.url).path)
    expect(publisher.get_by_role("region", name="Figures of the revision and the draft")).to_contain_text("18.5")
    publisher.get_by_role("button", name="Publish as revision 2").click()
    expect(publisher.get_by_text("Describe in one sentence what changed and why")).to_be_visible()
    publisher.get_by_label("What changed, and why").fill("A Whammy was seen on square 1.")
    publisher.get_by_role("button", name="Publish as revision 2").click()
    expect(publisher.get_by_text("(revision 2).")).to_be_visible()
    expect(publisher.get_by_role("region", name="History")).to_contain_text("A Whammy was seen on square 1.")
    publisher.get_by_role("link", name="The board’s page").click()
    expect(publisher.locator(".square-1")).to_contain_text("Whammy")

    # The answer from before keeps its revision and says that there is a newer one …
    fan.goto(saved)
    answered(fan)
    expect(fan).to_have_url(re.compile(r"board=pyl-1985-02-r2\.1"))
    expect(fan.get_by_text("This answer is for revision 1 of the February 1985 board")).to_be_visible()
    expect(fan.locator("#answer .square-1")).not_to_contain_text("Whammy")
    # … and a new question is asked on that one.
    fan.get_by_role("link", name="Ask again on the newest revision").click()
    expect(fan).to_have_url(re.compile(r"/p/8000e1,3000,0@1\?rules=seed$"))
    answered(fan)
    expect(fan.get_by_text("This answer is for revision 1")).to_have_count(0)
    expect(fan.locator("#answer .square-1")).to_contain_text("Whammy")


@pytest.mark.usefixtures("staff")
@pytest.mark.parametrize(
    "look",
    [
        pytest.param({"viewport": PHONE, "color_scheme": "dark"}, id="phone-dark"),
        pytest.param({"viewport": DESKTOP, "color_scheme": "light"}, id="desktop-light"),
    ],
)
def test_every_page_is_clean(open_page: Open, look: dict[str, object]) -> None:
    page = logged_in(open_page, "anna", "/admin/boards/boarddraft/add/", **look)
    clean(page)
    begun(page)
    clean(page)
    page.get_by_role("group", name="Slide 3").get_by_label("Dollars").fill("lots")
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_text("Draft saved, with 1 error to correct.", exact=True)).to_be_visible()
    clean(page)
    page.get_by_role("button", name="About", exact=True).click()
    expect(page.get_by_label("Name", exact=True)).to_be_visible()
    clean(page)
    page.get_by_role("button", name="Review and publish…").click()
    expect(page.get_by_role("heading", name="1 error to correct before publishing")).to_be_visible()
    clean(page)
    page.get_by_role("button", name="Discard draft").click()
    expect(page.get_by_text("This draft is discarded.")).to_be_visible()
    clean(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.usefixtures("staff")
def test_the_administration_is_clean(open_page: Open, scheme: str) -> None:
    page = logged_in(open_page, "anna", "/admin/", viewport=PHONE, color_scheme=scheme)
    clean(page)
    page.get_by_role("link", name="Board drafts").click()
    clean(page)
    page.get_by_role("link", name="PRESS or PASS").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
