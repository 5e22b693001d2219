"""A dilemma: called and revealed, a streak kept in the browser, asked of friends; with and without scripts."""

import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.processes import ROOT, started_site, wait_for

from .conftest import DESKTOP, PATIENCE, PHONE, Open, answered, fits
from .test_accessibility import LOOKS, clean

pytestmark = [pytest.mark.browser, pytest.mark.slow]

DAY = "/daily/1/"  # there is one, whatever the clock says
QUICK = "/p/8000e1,3300,0@1?rules=seed"  # asked by no other test
SHIFTS = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) sum += shift.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 500);
})"""


def revealed(page: Page) -> None:
    expect(page.locator("h1.screen__word")).to_be_visible(timeout=PATIENCE)


def remember(page: Page, calls: dict[str, str]) -> None:
    page.evaluate("calls => localStorage.setItem('dilemmas', JSON.stringify(calls))", calls)


def today(page: Page) -> int:
    return int(re.findall(r"/daily/(\d+)/", page.url)[0])


@pytest.mark.journey
def test_a_day_is_called_by_keyboard_and_shared_without_its_answer(open_page: Open) -> None:
    page = open_page(DAY, viewport=PHONE, permissions=["clipboard-read", "clipboard-write"])
    clean(page)
    assert page.evaluate(SHIFTS) <= 0.01
    page.get_by_role("slider", name="Your best chance to win").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-guess]")).to_have_text("51%")
    page.get_by_role("button", name="Pass", exact=True).focus()
    page.keyboard.press("Enter")
    revealed(page)
    expect(page.locator("h1.screen__word")).to_be_focused()
    expect(page.locator(".called")).to_have_text(re.compile("Right call!|[Cc]lose|Wrong call"))
    expect(page.get_by_text("You passed and guessed 51%.")).to_be_visible()
    clean(page)
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(r"Press or Pass 1 [🟩🟨🟥] \d+\nhttp://\S+/daily/1/", copied)
    page.reload()
    expect(page.get_by_text("You passed and guessed 51%.")).to_be_visible()  # it is remembered
    page.get_by_role("link", name="Past days").click()
    expect(page.locator('[data-day="1"]')).to_have_class(re.compile("day--(right|close|wrong)"))
    expect(page.locator("#statistics")).to_be_visible()
    clean(page)


@pytest.mark.parametrize(("width", "height", "most"), [(390, 664, 660), (360, 640, 620)])
def test_the_stage_fits_a_phone_before_and_after(open_page: Open, width: int, height: int, most: int) -> None:
    for path in (DAY, "/daily/22/"):  # against the house
        page = open_page(path, viewport={"width": width, "height": height})
        assert stage_end(page) <= most
        page.locator(".screen__buttons button").first.click()
        revealed(page)
        assert stage_end(page) <= most
        assert fits(page)


def stage_end(page: Page) -> float:
    box = page.locator(".stage").bounding_box()
    assert box
    return box["y"] + box["height"] + page.evaluate("scrollY")


@pytest.mark.journey
@pytest.mark.skipif(sys.platform != "linux", reason="the clock of the site is set by preloading")
def test_a_day_ends_on_the_stage_and_is_shared(browser: Browser, prepared_data: Path, tmp_path: Path) -> None:
    """On a site whose clock is a month ahead, so that there are three dilemmas a day, whatever the date is."""
    folder = shutil.copytree(prepared_data, tmp_path / "data")
    with started_site(folder, **month_ahead(tmp_path)) as site:
        context = browser.new_context(base_url=site.url, viewport=PHONE, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto("/daily/")
        number = today(page)
        remember(page, {f"{number - 1}/{part}": "right*90 danger" for part in (1, 2, 3)})
        for part in (1, 2, 3):
            page.goto("/daily/")
            assert page.url.endswith(f"/daily/{number}/{part}/")
            page.locator(".screen__buttons button").first.click()
            revealed(page)
        page.goto("/daily/")
        scores = [int(text) for text in page.locator(".podium__score").all_inner_texts()]
        assert page.locator("[data-count]").inner_text() == str(sum(scores))
        expect(page.get_by_text("🔥 2 days")).to_be_visible()
        expect(page.get_by_text(re.compile(r"Next in \d+:\d\d:\d\d"))).to_be_visible()
        expect(page.locator("#fortnight li")).to_have_count(14)
        assert re.match(
            rf"Press or Pass {number} [🟩🟨🟥]{{3}} {sum(scores)} 🔥2\n", page.locator("#result").input_value()
        )
        clean(page)
        assert fits(page)
        page.get_by_role("link", name="Share picture").click()  # opens it where a browser cannot send files
        page.wait_for_url("**/card.png")
        page.goto("/")
        expect(page.get_by_role("link", name=f"Your day: {sum(scores)} · 🔥 2")).to_be_visible()
        context.close()


def month_ahead(folder: Path) -> dict[str, str]:
    """Return the environment of a site whose clock is a month ahead."""
    source, library, clock = ROOT / "tests/faults/clock.c", folder / "clock.so", folder / "clock"
    subprocess.run([shutil.which("cc") or "gcc", "-shared", "-fPIC", "-O2", "-o", library, source], check=True)
    clock.write_bytes(struct.pack("=q", 31 * 24 * 3600))
    return {"LD_PRELOAD": str(library), "FAULT_CLOCK": str(clock)}


@pytest.mark.journey
def test_practice_goes_on_and_keeps_its_trend(open_page: Open) -> None:
    page = open_page("/practice/", viewport=PHONE)
    clean(page)
    page.get_by_role("link", name=re.compile("Both in danger")).click()
    for calls in (1, 2):
        page.get_by_role("button", name="Press", exact=True).click()
        revealed(page)
        expect(page.locator("#trend li")).to_have_count(calls)
        assert fits(page)
        clean(page)
        page.get_by_role("link", name=re.compile("ext one")).click()
    page.goto("/practice/")
    expect(page.get_by_text(re.compile(r"Last 2: [\d.]+ in 100 a call"))).to_be_visible()
    plain = open_page("/practice/house/", java_script_enabled=False)
    plain.get_by_role("button", name="Stop", exact=True).click()
    revealed(plain)
    plain.get_by_role("link", name=re.compile("ext one")).click()
    expect(plain.get_by_role("button", name="Stop", exact=True)).to_be_visible()


@pytest.mark.journey
def test_sounds_are_off_until_the_speaker_is_pressed(open_page: Open) -> None:
    page = open_page("/practice/danger/")
    fetched: list[str] = []
    tones = "const start = OscillatorNode.prototype.start; OscillatorNode.prototype.start = function (...at) {"
    page.add_init_script(f"window.tones = 0; {tones} window.tones += 1; start.apply(this, at); }};")
    page.on("request", lambda request: fetched.append(request.url) if "/sound." in request.url else None)
    page.reload()
    page.get_by_role("button", name="Pass", exact=True).click()
    revealed(page)
    assert (page.evaluate("window.tones"), fetched) == (0, [])
    speaker = page.get_by_role("button", name="Sound")
    expect(speaker).to_have_attribute("aria-pressed", "false")
    with page.expect_response(re.compile("/sound[.]")):
        speaker.press("Enter")
    clean(page)
    page.reload()
    expect(speaker).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Press", exact=True).click()
    revealed(page)
    wait_for("it sounded", lambda: page.evaluate("window.tones"))
    speaker.click()
    expect(speaker).to_have_attribute("aria-pressed", "false")


def test_statistics_are_of_this_browser_s_calls(open_page: Open) -> None:
    page = open_page("/daily/days/", viewport=PHONE)
    expect(page.locator("#statistics")).to_be_hidden()
    number = int(page.locator("#days").get_attribute("data-today") or 0)
    parts = {1: "right*90 danger", 2: "close*60 house", 3: "wrong*50 danger"}
    remember(page, {f"{number}/{part}": call for part, call in parts.items()} | {f"{number - 1}": "right*"})
    page.reload()
    figures = page.locator("[data-statistic]").all_inner_texts()
    assert figures == ["2", "0", "2 of 4", "200 of 300"]
    kinds = page.locator("#by-kind").get_by_role("listitem")
    expect(kinds).to_have_text(["Both in danger: 1 of 2", "Against the house: 0 of 1"])
    expect(page.locator("#distribution li").nth(2)).to_have_text("55 to 69: 1")
    expect(page.locator(f'[data-day="{number}"] .day__mark')).to_have_text("200")
    clean(page)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("path", [DAY, "/daily/22/", "/daily/days/", "/dilemma/8000e3,3000,0w2@1"])
def test_pages_are_for_everybody(open_page: Open, path: str, look: dict[str, object]) -> None:
    page = open_page(path, **look)
    clean(page)
    if page.locator(".screen__buttons").count():
        page.locator(".screen__buttons button").last.click()
        revealed(page)
        clean(page)


def test_without_scripts(open_page: Open) -> None:
    page = open_page("/daily/1/", viewport=DESKTOP, java_script_enabled=False)
    page.get_by_role("button", name="Press", exact=True).click()
    revealed(page)
    expect(page.get_by_text("You pressed.")).to_be_visible()
    assert re.match(r"Press or Pass 1 [🟩🟨🟥] \d+\nhttp", page.locator("#result").input_value())
    other = open_page("/daily/2/", viewport=DESKTOP, java_script_enabled=False)
    other.get_by_label("Your best chance to win, in percent").fill("60")
    other.get_by_role("button", name="Press", exact=True).click()
    expect(other.get_by_text("You pressed and guessed 60%.")).to_be_visible()


def test_friends_are_asked_about_an_answer(open_page: Open) -> None:
    page = open_page(QUICK)
    answered(page)
    link = page.get_by_role("link", name="Ask friends").get_attribute("data-send") or ""
    friend = open_page(link, viewport=PHONE)
    assert friend.locator(".screen__bars, .podium__odds .odd").count() == 0
    friend.get_by_role("button", name="Pass", exact=True).click()
    revealed(friend)
    assert fits(friend)
    friend.get_by_role("link", name="play it out").click()
    expect(friend).to_have_url(re.compile(re.escape(QUICK)))
    expect(friend.locator(".play__count")).to_have_text("Spin 1 of 1", timeout=PATIENCE)
