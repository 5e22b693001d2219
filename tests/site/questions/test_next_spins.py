"""Another board for the next spins: in the form, the address, the identity, the job, and beside the answer."""

import re
from html import unescape
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client

from engine import Board, BoardError, NextSpinsBoard, Position, Rules, preset_boards
from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.models import Analysis, Status
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.questions import moment_cards as moments
from pressorpass_site.questions.address import address, read_address
from pressorpass_site.questions.forms import PodiumForm
from pressorpass_site.questions.question import MOST_NEXT_SPINS, NextSpins, Question
from tests.engine.tiny import tiny
from tests.site.markup import markup

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

CLASSIC = "pyl-classic-r2"
NOTATION = "0e1,600,0w4@1"


@pytest.fixture(autouse=True)
def impatient(settings: object) -> None:
    settings.ANSWER_WAIT_MILLISECONDS = 0  # type: ignore[attr-defined]


def asked(now: str = CLASSIC, spins: int = 2, board: str = boards.DEFAULT_BOARD, notation: str = NOTATION) -> Question:
    following = NextSpins(boards.find_revision(now), spins) if now else None
    return Question(Position.parse(notation), boards.find_revision(board), Rules.preset("show"), following)


def published(slug: str, *squares: str) -> BoardRevision:
    content = Board.from_json(tiny(*squares).to_json() | {"id": slug, "name": slug})
    return boards.publish(content, author="somebody", exactly=True, label=f"{slug.title()} board").revision


def solved(question: Question) -> Analysis:
    analysis = services.ask(question)
    jobs.execute()
    analysis.refresh_from_db()
    assert analysis.status == Status.DONE, analysis.message
    return analysis


def typed(**changes: str) -> dict[str, str]:
    data = {"up": "1", "seat1_earned": "3", "seat1_score": "8000", "seat2_score": "3000", "seat3_score": "0"}
    return data | changes


class TestForm:
    def read(self, **changes: str) -> NextSpins | None:
        form = PodiumForm(typed(**changes))
        assert form.is_valid(), form.errors
        assert form.question
        return form.question.next_spins

    def test_most_people_leave_it_alone(self) -> None:
        assert self.read() is None
        assert self.read(now="", spins="0") is None
        assert self.read(now=CLASSIC, spins="0") is None

    @pytest.mark.parametrize("spins", ["1", "6"])
    def test_a_board_for_the_next_spins(self, spins: str) -> None:
        assert self.read(now=CLASSIC, spins=spins) == NextSpins(boards.find_revision(CLASSIC), int(spins))

    @pytest.mark.parametrize(
        ("changes", "field", "words"),
        [
            ({"now": CLASSIC, "spins": "9"}, "spins", "Spins go from 0 to 6"),
            ({"now": CLASSIC, "spins": "-1"}, "spins", "negative"),
            ({"now": CLASSIC, "spins": "two"}, "spins", "isn’t a number of spins"),
            ({"now": CLASSIC, "spins": ""}, "spins", "Enter the number of spins"),
            ({"now": "", "spins": "2"}, "now", "Choose the board"),
            ({"now": boards.DEFAULT_BOARD, "spins": "2"}, "now", "This is already the board of the game"),
            ({"now": "nope", "spins": "2"}, "now", "no board called “nope”"),
            ({"now": f"{CLASSIC}.99", "spins": "2"}, "now", "no board called"),
            ({"now": "pyl-1983-r2-partial", "spins": "2"}, "now", "only partly documented"),
        ],
    )
    def test_what_is_wrong_is_said_at_its_field(self, changes: dict[str, str], field: str, words: str) -> None:
        form = PodiumForm(typed(**changes))
        assert not form.is_valid()
        assert list(form.errors) == [field]
        assert words in str(form.errors[field][0])
        assert form.options_open
        assert form.question is None

    def test_nothing_typed_is_lost(self, client: Client) -> None:
        page = markup(client.post("/ask/", typed(now=CLASSIC, spins="9")))
        assert 'name="spins" value="9"' in page
        chosen = re.search(r'<select name="now".*?</select>', page, re.S)
        assert chosen
        assert f'value="{CLASSIC}" selected' in chosen[0]
        assert 'id="id_spins_error"' in page

    def test_a_question_fills_the_fields_that_ask_it_again(self) -> None:
        question = asked()
        form = PodiumForm(PodiumForm.about(question).initial)
        assert form.is_valid(), form.errors
        assert form.question
        assert form.question.key == question.key
        line = PodiumForm.about(question).settings_line
        assert line.startswith("Composite classic board for 2 spins, then February 1985 board · ")

    def test_earlier_revisions_can_be_asked_again(self) -> None:
        old = published("early", "500", "W")
        published("early", "600", "W")
        question = asked("early.1")
        form = PodiumForm(PodiumForm.about(question).initial)
        assert form.is_valid(), form.errors
        assert form.question
        assert form.question.next_spins == NextSpins(old, 2)

    def test_the_engine_takes_as_many_spins(self) -> None:
        board = preset_boards()[CLASSIC]
        assert NextSpinsBoard(board, MOST_NEXT_SPINS)
        with pytest.raises(BoardError):
            NextSpinsBoard(board, MOST_NEXT_SPINS + 1)


class TestAddress:
    def test_there_and_back(self) -> None:
        question = asked()
        assert address(question) == f"/p/{NOTATION}?now={CLASSIC}&spins=2"
        assert read_address(NOTATION, {"now": CLASSIC, "spins": "2"}).key == question.key

    def test_it_is_left_out_where_the_board_does_not_change(self, client: Client) -> None:
        led = client.get(f"/p/{NOTATION}?now={boards.DEFAULT_BOARD}&spins=2")
        assert led["Location"] == f"/p/{NOTATION}"
        assert address(asked(now="")) == f"/p/{NOTATION}"
        assert read_address(NOTATION, {"now": CLASSIC, "spins": "0"}).next_spins is None
        assert read_address(NOTATION, {"now": "", "spins": ""}).next_spins is None

    def test_pinned_it_names_both_revisions(self) -> None:
        assert address(asked(), pinned=True) == f"/p/{NOTATION}?board=pyl-1985-02-r2.1&now={CLASSIC}.1&spins=2"

    @pytest.mark.parametrize("half", ["board=pyl-1985-02-r2.1&now=pyl-classic-r2", "now=pyl-classic-r2.1"])
    def test_half_pinned_it_leads_to_the_pinned_one_which_stays(self, client: Client, half: str) -> None:
        led = client.get(f"/p/{NOTATION}?{half}&spins=2")["Location"]
        assert led == address(asked(), pinned=True)
        assert client.get(led).status_code == 200

    def test_a_pinned_board_stays_when_there_is_a_newer_one(self) -> None:
        published("early", "500", "W")
        question = asked("early")
        before = address(question, pinned=True)
        published("early", "600", "W")
        assert address(question) == f"/p/{NOTATION}?now=early.1&spins=2"
        assert address(question, pinned=True) == before


class TestIdentity:
    def test_all_of_it_matters(self) -> None:
        questions = [asked(""), asked(), asked(spins=3), asked("pyl-1984-09-r1"), asked(boards.DEFAULT_BOARD)]
        assert len({question.key for question in questions}) == len(questions)

    def test_it_comes_back_from_its_row(self) -> None:
        question = asked()
        assert Analysis.objects.get(pk=services.ask(question).pk).question == question

    @pytest.mark.parametrize("broken", [{"now_spins": 2}, {"now_revision": None}])
    def test_a_row_has_both_or_neither(self, broken: dict[str, Any]) -> None:
        analysis = services.ask(asked("" if "now_spins" in broken else CLASSIC))
        with pytest.raises(IntegrityError):
            Analysis.objects.filter(pk=analysis.pk).update(**broken)


class TestRevisionInUse:
    def test_not_even_sql_does(self) -> None:
        revision = published("early", "500", "W")
        services.ask(asked("early"))
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("DELETE FROM boards_boardrevision WHERE id = %s", [revision.pk])


class TestPage:
    def page(self, client: Client, path: str) -> str:
        response = client.get(path)
        assert response.status_code == 200
        return unescape(markup(response))

    def words(self, client: Client, question: Question) -> str:
        solved(question)
        said = re.search(r'<p class="small" id="rules-used">(.*?)</p>', self.page(client, address(question)), re.S)
        assert said
        return re.sub("<.*?>", "", said[1])

    @pytest.fixture(autouse=True)
    def tiny_boards(self, loaded_boards: None) -> None:
        published("half", "1000", "100")
        published("poor", "100")

    def test_it_says_which_board_when(self, client: Client) -> None:
        told = "For the next spin on the Half board, then on the Poor board · standard rules"
        assert self.words(client, asked("half", 1, "poor")) == told
        assert "For the next 2 spins on the Half board" in self.words(client, asked("half", 2, "poor"))
        assert self.words(client, asked("", board="poor")) == "Poor board · standard rules"

    def test_the_ring_and_the_outcomes_are_those_of_the_next_spin(self, client: Client) -> None:
        question = asked("half", 1, "poor")
        solved(question)
        html = self.page(client, address(question))
        assert "For the next spin on the" in html
        assert "$1,000" in html[html.index('id="answer"') :]

    def test_a_newer_revision_of_either_is_told_with_the_way_to_ask_on_it(self, client: Client) -> None:
        question = asked("half", 1, "poor")
        solved(question)
        published("half", "2000", "100")
        html = self.page(client, address(question))
        assert f'href="/p/{NOTATION}?board=poor&now=half&spins=1">Ask again on the newest revision</a>' in html
        assert html.count("This answer is for revision") == 1
        published("poor", "200")
        html = self.page(client, address(question))
        assert f'href="/p/{NOTATION}?board=poor&now=half&spins=1">Ask again on the newest revisions</a>' in html
        assert html.count("This answer is for revision") == 2

    def test_against_best_play_the_board_changes_too(self) -> None:
        question = asked("half", 1, "poor")
        aggressive = Question(
            question.position,
            question.revision,
            question.rules.with_options({"opponents": "aggressive"}),
            question.next_spins,
        )
        optimal = aggressive.against_best_play
        assert optimal
        assert services.ask(optimal).question == question

    def test_what_is_too_much_is_said_with_what_would_help(self, client: Client) -> None:
        question = asked(CLASSIC, 6)
        analysis = services.ask(question)
        Analysis.objects.update(status=Status.OUT_OF_REACH, limits=services.current_limits())
        html = self.page(client, address(question))
        assert "This position is too large." in html
        assert "a board that changes after fewer than 6 spins" in html
        assert services.retry(Analysis.objects.get(pk=analysis.pk)).question == question

    def test_a_famous_moment_is_told_only_on_its_own_board(self, client: Client) -> None:
        link = next(card.link for card in moments.selection() if "?" not in card.link)
        assert "Moment:" in self.page(client, link)
        assert "Moment:" not in self.page(client, f"{link}?now={CLASSIC}&spins=1")

    def test_the_admin_shows_both(self, admin_client: Client) -> None:
        analysis = services.ask(asked("half", 2, "poor"))
        assert "for 2, then" in self.page(admin_client, "/admin/analyses/analysis/")
        assert admin_client.get(f"/admin/analyses/analysis/{analysis.pk}/change/").status_code == 200
