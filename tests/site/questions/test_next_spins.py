"""Another board for the next spins, in the form and beside the answer."""

import re

import pytest
from django.test import Client

from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.models import Analysis
from pressorpass_site.boards import services as boards
from pressorpass_site.questions.address import build_address
from pressorpass_site.questions.question import Question
from pressorpass_site.work.models import Status
from tests.site.markup import page
from tests.site.work.by_hand import run_next

from .test_address import CLASSIC, publish
from .test_address import asked as any_question

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

NOTATION = "0e1,600,0w4@1"


def asked(now: str = CLASSIC, spins: int = 2, board: str = boards.DEFAULT_BOARD) -> Question:
    return any_question(board, notation=NOTATION, now=(now, spins) if now else None)


def solved(question: Question) -> Analysis:
    analysis = services.get_or_start_analysis(question)
    run_next(jobs)
    analysis.refresh_from_db()
    assert analysis.status == Status.DONE, analysis.message
    return analysis


class TestPage:
    def words(self, client: Client, question: Question) -> str:
        solved(question)
        said = re.search(r'<p class="small" id="rules-used">(.*?)</p>', page(client, build_address(question)), re.S)
        assert said
        return re.sub("<.*?>", "", said[1])

    @pytest.fixture(autouse=True)
    def tiny_boards(self, loaded_boards: None) -> None:
        publish("half", "1000", "100")
        publish("poor", "100")

    def test_it_says_which_board_when(self, client: Client) -> None:
        sentence = "For the next spin on the Half board, then on the Poor board · standard rules"
        assert self.words(client, asked("half", 1, "poor")) == sentence
        assert "For the next 2 spins on the Half board" in self.words(client, asked("half", 2, "poor"))
        assert self.words(client, asked("", board="poor")) == "Poor board · standard rules"

    def test_a_newer_revision_of_either_is_told_with_the_way_to_ask_on_it(self, client: Client) -> None:
        question = asked("half", 1, "poor")
        solved(question)
        publish("half", "2000", "100")
        html = page(client, build_address(question))
        assert f'href="/p/{NOTATION}?board=poor&now=half&spins=1">Ask again on the newest revision</a>' in html
        assert html.count("This answer is for revision") == 1
        publish("poor", "200")
        html = page(client, build_address(question))
        assert f'href="/p/{NOTATION}?board=poor&now=half&spins=1">Ask again on the newest revisions</a>' in html
        assert html.count("This answer is for revision") == 2

    def test_what_is_too_much_is_said_with_what_would_help(self, client: Client) -> None:
        question = asked(CLASSIC, 6)
        analysis = services.get_or_start_analysis(question)
        Analysis.objects.update(status=Status.TOO_LARGE, limits=services.get_current_limits())
        html = page(client, build_address(question))
        assert "This position is too large." in html
        assert "choose a board that changes after fewer than 6 spins" in html
        assert services.retry(Analysis.objects.get(pk=analysis.pk)).question == question

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
        assert services.get_or_start_analysis(optimal).question == question
