"""The main job, walked as a fan would: on a phone and on a desk; a page that nobody looks at asks for nothing."""

import re
import signal

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.processes import RunningSite
from tests.tier import few

from .conftest import (
    DESKTOP,
    PATIENCE,
    PHONE,
    Open,
    Pause,
    answered,
    ask,
    enter,
    finished,
    fits,
    heavy,
    more,
    refining,
    replaced,
    score_of,
    stop,
)

pytestmark = [pytest.mark.browser, pytest.mark.slow]

QUICK = "/p/8000e1,3000,0@1?rules=seed"
COUNT_SHIFTS = """window.shifted = 0;
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.shifted += shift.value;
}).observe({ type: "layout-shift", buffered: true });"""


def screen(page: Page) -> str:
    return page.locator("#screen").inner_text()


@pytest.mark.parametrize(
    "viewport", [pytest.param(PHONE, id="phone", marks=pytest.mark.journey), pytest.param(DESKTOP, id="desktop")]
)
def test_a_fan_asks_reads_copies_the_link_and_a_friend_sees_the_same(
    open_page: Open, running_site: RunningSite, viewport: dict[str, int]
) -> None:
    page = open_page("/", viewport=viewport, permissions=["clipboard-read", "clipboard-write"])
    assert fits(page)
    enter(page)
    ask(page)
    expect(page).to_have_url(f"{running_site.url}/p/8000e3,3000,0@1")
    answered(page)
    finished(page)
    assert fits(page)

    # How finely it is known depends on how fast this machine is.
    chance = r"{}\d(\.\d)?(\s±\s\d(\.\d)?)?%"
    verdict = screen(page)
    assert verdict.startswith("PRESS")
    assert re.search(rf"Press\s+{chance.format(7)}[^P]*Pass\s+{chance.format(5)}", verdict, re.DOTALL)
    assert re.search(r"2\d(\.\d)?(\s±\s\d(\.\d)?)? more wins in 100", verdict)
    for seat in range(3):
        expect(page.locator(f"#odds-{seat} .odd")).to_have_count(2)
    expect(page.locator(".sq__foot").filter(has_text=re.compile("[+−]")).first).to_be_visible()
    page.locator("#badge-summary").click()
    expect(page.get_by_role("link", name="More about the method")).to_be_visible()
    explained = page.locator(".badge__text").bounding_box()
    assert explained
    assert explained["x"] >= 0
    assert explained["x"] + explained["width"] <= viewport["width"]

    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="More about the method")).to_be_hidden()

    page.locator("#share-summary").click()
    page.locator("#link-copy").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")

    assert link == f"{page.url}?board=pyl-1985-02-r2.1"  # it stays with the board's revision
    friend = open_page(link, viewport=viewport)
    finished(friend)
    assert screen(friend) == verdict
    assert fits(friend)


def test_the_link_can_be_copied_by_hand_where_the_clipboard_is_refused(open_page: Open) -> None:
    page = open_page(QUICK)
    answered(page)
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('refused')); }")
    page.locator("#share-summary").click()
    page.locator("#link-copy").click()
    selected = page.evaluate("document.getSelection().toString() || document.activeElement.value")
    assert selected == page.locator("#link").input_value()


@pytest.mark.journey
def test_a_square_shows_its_slides_on_the_screen_and_leads_on(open_page: Open, running_site: RunningSite) -> None:
    page = open_page(QUICK, viewport=PHONE)
    finished(page)
    square = page.get_by_role("option", name=re.compile("^Square 4"))
    square.click()
    expect(page.locator("#tile")).to_contain_text("$3,000 + one spin")
    expect(page.locator("#verdict")).to_be_hidden()
    expect(square).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#tile")).to_contain_text("Square 5")
    page.keyboard.press("Escape")
    expect(page.locator("#verdict")).to_be_visible()
    square.click()
    page.get_by_role("link", name="$3,000 + one spin").first.click()
    expect(page).to_have_url(re.compile("/p/11000e1,3000,0@1"))
    answered(page)


WITHIN = """screen => {
  const { top, bottom } = screen.getBoundingClientRect();
  return [...screen.querySelectorAll("*")].map((element) => element.getBoundingClientRect())
    .filter((box) => box.height).every((box) => box.top >= top && box.bottom <= bottom);
}"""


@pytest.mark.journey
@pytest.mark.parametrize(("width", "most"), few(1, [(390, 660), (360, 620), (320, 700)]))
def test_the_stage_fits_the_screen_of_a_phone_and_holds_all_that_it_says(
    open_page: Open, width: int, most: int
) -> None:
    """Header and stage: 664 px are what the browser of a phone leaves of 844; at 390 the ring has the least height."""
    page = open_page("/", viewport={"width": width, "height": 664})
    for path in ("/", "/p/8000e3,3000w1,0w2@1", QUICK, "/p/8000e2,3000,0@1?goal=money"):
        page.goto(path)
        if path != "/":
            answered(page)
        if "?" in path:
            finished(page)
            page.wait_for_load_state("networkidle")
            assert width < 390 or page.locator("#screen").evaluate(WITHIN)
        bottom = page.locator(".stage").evaluate("stage => stage.getBoundingClientRect().bottom + scrollY")
        assert bottom <= most
        assert fits(page)


def test_the_podiums_are_the_form_that_asks_again(open_page: Open, running_site: RunningSite) -> None:
    page = open_page(QUICK)
    answered(page)
    more(page, "Center")
    score_of(page, "Left").fill("9000")
    ask(page)
    expect(page).to_have_url(f"{running_site.url}/p/9000e1,3000e1,0@1?rules=seed")
    answered(page)


class TestWaiting:
    """On positions that no table of another test answers at once."""

    def test_progress_cancel_and_try_again(self, open_page: Open, paused: Pause) -> None:
        with paused():
            page = open_page("/p/8000e1w2,2900w1,0w3@1?rules=seed")
            expect(page.get_by_role("heading", name="Waiting for the solver.")).to_be_visible()
            expect(page.get_by_role("progressbar")).to_be_attached()
            expect(page.locator("#screen")).to_contain_text(re.compile(r"\d\ss"))
            page.get_by_role("button", name="Stop").focus()
            replaced(page.get_by_role("button", name="Stop"))
            expect(page.get_by_role("button", name="Stop")).to_be_focused()
            page.keyboard.press("Enter")
            expect(page.get_by_role("heading", name="Stopped.")).to_be_visible()
            expect(page.locator("#live")).to_have_text("Stopped.")
            expect(page.locator("#answer")).to_be_focused()
            page.get_by_role("button", name="Try again").click()
            expect(page.get_by_role("heading", name="Waiting for the solver.")).to_be_visible()
        answered(page)

    def test_the_answer_is_told_to_those_who_listen(self, open_page: Open, paused: Pause) -> None:
        with paused():
            page = open_page("/p/8000e1w1,2500w2,0w3@1?rules=seed")
            expect(page.get_by_role("heading", name="Waiting for the solver.")).to_be_visible()
        answered(page)
        expect(page.locator("#live")).to_have_text(re.compile(r"(Press|Pass)\. Left wins"))
        expect(page).to_have_title(re.compile(r"^(Press|Pass)\. 8000e1w1,2500w2,0w3@1"))


class TestRefining:
    @pytest.mark.parametrize(
        ("viewport", "score"),
        [pytest.param(PHONE, 3001, id="phone"), pytest.param(DESKTOP, 3002, id="desktop", marks=pytest.mark.journey)],
    )
    def test_the_answer_is_there_while_it_is_bettered_and_stays_when_that_is_stopped(
        self, open_page: Open, viewport: dict[str, int], score: int
    ) -> None:
        page = open_page(heavy(score), viewport=viewport)
        refining(page)
        assert fits(page)
        expect(page.locator("#refining")).to_contain_text("Improving…")
        page.locator("#refining").get_by_role("button", name="Stop").focus()
        replaced(
            page.locator("#refining").get_by_role("button", name="Stop")
        )  # the line is another one, the answer is not
        expect(page.locator("#refining").get_by_role("button", name="Stop")).to_be_focused()
        expect(page.locator("#why li").first).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator("#halted")).to_contain_text("Stopped. This is the answer so far.", timeout=PATIENCE)
        expect(page.locator("#live")).to_have_text("Stopped. This is the answer so far.")
        expect(page.locator("#halted")).to_be_focused()
        said = page.locator(".screen__bars").inner_text()
        expect(page.locator("#why li").first).to_be_visible()
        assert fits(page)

        page.reload()
        expect(page.locator("#halted")).to_be_visible()
        assert page.locator(".screen__bars").inner_text() == said
        page.locator("#halted").get_by_role("button", name="Try again").click()
        refining(page)
        expect(page.locator("#refining")).to_be_focused()
        stop(page)

    def test_a_button_is_clicked_though_its_part_is_replaced_while_it_is_pressed(self, open_page: Open) -> None:
        page = open_page(heavy(3006))
        refining(page)
        elapsed = page.locator("#refining p").first.inner_text()
        page.locator("#refining").get_by_role("button", name="Stop").hover()
        page.mouse.down()
        for _ in range(4):  # several seconds
            with page.expect_response(re.compile(r"/a/\w+/\?seen=")):
                pass
        assert page.locator("#refining p").first.inner_text() == elapsed, "it waits for the pointer"
        page.mouse.up()
        expect(page.get_by_text("Stopped. This is the answer so far.").first).to_be_visible(timeout=PATIENCE)

    def test_leaving_and_coming_back_finds_it(self, open_page: Open) -> None:
        page = open_page(heavy(3003))
        refining(page)
        page.goto("/")
        page.go_back()
        refining(page)
        friend = open_page(heavy(3003))
        refining(friend)
        stop(friend)
        expect(page.locator("#halted")).to_be_visible(timeout=PATIENCE)

    def test_a_killed_worker_is_said_beside_the_answer_and_another_goes_on(
        self, open_page: Open, running_site: RunningSite
    ) -> None:
        page = open_page(heavy(3004), viewport=PHONE)
        refining(page)
        worker = running_site.worker()
        assert worker
        for process in [*worker.children(recursive=True), worker]:
            process.send_signal(signal.SIGKILL)
        expect(page.locator("#refining-title")).to_have_text("The solver was interrupted.", timeout=PATIENCE)
        expect(page.get_by_text("this answer stays")).to_be_visible()
        answered(page)
        expect(page.get_by_text("try 2 of 3, after an interruption")).to_be_visible(timeout=PATIENCE)
        assert fits(page), "long words of the progress push nothing out of the card"
        answered(page)
        stop(page)


@pytest.mark.journey
@pytest.mark.parametrize("viewport", few(1, [PHONE, DESKTOP]), ids=["phone", "desktop"])
def test_nothing_moves_while_an_answer_waits_and_comes(
    open_page: Open, paused: Pause, viewport: dict[str, int]
) -> None:
    """As on a slow machine: the page first says that the question waits."""
    page = open_page("/", viewport=viewport)
    page.add_init_script(COUNT_SHIFTS)
    with paused():
        # Asked by no other test, and no table has these Whammies, nor that of the other case.
        page.goto(f"/p/{4000 + viewport['width']}e1w3,3000w{2 if viewport == DESKTOP else 3},0@1?rules=seed")
        expect(page.locator("#waiting-title")).to_have_text("Waiting for the solver.")
    finished(page)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.shifted") <= 0.01


@pytest.mark.journey
def test_nothing_moves_and_little_is_asked_of_the_reader(open_page: Open) -> None:
    """No layout shift from the first paint on, at most six things below the stage, and the order of an answer."""
    page = open_page("/")
    page.add_init_script(COUNT_SHIFTS)
    page.goto(QUICK)
    finished(page)
    expect(page.locator("[data-map]")).to_be_visible(timeout=PATIENCE)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.shifted") <= 0.01
    assert page.locator(".card:visible").count() <= 6
    controls = page.locator(":is(a, button, input, select, summary, textarea):visible")
    assert controls.count() <= 120
    parts = ("#podiums", "#verdict", "#why", "[data-map]", "#share")
    assert all(
        page.locator(parts[n]).evaluate(
            "(one, other) => !!(one.compareDocumentPosition(document.querySelector(other)) & 4)", parts[n + 1]
        )
        for n in range(4)
    )


@pytest.mark.journey
def test_the_home_page_and_a_past_answer_open_offline(browser: Browser, running_site: RunningSite) -> None:
    context = browser.new_context(base_url=running_site.url, viewport=PHONE)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(QUICK)
    finished(page)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto("/")
    page.reload()  # under the worker, with all its files
    page.goto(QUICK)
    finished(page)
    page.wait_for_load_state("networkidle")
    context.set_offline(True)
    page.goto("/")
    score_of(page, "Left").fill("4200")
    ask(page)
    expect(page.get_by_text("You’re offline; your position is kept.")).to_be_visible()
    expect(page.get_by_label("Left, score")).to_have_value("4,200")
    page.goto("/daily/")
    expect(page.get_by_role("heading", name="You’re offline")).to_be_visible()
    page.goto(QUICK)
    answered(page)
    expect(page.locator(".screen__bars")).to_be_visible()
    context.close()


@pytest.mark.parametrize("path", [QUICK, heavy(3005)])
def test_an_answer_weighs_less_than_60_kb(open_page: Open, path: str) -> None:
    page = open_page(path, viewport=PHONE)
    answered(page)
    page.locator("#share").scroll_into_view_if_needed()
    page.wait_for_load_state("networkidle")
    received = page.evaluate(
        "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        ".map(each => [each.name, each.transferSize])"
    )
    assert sum(size for _, size in received) < 60_000, received


HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def looks(request: Request) -> bool:
    return request.method == "GET" and "/a/" in request.url


@pytest.mark.journey
def test_a_hidden_page_stops_asking_until_it_is_shown_again(open_page: Open, paused: Pause) -> None:
    with paused():
        page: Page = open_page("/rules/")
        page.clock.install()
        page.goto("/p/8450e1,3150,0@1")
        expect(page.locator("#answer")).to_have_attribute("data-state", re.compile("waiting|refining"))
        page.evaluate(HIDE, True)
        requests: list[Request] = []
        page.on("request", lambda request: requests.append(request) if looks(request) else None)
        page.clock.run_for(10_000)  # many looks of a page that is shown
        assert not requests
        with page.expect_request(looks):
            page.evaluate(HIDE, False)
