"""What a score is worth before round 2: asked with round 1, solved once in the background, and then used."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from engine import Board, Position, Rules
from engine.tables import keep_values, values_kept_at
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.models import SCORE_VALUES, Analysis, Table
from pressorpass_site.answers.tables import score_values
from pressorpass_site.answers.tables.tasks import score_value_jobs
from pressorpass_site.boards import services as boards
from pressorpass_site.core import clients
from pressorpass_site.questions.address import build_address
from pressorpass_site.questions.question import NextRound, Question
from pressorpass_site.work.models import Status
from tests.engine.tiny import tiny
from tests.site.work.by_hand import execute

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

ROUND_1 = "pyl-1984-09-r1"
MEMORY = 2**30
COMING = "ask again in a few minutes"


def publish(slug: str, *squares: str) -> None:
    content = Board.from_json(tiny(*squares).to_json() | {"id": slug, "name": slug, "round": 2})
    boards.publish(content, author="somebody", must_be_new=True, label=f"{slug.title()} board")


@pytest.fixture(autouse=True)
def own_board(loaded_boards: None) -> None:
    publish("mine", "500", "W")


def asked(notation: str = "2500e1,1000,0@1", then: str = "mine", rules: Rules | None = None) -> Question:
    """A question before which there are no questions, so that its values are solved in a second."""
    following = NextRound(boards.find_revision(then), 0)
    return Question(Position.parse(notation), boards.find_revision(ROUND_1), rules or Rules(), next_round=following)


def keep(question: Question) -> None:
    assert question.engine_next_round
    keep_values(question.engine_next_round, question.rules, memory=MEMORY)


def answered(question: Question) -> Analysis:
    """Its answer, of which no better one is looked for."""
    analysis = execute(jobs, analyses.get_or_start_analysis(question))
    while analysis.is_active and analysis.result is None:  # on a slow machine a brief run may end without one
        analysis = execute(jobs, analysis)
    Analysis.objects.filter(pk=analysis.pk).update(status=Status.DONE, finished_at=timezone.now())
    analysis.refresh_from_db()
    return analysis


def test_a_question_of_round_1_has_it_solved_once_for_a_board_and_its_rules() -> None:
    analyses.get_or_start_analysis(asked())
    analyses.get_or_start_analysis(asked("9000e3,1000,0w2@1"))
    (table,) = Table.objects.all()
    assert (table.kind, table.status, table.is_viewed) == (SCORE_VALUES, Status.QUEUED, False)
    assert (table.board_revision.board.slug, table.configuration) == ("mine", "value of a score, 0 questions before")
    analyses.get_or_start_analysis(asked(rules=Rules(ties="joint")))
    publish("other", "500", "1000 W")
    analyses.get_or_start_analysis(asked(then="other"))
    assert Table.objects.count() == 3


def test_none_is_asked_by_the_last_round_or_where_it_comes_with_the_engine() -> None:
    round_2 = boards.find_revision(boards.DEFAULT_BOARD)
    analyses.get_or_start_analysis(Question(Position.parse("2500e1,1000,0@1"), round_2, Rules()))
    known = Question(asked().position, boards.find_revision(ROUND_1), Rules(), next_round=NextRound(round_2, 4))
    assert score_values.get_stored_time(known)
    analyses.get_or_start_analysis(known)
    assert not Table.objects.exists()


def test_it_is_solved_and_kept() -> None:
    question = asked()
    analyses.get_or_start_analysis(question)
    table = execute(score_value_jobs, Table.objects.get())
    assert (table.status, table.message) == (Status.DONE, "")
    assert table.bytes
    assert question.engine_next_round
    assert values_kept_at(question.engine_next_round, question.rules)
    Table.objects.all().delete()
    analyses.get_or_start_analysis(asked("0e2,0,0@1"))
    assert not Table.objects.exists()


def test_an_answer_says_that_it_is_to_come_and_is_better_afterwards(client: Client) -> None:
    question = asked()
    rough = answered(question)
    assert rough.rests_on_rough_scores
    assert COMING in client.get(build_address(question)).content.decode()
    execute(score_value_jobs, Table.objects.get())
    assert COMING not in client.get(build_address(question)).content.decode()
    assert analyses.get_or_start_analysis(question).is_active
    fine = answered(question)
    assert fine.answer
    assert not fine.rests_on_rough_scores
    assert analyses.get_or_start_analysis(question).status == Status.DONE


def test_an_answer_that_was_no_better_is_not_worked_out_again() -> None:
    question = asked()
    before = answered(question)
    keep(question)
    analyses.get_or_start_analysis(question)
    Analysis.objects.update(status=Status.DONE, finished_at=timezone.now())
    assert analyses.get_or_start_analysis(question).status == Status.DONE
    assert before.result == Analysis.objects.get().result


def test_what_it_costs_in_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    """Only answers that rest on a rough value cost one more."""
    question = asked()
    answered(question)
    with django_assert_num_queries(2):
        analyses.get_or_start_analysis(question)
    keep(question)
    analyses.get_or_start_analysis(question)
    answered(question)
    with django_assert_num_queries(1):
        analyses.get_or_start_analysis(question)


def test_too_large_is_told_and_tried_again_with_more_memory(settings: Any) -> None:
    settings.SOLVER_MEMORY_BYTES = 2**10
    question = replace(asked(), next_round=NextRound(boards.find_revision("mine"), 4))
    score_values.start_if_needed(question)
    table = execute(score_value_jobs, Table.objects.get())
    assert table.status == Status.TOO_LARGE
    assert "allowed" in table.message
    assert not score_values.is_under_way(question)
    score_values.start_if_needed(question)
    assert not score_values.is_under_way(question)
    settings.SOLVER_MEMORY_BYTES = MEMORY
    score_values.start_if_needed(question)
    assert score_values.is_under_way(question)


def test_a_client_has_one_and_few_wait_in_all() -> None:
    def ask(client: str, number: int) -> None:
        publish(f"board-{number}", "500", f"{number}000 W")
        with clients.act_for_client(client):
            assert analyses.get_or_start_analysis(asked(then=f"board-{number}")).is_active

    ask("a", 1)
    ask("a", 2)
    assert Table.objects.count() == 1
    for number in range(3, 10):
        ask(f"client {number}", number)
    assert Table.objects.count() == score_values.MAX_WAITING
    Table.objects.update(status=Status.DONE)
    ask("a", 10)
    assert Table.objects.count() == score_values.MAX_WAITING + 1
