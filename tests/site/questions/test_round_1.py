"""Questions of round 1: what follows it in the address, the identity, the row and the form."""

import re
from contextlib import suppress
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine import AVERAGE_QUESTIONS, OPTIONS, Headers, Rules, RulesError, check_round_1, preset_boards
from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.page import ROUGH_SECONDS
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.models import Analysis
from pressorpass_site.boards import eras
from pressorpass_site.boards import services as boards
from pressorpass_site.questions.address import build_address
from pressorpass_site.questions.question import ROUND_1_RULES, InvalidQuestion, Question, build_question
from pressorpass_site.questions.question import NextRound as Following
from tests.site.conftest import STAYS
from tests.site.markup import markup, page
from tests.site.work.by_hand import execute

from .test_address import ROUND_1, ROUND_2, publish
from .test_address import asked as any_question

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

NOTATION = "2500e3,1000e2w1,0e4@2"
OTHERS = {
    name: [*option.values, *(["yes"] if option.yes_no else []), *(["250"] if option.number else [])]
    for name, option in OPTIONS.items()
}


def asked(then: str = ROUND_2, questions: int = 4, board: str = ROUND_1) -> Question:
    return any_question(board, notation=NOTATION, then=(then, questions) if then else None)


class TestDefaults:
    @pytest.mark.parametrize(
        ("board", "round_2", "questions"),
        [
            ("pyl-1983-pilot-r1", ROUND_2, 4),
            ("pyl-1983-09-r1", ROUND_2, 4),
            (ROUND_1, ROUND_2, 4),
            ("abc-2019-r1", "abc-2019-r2", 4),
        ],
    )
    def test_round_2_is_that_of_the_time_and_the_questions_are_those_of_the_show(
        self, board: str, round_2: str, questions: int
    ) -> None:
        next_round = build_question(NOTATION, {}, board=board, round_="1").next_round
        assert next_round == Following(boards.find_revision(round_2), questions)

    def test_a_board_of_no_show_is_followed_by_the_default_one(self) -> None:
        publish("mine", "500", "W")
        mine = boards.find_revision("mine")
        assert eras.round_2_after(mine.board).board.slug == boards.DEFAULT_BOARD
        assert eras.count_questions_after(mine.board) == 4

    def test_a_part_alone_means_round_1_too(self) -> None:
        by_board, by_questions = (
            build_question(NOTATION, {}, board=ROUND_1, **part).next_round
            for part in ({"then": "abc-2019-r2"}, {"questions": "0"})
        )
        assert by_board == Following(boards.find_revision("abc-2019-r2"), 4)
        assert by_questions == Following(boards.find_revision(ROUND_2), 0)

    def test_round_1_alone_is_on_the_board_on_which_the_engine_s_games_have_it(self) -> None:
        assert Headers().board(1).id == ROUND_1
        assert build_question(NOTATION, {}, round_="1") == asked()
        assert build_question(NOTATION, {}, then=ROUND_2, questions="4") == asked(board=ROUND_2)


class TestRefusals:
    @pytest.mark.parametrize(("option", "value"), [(option, value) for option in OPTIONS for value in OTHERS[option]])
    def test_it_has_odds_under_the_rules_under_which_the_engine_knows_them(self, option: str, value: str) -> None:
        refused = ""
        with suppress(RulesError):
            refused = option
            check_round_1(preset_boards()[ROUND_2], Rules().with_options({option: value}))
            refused = ""
        assert build_question(NOTATION, {option: value}, board=ROUND_1)
        if not refused:
            assert build_question(NOTATION, {option: value}, board=ROUND_1, round_="1")
            return
        with pytest.raises(InvalidQuestion) as invalid:
            build_question(NOTATION, {option: value}, board=ROUND_1, round_="1")
        assert list(invalid.value.errors) == [f"option_{option}"]
        assert invalid.value.message == ROUND_1_RULES[option]


class TestPage:
    @pytest.fixture(autouse=True)
    def answered(self, loaded_boards: None) -> None:
        publish("one", "500", "700", "W", round_=1)
        publish("two", "1000", "W")

    def page(self, client: Client, question: Question) -> str:
        analysis = services.get_or_start_analysis(question, view_seconds=STAYS)
        while analysis.is_active and analysis.result is None:  # a slow machine has no first answer in time, and goes on
            execute(jobs, analysis)
        Analysis.objects.update(created_at=timezone.now() - timedelta(seconds=ROUGH_SECONDS))  # a rough one is shown
        return page(client, build_address(question))

    def test_it_says_how_its_figures_are_known_and_offers_nothing_that_does_not_apply(self, client: Client) -> None:
        question = asked("two", 4, "one")
        html = self.page(client, question)
        assert "Estimated, assuming average questions" in html
        assert AVERAGE_QUESTIONS in html[html.index('id="below"') :]
        used = re.search(r'<p class="small" id="rules-used">(.*?)</p>', html, re.S)
        assert used
        assert re.sub(r"\s+", " ", re.sub("<.*?>", "", used[1])).replace(" ,", ",").strip() == (
            f"One board, then 4 questions and round 2 on the Two board · standard rules. {AVERAGE_QUESTIONS}"
        )
        described = re.search(r'<meta property="og:description" content="([^"]*)"', html)
        assert described
        assert AVERAGE_QUESTIONS in described[1]
        assert "Round 1 has no exact answer and no map" in html
        assert 'id="whatif"' not in html
        assert 'id="choose-summary"' not in html
        query = build_address(question).partition("?")[2]
        assert "There are no maps of round 1" in markup(
            client.get(f"{reverse('whatif:map')}?position={NOTATION}&{query}")
        )

    def test_as_the_last_round_it_says_so_with_the_way_to_round_1(self, client: Client) -> None:
        html = self.page(client, asked("", board="one"))
        assert "These spins count as the last of the game" in html
        assert "One board as the last round" in re.sub("<.*?>", "", html)
        link = re.search(r'id="as-round-1" href="([^"]*)"', html)
        assert link
        assert link[1] == build_address(asked(ROUND_2, 4, "one"))
        assert "average questions" not in html[html.index('id="below"') :]
        assert "last of the game" not in self.page(client, asked("", board="two"))
