"""Kept pages: a second old at most, fresh for whoever has a cookie of the site, with nothing of another visitor."""

import gzip
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from django.utils import timezone
from prometheus_client import REGISTRY
from pytest_django import DjangoAssertNumQueries

from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.models import Analysis
from pressorpass_site.core.http import page_cache
from pressorpass_site.core.owned import Visibility
from pressorpass_site.sharing.models import SavedAnalysis
from pressorpass_site.sharing.saved import services as saving
from tests.processes import PATIENCE, wait_for
from tests.site.conftest import HEAVY, QUICK, Ask
from tests.site.work.by_hand import run_next

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

ANSWER = f"/p/{QUICK}?rules=seed"
Save = Callable[..., SavedAnalysis]


class Clock:
    """A clock that stands still until it is turned on."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def monotonic(self) -> float:
        return self.seconds


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock by which pages live a second."""
    page_cache.clear()
    clock = Clock()
    monkeypatch.setattr(page_cache, "SECONDS", 1.0)
    monkeypatch.setattr(page_cache, "time", clock)
    return clock


@pytest.fixture
def finished(question: Ask) -> Analysis:
    analysis = analyses.ask(question())
    run_next(jobs)
    analysis.refresh_from_db()
    return analysis


@pytest.fixture
def save(finished: Analysis) -> Save:
    def save(owner: str = "somebody", **fields: object) -> SavedAnalysis:
        return saving.save(owner, finished, saving.SavedFields(**{"title": "Too close", **fields}))  # type: ignore[arg-type]

    return save


def body(response: HttpResponse) -> bytes:
    return gzip.decompress(response.content) if response.get("Content-Encoding") == "gzip" else response.content


def get(path: str, **headers: str) -> HttpResponse:
    """What a browser gets that has never been here."""
    return Client(headers=headers).get(path)  # type: ignore[return-value]


def hits() -> float:
    """How many pages came from those that are kept."""
    return REGISTRY.get_sample_value("pressorpass_cache_requests_total", {"cache": "pages", "result": "hit"}) or 0.0


def rendered(path: str) -> tuple[bytes, bool]:
    """The page for a new visitor, and whether it came from those that are kept."""
    before = hits()
    response = get(path)
    assert response.status_code == 200
    return body(response), hits() > before


# --- out of date ---


def test_the_second_visitor_gets_the_same_page_without_a_query(
    finished: Analysis, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for path in ("/", "/rules/", "/method/", "/moments/", "/daily/days/", "/daily/2/", ANSWER):
        first, _ = rendered(path)
        with django_assert_num_queries(0):
            assert rendered(path) == (first, True)


def test_a_better_answer_shows_at_once_to_a_fan_and_within_a_second_to_all(finished: Analysis, clock: Clock) -> None:
    rendered(ANSWER)
    result = finished.result | {"best": "pass" if finished.result["best"] == "press" else "press"}
    Analysis.objects.filter(pk=finished.pk).update(result=result)
    now = Analysis.objects.get(pk=finished.pk).answer
    assert now is not None
    verdict = f">{now.word[:-1]}</h2>".encode()
    fan = Client()
    fan.cookies["aside"] = "something"
    assert verdict in body(fan.get(ANSWER))  # type: ignore[arg-type]
    assert verdict not in rendered(ANSWER)[0]
    clock.seconds += page_cache.SECONDS
    assert verdict in rendered(ANSWER)[0]


def test_what_was_deleted_or_made_private_is_gone_within_a_second(save: Save, clock: Clock) -> None:
    deleted, hidden = save(), save()
    paths = [saved.get_absolute_url() for saved in (deleted, hidden)]
    assert [get(path).status_code for path in paths] == [200, 200]
    deleted.delete()
    saving.edit(hidden, saving.SavedFields(hidden.title, visibility=Visibility.PRIVATE))
    clock.seconds += page_cache.SECONDS
    assert [get(path).status_code for path in paths] == [404, 404]


def test_the_page_of_an_unfinished_answer_is_rendered_for_each_and_keeps_it_in_view(
    question: Ask, settings: object
) -> None:
    settings.ANSWER_WAIT_MILLISECONDS = 0  # type: ignore[attr-defined]
    path, key = f"/p/{HEAVY}?rules=seed", analyses.ask(question(HEAVY)).key
    for _ in range(2):
        Analysis.objects.filter(key=key).update(viewed_until=timezone.now())
        page, kept = rendered(path)
        assert not kept
        assert b'id="answer"' in page
        assert Analysis.objects.get(key=key).is_viewed


def test_a_page_is_rendered_again_in_time_by_one_request(clock: Clock, rf: RequestFactory) -> None:
    others: list[bytes] = []

    def make(text: str) -> HttpResponse:
        return page_cache.keep(HttpResponse(text))

    def anew() -> HttpResponse:
        others.append(page_cache.kept(request, "page", lambda: make("another")).content)
        return make("new")

    request = rf.get("/made-up/")
    SessionMiddleware(lambda _: HttpResponse()).process_request(request)
    page_cache.kept(request, "page", lambda: make("old"))
    clock.seconds += page_cache.RENEWAL_SECONDS
    assert page_cache.kept(request, "page", anew).content == b"new"
    assert others == [b"old"]
    clock.seconds += page_cache.SECONDS
    assert page_cache.kept(request, "page", lambda: make("last")).content == b"last"


def test_a_crowd_that_comes_at_once_has_a_page_rendered_once(
    rf: RequestFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_cache, "TURN_SECONDS", PATIENCE)
    rendered, go_on = [], threading.Event()

    def view() -> HttpResponse:
        rendered.append(1)
        go_on.wait(PATIENCE)
        return page_cache.keep(HttpResponse(b"a page"))

    def visit() -> bytes:
        request = rf.get("/")
        SessionMiddleware(lambda _: HttpResponse())(request)
        return bytes(page_cache.kept(request, "page", view).content)

    with ThreadPoolExecutor(8) as crowd:
        visits = [crowd.submit(visit) for _ in range(8)]
        wait_for("somebody renders it", lambda: rendered)
        go_on.set()
        assert {visit.result() for visit in visits} == {b"a page"}
    assert len(rendered) == 1


def test_a_page_that_fails_or_is_not_kept_holds_up_nobody(rf: RequestFactory) -> None:
    request = rf.get("/")
    SessionMiddleware(lambda _: HttpResponse())(request)

    def fail() -> HttpResponse:
        raise LookupError

    with pytest.raises(LookupError):
        page_cache.kept(request, "page", fail)
    for text in (b"one", b"two"):
        assert page_cache.kept(request, "page", lambda text=text: HttpResponse(text)).content == text


# --- of another visitor ---


def test_a_kept_page_gives_nobody_a_cookie_and_its_forms_work(save: Save, finished: Analysis) -> None:
    path = save().get_absolute_url()
    Analysis.objects.filter(pk=finished.pk).update(steps=[*finished.steps, finished.steps[-1]])
    first, second = rendered(path), rendered(path)
    assert second[1]
    assert first[0] == second[0]
    assert f'action="{path}again/"'.encode() in second[0]
    fan = Client(enforce_csrf_checks=True)
    assert not fan.get(path).cookies  # type: ignore[attr-defined]
    assert fan.post(f"{path}again/", headers={"Origin": "http://testserver"}).status_code == 302


def test_a_page_with_a_token_is_not_kept(rf: RequestFactory) -> None:
    def view(request: HttpRequest) -> HttpResponse:
        return page_cache.keep(HttpResponse(get_token(request)))

    tokens = set()
    for _ in range(2):
        request = rf.get("/made-up/")
        SessionMiddleware(view).process_request(request)
        tokens.add(page_cache.cached()(view)(request).content)
    assert len(tokens) == 2


def test_nothing_of_somebody_who_is_logged_in_is_kept_or_missed(finished: Analysis) -> None:
    member = Client()
    member.force_login(get_user_model().objects.create_user("ann", password="whammy-1985"))
    for path in ("/", ANSWER):
        for _ in range(2):
            assert b">Account<" in body(member.get(path))  # type: ignore[arg-type]
            page = body(get(path))
            assert b">Account<" not in page
            assert b">Log in<" in page


def test_a_page_names_the_host_it_was_asked_of(settings: object) -> None:
    settings.ALLOWED_HOSTS = ["one.example", "two.example"]  # type: ignore[attr-defined]
    for host in ("one.example", "two.example", "one.example"):
        assert f"http://{host}/".encode() in body(get("/", Host=host))


def test_parts_for_scripts_are_rendered_for_whoever_asks(save: Save) -> None:
    path = save().get_absolute_url()
    rendered(path)
    assert get(path, **{"Part-Request": "true"}).headers.get("Part-Reload") == "true"


def test_who_sends_a_cookie_of_the_site_gets_a_page_of_their_own(save: Save) -> None:
    paths = ("/", ANSWER, "/daily/2/", save().get_absolute_url())
    for path in paths:
        rendered(path)
    for cookie, own in (*((each, True) for each in settings.OWN_COOKIES), ("__cf_bm", False)):  # a proxy’s
        before = hits()
        client = Client()
        client.cookies[cookie] = "something"
        for path in paths:
            client.get(path)
        assert hits() == before + (0 if own else len(paths)), cookie


def test_a_query_that_the_page_depends_on_makes_another() -> None:
    assert len({rendered(path)[0] for path in ("/moments/", "/moments/?kind=all")}) == 2
    assert rendered("/moments/?kind=all&x=1")[1]


def test_a_page_is_kept_for_what_its_view_was_given() -> None:
    """A proxy's header may name a part of the path as the place of the site (SCRIPT_NAME)."""
    rules = body(get("/rules/"))
    page_cache.clear()
    home = body(Client().generic("GET", "/", SCRIPT_NAME="/rules", PATH_INFO="/"))  # type: ignore[arg-type]
    assert home != rules
    assert body(get("/rules/")) == rules


# --- what the browser keeps ---


def test_a_browser_that_has_the_page_gets_no_text(finished: Analysis, clock: Clock) -> None:
    first = get(ANSWER)
    again = get(ANSWER, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    assert {"private", "no-cache"} <= set(first["Cache-Control"].split(", "))
    assert {"Cookie", "Accept-Encoding"} <= set(first["Vary"].split(", "))
    Analysis.objects.filter(pk=finished.pk).update(result=finished.result | {"seconds": 12.0, "margin": 0.25})
    clock.seconds += 1.0
    assert get(ANSWER, **{"If-None-Match": first["ETag"]}).status_code == 200


def test_a_browser_that_had_the_page_before_logging_in_gets_the_new_one() -> None:
    etag = get("/")["ETag"]
    member = Client(headers={"If-None-Match": etag})
    member.force_login(get_user_model().objects.create_user("ann", password="whammy-1985"))
    assert member.get("/").status_code == 200


# --- the API ---


def test_the_api_sends_a_final_answer_again_without_a_query_for_a_second(
    finished: Analysis, clock: Clock, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client, path = Client(), f"/api/v1/analyses/{finished.key}"
    asked = {"position": QUICK, "rules": "seed"}
    first = client.get(path)
    with django_assert_num_queries(0):
        again = client.get(path, HTTP_ACCEPT_ENCODING="gzip")
    assert gzip.decompress(again.content) == first.content
    with django_assert_num_queries(1):  # for the board that it names
        assert client.post("/api/v1/solve", asked, "application/json").json() == first.json()
    for response in (first, again):
        assert "no-store" in response["Cache-Control"]
        assert response["Access-Control-Allow-Origin"] == "*"
        assert not response.has_header("ETag")
    Analysis.objects.filter(pk=finished.pk).update(result=finished.result | {"margin": 0.125})
    clock.seconds += 1.0
    assert client.get(path).json()["margin"] == 0.125
    assert client.post("/api/v1/solve", asked, "application/json").json()["margin"] == 0.125
    Analysis.objects.filter(pk=finished.pk).delete()
    clock.seconds += 1.0
    assert client.get(path).status_code == 404


def test_the_api_counts_requests_for_kept_answers(finished: Analysis, settings: object) -> None:
    settings.LIMITS = {**settings.LIMITS, "api-read": (2, 3600)}  # type: ignore[attr-defined]
    client = Client(REMOTE_ADDR="203.0.113.77")
    statuses = [client.get(f"/api/v1/analyses/{finished.key}").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
