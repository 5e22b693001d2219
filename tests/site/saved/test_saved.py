"""Saved answers: saved, immutable, listed, edited, compared, run again."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from engine import ENGINE_VERSION, Board
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.models import Analysis
from pressorpass_site.boards import services as boards
from pressorpass_site.core.database.fixed import ImmutableRowError
from pressorpass_site.questions.question import NextRound
from pressorpass_site.sharing.models import SavedAnalysis, Version
from pressorpass_site.sharing.saved import services
from pressorpass_site.work.models import Status
from tests.engine.tiny import tiny
from tests.site.conftest import QUICK, Ask
from tests.site.markup import markup, page, said
from tests.site.work.by_hand import run_all

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]


@pytest.fixture
def stranger() -> Client:
    return Client()


@pytest.fixture
def saved(client: Client, answered: Analysis) -> SavedAnalysis:
    """Return a saved answer of `client` that anyone with the link can open."""
    return save(client, answered)


def solved(analysis: Analysis) -> Analysis:
    run_all(jobs)
    analysis.refresh_from_db()
    assert analysis.status == Status.DONE
    return analysis


def facts(**other: str) -> dict[str, str]:
    return {"title": "Larson’s last pass", "note": "", "visibility": "unlisted"} | other


def save(client: Client, analysis: Analysis, **other: str) -> SavedAnalysis:
    response = client.post("/save/", facts(**other) | {"key": analysis.key})
    assert response.status_code == 302
    return SavedAnalysis.objects.get(code=response["Location"].split("/")[2])


def at(saved: SavedAnalysis, what: str = "") -> str:
    return f"{saved.get_absolute_url()}{what}"


def publish_newer() -> None:
    """Publish another revision of the board, with a higher amount on a slide."""
    newest = boards.find_revision(boards.DEFAULT_BOARD)
    text = json.dumps(newest.content).replace("1400", "1500", 1)
    boards.publish(Board.from_json(json.loads(text)))


class TestSaving:
    def test_one_tap_saves_and_leads_to_the_note(self, client: Client, answered: Analysis) -> None:
        shown = page(client, f"/p/{QUICK}?rules=seed")
        assert re.search(
            rf'<form id="save" method="post" action="/save/".*value="{answered.key}".*value="at-once">Save<', shown
        )
        tap = {"key": answered.key, "do": "at-once"}
        part = said(client.post("/save/", tap, headers={"Part-Request": "true"}))
        one = SavedAnalysis.objects.get()
        assert (one.title, one.visibility) == ("Left: press or pass with $8,000 and 1 spin", "unlisted")
        assert f'href="{at(one, "edit/")}" data-focus>Saved. Add a note</a>' in part
        assert "Add a note" not in page(Client(), at(one)), "the form is its owner’s"
        without_scripts = client.post("/save/", tap, follow=True)
        assert SavedAnalysis.objects.count() == 2
        assert "Saved. Add a note with “Edit”." in said(without_scripts)

    def test_one_tap_too_many_says_so(
        self, client: Client, answered: Analysis, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(services, "QUOTA", replace(services.QUOTA, max_rows=0))
        tap = {"key": answered.key, "do": "at-once"}
        response = client.post("/save/", tap, headers={"Part-Request": "true"})
        assert response.status_code == 422
        assert '<p role="alert">You have saved 0 answers, the maximum.' in said(response)
        assert "You have saved 0 answers" in said(client.post("/save/", tap, follow=True))
        assert not SavedAnalysis.objects.exists()

    def test_it_has_an_address_nobody_guesses_and_names_what_it_rests_on(
        self, client: Client, saved: SavedAnalysis
    ) -> None:
        assert re.fullmatch(r"/s/[A-Za-z0-9_-]{11}/", at(saved))
        shown = page(client, at(saved))
        assert "Larson’s last pass" in shown
        assert "Left wins 90.3" in shown
        for fact in ("February 1985 board", "revision 1", "simplified rules", "Exact", ENGINE_VERSION, " UTC"):
            assert fact in shown
        assert "This answer is out of date" not in shown

    def test_what_is_wrong_is_said_and_nothing_is_lost(self, client: Client, answered: Analysis) -> None:
        wrong = facts(title="", note="A long story", visibility="everybody")
        response = client.post("/save/", wrong | {"key": answered.key})
        shown = said(response)
        assert response.status_code == 422
        for sentence in ("Enter a title", "Choose who can see it"):
            assert sentence in shown
        assert "A long story</textarea>" in shown
        assert not SavedAnalysis.objects.exists()

    def test_what_nobody_sees_is_left_out(self, client: Client, answered: Analysis) -> None:
        saved = save(
            client, answered, title="\u202eLarson\x1b \u2066wins\u200b\ufffe 👨\u200d👩", note="one\u202e\r\ntwo\x08"
        )
        assert saved.title == "Larson wins 👨\u200d👩"
        assert saved.note == "one\ntwo"

    @pytest.mark.parametrize("door", ["log-in", "sign-up"])
    def test_nothing_typed_is_lost_on_the_way_to_an_account(
        self, client: Client, answered: Analysis, django_user_model: Any, door: str
    ) -> None:
        typed = facts(title="", note="A long\nstory", visibility="private")
        response = client.post("/save/", typed | {"key": answered.key, "do": door})
        assert response["Location"].startswith(f"/account/{door}/?next=%2Fsave%2F%3Fkey")
        django_user_model.objects.create_user("other", password="big bucks no whammies")
        fan = {"username": "other", "password": "big bucks no whammies"}
        new = {"username": "fan", "password1": "big bucks no whammies", "password2": "big bucks no whammies"}
        back = client.post(response["Location"], fan if door == "log-in" else new)["Location"]
        shown = page(client, back)
        assert "A long\nstory</textarea>" in shown
        assert re.search(r'name="title" value=""|name="title" (?!value)', shown)
        assert re.search(r'value="private"[^>]* checked', shown)
        save(client, answered, title="Now")
        assert "A long" not in page(client, back)

    def test_there_is_an_end_to_it(self, client: Client, answered: Analysis, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(services, "QUOTA", replace(services.QUOTA, per_day=1))
        save(client, answered)
        response = client.post("/save/", facts(title="Another") | {"key": answered.key})
        assert response.status_code == 422
        assert "You have saved 1 answers today" in said(response)
        assert 'value="Another"' in said(response)


class TestKeeping:
    def test_it_stays_when_the_answer_is_bettered(
        self, client: Client, answered: Analysis, saved: SavedAnalysis
    ) -> None:
        before = saved.versions.get().result
        better = {**answered.result, "states": 1, "margin": 0.5}
        Analysis.objects.update(result=better, steps=[*answered.steps, answered.steps[-1]])
        shown = page(client, at(saved))
        assert saved.versions.get().result == before
        assert "12,826 positions" in shown
        assert "A better answer has been found" in shown

    def test_a_version_cannot_be_changed(self, saved: SavedAnalysis) -> None:
        version = saved.versions.get()
        version.result = None
        with pytest.raises(ImmutableRowError):
            version.save()

    def test_saved_before_there_is_an_answer_it_takes_the_one_that_comes(self, client: Client, question: Ask) -> None:
        analysis = analyses.get_or_start_analysis(question())
        assert "the answer is added when it is ready" in page(client, f"/save/?key={analysis.key}")
        saved = save(client, analysis)
        assert "Solving…" in page(client, at(saved))
        assert "No answer yet" in page(client, "/saved/")
        waiting = client.get(at(saved), headers={"Part-Request": "true"})
        assert markup(waiting).startswith('<section class="card" id="awaited"')
        solved(analysis)
        assert client.get(at(saved), headers={"Part-Request": "true"})["Part-Reload"] == "true"
        assert "Left wins 90.3" in page(client, at(saved))
        Analysis.objects.update(result={**analysis.result, "states": 1})
        assert saved.versions.get().result["states"] == 12826

    def test_what_is_saved_is_worked_out_though_the_page_that_began_it_goes_on(
        self, client: Client, question: Ask
    ) -> None:
        analysis = analyses.get_or_start_analysis(question())
        save(client, analysis)
        analyses.cancel_abandoned({question().key})
        analysis.refresh_from_db()
        assert analysis.is_active
        assert not analysis.cancel_requested

    def test_a_job_that_failed_is_told(self, client: Client, question: Ask) -> None:
        analysis = analyses.get_or_start_analysis(question())
        saved = save(client, analysis)
        Analysis.objects.update(status=Status.FAILED, message="The solver stumbled.")
        shown = page(client, at(saved))
        assert "No answer yet" in shown
        assert "The solver stumbled." in shown


def test_moderators_can_hide_it_but_change_no_answer(
    admin_client: Client, client: Client, saved: SavedAnalysis
) -> None:
    address = f"/admin/sharing/savedanalysis/{saved.pk}/change/"
    assert "Larson’s last pass" in page(admin_client, "/admin/sharing/savedanalysis/?q=larson")
    typed = {"title": saved.title, "note": "", "visibility": "private"}
    forms = {"versions-TOTAL_FORMS": "1", "versions-INITIAL_FORMS": "1", "versions-0-id": str(saved.versions.get().pk)}
    response = admin_client.post(address, typed | forms | {"versions-0-saved": str(saved.pk)})
    assert response.status_code == 302
    assert Client().get(at(saved)).status_code == 404
    assert "Left wins 90.3" in page(client, at(saved))


class TestChanging:
    def test_deleting_asks_first(self, client: Client, saved: SavedAnalysis) -> None:
        assert "Delete “Larson’s last pass”?" in page(client, at(saved, "delete/"))
        assert SavedAnalysis.objects.exists()
        assert "has been deleted" in said(client.post(at(saved, "delete/"), follow=True))
        assert client.get(at(saved)).status_code == 404
        assert not Version.objects.exists()
        assert Analysis.objects.exists()


class TestLists:
    @pytest.fixture(autouse=True)
    def some(self, client: Client, answered: Analysis, question: Ask) -> None:
        save(client, answered, title="Larson presses on", note="a long run")
        save(client, answered, title="Cathy and Lori", visibility="public")
        other = solved(analyses.get_or_start_analysis(question("1000e1,3000,500@1")))
        save(client, other, title="Low scores", visibility="private")

    def test_search_filter_and_sort(self, client: Client) -> None:
        for query, titles in (
            ("", ["Low scores", "Cathy and Lori", "Larson presses on"]),
            ("?q=larson", ["Larson presses on"]),
            ("?q=LONG+run", ["Larson presses on"]),
            ("?q=$8,000", ["Cathy and Lori", "Larson presses on"]),
            ("?q=1000e1", ["Low scores"]),
            ("?q=$", []),
            ("?q=%25", []),
            ("?visibility=private", ["Low scores"]),
            ("?visibility=nonsense&sort=nonsense&page=nonsense", ["Low scores", "Cathy and Lori", "Larson presses on"]),
            ("?sort=oldest", ["Larson presses on", "Cathy and Lori", "Low scores"]),
            ("?sort=title", ["Cathy and Lori", "Larson presses on", "Low scores"]),
            (f"?q={'x+' * 300}", []),
        ):
            shown = page(client, f"/saved/{query}")
            assert re.findall(r'<h2><a href="/s/[^"]*"><bdi>([^<]*)</bdi></a></h2>', shown) == titles, query


class TestRunningAgain:
    def test_a_newer_board(self, client: Client, stranger: Client, saved: SavedAnalysis) -> None:
        publish_newer()
        shown = page(client, at(saved))
        assert "This answer is out of date" in shown
        assert "Revision 2 of the February 1985 board is newer than revision 1" in shown
        assert "Run again" in shown
        assert Analysis.objects.count() == 1  # looking asks nothing
        assert client.post(at(saved, "again/")).status_code == 302
        new = Analysis.objects.latest("pk")
        Analysis.objects.filter(pk=new.pk).update(result=Version.objects.get().result)  # a first answer
        shown = page(client, at(saved, "again/"))
        assert "The comparison appears here when the final answer is ready." in shown
        assert ".. " not in shown
        assert "Keep the new answer" not in shown
        assert "in both" not in shown
        new = solved(new)
        shown = page(client, at(saved, "again/"))
        for words in ("February 1985 board, revision 1", "February 1985 board, revision 2", "Difference", "in both"):
            assert words in shown
        assert "Keep the new answer" in shown
        assert "Keep the new answer" not in page(stranger, at(saved, "again/"))
        shown = said(client.post(at(saved, "keep/"), {"key": new.key}, follow=True))
        assert "Saved as version 2" in shown
        assert "This answer is out of date" not in shown
        assert saved.versions.count() == 2
        earlier = page(client, at(saved, "1/"))
        assert "This is an earlier version" in earlier
        assert "revision 1" in earlier

    def test_a_newer_engine(self, client: Client, saved: SavedAnalysis) -> None:
        Version.objects.update(engine_version="0.9.0")
        shown = page(client, at(saved))
        assert f"The engine is now {ENGINE_VERSION}; this answer is from 0.9.0" in shown
        assert "out of date" in page(client, "/saved/")

    def test_what_became_newer_meanwhile_is_not_kept_unseen(self, client: Client, saved: SavedAnalysis) -> None:
        shown = said(client.post(at(saved, "keep/"), {"key": "0" * 64}, follow=True))
        assert "Please check it" in shown
        assert saved.versions.count() == 1

    def test_nothing_is_kept_before_there_is_an_answer(self, client: Client, saved: SavedAnalysis) -> None:
        publish_newer()
        client.post(at(saved, "again/"))
        shown = said(client.post(at(saved, "keep/"), {"key": Analysis.objects.latest("pk").key}, follow=True))
        assert "The new answer is not ready yet." in shown


class TestComparing:
    @pytest.fixture
    def other(self, client: Client, question: Ask) -> SavedAnalysis:
        return save(
            client, solved(analyses.get_or_start_analysis(question("7500e1w1,3000,0@1"))), title="With a Whammy"
        )

    def test_two_of_the_list(self, client: Client, saved: SavedAnalysis, other: SavedAnalysis) -> None:
        response = client.get("/saved/compare/", {"pick": [saved.code, other.code]})
        assert response["Location"] == f"/saved/compare/?a={saved.code}&b={other.code}"
        shown = page(client, response["Location"])
        for words in (
            "Larson’s last pass",
            "With a Whammy",
            "$8,000, 1 earned spin",
            "$7,500, 1 earned spin, 1 Whammy",
        ):
            assert words in shown
        assert re.search(r'<th scope="row">Press</th><td>81.2%</td><td>[0-9.]+%</td>', shown)

    @pytest.mark.parametrize("count", [1, 3])
    def test_any_other_number_is_refused(self, client: Client, saved: SavedAnalysis, count: int) -> None:
        response = client.get("/saved/compare/", {"pick": [saved.code] * count}, follow=True)
        assert f"Choose two to compare; you have chosen {count}." in said(response)

    def test_with_a_position(self, client: Client, saved: SavedAnalysis, question: Ask) -> None:
        solved(analyses.get_or_start_analysis(question("8000e1,4000,0@1")))
        here = f"http://testserver{at(saved)}"
        shown = said(client.get("/saved/compare/", {"a": here, "b": "http://testserver/p/8000e1,4000,0@1?rules=seed"}))
        assert "$3,000" in shown
        assert "$4,000" in shown
        assert shown.count(" · Left is up") == 2

    @pytest.mark.parametrize(
        "typed", ["nonsense", "aaaaaaaaaaa", "/p/8000e3,x@1", "https://example.org/", "/p/", "x" * 3000, "http://["]
    )
    def test_what_names_nothing_is_said(self, client: Client, saved: SavedAnalysis, typed: str) -> None:
        response = client.get("/saved/compare/", {"a": saved.code, "b": typed})
        assert response.status_code == 404
        assert 'id="id_b_error"' in said(response)
        assert f'value="{typed[:2000]}"' in said(response)


def test_a_question_of_round_1_is_kept_with_all_that_follows_it(client: Client, question: Ask) -> None:
    def publish_two(*squares: str) -> None:
        boards.publish(Board.from_json(tiny(*squares).to_json() | {"id": "two"}), author="somebody")

    publish_two("500", "W")
    of_round_1 = replace(question(), next_round=NextRound(boards.find_revision("two"), 3))
    version = save(client, analyses.get_or_start_analysis(of_round_1)).versions.get()
    assert version.question == of_round_1
    assert services.export(version)["then"] == {"board": "two.1", "questions": 3}
    publish_two("600", "W")
    Version.objects.filter(pk=version.pk).update(result={})
    version.refresh_from_db()
    reasons = services.find_rerun_reasons(version)
    assert [(old.number, new.number) for old, new in reasons.boards] == [(1, 2)]
    assert reasons.question
    assert reasons.question.next_round == NextRound(boards.find_revision("two.2"), 3)
