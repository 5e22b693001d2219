"""Tables built in advance: each once, by any worker with a place, and never before those who wait for an answer."""

from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from engine import Rules
from engine.tables import Store
from pressorpass_site.answers.models import Table
from pressorpass_site.answers.tables import services
from pressorpass_site.answers.tables.tasks import opening_jobs
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.boards.services import DEFAULT_BOARD, find_revision
from pressorpass_site.celery import app
from pressorpass_site.work.models import Status
from tests.processes import wait_for
from tests.site.work.by_hand import count_messages, execute, run_all

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

SEED = Rules.preset("seed")
SOME = 60.0  # seconds that a table may take: enough for those here


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty store for each test, also for the workers that it starts."""
    app.control.purge()
    monkeypatch.setenv("PRESSORPASS_TABLES", str(tmp_path / "tables"))
    return tmp_path / "tables"


@pytest.fixture
def revision(loaded_boards: None) -> BoardRevision:
    return find_revision(DEFAULT_BOARD)


def work(table: Table) -> Table:
    return execute(opening_jobs, table)


def fill(revision: BoardRevision, seconds: float = SOME) -> services.TableBuildPlan:
    """The three openings of one spin."""
    return services.fill(revision, SEED, 1, seconds)


def output(*arguments: str) -> str:
    out = StringIO()
    call_command("fill_tables", *arguments, stdout=out)
    return out.getvalue()


class TestFilling:
    def test_every_opening_is_announced_once(self, revision: BoardRevision) -> None:
        first, second = fill(revision), fill(revision)
        assert {table.configuration for table in first.new_tables} == {"0e1,0,0@1", "0,0e1,0@2", "0,0,0e1@3"}
        assert (len(second.new_tables), len(second.under_way)) == (0, 3)
        assert (Table.objects.count(), count_messages("background")) == (3, 3)

    def test_a_table_is_built_once_and_kept(self, revision: BoardRevision) -> None:
        table, *others = fill(revision).new_tables
        Table.objects.filter(pk__in=[other.pk for other in others]).delete()
        assert work(table).status == Status.DONE
        assert [stored_table.bytes for stored_table in Store().list()] == [table.bytes]
        assert work(table).attempts == 1  # a message that came twice
        again = fill(revision)
        assert (again.stored, len(again.new_tables)) == ([table], 2)

    def test_one_whose_file_is_gone_is_built_again(self, revision: BoardRevision) -> None:
        table, *_ = fill(revision).new_tables
        assert work(table).status == Status.DONE
        Store().clear()
        assert fill(revision).new_tables == [table]

    def test_what_is_too_big_is_said_and_left_alone_until_more_is_allowed(self, revision: BoardRevision) -> None:
        tables = [work(table) for table in fill(revision, seconds=0.001).new_tables]
        assert {table.status for table in tables} == {Status.TOO_LARGE}
        assert all("too big for 0.001 seconds" in table.message for table in tables)
        assert len(fill(revision, seconds=0.001).too_large) == 3
        assert len(fill(revision).new_tables) == 3

    def test_a_full_folder_is_said_and_nothing_is_pushed_out(
        self, revision: BoardRevision, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first, second, third = fill(revision).new_tables
        work(first)
        monkeypatch.setenv("PRESSORPASS_TABLES_MAX", "10M")
        assert work(second).status == Status.FAILED
        assert "The folder of tables is full: it holds" in second.message
        assert len(Store().list()) == 1
        monkeypatch.delenv("PRESSORPASS_TABLES_MAX")
        assert second in fill(revision).new_tables
        work(third)
        assert work(second).status == Status.DONE

    def test_tables_of_another_engine_make_room_for_new_ones(self, revision: BoardRevision) -> None:
        fill(revision)
        for table in Table.objects.all():
            Table.objects.filter(pk=table.pk).update(engine_version="0", key=f"old {table.pk}")
        run_all(opening_jobs)
        assert set(Table.objects.values_list("status", flat=True)) == {Status.FAILED}, "files would have other names"
        assert len(fill(revision).new_tables) == 3
        assert Table.objects.count() == 3


class TestCommand:
    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["--board", "nonsense"], "There is no board called “nonsense”."),
            (["--board", "pyl-1983-r2-partial"], "only partly documented"),
            (["--spins", "21"], "from 1 to 20"),
        ],
    )
    def test_what_is_wrong_is_said(self, arguments: list[str], words: str) -> None:
        with pytest.raises(CommandError, match=words):
            output(*arguments)
        assert not Table.objects.exists()


def test_the_admin_shows_them_stops_them_and_tries_again(admin_client: Client, revision: BoardRevision) -> None:
    table = fill(revision).new_tables[0]
    base = "/admin/answers/table/"
    for action, status in (("stop", Status.CANCELLED), ("try_again", Status.QUEUED)):
        admin_client.post(base, {"action": action, "_selected_action": [table.pk]})
        table.refresh_from_db()
        assert table.status == status
    assert table.configuration in admin_client.get(base, {"q": "0e1"}).content.decode()
    assert admin_client.get(f"{base}{table.pk}/change/").status_code == 200
    assert admin_client.get(f"{base}add/").status_code == 403


def test_the_command_follows_those_who_build_them(revision: BoardRevision) -> None:
    def worker() -> None:
        try:
            wait_for("all waited", lambda: Table.objects.filter(status=Status.QUEUED).count() == 3)
            for table in Table.objects.all():
                work(table)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        worked = thread.submit(worker)
        said = output("--rules", "seed", "--spins", "1", "--wait")
        worked.result()
    assert "3/3" in said
    assert said.count("built: ") == 3
