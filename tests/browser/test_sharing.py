"""Sharing as a fan does it: copying, sending on, downloading, printing, showing it on a page of one's own."""

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.processes import RunningSite

from .conftest import PATIENCE, PHONE, Open, answered, finished, fits
from .test_accessibility import LOOKS, clean

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ADDRESS = "/p/8000e1,3000,0@1?rules=seed"


class Quiet(SimpleHTTPRequestHandler):
    """Says nothing about what it serves."""

    def log_message(self, *args: Any) -> None:
        pass


@pytest.fixture
def blog(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """Another site: the folder of its pages, and its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield tmp_path, f"http://localhost:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def shared(open_page: Open, **options: Any) -> Page:
    page = open_page(ADDRESS, **options)
    answered(page)
    finished(page)
    return page


def sheet(open_page: Open, **options: Any) -> Page:
    page = shared(open_page, **options)
    page.locator("#share-summary").click()
    expect(page.get_by_role("dialog", name="Share this answer")).to_be_visible()
    return page


def test_the_code_shows_the_answer_on_another_site(
    open_page: Open, blog: tuple[Path, str], running_site: RunningSite
) -> None:
    page = sheet(open_page)
    page.get_by_text("Embed", exact=True).click()
    code = page.get_by_label("Code for a blog or forum").input_value()
    folder, address = blog
    (folder / "index.html").write_text(f"<!doctype html><title>Blog</title><h1>A blog</h1>{code}", encoding="utf-8")
    page.goto(address)
    frame = page.frame_locator("iframe")
    expect(frame.get_by_role("heading", name="Pass", exact=True)).to_be_visible(timeout=PATIENCE)
    expect(frame.locator(".screen__bars")).to_contain_text("90.3%")
    expect(frame.get_by_text("Exact · $250 steps", exact=True)).to_be_visible()
    assert not page.context.cookies(running_site.url + "/embed")
    with page.context.expect_page() as opened:
        frame.get_by_role("link", name="Full answer").click()
    answered(opened.value)
    assert opened.value.url.startswith(running_site.url + "/p/")


@pytest.mark.parametrize("look", LOOKS)
def test_the_frame_is_accessible_and_fits(open_page: Open, look: dict[str, Any]) -> None:
    page = open_page(f"/embed{ADDRESS}", **look)
    expect(page.get_by_role("heading", name="Pass", exact=True)).to_be_visible(timeout=PATIENCE)
    clean(page)
    page.set_viewport_size({"width": 280, "height": 400})
    assert fits(page)


@pytest.mark.parametrize("look", LOOKS)
def test_the_sheet_is_accessible_and_in_reach_of_the_keyboard(open_page: Open, look: dict[str, Any]) -> None:
    page = shared(open_page, **look)
    page.locator("#share-summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#ask-link-copy")).to_be_focused()
    clean(page)
    for name in ("picture", "embed", "data"):
        page.locator(f"#share-{name}-summary").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".sheet details[open]")).to_have_count(1)  # the one before is closed
        clean(page)
    assert fits(page)
    page.keyboard.press("Escape")
    expect(page.locator("#share-sheet")).to_be_hidden()
    expect(page.locator("#share-summary")).to_be_focused()


@pytest.mark.journey
def test_an_open_sheet_stays_while_the_answer_is_replaced(open_page: Open) -> None:
    page = sheet(open_page)
    page.locator("#share-embed-summary").press("Enter")
    page.evaluate("document.querySelector('.acts').dataset.old = ''")  # so that the new one differs
    with page.expect_response(lambda response: response.url.endswith(ADDRESS)):
        page.evaluate("document.dispatchEvent(new CustomEvent('answer:better'))")
    finished(page)
    expect(page.locator("#share-embed-summary")).to_be_focused()
    expect(page.get_by_label("Code for a blog or forum")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#share-sheet")).to_be_hidden()
    expect(page.locator("#share-summary")).to_be_focused()
    expect(page.locator(".acts[data-old]")).to_have_count(0)


@pytest.mark.journey
def test_the_row_and_the_sheet_ask_friends_copy_and_show_the_picture(open_page: Open) -> None:
    """At the bottom of the screen as far as the stage leaves room, not over what is read below it; each with one tap."""
    page = shared(open_page, viewport=PHONE, permissions=["clipboard-read", "clipboard-write"])
    row = page.locator("#acts")
    page.set_viewport_size({"width": 360, "height": 500})
    expect(row).to_be_in_viewport(ratio=1)
    page.locator("#rules-summary").scroll_into_view_if_needed()
    expect(row).not_to_be_in_viewport()
    page.set_viewport_size(PHONE)
    clean(page)
    page.evaluate("navigator.share = undefined")
    for name, said, address in (
        ("Ask friends", "Link copied", r"/dilemma/8000e1,3000,0@1\?rules=seed$"),
        ("Copy link", "Copied", r"/p/8000e1,3000,0@1\?board=pyl-1985-02-r2.1&rules=seed$"),
    ):
        row.get_by_text(name, exact=True).click()
        expect(row.get_by_text(said, exact=True)).to_be_visible()
        assert re.search(address, page.evaluate("navigator.clipboard.readText()"))
        expect(row.get_by_text(name, exact=True)).to_be_visible(timeout=PATIENCE)
    page.locator("#share-summary").click()
    for by, field in (("#ask-link-copy", "Without the answer"), ("#link-copy", "With the answer")):
        page.locator(by).click()
        expect(page.locator(by)).to_have_text("Link copied")
        assert page.evaluate("navigator.clipboard.readText()") == page.get_by_label(field).input_value()
    page.get_by_text("Embed", exact=True).click()
    page.get_by_role("button", name="Copy code").click()
    expect(page.get_by_role("status").filter(has_text="Code copied")).to_have_count(1)
    assert page.evaluate("navigator.clipboard.readText()").startswith("<iframe src=")
    page.get_by_role("button", name="Close").click()
    with page.expect_response("**/card.png**") as response:
        row.get_by_role("link", name="Picture").click()
    assert response.value.headers["content-type"] == "image/png"


def test_the_sheet_is_closed_by_its_button_and_by_a_click_beside_it(open_page: Open) -> None:
    page = sheet(open_page)
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#share-sheet")).to_be_hidden()
    page.locator("#share-summary").click()
    expect(page.locator("#share-sheet")).to_be_visible()
    page.mouse.click(10, 10)
    expect(page.locator("#share-sheet")).to_be_hidden()


def test_the_device_s_own_sharing_is_offered_where_there_is_one(open_page: Open) -> None:
    page = open_page("/")
    page.add_init_script("navigator.share = async (what) => { window.sharedThis = what; };")
    page.goto(ADDRESS)
    answered(page)
    page.locator("#share-summary").click()
    page.get_by_role("button", name="Share…").first.click()
    page.wait_for_function("window.sharedThis?.url")
    assert page.evaluate("window.sharedThis.url") == page.get_by_label("Without the answer").input_value()
    assert page.evaluate("window.sharedThis.title") == "What would you do?"
    page.get_by_role("button", name="Share…").nth(1).click()
    page.wait_for_function("window.sharedThis.url.includes('/p/')")
    assert page.evaluate("window.sharedThis.title").startswith("Pass. Left wins")


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_files_are_downloaded_under_good_names(open_page: Open, script: bool) -> None:
    page = shared(open_page, viewport=PHONE, java_script_enabled=script)
    page.locator("#share-summary").click()
    for button, link, name in (
        ("Picture", "Card as PNG", "press-or-pass_8000e1_3000_0_up1.png"),
        ("Data", "Odds as CSV", "press-or-pass_8000e1_3000_0_up1_odds.csv"),
        ("Data", "Everything as JSON", "press-or-pass_8000e1_3000_0_up1_answer.json"),
    ):
        wanted = page.get_by_role("link", name=link)
        if not wanted.is_visible():
            page.locator("#share summary", has_text=button).click()
        with page.expect_download() as download:
            wanted.click()
        assert download.value.suggested_filename == name
        assert download.value.path().stat().st_size > 100
    assert fits(page)


def test_paper_has_the_position_and_every_table_and_nothing_to_click(open_page: Open) -> None:
    page = shared(open_page)
    page.emulate_media(media="print")
    paper = page.locator(".paper")
    expect(paper.get_by_role("row", name="Left · up $8,000, 1 earned spin")).to_be_visible()
    expect(paper).to_contain_text("/p/8000e1,3000,0@1?board=pyl-1985-02-r2.1&rules=seed")
    expect(paper.get_by_role("row", name=re.compile("^Center Press [\\d.]+% Pass [\\d.]+%"))).to_be_visible()
    expect(paper.get_by_role("row", name=re.compile("^Left Press [\\d.]+% Pass [\\d.]+%"))).to_be_visible()
    expect(page.locator("#podiums .podium__score").first).to_be_visible()
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator(".screen__gap b")).to_be_visible()
    expect(page.locator("#why li").first).to_be_visible()
    for hidden in (".masthead", ".stage__foot", "#share", ".footer", "#whatif"):
        expect(page.locator(hidden).first).to_be_hidden()
    assert page.locator("button:visible").count() == 0
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    for paper_size in ("A4", "Letter"):
        assert page.pdf(format=paper_size).startswith(b"%PDF")
    page.emulate_media(media="screen")
    expect(paper).to_be_hidden()


def test_what_was_seen_in_the_dark_is_printed_in_the_light_without_bulbs(open_page: Open) -> None:
    page = shared(open_page, color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator("#verdict")).to_have_css("color", "rgb(0, 0, 0)")
    expect(page.locator(".screen__gap b")).to_have_css("color", "rgb(0, 0, 0)")
    bulbs = "getComputedStyle(document.querySelector('.stage'), '::before').display"
    assert page.evaluate(bulbs) == "none"
