"""What a finished answer costs in database queries: a page asks for a board once, however often it names it."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.models import Analysis
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.boards import services as boards
from pressorpass_site.questions.question import NextSpins, Question
from tests.site.conftest import QUICK, Ask

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

MOST = 5
PART = {"Part-Request": "true"}


def finished(question: Question) -> Analysis:
    analysis = services.ask(question)
    jobs.execute()
    return analysis


def test_the_page_of_a_finished_answer(
    client: Client, question: Ask, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    finished(question())
    with django_assert_max_num_queries(MOST):
        assert client.get(f"/p/{QUICK}?rules=seed").status_code == 200


def test_the_page_with_another_board_for_the_next_spins(
    client: Client, question: Ask, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    asked, other = question(), boards.find_revision("abc-2019-r1")
    finished(Question(asked.position, asked.revision, asked.rules, NextSpins(other, 1)))
    with django_assert_max_num_queries(MOST):
        assert client.get(f"/p/{QUICK}?now={other.board.slug}&spins=1&rules=seed").status_code == 200


def test_the_part_of_the_page_that_changes(
    client: Client, question: Ask, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    key = finished(question()).key
    with django_assert_max_num_queries(MOST):
        assert client.get(f"/a/{key}/", headers=PART).status_code == 200
    with django_assert_max_num_queries(MOST):
        assert client.get(f"/a/{key}/").status_code == 302
