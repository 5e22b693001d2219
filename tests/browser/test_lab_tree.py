"""Tree Solitaire in a browser: clean for everybody, and played through."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.processes import wait_for

from .conftest import PATIENCE, PHONE, Open
from .test_accessibility import LOOKS, clean

pytestmark = [pytest.mark.browser, pytest.mark.slow]
MEMO = "E=.5&A=.75"


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(
    "path",
    [
        f"/lab/tree/win/?strategy=lstrat&{MEMO}",
        f"/lab/tree/depreciation/?strategy=bstrat&{MEMO}",
        "/lab/tree/win/?strategy=hstrat&form=drift&E=.5&top=.5&step=1/6",
        "/lab/tree/?seed=5&seen=h.l&looks=2&advice=1",
        "/lab/tree/?seed=5&way=h",
    ],
)
def test_pages_with_everything_unfolded(open_page: Open, path: str, look: dict[str, Any]) -> None:
    page = open_page(path, **look)
    expect(page.get_by_role("main")).to_be_visible()

    def settled() -> bool:
        if not page.get_by_role("link", name="Reload").count() and not page.locator("[data-state=waiting]").count():
            return True
        page.wait_for_timeout(300)  # between two looks
        page.reload()
        return False

    wait_for("everything was computed", settled)
    expect(page.get_by_text("Solving…")).to_have_count(0)
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    clean(page)


def test_what_has_no_meaning_cannot_be_filled_in(open_page: Open) -> None:
    page = open_page("/lab/tree/win/")
    expect(page.get_by_label("T: top", exact=True)).to_be_disabled()
    page.get_by_label("Split ratios").select_option("uniform")
    expect(page.get_by_label("A: split ratio", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Solve").click()
    expect(page.locator("#lab-headline")).to_have_text("75.0%", timeout=PATIENCE)
    page.get_by_label("values drift").check()
    expect(page.get_by_label("T: top", exact=True)).to_be_enabled()
    expect(page.get_by_label("T: top, slider")).to_be_enabled()


def test_a_game_without_scripts(open_page: Open) -> None:
    page = open_page("/lab/tree/?seed=5", viewport=PHONE, java_script_enabled=False)
    page.get_by_role("link", name="Look at the high branch, 0.75").click()
    expect(page.get_by_text("End point: a loss.")).to_be_visible()
    page.get_by_role("link", name="Go to the low branch, 0.25").click()
    expect(page.get_by_role("heading", name="You are at a point of value 0.25")).to_be_visible()
    page.get_by_role("link", name="Start over").click()
    page.get_by_role("link", name="Go to the high branch, 0.75").click()
    expect(page.get_by_role("heading", name="You lose.")).to_be_visible()
    expect(page.get_by_role("heading", name="The strategies on this tree")).to_be_visible()


def test_the_form_is_walked_through_in_the_order_that_is_seen(open_page: Open) -> None:
    page = open_page("/lab/tree/win/")
    fields = page.locator(".lab-form__fields:has(#id_ends) > .field").all()
    boxes = [box for field in fields if (box := field.bounding_box())]
    assert len(boxes) == len(fields) > 3
    rows = [(round(box["y"]), box["x"]) for box in boxes]
    assert rows == sorted(rows)
