"""What is seen without scrolling: the stage, whole, with its question and its verdict."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.processes import RunningSite
from tests.tier import few

from .conftest import DESKTOP, PHONE, Open, Pause, answered, fits, line_of, podium, settings

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# What the browser of a phone leaves of its screen, and how much of that header and stage may take.
SMALL = pytest.mark.parametrize(
    ("viewport", "most"),
    few(1, [({"width": 360, "height": 620}, 620), ({"width": 390, "height": 664}, 660)]),
    ids=["360", "390"],
)
SIZES = pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])


IN_VIEW = """part => {
  if (!part.isConnected) return null;
  const { left, top, right, bottom } = part.getBoundingClientRect();
  const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  const at = document.elementFromPoint((left + right) / 2, bottom - 2);
  return inside && bottom > top && (part.contains(at) || at.contains(part));
}"""


# Text of another size, as readers set it.
LARGER = """times => {
  const { style } = document.documentElement;
  for (const [name, size] of Object.entries({ ring: 12, small: 14, body: 16, large: 19, title: 22, display: 32 })) {
    style.setProperty(`--text-${name}`, `${times * size}px`);
  }
}"""


def in_view(page: Page, part: Locator) -> bool:
    """Whether all of it is inside the window, with nothing over it, as the page opened."""
    assert page.evaluate("window.scrollY") == 0
    while (box := part.evaluate(IN_VIEW)) is None:
        pass  # the page has just put another in its place
    return bool(box)


def stage_ends(page: Page) -> float:
    box = page.locator(".stage").bounding_box()
    assert box
    return box["y"] + box["height"]


@pytest.mark.journey
@SMALL
def test_a_phone_shows_the_whole_stage_as_it_asks_answers_and_is_changed(
    open_page: Open, running_site: RunningSite, viewport: dict[str, int], most: int
) -> None:
    page = open_page("/", viewport=viewport, has_touch=True)
    assert stage_ends(page) <= most
    page.get_by_role("button", name="Press or pass?").tap()
    expect(page).to_have_url(f"{running_site.url}/p/8000e3,3000,0@1")  # the example of blank podiums
    answered(page)
    expect(page.locator("#notices")).to_contain_text("This is an example")
    assert stage_ends(page) <= most
    for part in ("#verdict", "#odds-0", "#odds-2", ".settings > summary"):
        assert in_view(page, page.locator(part))
    # An open podium covers neither the verdict nor the odds.
    editor = podium(page, "Center")
    assert stage_ends(page) <= most
    for part in ("#verdict", "#odds-0", "#odds-1", "#odds-2"):
        assert in_view(page, page.locator(part))
    for key in editor.get_by_role("button").all():
        assert in_view(page, key)
    page.locator("#verdict").tap()
    expect(editor).to_be_hidden()
    assert fits(page)


@pytest.mark.journey
@pytest.mark.parametrize(
    "path", ["/games/simulated-12/review/", "/boards/pyl-1985-02-r2/", "/boards/abc-2019-bonus4/"], ids=str
)
def test_the_stage_of_a_review_and_of_a_board_leaves_room_on_a_phone(open_page: Open, path: str) -> None:
    page = open_page(path, viewport={"width": 390, "height": 844})
    page.wait_for_load_state("networkidle")
    heights = {stage_ends(page)}
    for move in [link.get_attribute("href") for link in page.locator(".moves a").all()][::8]:
        page.goto(f"{path}{move}")
        heights.add(stage_ends(page))
    assert len(heights) == 1
    assert heights.pop() <= 620


def test_large_text_on_the_smallest_phone_clips_nothing(open_page: Open) -> None:
    page = open_page("/", viewport={"width": 320, "height": 568})
    for larger in (1, 2):
        page.evaluate(LARGER, larger)
        for name in ("Left", "Center", "Right"):
            editor = podium(page, name)
            box = editor.bounding_box()
            assert box
            assert box["y"] + page.evaluate("window.scrollY") >= 0
            assert editor.evaluate("each => each.scrollWidth <= each.clientWidth")
            for part in (*editor.get_by_role("button").all(), *editor.get_by_role("textbox").all()):
                part.scroll_into_view_if_needed()
                expect(part).to_be_in_viewport(ratio=0.9)
        assert fits(page)


@SIZES
def test_what_waits_is_in_view_and_so_is_the_verdict_that_comes(
    open_page: Open, paused: Pause, viewport: dict[str, int]
) -> None:
    score = 2000 + viewport["width"]  # asked by no other test, and no table has these Whammies
    with paused():
        page = open_page("/", viewport=viewport)
        settings(page)
        page.get_by_text("Advanced").click()
        page.get_by_label("Rules", exact=True).select_option("seed")
        settings(page)
        line_of(page).fill(f"8000 1 spin / {score} 3 Whammies / 0 3 Whammies")
        expect(page.locator("#waiting-title")).to_be_visible()
        page.evaluate("scrollTo(0, 0)")  # the line is entered below the ring
        assert in_view(page, page.locator("#screen"))
    answered(page)
    assert in_view(page, page.locator("#screen"))


@pytest.mark.journey
def test_no_page_is_wider_than_the_smallest_phone(open_page: Open) -> None:
    page = open_page("/", viewport={"width": 320, "height": 640})
    for path in ("/", "/games/", "/games/new/", "/account/log-in/", "/boards/", "/lab/pig/", "/daily/days/", "/rules/"):
        page.goto(path)
        assert fits(page), path
