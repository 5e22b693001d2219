"""Pages that come slowly: what is painted of them stays in its place."""

import re

import pytest
from playwright.sync_api import Browser, Page

from tests.processes import RunningSite
from tests.tier import few

from .conftest import DESKTOP, PATIENCE, PHONE, Open
from .slow_line import slow_line
from .test_answer import COUNT_SHIFTS
from .test_review import imported

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def shifts(page: Page, address: str) -> float:
    page.goto(address, timeout=PATIENCE)
    page.wait_for_load_state("networkidle")
    return float(page.evaluate("window.shifted"))


@pytest.mark.journey
@pytest.mark.parametrize("viewport", few(1, [PHONE, DESKTOP]), ids=["phone", "desktop"])
def test_nothing_moves_while_a_page_comes(
    browser: Browser, open_page: Open, running_site: RunningSite, viewport: dict[str, int]
) -> None:
    game = open_page("/games/import/")
    imported(game, 2000 + viewport["width"])
    review = re.sub(r"^https?://[^/]+", "", game.url)
    paths = ["/", "/p/8000e1,3000,0@1?rules=seed", "/daily/", "/ask/settings/", "/boards/pyl-1985-02-r2/", review]
    with slow_line(running_site.url) as url:
        context = browser.new_context(base_url=url, viewport=viewport)  # type: ignore[arg-type]
        context.add_init_script(COUNT_SHIFTS)
        page = context.new_page()
        shifted = {path: shifts(page, path) for path in (*paths, review.replace("review/", ""))}
        context.close()
    assert {path: value for path, value in shifted.items() if value > 0.01} == {}
