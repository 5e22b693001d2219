"""The boards that a process keeps are those of the database, whatever happened meanwhile."""

from dataclasses import replace

import pytest
from django.db import transaction
from pytest_django import DjangoAssertNumQueries

from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import Board, BoardRevision

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]


def publish_change(notes: str) -> BoardRevision:
    board = boards.find_revision(boards.DEFAULT_BOARD).engine_board
    return boards.publish(replace(board, notes=notes), exactly=True).revision


def test_boards_that_are_known_cost_one_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    known = boards.current_revisions()
    with django_assert_num_queries(1):
        assert boards.current_revisions() == known
    with django_assert_num_queries(1):
        assert boards.find_revision(boards.DEFAULT_BOARD) in known


def test_a_published_revision_is_there_at_once() -> None:
    before = boards.find_revision(boards.DEFAULT_BOARD)
    new = publish_change("new")
    assert boards.find_revision(boards.DEFAULT_BOARD) == new
    assert boards.find_revision(boards.pinned(before)) == before
    assert boards.newer(before) == new


def test_a_revision_that_was_undone_is_not_taken_for_the_next_one() -> None:
    before = boards.find_revision(boards.DEFAULT_BOARD)
    with transaction.atomic():
        undone = publish_change("undone")
        assert boards.find_revision(boards.DEFAULT_BOARD) == undone
        transaction.set_rollback(True)
    assert boards.find_revision(boards.DEFAULT_BOARD) == before
    after = publish_change("after")
    found = boards.find_revision(boards.DEFAULT_BOARD)
    assert found.number == undone.number == after.number
    assert found.engine_board.notes == "after"


def test_words_of_a_board_change_at_once() -> None:
    boards.current_revisions()
    Board.objects.filter(slug=boards.DEFAULT_BOARD).update(label="Renamed")
    assert boards.find_revision(boards.DEFAULT_BOARD).board.label == "Renamed"
