"""Tables built in advance: each once, by whoever has a place, and never before those who wait for an answer."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from engine import Rules
from engine.tables import Store
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.models import Analysis, Status
from pressorpass_site.answers.tables import services
from pressorpass_site.answers.tables.models import Table
from pressorpass_site.answers.tables.tasks import opening_jobs
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.boards.services import DEFAULT_BOARD, find_revision
from pressorpass_site.celery import app
from pressorpass_site.work import picking
from pressorpass_site.work.models import Priority
from tests.conftest import url_of_test_database
from tests.processes import PATIENCE, started_worker, wait_for
from tests.site.conftest import HEAVY, STAYS, Ask
from tests.site.work.by_hand import execute, orphaned, queued_messages
from tools.run.options import ROOT

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

SEED = Rules.preset("seed")
SOME = 60.0  # seconds that a table may take: enough for those here
LONG = "0e9,0,0@1"  # to be interrupted


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


def fill(revision: BoardRevision, seconds: float = SOME) -> services.Filling:
    """The three openings of one spin."""
    return services.fill(revision, SEED, 1, seconds)


def wanted(revision: BoardRevision, configuration: str) -> Table:
    """A table that is to be built, whether it is an opening or not."""
    (table, *_) = fill(revision).begun
    Table.objects.exclude(pk=table.pk).delete()
    Table.objects.update(position=configuration)
    table.refresh_from_db()
    return table


def somebody_waits(question: Ask) -> Analysis:
    """A question whose worker is not there."""
    analysis = analyses.ask(question())
    Analysis.objects.update(queued_at=timezone.now() - timedelta(seconds=2))
    return analysis


def output(*arguments: str) -> str:
    out = StringIO()
    call_command("fill_tables", *arguments, stdout=out)
    return out.getvalue()


class TestFilling:
    def test_every_opening_is_announced_once(self, revision: BoardRevision) -> None:
        first, second = fill(revision), fill(revision)
        assert {table.configuration for table in first.begun} == {"0e1,0,0@1", "0,0e1,0@2", "0,0,0e1@3"}
        assert (len(second.begun), len(second.under_way)) == (0, 3)
        assert (Table.objects.count(), queued_messages("tables")) == (3, 3)

    def test_a_table_is_built_once_and_kept(self, revision: BoardRevision) -> None:
        table, *others = fill(revision).begun
        Table.objects.filter(pk__in=[other.pk for other in others]).delete()
        assert work(table).status == Status.DONE
        assert [kept.bytes for kept in Store().list()] == [table.bytes]
        assert work(table).attempts == 1  # a message that came twice
        again = fill(revision)
        assert (again.kept, len(again.begun)) == ([table], 2)

    def test_one_whose_file_is_gone_is_built_again(self, revision: BoardRevision) -> None:
        table, *_ = fill(revision).begun
        assert work(table).status == Status.DONE
        Store().clear()
        assert fill(revision).begun == [table]

    def test_other_rules_are_other_tables(self, revision: BoardRevision) -> None:
        fill(revision)
        joint = services.fill(revision, SEED.with_options({"ties": "joint"}), 1, SOME)
        assert len(joint.begun) == 3
        assert Table.objects.filter(rules=SEED.options()).count() == 3

    def test_what_is_too_big_is_said_and_left_alone_until_more_is_allowed(self, revision: BoardRevision) -> None:
        tables = [work(table) for table in fill(revision, seconds=0.001).begun]
        assert {table.status for table in tables} == {Status.OUT_OF_REACH}
        assert all("too big for 0.001 seconds" in table.message for table in tables)
        assert len(fill(revision, seconds=0.001).too_big) == 3
        assert len(fill(revision).begun) == 3

    def test_a_full_folder_is_said_and_nothing_is_pushed_out(
        self, revision: BoardRevision, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first, second, third = fill(revision).begun
        work(first)
        monkeypatch.setenv("PRESSORPASS_TABLES_MAX", "10M")
        assert work(second).status == Status.FAILED
        assert "The folder of tables is full: it holds" in second.message
        assert len(Store().list()) == 1
        monkeypatch.delenv("PRESSORPASS_TABLES_MAX")
        assert second in fill(revision).begun
        work(third)
        assert work(second).status == Status.DONE

    def test_tables_of_another_engine_make_room_for_new_ones(self, revision: BoardRevision) -> None:
        fill(revision)
        for table in Table.objects.all():
            Table.objects.filter(pk=table.pk).update(engine_version="0", key=f"old {table.pk}")
        assert picking.pick(picking.served()) is None
        assert len(fill(revision).begun) == 3
        assert Table.objects.count() == 3


class TestGivingWay:
    def test_nothing_is_begun_while_somebody_waits_for_an_answer(self, revision: BoardRevision, question: Ask) -> None:
        table = fill(revision).begun[0]
        waiting = somebody_waits(question)
        app.tasks[opening_jobs.task_name]()
        for row in (table, waiting):
            row.refresh_from_db()
        assert (waiting.status, table.status, table.attempts) == (Status.DONE, Status.QUEUED, 0)
        assert work(table).status == Status.DONE

    def test_one_that_is_being_built_is_put_back(self, revision: BoardRevision, question: Ask) -> None:
        table = wanted(revision, LONG)

        def job() -> None:
            try:
                opening_jobs.execute()
            finally:
                connection.close()

        worker = threading.Thread(target=job)
        worker.start()

        def begun() -> bool:
            table.refresh_from_db()
            return table.status == Status.RUNNING and bool(table.stage)

        wait_for("it was being built", begun)
        somebody_waits(question)
        worker.join(PATIENCE)
        table.refresh_from_db()
        assert (table.status, table.attempts, table.message) == (Status.QUEUED, 0, "")
        assert not picking.lost(opening_jobs.rows).exists()


class TestStopping:
    def test_what_waits_is_stopped_at_once_and_may_be_wanted_again(self, revision: BoardRevision) -> None:
        tables = fill(revision).begun
        assert services.stop(Table.objects.all()) == 3
        assert (work(tables[0]).status, tables[0].attempts) == (Status.CANCELLED, 0)
        assert len(fill(revision).begun) == 3

    def test_one_whose_worker_was_lost_waits_again(self, revision: BoardRevision) -> None:
        table, *others = fill(revision).begun
        orphaned(opening_jobs, table)
        picking.rescue_lost()
        table.refresh_from_db()
        assert (table.status, table.attempts) == (Status.QUEUED, 1)
        Table.objects.filter(pk__in=[other.pk for other in others]).delete()
        assert work(table).status == Status.DONE


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
    table = fill(revision).begun[0]
    base = "/admin/tables/table/"
    for action, status in (("stop", Status.CANCELLED), ("try_again", Status.QUEUED)):
        admin_client.post(base, {"action": action, "_selected_action": [table.pk]})
        table.refresh_from_db()
        assert table.status == status
    assert table.configuration in admin_client.get(base, {"q": "0e1"}).content.decode()
    assert admin_client.get(f"{base}{table.pk}/change/").status_code == 200
    assert admin_client.get(f"{base}add/").status_code == 403


def test_the_command_follows_those_who_build_them_without_the_queue(
    revision: BoardRevision, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "is_broker_reachable", lambda: False)

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
    assert "workers find the tables by themselves" in said
    assert said.count("built: ") == 3


@pytest.mark.slow
class TestWorkers:
    @pytest.fixture
    def workers(self, tmp_path: Path) -> Iterator[list[Path]]:
        """Two real workers on the test database; their logs."""
        logs = [tmp_path / f"{name}.log" for name in ("one", "two")]
        environment = os.environ | {"DATABASE_URL": url_of_test_database()}
        with started_worker(environment, logs[0]), started_worker(environment, logs[1]):
            yield logs

    def test_several_workers_build_them_and_the_command_follows(self, workers: list[Path]) -> None:
        said = output("--rules", "seed", "--spins", "2", "--wait")
        assert "9 openings of up to 2 spins" in said
        assert said.count("built: ") == 9
        assert len(Store().list()) == 9
        assert Table.objects.filter(status=Status.DONE, attempts=1).count() == 9

    def test_without_the_queue_workers_find_them_all_the_same(
        self, celery_worker_process: subprocess.Popen[bytes]
    ) -> None:
        away = {"REDIS_URL": "redis://127.0.0.1:1/0", "DATABASE_URL": url_of_test_database()}
        done = subprocess.run(
            [sys.executable, "manage.py", "fill_tables", "--rules=seed", "--spins=1", "--wait"],
            cwd=ROOT,
            env=os.environ | away,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        assert "workers find the tables by themselves" in done.stdout
        assert done.stdout.count("built: ") == 3

    def test_an_answer_goes_first_and_the_table_is_begun_again_afterwards(
        self, revision: BoardRevision, question: Ask, celery_worker_process: subprocess.Popen[bytes]
    ) -> None:
        table = wanted(revision, LONG)

        def is_running() -> bool:
            table.refresh_from_db()
            return table.status == Status.RUNNING

        wait_for("the table was being built", is_running)
        analysis = analyses.ask(question(HEAVY, preset="show"), look=STAYS)

        def is_bettered_instead() -> bool:
            """After its first answer the analysis waits for the place that the table has."""
            analysis.refresh_from_db()
            assert analysis.is_active, analysis.message or analysis.status
            return not is_running() and analysis.status == Status.RUNNING and analysis.priority == Priority.REFINE

        wait_for("the answer was being bettered in the table's place", is_bettered_instead)
        analyses.jobs.cancel(analysis)
        wait_for("the table was begun again", is_running)
        assert table.attempts == 1
        services.stop(services.of_board(revision, SEED))
        wait_for("it was stopped", lambda: not is_running())
