"""What each chain of passes brings, from the answers that tell it."""

from typing import Any

import pytest
from django.test import Client

from engine import Limits, Position, Rules, preset_boards, solve
from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.answers.analyses.related import build_chain_questions, build_chains
from pressorpass_site.answers.analyses.trail import Trail
from pressorpass_site.answers.models import Analysis
from pressorpass_site.boards import services as boards
from pressorpass_site.questions.question import Question
from pressorpass_site.work.models import Status

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_boards")]

BOARD = preset_boards()["pyl-1985-02-r2"]


def question(notation: str, **options: Any) -> Question:
    rules = Rules.preset("seed").with_options(options)
    return Question(Position.parse(notation), boards.find_revision("pyl-1985-02-r2"), rules)


def result(asked: Question) -> dict[str, Any]:
    return solve(asked.position, BOARD, asked.rules, Limits(seconds=20)).to_json()


def begun(asked: Question) -> Trail:
    """The trail of a page that nobody has walked on to."""
    return Trail(asked, asked.position)


def told(asked: Question, *, related: bool = False) -> list[tuple[str, list[str]]]:
    """The rows of the card; `related` is whether the other questions have been asked and answered."""
    analyses = {each.key: answered(each) for each in build_chain_questions(asked)} if related else None
    found = build_chains(Answer(result(asked)), begun(asked), analyses)
    assert found is not None
    return [(row.words, [bar.text for bar in row.bars]) for row in found.rows]


def answered(asked: Question) -> Analysis:
    """As if the question had been asked and answered."""
    return Analysis(position=asked.position.notation, result=result(asked), status=Status.DONE)


def texts(asked: Question, action: str, seats: list[int]) -> list[str]:
    answer = Answer(result(asked))
    return [answer.bar(action, seat).text for seat in seats]


def test_one_holder_s_answer_tells_both_chains() -> None:
    asked = question("3000,8000e2,0@2")
    assert told(asked) == [
        ("Center presses", texts(asked, "press", [1, 0, 2])),
        ("Center passes two spins to Left, Left must play two spins", texts(asked, "pass", [1, 0, 2])),
    ]


def test_where_somebody_may_pass_in_turn_his_answer_tells() -> None:
    asked = question("1000e1,5000,3000e1@1", turn_order="score")
    between = question("1000,5000p1,3000e1@3", turn_order="score")
    assert told(asked, related=True) == [
        ("Left presses", texts(asked, "press", [0, 1, 2])),
        ("Left passes one spin to Center, Right presses", texts(between, "press", [0, 1, 2])),
        (
            "Left passes one spin to Center, Right passes one spin to Center, Center must play two spins",
            texts(between, "pass", [0, 1, 2]),
        ),
    ]


def test_what_is_a_question_of_its_own_is_open_until_it_is_asked() -> None:
    asked = question("1000e2,5000,3000e1@1", turn_order="score")
    found = build_chains(Answer(result(asked)), begun(asked))
    assert found is not None
    assert found.pending
    assert [row.pending for row in found.rows] == [False, True, True]


def test_a_failed_question_says_so_instead_of_waiting_for_ever() -> None:
    asked = question("1000e2,5000,3000e1@1", turn_order="score")
    failed = Analysis(status=Status.FAILED, message="It broke.")
    found = build_chains(
        Answer(result(asked)), begun(asked), {each.key: failed for each in build_chain_questions(asked)}
    )
    assert found is not None
    assert not found.pending
    assert [row.trouble for row in found.rows] == ["", "It broke.", "It broke."]


def test_level_opponents_are_a_chain_each() -> None:
    asked = question("8000e1,500,500@1", level_opponents="chooser")
    found = told(asked, related=True)
    assert [words for words, _ in found] == [
        "Left presses",
        "Left passes one spin to Center, Center must play one spin",
        "Left passes one spin to Right, Right must play one spin",
    ]
    assert found[1][1] == texts(question("8000,500p1,500@2", level_opponents="chooser"), "press", [0, 1, 2])


@pytest.mark.parametrize("notation", ["8000p1,3000,0@1", "8000e1,w4,w4@1"])
def test_no_chains_where_nobody_may_pass(notation: str) -> None:
    asked = question(notation)
    assert build_chains(Answer(result(asked)), begun(asked)) is None


def test_no_chains_against_bound_opponents() -> None:
    asked = question("8000e1,3000,0@1", opponents="cautious")
    assert build_chains(Answer(result(asked)), begun(asked)) is None


def test_the_page_without_javascript(client: Client) -> None:
    asked = question("3000,8000e2,0@2")
    analysis = Analysis.objects.create(
        key=asked.key,
        position=asked.position.notation,
        board_revision=asked.revision,
        rules=asked.rules.options(),
        engine_version="1",
        status=Status.DONE,
        result=result(asked),
    )
    page = client.get(f"/a/{analysis.key}/chains/")
    assert page.status_code == 200
    assert "Center passes two spins to Left, Left must play two spins" in page.content.decode()
    assert client.get(f"/a/{'0' * 64}/chains/").status_code == 404
