"""A browser on the running site, at the sizes that matter; it fails on anything the console reports."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.processes import PATIENCE as PATIENCE_SECONDS
from tests.processes import RunningSite, wait_for

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 900}

# A first answer may take a few seconds of solving, and anything a while on a machine that is busy.
PATIENCE = 1000 * PATIENCE_SECONDS
expect.set_options(timeout=PATIENCE)

MEANT = ("the server responded with a status of 4", "ERR_INTERNET_DISCONNECTED", "blocked by Playwright")

Open = Callable[..., Page]
Pause = Callable[[], Any]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Walk the journeys, one in one look, the next in the next; `make nightly` has every test in every look."""
    looks: dict[Any, list[pytest.Item]] = {}
    for item in items:
        if Path(__file__).parent not in item.path.parents:
            continue
        if not item.get_closest_marker("journey"):
            item.add_marker(pytest.mark.nightly)
        elif isinstance(item, pytest.Function) and hasattr(item, "callspec") and "look" in item.callspec.params:
            looks.setdefault((item.path, item.originalname), []).append(item)
    for number, journey in enumerate(looks.values()):
        for item in journey:
            if item is not journey[number % len(journey)]:
                item.add_marker(pytest.mark.nightly)


@pytest.fixture
def open_page(browser: Browser, running_site: RunningSite) -> Iterator[Open]:
    """Open an address of the site in a new browser profile."""
    contexts: list[BrowserContext] = []
    trouble: list[str] = []

    def open_(path: str = "/", *, viewport: dict[str, int] = DESKTOP, **options: Any) -> Page:
        context = browser.new_context(base_url=running_site.url, viewport=viewport, **options)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("console", lambda message: trouble.append(message.text) if reportable(message) else None)
        page.goto(path)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert not trouble


@pytest.fixture
def paused(running_site: RunningSite) -> Pause:
    """Hold the site's workers for a while, so that questions wait."""

    @contextmanager
    def pause() -> Iterator[None]:
        workers = running_site.workers()
        assert workers
        processes = [
            stopped_process for worker in workers for stopped_process in (*worker.children(recursive=True), worker)
        ]
        for process in processes:
            process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            for process in processes:
                process.send_signal(signal.SIGCONT)

    return pause


def reportable(message: Any) -> bool:
    """Warnings and errors, breaches of the policy among them; not the status of a page meant to be 4xx, or what a test has cut off."""
    return message.type in ("error", "warning") and not any(text in message.text for text in MEANT)


def podium(page: Page, name: str) -> Locator:
    """Open a contestant's podium, and return its fields."""
    seat = ("Left", "Center", "Right").index(name) + 1
    opened = page.locator(f"#podium-{seat}")
    if opened.get_attribute("open") is None:
        opened.locator("summary").first.click()
    return opened.get_by_role("group", name=name, exact=True)


def score_of(page: Page, name: str) -> Locator:
    """Open a contestant's podium, and return its score."""
    return podium(page, name).get_by_label(f"{name}, score")


def spins_of(page: Page, name: str) -> Locator:
    """Open a contestant's podium, and return the number of its earned spins."""
    return podium(page, name).get_by_label(f"Earned spins of {name}")


def more(page: Page, name: str) -> None:
    """Give a contestant one earned spin more."""
    spins_of(page, name).press("ArrowUp")


def line_of(page: Page) -> Locator:
    """Open the fold with the position in one line, and return the line."""
    field = page.get_by_label("The position in one line")
    if not field.is_visible():
        page.locator(".paste > summary").click()
    return field


def settings(page: Page, *, scripts: bool = True) -> None:
    """Open the fold with board and rules, whose fields are fetched; without scripts a page has them."""
    page.locator(".settings > summary").click()
    if not scripts:
        page.get_by_role("button", name="Change board and rules").click()


def ask(page: Page) -> None:
    """Ask about the podiums by their button."""
    podium(page, "Right").get_by_role("button", name="Answer").click()


def enter(page: Page, *, left: str = "$8,000", held: str = "3") -> None:
    """Type the example as a fan would."""
    score_of(page, "Left").fill(left)
    spins_of(page, "Left").fill(held)
    score_of(page, "Center").fill("$3,000")
    score_of(page, "Right").fill("$0")


def go_to(page: Page, name: str) -> None:
    """Follow a link of the header; on a phone most are under its last word."""
    header = page.get_by_role("navigation", name="Site")
    if header.get_by_text("More").is_visible():
        header.get_by_text("More").click()
    header.get_by_role("link", name=name).click()


def heavy(score: int) -> str:
    """The address of a position that has a first answer soon and a better one only after a long while.

    Every test takes a score of its own, as a position that was stopped once stays so.
    """
    return f"/p/1000e7,{score},4000e7@1"


def answered(page: Page) -> None:
    """Wait for a verdict."""
    expect(page.locator("#verdict")).to_be_visible(timeout=PATIENCE)


def finished(page: Page) -> None:
    """Wait for the last answer."""
    expect(page.locator("#answer")).to_have_attribute("data-state", "done", timeout=PATIENCE)


def refining(page: Page) -> None:
    """Wait for an answer that is still being refined."""
    expect(page.locator("#answer")).to_have_attribute("data-state", "refining", timeout=PATIENCE)


def replaced(element: Locator) -> None:
    """Wait until the page has put another element in the place of this one."""
    first = element.element_handle()
    wait_for("it was replaced", lambda: not first.evaluate("each => each.isConnected"))


def stop(page: Page) -> None:
    """Leave the answer as it is, and the worker to the next test."""
    page.locator("#refining").get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped. This is the answer so far.").first).to_be_visible(timeout=PATIENCE)


def fits(page: Page) -> bool:
    """No scrolling sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))
