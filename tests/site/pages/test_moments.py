"""Moments are told truly, can be asked where they can be, and say what was right and what it cost."""

import re
from dataclasses import replace
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest
from django.test import Client

from engine import Board as EngineBoard
from engine import preset_boards
from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.models import Analysis
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.games.dilemmas import days
from pressorpass_site.games.dilemmas import services as dilemmas
from pressorpass_site.games.dilemmas.deck import get_entry
from pressorpass_site.questions import moment_cards as moments
from pressorpass_site.questions.address import build_address, parse_address
from pressorpass_site.questions.moments import PARTS, list_moments
from pressorpass_site.work.models import Status
from tests.site.markup import page

pytestmark = pytest.mark.usefixtures("loaded_boards")

ALL = "/moments/?kind=all"
MOMENTS = {moment.id: moment for moment in list_moments()}


def ids(html: str) -> list[str]:
    return re.findall(r'<li class="card moment" id="([^"]+)">', html)


def cards(client: Client) -> dict[str, str]:
    """The HTML of each moment in the gallery."""
    matches = re.findall(
        r'<li class="card moment" id="([^"]+)">(.*?)(?=<li class="card moment"|</section>)',
        page(client, ALL),
        re.DOTALL,
    )
    return dict(matches)


def card(client: Client, moment: str) -> str:
    return cards(client)[moment]


def text(client: Client, moment: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", card(client, moment)))


@pytest.mark.parametrize(("kind", "count"), [("historical", 13), ("published", 18), ("teaching", 16), ("all", 47)])
def test_moments_are_filtered_by_kind(client: Client, kind: str, count: int) -> None:
    html = page(client, f"/moments/?kind={kind}")
    assert len(ids(html)) == count
    assert all(kind in ("all", MOMENTS[moment_id].kind) for moment_id in ids(html))
    chosen = re.findall(r'<a class="pill" href="\?kind=(\w+)" aria-current="page">[^<]*<small>(\d+)</small>', html)
    assert chosen == [(kind, str(count))]


def test_what_is_not_on_record_has_a_stand_in_exactly_where_it_is_asked() -> None:
    for moment in MOMENTS.values():
        parts = [(seat, part, p[part]) for seat, p in enumerate(moment.numbers) for part in PARTS]
        missing = {(seat, part) for seat, part, number in parts if number.known is None}
        replaced = {(seat, part) for seat, part, number in parts if number.question_value is not None}
        assert replaced == (set() if moment.not_asked else missing), moment.id
        assert bool(moment.notation) != bool(moment.not_asked), moment.id


def test_every_link_is_the_address_of_a_question_that_can_be_asked() -> None:
    for shown in moments.list_cards():
        links = [shown.link, *(choice.link for choice in shown.choices)]
        for link in filter(None, links):
            parts = urlsplit(link)
            question = parse_address(unquote(parts.path).removeprefix("/p/"), dict(parse_qsl(parts.query)))
            assert question.key in {linked_question.key for linked_question in shown.questions}
            assert question.revision.board.slug == shown.moment.asked_board
        assert bool(shown.link) == (not shown.moment.not_asked)


def test_a_card_tells_story_podiums_and_source(client: Client) -> None:
    html = page(client, ALL)
    for moment in MOMENTS.values():
        assert moment.title in html
        assert moment.story in html
        for source in moment.sources:
            assert source in html
    larson = text(client, "larson-pass")
    assert 'href="/p/102851e4w1,4080e2,4608e3@1"' in card(client, "larson-pass")
    assert "$102,851 * (assumed)" in larson
    assert "4 spins * (assumed) 1 Whammy" in larson
    assert "Not on record, so assumed Long: no Whammies; Litras: no Whammies." in larson
    assert "the board of the day is not on record" in larson
    assert "exact score" in larson
    assert "standard rules" in larson


def test_what_was_right_and_what_they_did_come_after_the_call(client: Client) -> None:
    gallery = cards(client)
    for moment in ("cathy-lori", "bryant-1985-07-15", "cpp-1", "c-lose-whammy"):
        before, *answers = gallery[moment].split('<summary class="button')
        assert len(answers) == 2
        assert "right" not in before
        assert "did:" not in before
        assert "%" not in before
        assert "/p/" not in before
        marks = [word for answer in answers for word in ("Right call!", "Wrong call") if word in answer]
        assert sorted(marks) == ["Right call!", "Wrong call"]
    assert "You are Cathy, with one spin. Press, or pass it to Lori?" in text(client, "cathy-lori")


def test_a_right_and_a_wrong_decision_are_told_with_their_cost(client: Client) -> None:
    """One spin, $5,000 against $5,500: pressing is right by 54 wins in 100, as an exact answer has it."""
    page_text = text(client, "cathy-lori")
    answer = next(iter(services.get_available_answers(_questions("cathy-lori"), only_final=True).values()))
    assert answer.method == "exact"
    press, passing = (answer.actions[name]["win"][0] for name in ("press", "pass"))
    assert press - passing == pytest.approx(0.536, abs=0.001)
    assert f"Press was right: {100 * press:.1f}% against {100 * passing:.1f}%. Passing cost 54 wins in 100." in _plain(
        page_text
    )
    page_text = text(client, "cpp-last-0")
    assert "Press is right: 78.2% against 21.8%. Passing costs 56 wins in 100." in _plain(page_text)
    page_text = text(client, "bryant-1985-07-15")
    assert "Stopping would have cost $1,562 on average." in page_text


def test_a_moment_without_a_question_says_why(client: Client) -> None:
    gallery = cards(client)
    for moment in ("scoreless-tie", "abc-zero-winner", "abc-flax-2022-07-28"):
        assert "/p/" not in gallery[moment]
        assert MOMENTS[moment].not_asked in gallery[moment]


def test_home_offers_a_few_that_can_be_asked(client: Client) -> None:
    html = page(client, "/")
    assert len(moments.select_cards()) == len(moments.SELECTION)
    for shown in moments.select_cards():
        assert shown.link
        assert f'href="{shown.link}"' in html
    assert 'href="/moments/"' in html


def test_the_answer_page_of_a_moment_tells_it_with_a_link_back(client: Client) -> None:
    html = page(client, "/p/4200w1,2600,6800e4@3")
    assert MOMENTS["c-last-leader"].story in html
    assert 'href="/moments/?kind=teaching#c-last-leader"' in html
    assert 'href="/moments/?kind=teaching#c-lose-whammy"' in page(client, "/p/3000e2w2,6000w1,4500@1")
    assert "/moments/?kind=" not in page(client, "/p/4200w1,2600,6800e4@3?board=pyl-classic-r2")
    assert "/moments/?kind=" not in page(client, "/p/4200w1,2600,6900e4@3")


def _questions(moment: str) -> list[services.Question]:
    return next(shown.questions for shown in moments.list_cards() if shown.moment.id == moment)


def _plain(html: str) -> str:
    return html.replace("\N{NO-BREAK SPACE}", " ")


@pytest.fixture
def revised(django_capture_on_commit_callbacks: Any) -> BoardRevision:
    """The board of most moments, with a slide changed by a person."""
    board = preset_boards()["pyl-1985-02-r2"]
    squares = board.to_json()["squares"]
    slide = next(board_slide for square in squares for board_slide in square["slides"] if board_slide["kind"] == "cash")
    slide["amount"] += 1
    changed = EngineBoard.from_json(board.to_json() | {"squares": squares})
    with django_capture_on_commit_callbacks(execute=True):
        return boards.publish(changed, author="Ed").revision


def test_a_board_that_is_published_has_its_moments_solved_by_idle_workers(revised: BoardRevision) -> None:
    wanted = {
        question.key for shown in moments.list_cards() for question in shown.questions if shown.revision == revised
    }
    jobs = Analysis.objects.filter(board_revision=revised)
    assert len(wanted) > 20
    assert set(jobs.values_list("key", flat=True)) == wanted
    assert not jobs.exclude(viewed_until=None, client="", status=Status.QUEUED).exists()


def test_pages_show_the_moments_of_the_older_revision_until_those_of_a_new_one_are_solved(
    client: Client, revised: BoardRevision
) -> None:
    card_text = card(client, "cathy-lori")
    assert "Press was right" in unescape(card_text)
    assert "board=pyl-1985-02-r2.1" in card_text
    assert "board=pyl-1985-02-r2.1" in page(client, "/")
    (question,) = _questions("cathy-lori")
    assert question.revision == revised
    old = replace(question, revision=boards.find_revision("pyl-1985-02-r2.1"))
    answer = services.get_available_answers([old], only_final=True)[old].result
    Analysis.objects.filter(key=question.key).update(result=answer, status=Status.RUNNING)
    assert "board=pyl-1985-02-r2.1" in card(client, "cathy-lori"), "it may still get better"
    Analysis.objects.filter(key=question.key).update(status=Status.DONE)
    assert "board=pyl-1985-02-r2.1" not in card(client, "cathy-lori")
    assert f'href="{build_address(question)}"' in page(client, "/")


def test_the_dilemma_that_is_a_moment_stays_answered_on_the_older_revision(revised: BoardRevision) -> None:
    number = next(day for day in range(1, days.FIRST_OF_THREE) if _is_of(day, revised))
    assert boards.build_pinned_reference(dilemmas.get_dilemma(number).question.revision) == "pyl-1985-02-r2.1"


def _is_of(number: int, revision: BoardRevision) -> bool:
    entry = get_entry(number)
    return bool(entry.moment) and entry.moment_data.asked_board == revision.board.slug
