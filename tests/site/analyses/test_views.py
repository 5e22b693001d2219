"""The pages as a browser without JavaScript gets them; the parts that pages ask for."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from engine import Board, preset_boards, solve
from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.models import Analysis
from pressorpass_site.boards import services as boards
from pressorpass_site.questions.question import NextSpins, Question
from pressorpass_site.work.models import Status
from tests.site.conftest import QUICK, Ask
from tests.site.markup import markup as text
from tests.site.work.by_hand import run_next

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

PART = {"Part-Request": "true"}
ADDRESS = f"/p/{QUICK}?rules=seed"


@pytest.fixture
def asked(question: Ask) -> Analysis:
    return services.get_or_start_analysis(question())


class TestAsking:
    def test_what_is_wrong_is_beside_the_field_and_nothing_is_lost(self, client: Client) -> None:
        data = {"seat1_score": "abc", "seat1_earned": "7", "seat2_score": "-5", "seat3_score": "0", "up": "2"}
        response = client.post("/ask/", data)
        page = text(response)
        assert response.status_code == 422
        for typed in ('value="abc"', 'value="7"', 'value="-5"', 'value="2" id="id_up_1" checked'):
            assert typed in page
        assert '<a href="#id_seat1_score">Left, Score</a>' in page
        assert 'aria-describedby="id_seat1_score_error"' in page
        assert 'id="id_seat1_score_error"' in page
        assert not Analysis.objects.exists()

    def test_how_the_one_up_plays_as_an_opponent_is_kept_though_it_does_not_count(self, client: Client) -> None:
        data = {"line": QUICK, "rules": "seed", "opponent1": "cautious", "opponent2": "aggressive"}
        answer = client.post("/ask/", data | {"up": "1"}, follow=True)
        assert "cautious" not in answer.redirect_chain[0][0]
        assert 'name="opponent1" value="cautious"' in text(answer)
        settings = text(client.get("/ask/settings/", data | {"up": "1"}))
        assert '<option value="cautious" selected>' in settings
        assert "Left is up, so this has no effect yet." in settings
        assert 'name="opponent1" value="cautious"' not in text(client.get(ADDRESS))  # another question
        for forged in ("x", "x:cautious", f"{client.cookies['aside'].value[:16]}:<b>"):
            client.cookies["aside"] = forged
            assert client.get(answer.redirect_chain[0][0]).status_code == 200


class TestAddress:
    @pytest.mark.parametrize(
        "spelling",
        [
            f"/p/{QUICK}?rules=seed&board=pyl-1985-02-r2&utm_source=forum",
            "/p/$8,000 1 spin / 3000 / 0?rules=seed",
            "/p/08000e1w0,3000,0%401?rules=seed",
        ],
    )
    def test_other_spellings_lead_to_the_one_address(self, client: Client, spelling: str) -> None:
        response = client.get(spelling)
        assert (response.status_code, response["Location"]) == (302, ADDRESS)

    @pytest.mark.parametrize("slashes", ["/", "//", "%20/"])
    def test_slashes_at_the_end_are_dropped(self, client: Client, slashes: str) -> None:
        assert client.get(f"/p/{QUICK}{slashes}?rules=seed")["Location"] == ADDRESS
        assert client.get(f"/p/{QUICK}{slashes}")["Location"] == f"/p/{QUICK}"
        assert client.get(f"/p/{slashes}").status_code == 404

    @pytest.mark.parametrize(
        ("bad", "words"),
        [
            ("/p/8000e3,x,0@1", "is not known here"),
            ("/p/" + "9" * 501, "501 characters, and at most 500 are read"),
            ("/p/" + "9" * 500, "at most 300 characters"),  # read as notation, which is shorter
            (f"/p/{QUICK}?board=nope", "no board called"),
            (f"/p/{QUICK}?method=guess", "is not one of the choices"),
            (f"/p/{QUICK}?cap=x", "“x” is not valid here. Enter a whole number of dollars"),
            (f"/p/{QUICK}?opponents=foo/bar", "“foo/bar” is not one of the choices."),
        ],
    )
    def test_a_bad_one_shows_the_form_and_what_was_wrong(self, client: Client, bad: str, words: str) -> None:
        response = client.get(bad)
        page = text(response)
        assert response.status_code == 404
        assert words in page
        assert "<form" in page

    def test_what_can_be_read_of_bad_opponents_is_kept(self, client: Client) -> None:
        page = text(client.get(f"/p/{QUICK}?rules=seed&ties=joint&opponents=optimal/foo/3000"))
        assert '<a href="#id_opponent2">Center as an opponent</a>: “foo” is not one of the choices.' in page
        assert 'value="3,000"' in page
        assert '<option value="joint" selected>' in page
        assert "opponents takes" not in page


class TestWaiting:
    def test_scripts_look_again_and_without_them_there_is_a_link(self, client: Client, asked: Analysis) -> None:
        page = text(client.get(ADDRESS))
        assert 'http-equiv="refresh"' not in page  # it would lose what is being typed
        assert f'<a href="{ADDRESS}">Reload</a>' in page
        assert f'data-part-get="/a/{asked.key}/"' in page
        assert "Waiting for the solver" in page
        assert "No solver is running" in page

    def test_a_page_that_has_waited_long_looks_less_often(self, client: Client, asked: Analysis) -> None:
        def pause(seconds_waited: float) -> str:
            queued_at = timezone.now() - timedelta(seconds=seconds_waited)
            Analysis.objects.filter(pk=asked.pk).update(
                queued_at=queued_at, resend_at=timezone.now() + timedelta(minutes=1)
            )
            (milliseconds,) = re.findall(r'data-part-when="every ([0-9]+)ms"', text(client.get(ADDRESS)))
            return str(milliseconds)

        assert pause(0) == "300"
        assert 700 <= int(pause(3)) < 2000
        assert pause(3600) == "3000"

    @pytest.mark.parametrize(
        ("status", "words"),
        [(Status.FAILED, "Something went wrong."), (Status.TOO_LARGE, "This position is too large.")],
    )
    def test_failures_are_told_with_a_way_on(self, client: Client, asked: Analysis, status: str, words: str) -> None:
        limits = services.get_current_limits()
        Analysis.objects.update(status=status, message="Because <so>.", limits=limits)
        page = text(client.get(ADDRESS))
        assert words in page
        assert "Because &lt;so&gt;." in page
        assert "Try again" in page


class TestAnswer:
    def test_the_link_to_share_names_the_revision_and_stays_with_it(self, client: Client, answered: Analysis) -> None:
        link = f"/p/{QUICK}?board=pyl-1985-02-r2.1&rules=seed"
        page = unescape(text(client.get(ADDRESS)))
        assert f'value="http://testserver{link}"' in page
        assert "This link keeps its answer, even if the board is corrected later." in page
        shown = text(client.get(link))
        board = preset_boards()["pyl-1985-02-r2"].to_json()
        board["squares"][0]["slides"][0] = {"kind": "cash", "amount": 50}
        boards.publish(Board.from_json(board), author="somebody")
        again = unescape(text(client.get(link)))  # no redirect, and the same answer
        assert f"/a/{answered.key}/" in shown
        assert f"/a/{answered.key}/" in again
        assert "This answer is for revision 1 of the February 1985 board." in again
        assert f'href="{ADDRESS}">Ask again on the newest revision' in again
        assert f"/a/{answered.key}/" not in text(client.get(ADDRESS))

    def test_every_outcome_is_listed_on_demand(self, client: Client, answered: Analysis) -> None:
        link = f"/a/{answered.key}/outcomes/"
        assert f'data-part-get="{link}"' in text(client.get(ADDRESS))
        page, part = text(client.get(link)), text(client.get(link, headers=PART))
        assert answered.answer
        for outcome in answered.answer.outcomes:
            assert f"<b>{outcome.change_text}</b>" in part
        assert "<h1>" in page
        assert "<h1>" not in part
        assert part.strip() in page
        Analysis.objects.update(result=(answered.result or {}) | {"outcomes": []})
        assert client.get(link).status_code == 404

    def test_a_quick_one_arrives_with_the_page(self, client: Client, answered: Analysis, settings: object) -> None:
        settings.ANSWER_WAIT_MILLISECONDS = 5000  # type: ignore[attr-defined]
        page = text(client.get(ADDRESS))
        assert 'data-state="done"' in page
        assert page.count("<title>") == 1
        assert "<title>" in text(client.get(f"/a/{answered.key}/", headers=PART))


class TestLine:
    def test_the_rules_of_the_form_decide_who_is_up(self, client: Client) -> None:
        params = {"text": "8000 3 spins / 3000 2 spins / 0", "rules": "show"}
        assert client.get("/line/", params).json()["up"] == 2
        assert client.get("/line/", params | {"option_turn_order": "seat"}).json()["up"] == 1
        assert client.get("/line/", params | {"rules": "nope"}).json()["up"] == 2, "the show's"
        # Without scripts the answer's page says it.
        for order, up in (("score", "Center"), ("seat", "Left")):
            answer = client.post("/ask/", {"line": params["text"], "option_turn_order": order}, follow=True)
            assert f"{up} is up by the rules" in answer.content.decode()
        response = client.get("/p/8000e3,3000e2,0@1")
        assert "by the rules, because" not in response.content.decode()

    def test_an_address_of_the_site_brings_its_board_and_rules(self, client: Client) -> None:
        address = f"see https://example.org/p/{QUICK}?board=pyl-classic-r2&rules=seed&ties=joint here"
        url = f"/p/{QUICK}?board=pyl-classic-r2&rules=seed&ties=joint"
        assert client.get("/line/", {"text": address}).json() == {"address": url}
        response = client.post("/ask/", {"line": address})
        assert response["Location"] == url
        assert "no board called" in client.get("/line/", {"text": f"/p/{QUICK}?board=nope"}).json()["message"]


class TestOtherPages:
    def test_a_board_s_page_leads_to_the_form_with_that_board(self, client: Client) -> None:
        assert "/?board=pyl-classic-r2" in text(client.get("/boards/pyl-classic-r2/"))
        assert 'name="board" value="pyl-classic-r2"' in text(client.get("/?board=pyl-classic-r2"))
        for bad in ("nope", "pyl-1983-r2-partial"):
            assert 'name="board" value="pyl-1985-02-r2"' in text(client.get(f"/?board={bad}"))


def test_an_answer_of_an_older_engine_is_still_read_and_its_question_solved_anew(client: Client, question: Ask) -> None:
    this_question = question()
    old = Analysis.objects.create(
        key="0" * 64,  # an older engine named the question differently
        status=Status.DONE,
        result=solve(this_question.position, this_question.board, this_question.rules).to_json() | {"engine": "1.2.0"},
        **Analysis.build_columns(this_question) | {"engine_version": "1.2.0"},
    )
    assert "engine 1.2.0" in client.get(f"/a/{old.key}/", headers=PART).content.decode()
    address = client.get(f"/a/{old.key}/").headers["Location"]
    assert "engine 1.2.0" not in client.get(address).content.decode()
    assert set(Analysis.objects.all()) == {old, services.get_or_start_analysis(this_question)}


def test_what_a_finished_answer_costs_in_queries(
    client: Client, answered: Analysis, question: Ask, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    """A page asks for a board once, however often it names it."""
    this_question, other = question(), boards.find_revision("abc-2019-r1")
    services.get_or_start_analysis(
        Question(this_question.position, this_question.revision, this_question.rules, NextSpins(other, 1))
    )
    run_next(jobs)
    for path, headers in (
        (ADDRESS, {}),
        (f"/p/{QUICK}?now={other.board.slug}&spins=1&rules=seed", {}),
        (f"/a/{answered.key}/", PART),
        (f"/a/{answered.key}/", {}),
    ):
        with django_assert_max_num_queries(5):
            assert client.get(path, headers=headers).status_code in (200, 302)
