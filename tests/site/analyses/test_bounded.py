"""Proven bounds on the site: a question of their own, shown as intervals that narrow, with a verdict as soon as it is certain."""

import json
import re
from dataclasses import replace

import pytest

from engine import Limits, solve
from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.questions.address import build_address, parse_address
from pressorpass_site.questions.question import BOUNDED, Question
from tests.site.conftest import QUICK, Ask

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

HARD = "0e3,2000e3,3500e3@1"
CERTAIN = "8000e5,3000,0@1"
AMPLE = 10_000.0  # seconds


def bounded(question: Question, memory_bytes: int) -> Answer:
    """Solve within a limit of memory, which ends the search at the same state on every machine."""
    limits = Limits(AMPLE, memory_bytes, method=BOUNDED)
    return Answer(json.loads(json.dumps(solve(question.position, question.board, question.rules, limits).to_json())))


def test_a_question_for_bounds_is_another_one_with_an_address_of_its_own(question: Ask) -> None:
    this_question = replace(question(), method=BOUNDED)
    assert this_question.key != question().key
    assert build_address(this_question).endswith("rules=seed&method=bounded")
    assert parse_address(QUICK, {"rules": "seed", "method": "bounded"}) == this_question
    analysis = services.get_or_start_analysis(this_question)
    assert analysis.question == this_question
    assert analysis.result is None  # nothing that comes with the site or from a table


def test_an_open_verdict_is_left_open_and_no_middle_is_shown(question: Ask) -> None:
    answer = bounded(question(HARD), 10_000_000)
    assert answer.word == "Can’t tell."
    assert not answer.is_too_rough
    assert answer.gap is None
    assert "–" in answer.get_bar("press", 0).text
    assert answer.open_shares.startswith("Uncertainty")


def test_a_verdict_is_called_as_soon_as_it_is_certain(question: Ask) -> None:
    answer = bounded(question(CERTAIN), 10_000_000)
    assert (answer.method, answer.word) == ("bounded", "Press.")
    assert answer.sentence.endswith("The verdict is already certain.")
    assert re.fullmatch(r"[\d.]+ to [\d.]+ more wins in 100", str(answer.gap))
