"""One step further: a tap on an outcome or a square leads on, the trail leads back."""

import pytest
from playwright.sync_api import expect

from tests.processes import RunningSite

from .conftest import DESKTOP, PHONE, Open, finished, fits, score_of

START = "/p/8000e2,3000,0@1?rules=seed"
TRAIL = "trail=8000e2,3000,0@1"


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP])
def test_an_outcome_a_square_and_the_way_back(
    open_page: Open, running_site: RunningSite, viewport: dict[str, int]
) -> None:
    page = open_page(START, viewport=viewport)
    finished(page)
    page.get_by_text("Every outcome").click()
    page.locator("#outcomes").get_by_role("link", name="$750 + one spin", exact=True).click()
    expect(page).to_have_url(f"{running_site.url}/p/8750e2,3000,0@1?rules=seed&{TRAIL}~750s")
    expect(page.locator("#asked")).to_have_text("8750e2,3000,0@1")
    expect(score_of(page, "Left")).to_have_value("8,750")
    finished(page)
    trail = page.get_by_role("navigation", name="The way here")
    expect(trail.locator("[aria-current]")).to_have_text("Left: $750 + one spin")
    expect(trail).to_be_in_viewport()

    page.locator(".ring-list li").filter(has_text="Whammy").first.click()
    square = page.locator("#tile").get_by_role("link", name="Whammy")
    box = square.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 24
    square.click()
    expect(page).to_have_url(f"{running_site.url}/p/0e1w1,3000,0@1?rules=seed&{TRAIL}~750s~w")
    finished(page)
    expect(trail.get_by_role("listitem")).to_have_count(3)
    assert fits(page)

    trail.get_by_role("link", name="Left with $8,000, 2 earned spins").click()
    expect(page).to_have_url(f"{running_site.url}{START}")
    expect(page.locator("#asked")).to_have_text("8000e2,3000,0@1")
    expect(trail).to_have_count(0)
    expect(score_of(page, "Left")).to_have_value("8,000")
    page.go_back()
    expect(trail.get_by_role("listitem")).to_have_count(3)


def test_without_javascript_the_links_are_pages(open_page: Open, running_site: RunningSite) -> None:
    page = open_page(START)
    finished(page)
    plain = open_page(START, java_script_enabled=False)
    plain.get_by_text("Every outcome").click()
    plain.get_by_role("link", name="List them").click()
    plain.locator("#outcomes").get_by_role("link", name="Whammy", exact=True).click()
    expect(plain).to_have_url(f"{running_site.url}/p/0e1w1,3000,0@1?rules=seed&{TRAIL}~w")
    expect(plain.get_by_role("navigation", name="The way here")).to_contain_text("Left: Whammy")
