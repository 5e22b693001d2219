"""Questions of round 1: what follows it in the address, the identity, the row and the form."""

import re
from contextlib import suppress
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine import (
    AVERAGE_QUESTIONS,
    MOST_QUESTIONS,
    OPTIONS,
    Board,
    Headers,
    NextRound,
    Position,
    Rules,
    RulesError,
    check_round_1,
    preset_boards,
)
from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.models import Analysis
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.boards import eras
from pressorpass_site.boards import services as boards
from pressorpass_site.questions.address import address, read_address
from pressorpass_site.questions.forms import PodiumForm
from pressorpass_site.questions.question import ROUND_1_RULES, InvalidQuestion, Question, build_question
from pressorpass_site.questions.question import NextRound as Following
from tests.engine.tiny import tiny
from tests.site.markup import markup

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

ROUND_1, ROUND_2 = "pyl-1984-09-r1", "pyl-1985-02-r2"
NOTATION = "2500e3,1000e2w1,0e4@2"
OTHERS = {
    name: [*option.values, *(["yes"] if option.yes_no else []), *(["250"] if option.number else [])]
    for name, option in OPTIONS.items()
}


def asked(then: str = ROUND_2, questions: int = 4, board: str = ROUND_1) -> Question:
    following = Following(boards.find_revision(then), questions) if then else None
    return Question(Position.parse(NOTATION), boards.find_revision(board), Rules(), then=following)


def publish(slug: str, *squares: str, round_: int = 2) -> None:
    content = Board.from_json(tiny(*squares).to_json() | {"id": slug, "name": slug, "round": round_})
    boards.publish(content, author="somebody", exactly=True, label=f"{slug.title()} board")


def typed(**changes: str) -> dict[str, str]:
    data = {"up": "1", "seat1_earned": "3", "seat1_score": "8000", "seat2_score": "3000", "seat3_score": "0"}
    return data | changes


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
        found = build_question(NOTATION, {}, board=board, round_="1").then
        assert found == Following(boards.find_revision(round_2), questions)

    def test_a_board_of_no_show_is_followed_by_the_default_one(self) -> None:
        publish("mine", "500", "W")
        mine = boards.find_revision("mine")
        assert eras.round_2_after(mine.board).board.slug == boards.DEFAULT_BOARD
        assert eras.questions_after(mine.board) == 4

    def test_a_part_alone_means_round_1_too(self) -> None:
        by_board, by_questions = (
            build_question(NOTATION, {}, board=ROUND_1, **part).then
            for part in ({"then": "abc-2019-r2"}, {"questions": "0"})
        )
        assert by_board == Following(boards.find_revision("abc-2019-r2"), 4)
        assert by_questions == Following(boards.find_revision(ROUND_2), 0)

    def test_round_1_alone_is_on_the_board_on_which_the_engine_s_games_have_it(self) -> None:
        assert Headers().board(1).id == ROUND_1
        assert build_question(NOTATION, {}, round_="1") == asked()
        assert build_question(NOTATION, {}, then=ROUND_2, questions="4") == asked(board=ROUND_2)

    def test_the_engine_takes_as_many_questions(self) -> None:
        assert NextRound(preset_boards()[ROUND_2], MOST_QUESTIONS)
        assert build_question(NOTATION, {}, board=ROUND_1, questions=str(MOST_QUESTIONS)).next_round


class TestRefusals:
    @pytest.mark.parametrize(
        ("changes", "field", "words"),
        [
            ({"round_": "3"}, "round", "The round is 1"),
            ({"round_": "2", "then": ROUND_2}, "then", "Nothing follows the last round"),
            ({"round_": "2", "questions": "4"}, "questions", "Nothing follows the last round"),
            ({"then": "nope"}, "then", "no board called “nope”"),
            ({"then": "pyl-1983-r2-partial"}, "then", "only partly documented"),
            ({"then": "abc-2019-bonus1"}, "then", "bonus game"),
            ({"questions": "6"}, "questions", "Questions go from 0 to 5"),
            ({"questions": "some"}, "questions", "isn’t a number of questions"),
            ({"round_": "1", "method": "bounded"}, "method", "no guaranteed ranges"),
            ({"round_": "1", "now": ROUND_2, "spins": "1"}, "now", "on one board"),
        ],
    )
    def test_what_is_wrong_is_said_at_its_field(self, changes: dict[str, str], field: str, words: str) -> None:
        with pytest.raises(InvalidQuestion) as error:
            build_question(NOTATION, {}, board=ROUND_1, **changes)
        assert list(error.value.errors) == [field]
        assert words in error.value.message

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


class TestAddress:
    def test_there_and_back(self) -> None:
        question = asked()
        here = f"/p/{NOTATION}?board={ROUND_1}&then={ROUND_2}&questions=4"
        assert address(question) == here
        assert read_address(NOTATION, {"board": ROUND_1, "then": ROUND_2, "questions": "4"}) == question

    @pytest.mark.parametrize("board", [f"board={ROUND_1}&", ""])
    def test_round_1_alone_leads_to_all_of_it(self, client: Client, settings: object, board: str) -> None:
        settings.ANSWER_WAIT_MILLISECONDS = 0  # type: ignore[attr-defined]
        assert client.get(f"/p/{NOTATION}?{board}round=1")["Location"] == address(asked())

    @pytest.mark.parametrize("half", [f"board={ROUND_1}.1&then={ROUND_2}", f"board={ROUND_1}&then={ROUND_2}.1"])
    def test_half_pinned_it_leads_to_the_pinned_one(self, client: Client, settings: object, half: str) -> None:
        settings.ANSWER_WAIT_MILLISECONDS = 0  # type: ignore[attr-defined]
        assert client.get(f"/p/{NOTATION}?{half}&questions=4")["Location"] == address(asked(), pinned=True)

    def test_an_address_of_before_is_the_last_round(self) -> None:
        question = read_address(NOTATION, {"board": ROUND_1})
        assert question.then is None
        assert address(question) == f"/p/{NOTATION}?board={ROUND_1}"
        assert question == read_address(NOTATION, {"board": ROUND_1, "round": "2"})

    def test_a_pinned_one_keeps_the_revisions_of_both(self) -> None:
        publish("two", "500", "W")
        question = asked("two", 3)
        before = address(question, pinned=True)
        assert before == f"/p/{NOTATION}?board={ROUND_1}.1&then=two.1&questions=3"
        publish("two", "600", "W")
        assert address(question, pinned=True) == before
        assert address(question) == f"/p/{NOTATION}?board={ROUND_1}&then=two.1&questions=3"
        again = question.on_newest_boards
        assert again.then == Following(boards.find_revision("two.2"), 3)
        assert replace(again, then=question.then) == question


class TestIdentity:
    def test_all_of_it_matters(self) -> None:
        questions = [asked(""), asked(), asked(questions=3), asked("abc-2019-r2"), asked(board="pyl-1983-09-r1")]
        assert len({question.key for question in questions}) == len(questions)

    @pytest.mark.parametrize("questions", [0, 4])
    def test_it_comes_back_from_its_row(self, questions: int) -> None:
        question = asked(questions=questions)
        assert Analysis.objects.get(pk=services.ask(question).pk).question == question


class TestForm:
    def read(self, **changes: str) -> Following | None:
        form = PodiumForm(typed(**changes))
        assert form.is_valid(), form.errors
        assert form.question
        return form.question.then

    def test_a_board_of_round_1_is_asked_about_with_what_follows(self) -> None:
        usual = Following(boards.find_revision(ROUND_2), 4)
        assert self.read() is None
        assert self.read(board=ROUND_1) == usual
        assert self.read(board=ROUND_1, questions="2", then="pyl-classic-r2") == Following(
            boards.find_revision("pyl-classic-r2"), 2
        )
        assert self.read(board=ROUND_1, round="2") is None
        assert self.read(round="1") == usual

    @pytest.mark.parametrize(
        ("changes", "field"),
        [
            ({"board": ROUND_1, "questions": "9"}, "questions"),
            ({"board": ROUND_1, "then": "nope"}, "then"),
            ({"board": ROUND_1, "round": "2", "questions": "3"}, "questions"),
            ({"board": ROUND_2, "questions": "3"}, "questions"),
            ({"board": ROUND_1, "round": "9"}, "round"),
            ({"board": ROUND_1, "method": "bounded"}, "method"),
            ({"board": ROUND_1, "option_goal": "money"}, "option_goal"),
        ],
    )
    def test_what_is_wrong_is_said_at_its_field(self, changes: dict[str, str], field: str) -> None:
        form = PodiumForm(typed(**changes))
        assert not form.is_valid()
        assert list(form.errors) == [field]
        assert form.options_open
        assert form.round_open == (field in ("round", "questions", "then"))

    @pytest.mark.parametrize(
        ("question", "line"),
        [
            ({}, "Round 1 · 4 questions, then the February 1985 board"),
            ({"questions": 1}, "Round 1 · 1 question, then the February 1985 board"),
            ({"questions": 0, "then": "pyl-classic-r2"}, "Round 1 · then the Composite classic board"),
            ({"then": ""}, "The last round"),
            ({"then": "", "board": ROUND_2}, "The last round"),
            ({"board": ROUND_2}, "Round 1 · 4 questions, then the February 1985 board"),
        ],
    )
    def test_a_question_fills_the_fields_that_ask_it_again(self, question: dict[str, Any], line: str) -> None:
        about = asked(**question)
        form = PodiumForm.about(about)
        assert form.round_line == line
        again = PodiumForm(form.initial)
        assert again.is_valid(), again.errors
        assert again.question
        assert again.question.key == about.key
        assert again.round_line == line

    def test_what_is_usual_follows_the_board(self) -> None:
        """A change of the board alone asks as one would on it."""
        initial = PodiumForm.about(asked()).initial
        for board, then in (("abc-2019-r1", "abc-2019-r2"), (ROUND_2, "")):
            form = PodiumForm(initial | {"board": board})
            assert form.is_valid(), form.errors
            assert form.question
            assert (form.question.then.revision.board.slug if form.question.then else "") == then

    def test_the_line_of_the_settings_names_all_of_it(self) -> None:
        told = "September 1984 board, round 1 · 4 questions, then the February 1985 board · standard rules"
        assert PodiumForm.about(asked()).settings_line == told
        assert PodiumForm.about(asked("")).settings_line == "September 1984 board, round 1 · standard rules"

    def test_the_first_page_says_it_for_the_board_in_its_address(self, client: Client) -> None:
        page = markup(client.get(f"/?board={ROUND_1}"))
        assert '<span id="round-line">Round 1 · 4 questions, then the February 1985 board</span>' in page
        assert '<span id="round-line">The last round</span>' in markup(client.get("/"))

    def test_an_address_that_is_wrong_keeps_its_round(self, client: Client) -> None:
        for query, line in (
            (f"board={ROUND_1}", "The last round"),
            (f"board={ROUND_1}&questions=2", "Round 1 · 2 questions"),
        ):
            assert f'<span id="round-line">{line}' in markup(client.get(f"/p/2500x3,0,0@1?{query}"))


class TestPage:
    @pytest.fixture(autouse=True)
    def answered(self, loaded_boards: None, settings: object) -> None:
        settings.ANSWER_WAIT_MILLISECONDS = 0  # type: ignore[attr-defined]
        publish("one", "500", "700", "W", round_=1)
        publish("two", "1000", "W")

    def page(self, client: Client, question: Question) -> str:
        services.ask(question)
        jobs.execute()
        response = client.get(address(question))
        assert response.status_code == 200
        return unescape(markup(response))

    def test_it_says_how_its_figures_are_known(self, client: Client) -> None:
        html = self.page(client, asked("two", 4, "one"))
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

    def test_what_does_not_apply_is_not_offered(self, client: Client) -> None:
        question = asked("two", 4, "one")
        html = self.page(client, question)
        assert "Round 1 has no exact answer and no map" in html
        assert 'id="whatif"' not in html
        assert 'id="choose-summary"' not in html
        query = address(question).partition("?")[2]
        assert "There are no maps of round 1" in markup(
            client.get(f"{reverse('whatif:map')}?position={NOTATION}&{query}")
        )

    def test_as_the_last_round_it_says_so_with_the_way_to_round_1(self, client: Client) -> None:
        html = self.page(client, asked("", board="one"))
        assert "This takes these spins as the last of the game" in html
        assert "One board as the last round" in re.sub("<.*?>", "", html)
        link = re.search(r'id="as-round-1" href="([^"]*)"', html)
        assert link
        assert link[1] == address(asked(ROUND_2, 4, "one"))
        assert "average questions" not in html[html.index('id="below"') :]
        assert "last of the game" not in self.page(client, asked("", board="two"))

    def test_a_newer_revision_of_the_board_of_round_2_is_told(self, client: Client) -> None:
        question = asked("two", 4, "one")
        self.page(client, question)
        publish("two", "2000", "W")
        html = self.page(client, question)
        assert "This answer is for revision 1 of the Two board." in html
        assert f'href="/p/{NOTATION}?board=one&then=two&questions=4">Ask again' in html
