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


def solve_question(this_question: Question) -> dict[str, Any]:
    return solve(this_question.position, BOARD, this_question.rules, Limits(seconds=20)).to_json()


def begin_trail(this_question: Question) -> Trail:
    """The trail of a page that nobody has walked on to."""
    return Trail(this_question, this_question.position)


def list_rows(this_question: Question, *, related: bool = False) -> list[tuple[str, list[str]]]:
    """The rows of the card; `related` is whether the other questions have been asked and answered."""
    analyses = (
        {chain_question.key: make_analysis(chain_question) for chain_question in build_chain_questions(this_question)}
        if related
        else None
    )
    chains = build_chains(Answer(solve_question(this_question)), begin_trail(this_question), analyses)
    assert chains is not None
    return [(row.words, [bar.text for bar in row.bars]) for row in chains.rows]


def make_analysis(this_question: Question) -> Analysis:
    """As if the question had been asked and answered."""
    return Analysis(position=this_question.position.notation, result=solve_question(this_question), status=Status.DONE)


def list_texts(this_question: Question, action: str, seats: list[int]) -> list[str]:
    answer = Answer(solve_question(this_question))
    return [answer.get_bar(action, seat).text for seat in seats]


def test_one_holder_s_answer_tells_both_chains() -> None:
    this_question = question("3000,8000e2,0@2")
    assert list_rows(this_question) == [
        ("Center presses", list_texts(this_question, "press", [1, 0, 2])),
        ("Center passes two spins to Left, Left must play two spins", list_texts(this_question, "pass", [1, 0, 2])),
    ]


def test_where_somebody_may_pass_in_turn_his_answer_tells() -> None:
    this_question = question("1000e1,5000,3000e1@1", turn_order="score")
    between = question("1000,5000p1,3000e1@3", turn_order="score")
    assert list_rows(this_question, related=True) == [
        ("Left presses", list_texts(this_question, "press", [0, 1, 2])),
        ("Left passes one spin to Center, Right presses", list_texts(between, "press", [0, 1, 2])),
        (
            "Left passes one spin to Center, Right passes one spin to Center, Center must play two spins",
            list_texts(between, "pass", [0, 1, 2]),
        ),
    ]


def test_what_is_a_question_of_its_own_is_open_until_it_is_asked() -> None:
    this_question = question("1000e2,5000,3000e1@1", turn_order="score")
    chains = build_chains(Answer(solve_question(this_question)), begin_trail(this_question))
    assert chains is not None
    assert chains.pending
    assert [row.pending for row in chains.rows] == [False, True, True]


def test_a_failed_question_says_so_instead_of_waiting_for_ever() -> None:
    this_question = question("1000e2,5000,3000e1@1", turn_order="score")
    failed = Analysis(status=Status.FAILED, message="It broke.")
    chains = build_chains(
        Answer(solve_question(this_question)),
        begin_trail(this_question),
        {chain_question.key: failed for chain_question in build_chain_questions(this_question)},
    )
    assert chains is not None
    assert not chains.pending
    assert [row.unavailable_reason for row in chains.rows] == ["", "It broke.", "It broke."]


def test_level_opponents_are_a_chain_each() -> None:
    this_question = question("8000e1,500,500@1", level_opponents="chooser")
    chain_texts = list_rows(this_question, related=True)
    assert [words for words, _ in chain_texts] == [
        "Left presses",
        "Left passes one spin to Center, Center must play one spin",
        "Left passes one spin to Right, Right must play one spin",
    ]
    assert chain_texts[1][1] == list_texts(question("8000,500p1,500@2", level_opponents="chooser"), "press", [0, 1, 2])


@pytest.mark.parametrize(
    ("notation", "options"),
    [("8000p1,3000,0@1", {}), ("8000e1,w4,w4@1", {}), ("8000e1,3000,0@1", {"opponents": "cautious"})],
)
def test_no_chains_where_nobody_may_pass_or_opponents_are_bound(notation: str, options: dict[str, str]) -> None:
    this_question = question(notation, **options)
    assert build_chains(Answer(solve_question(this_question)), begin_trail(this_question)) is None


def test_the_page_without_javascript(client: Client) -> None:
    this_question = question("3000,8000e2,0@2")
    analysis = Analysis.objects.create(
        key=this_question.key,
        position=this_question.position.notation,
        board_revision=this_question.revision,
        rules=this_question.rules.options(),
        engine_version="1",
        status=Status.DONE,
        result=solve_question(this_question),
    )
    page = client.get(f"/a/{analysis.key}/chains/")
    assert page.status_code == 200
    assert "Center passes two spins to Left, Left must play two spins" in page.content.decode()
    assert client.get(f"/a/{'0' * 64}/chains/").status_code == 404
