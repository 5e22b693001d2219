import copy
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from engine import Board as EngineBoard
from engine import preset_boards
from pressorpass_site.boards import services
from pressorpass_site.boards.models import Board, BoardRevision
from tests.site.markup import markup

pytestmark = pytest.mark.django_db


def changed(board: EngineBoard) -> EngineBoard:
    """The same board with one slide worth a dollar more."""
    content: dict[str, Any] = copy.deepcopy(board.to_json())
    content["squares"][0]["slides"][0]["amount"] += 1
    return EngineBoard.from_json(content)


def test_loading_twice_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("load_boards")
    first = list(BoardRevision.objects.values_list("pk", "digest"))
    call_command("load_boards")
    assert list(BoardRevision.objects.values_list("pk", "digest")) == first
    assert len(first) == len(preset_boards())
    assert "0 new revisions" in capsys.readouterr().out


def test_a_changed_board_is_a_new_revision_and_the_old_one_stays() -> None:
    preset = preset_boards()["pyl-1985-02-r2"]
    old = services.publish(preset).revision
    new = services.publish(changed(preset)).revision
    assert (old.number, new.number) == (1, 2)
    assert services.find_revision("pyl-1985-02-r2") == new
    assert services.find_revision("pyl-1985-02-r2.1") == old
    assert services.build_short_reference(old) == "pyl-1985-02-r2.1"
    assert services.build_short_reference(new) == "pyl-1985-02-r2"
    assert old.engine_board.digest == preset.digest
    assert new in services.list_current_revisions()
    assert old not in services.list_current_revisions()


def test_only_an_earlier_revision_is_read_with_a_query_of_its_own(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    preset = preset_boards()["pyl-1985-02-r2"]
    old = services.publish(preset).revision
    new = services.publish(changed(preset)).revision
    services.get_catalog()
    with django_assert_num_queries(1):  # of the catalog’s version
        assert services.get_revision(new.pk) == new
    with django_assert_num_queries(2):
        assert services.get_revision(old.pk).engine_board == preset


def test_names_may_be_corrected_without_a_new_revision() -> None:
    preset = preset_boards()["pyl-1985-02-r2"]
    services.publish(preset)
    Board.objects.update(label="my label")
    content = preset.to_json() | {"name": "Another name"}
    assert not services.publish(EngineBoard.from_json(content)).created
    board = Board.objects.get()
    assert (board.name, board.label) == ("Another name", "my label")


@pytest.mark.usefixtures("loaded_boards")
def test_every_board_has_its_page(client: Client) -> None:
    assert client.get("/boards/").status_code == 200
    for revision in services.list_current_revisions():
        page = client.get(revision.board.get_absolute_url())
        assert page.status_code == 200
        assert ("only partly documented" in markup(page)) == (not revision.complete)
    assert client.get("/boards/pyl-1985-02-r2/1/").status_code == 200
    assert client.get("/boards/nope/").status_code == 404
    assert client.get("/boards/pyl-1985-02-r2/9/").status_code == 404
    # A dash, where its name has a hyphen.
    assert "February – August 1985" in markup(client.get("/boards/pyl-1985-02-r2/"))


def publish_change(notes: str) -> BoardRevision:
    board = services.find_revision(services.DEFAULT_BOARD).engine_board
    return services.publish(replace(board, notes=notes), must_be_new=True).revision


@pytest.mark.usefixtures("loaded_boards")
def test_a_revision_that_was_undone_is_not_taken_for_the_next_one() -> None:
    before = services.find_revision(services.DEFAULT_BOARD)
    with transaction.atomic():
        undone = publish_change("undone")
        assert services.find_revision(services.DEFAULT_BOARD) == undone
        transaction.set_rollback(True)
    assert services.find_revision(services.DEFAULT_BOARD) == before
    after = publish_change("after")
    revision = services.find_revision(services.DEFAULT_BOARD)
    assert revision.number == undone.number == after.number
    assert revision.engine_board.notes == "after"
