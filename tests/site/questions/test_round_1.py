"""Questions of round 1: what follows it in the address, the identity, the row and the form."""

from dataclasses import replace

import pytest
from django.test import Client

from engine import MOST_QUESTIONS, Board, NextRound, Position, Rules, preset_boards
from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.models import Analysis
from pressorpass_site.boards import eras
from pressorpass_site.boards import services as boards
from pressorpass_site.questions.address import address, read_address
from pressorpass_site.questions.question import InvalidQuestion, Question, build_question
from pressorpass_site.questions.question import NextRound as Following
from tests.engine.tiny import tiny

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

ROUND_1, ROUND_2 = "pyl-1984-09-r1", "pyl-1985-02-r2"
NOTATION = "2500e3,1000e2w1,0e4@2"


def asked(then: str = ROUND_2, questions: int = 4, board: str = ROUND_1) -> Question:
    following = Following(boards.find_revision(then), questions) if then else None
    return Question(Position.parse(NOTATION), boards.find_revision(board), Rules(), then=following)


def publish(slug: str, *squares: str) -> None:
    content = Board.from_json(tiny(*squares).to_json() | {"id": slug, "name": slug})
    boards.publish(content, author="somebody", exactly=True, label=f"{slug.title()} board")


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

    @pytest.mark.parametrize("goal", ["money", "blend"])
    def test_it_is_played_to_win(self, goal: str) -> None:
        with pytest.raises(InvalidQuestion) as error:
            build_question(NOTATION, {"goal": goal}, board=ROUND_1, round_="1")
        assert error.value.field == "option_goal"
        assert build_question(NOTATION, {"goal": goal}, board=ROUND_1)


class TestAddress:
    def test_there_and_back(self) -> None:
        question = asked()
        here = f"/p/{NOTATION}?board={ROUND_1}&then={ROUND_2}&questions=4"
        assert address(question) == here
        assert read_address(NOTATION, {"board": ROUND_1, "then": ROUND_2, "questions": "4"}) == question

    def test_round_1_alone_leads_to_all_of_it(self, client: Client, settings: object) -> None:
        settings.ANSWER_WAIT_MILLISECONDS = 0  # type: ignore[attr-defined]
        assert client.get(f"/p/{NOTATION}?board={ROUND_1}&round=1")["Location"] == address(asked())

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
