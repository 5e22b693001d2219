"""Which pages a proxy may send to everybody for a second: finished ones, without anything of their visitor."""

import re
from collections.abc import Callable

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.test import Client

from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.models import Analysis
from pressorpass_site.core.owned import Visibility
from pressorpass_site.sharing.models import SavedAnalysis
from pressorpass_site.sharing.saved import services as saving
from tests.nginx import CONFIGURATION
from tests.site.conftest import HEAVY, QUICK, Ask
from tests.site.work.by_hand import run_next

# A job beats from a thread of its own.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

ANSWER = f"/p/{QUICK}?rules=seed"
Save = Callable[..., SavedAnalysis]


@pytest.fixture
def finished(question: Ask) -> Analysis:
    analysis = analyses.get_or_start_analysis(question())
    run_next(jobs)
    analysis.refresh_from_db()
    return analysis


@pytest.fixture
def save(finished: Analysis) -> Save:
    def save(owner: str = "somebody", **fields: object) -> SavedAnalysis:
        return saving.save(owner, finished, saving.SavedFields(**{"title": "Too close", **fields}))  # type: ignore[arg-type]

    return save


def get(path: str, cookie: str = "", **headers: str) -> HttpResponse:
    """The page of a browser that has at most this cookie."""
    client = Client(headers=headers)
    if cookie:
        client.cookies[cookie] = "something"
    return client.get(path)  # type: ignore[return-value]


def is_shared(response: HttpResponse) -> bool:
    return response.headers.get("X-Accel-Expires") == "1"


def test_finished_pages_are_everybody_s_unless_the_visitor_has_a_cookie_of_the_site(save: Save) -> None:
    shared = ("/", "/rules/", "/method/", "/moments/", "/daily/days/", "/daily/2/", ANSWER, save().get_absolute_url())
    for path in shared:
        response = get(path)
        assert is_shared(response), path
        assert not response.cookies, path
    assert is_shared(get(ANSWER, "__cf_bm")), "a proxy’s"
    for cookie in settings.OWN_COOKIES:
        assert not is_shared(get(ANSWER, cookie)), cookie


def test_nginx_knows_the_cookies_of_the_site() -> None:
    (names,) = re.findall(r'"~\((.+)\)" 1;', (CONFIGURATION / "http.conf").read_text())
    assert set(names.split("|")) == settings.OWN_COOKIES


def test_changing_and_private_pages_are_not_cached(save: Save, question: Ask) -> None:
    analyses.get_or_start_analysis(question(HEAVY))
    private = save(visibility=Visibility.PRIVATE).get_absolute_url()
    for path in (f"/p/{HEAVY}?rules=seed", "/p/nonsense", private, "/saved/", "/account/log-in/"):
        assert not is_shared(get(path)), path
    for path in (save().get_absolute_url(), "/daily/2/"):
        assert not is_shared(get(path, **{"Part-Request": "true"})), path


def test_a_browser_that_has_the_page_gets_no_text(finished: Analysis) -> None:
    first = get(ANSWER)
    again = get(ANSWER, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    assert {"private", "no-cache"} <= set(first["Cache-Control"].split(", "))
    assert {"Cookie", "Accept-Encoding"} <= set(first["Vary"].split(", "))
    Analysis.objects.filter(pk=finished.pk).update(result=finished.result | {"seconds": 12.0, "margin": 0.25})
    assert get(ANSWER, **{"If-None-Match": first["ETag"]}).status_code == 200


def test_a_browser_that_had_the_page_before_logging_in_gets_the_new_one() -> None:
    etag = get("/")["ETag"]
    member = Client(headers={"If-None-Match": etag})
    member.force_login(get_user_model().objects.create_user("ann", password="whammy-1985"))
    assert member.get("/").status_code == 200


def test_a_page_names_the_host_of_its_request(settings: object) -> None:
    settings.ALLOWED_HOSTS = ["one.example", "two.example"]  # type: ignore[attr-defined]
    for host in ("one.example", "two.example"):
        assert f"http://{host}/".encode() in get("/", Host=host).content
