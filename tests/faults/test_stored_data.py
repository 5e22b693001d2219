"""What is stored is damaged, poisoned, or copied while it is in use."""

import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
import redis
from celery import Celery

from tests.processes import RunningSite, wait_for

from .conftest import Begin, Start, wait_until_healthy
from .parts import broker_url, database, refining, row
from .visitor import BusyVisitor, Page, Visitor

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

HEAVY = "8000e5,3000,0@1"
BROKEN = "The solver stopped because of an error, which has been logged."
GIVEN_UP = "The solver was interrupted 3 times on this position, so it was given up."
CELLS = 17 * 17  # of a map, with those at its sides
MAP = "/whatif/map/?position=8000e2,3000,0@1&rules=seed"


def runs(site: RunningSite, key: str, attempt: int) -> bool:
    """Whether a job is at its try of this number, while somebody views it."""
    stored_answer = row(site, key)
    return (stored_answer["status"], stored_answer["attempts"]) == ("running", attempt)


def test_job_that_kills_its_worker_is_given_up(site: RunningSite, visitor: Visitor, fault: Begin) -> None:
    with fault("A question that kills its worker each time", "a better answer on its way; another question") as seen:
        for attempt in (1, 2, 3):
            page = visitor.wait_for_words(HEAVY, f"try {attempt} of 3" if attempt > 1 else "Improving")
            wait_for(f"try {attempt} ran", lambda attempt=attempt: runs(site, visitor.ask(HEAVY).key, attempt))
            refining(site).kill()
        seen.over()
        page = visitor.wait_for_words(HEAVY, "No better answer was reached")
        assert GIVEN_UP in page.answer
        seen.saw.append(GIVEN_UP)
        visitor.wait_for_state("4801e1,3000,0@1", "done", rules="seed")
        seen.normal("the answer so far stays; “Try again” answers it; others are answered meanwhile")
        visitor.open(f"/a/{page.key}/retry/", b"")
        visitor.wait_for_state(HEAVY, "done")


# What is set in the row of a finished question.
POISON = [
    "result = NULL, steps = '[]', status = 'queued', limits = '{}'",
    "result = NULL, steps = '[]', status = 'queued', limits = '[]'",
    "result = NULL, steps = '[]', status = 'running', heartbeat_at = NULL",
]


def test_poisoned_rows_and_messages(site: RunningSite, visitor: Visitor, fault: Begin) -> None:
    with fault("Rows and messages with garbage in them", "questions, some of them waiting") as seen:
        changes = {f"49{number:02d}e1,3000,0@1": change for number, change in enumerate(POISON)}
        keys = {}
        for notation in changes:
            keys[notation] = visitor.wait_for_state(notation, "done", rules="seed").key
        with database(site) as connection:
            for notation, change in changes.items():
                connection.execute(f"UPDATE answers_storedanswer SET {change} WHERE key = ?", [keys[notation]])
        queue = Celery(broker=broker_url(site))
        for name, arguments in (("analyses.solve", ("x", 7)), ("analyses.solve", ()), ("no.such.task", (1, "x"))):
            queue.send_task(name, arguments, queue="refine")
        redis.Redis.from_url(broker_url(site)).lpush("refine", b"garbage", b"{}")
        seen.over()
        for notation in changes:
            page = visitor.wait_for_state(notation, "failed", "done", rules="seed")
            if page.state == "failed":
                assert BROKEN in page.text  # perhaps under what a table has
                assert "Try again" in page.text
                seen.saw = [BROKEN]
                visitor.open(f"/a/{page.key}/retry/", b"")
                visitor.wait_for_state(notation, "done", rules="seed")
        visitor.wait_for_state("4999e1,3000,0@1", "done", rules="seed")
        wait_until_healthy(site)
        seen.normal("each is answered, some after “Try again”; so are all others")


def test_tables_are_damaged(site: RunningSite, visitor: Visitor, fault: Begin) -> None:
    def drawn() -> Page:
        return visitor.wait_for_page(MAP, "a whole map", lambda page: page.source.count('class="cell ') == CELLS)

    def rewrite(change: str) -> None:
        for path in (site.data_dir / "tables").rglob("*.npy"):
            content = bytearray(path.read_bytes())
            if change == "cut":
                content = content[: len(content) // 2]
            else:
                for place in range(len(content) // 10, len(content), 500):
                    content[place] ^= 0xFF
            path.with_suffix(".new").write_bytes(content)
            path.with_suffix(".new").replace(
                path
            )  # as a file that is cut while it is mapped ends the process that reads it

    with fault("Table files cut in half, then with flipped bytes", "a map") as seen:
        visitor.ask("8000e2,3000,0@1", "seed")
        drawn()
        for change in ("cut", "flip"):
            rewrite(change)
            seen.over()
            page = visitor.open(MAP)
            assert page.status == 200
            drawn()
        seen.saw.append("the map being drawn")
        seen.normal("the tables are built again and the map is drawn")


def test_data_folder_is_copied_while_in_use(start: Start, site: RunningSite, tmp_path: Path, fault: Begin) -> None:
    with fault("Data folder copied as docs/deploy.md says, in use", "questions, saves, a game entered") as seen:
        busy = BusyVisitor(site.url)
        with busy.at_work():
            time.sleep(3)
            before = dict(busy.promised.saves)
            copy = tmp_path / "copy"
            copy.mkdir()
            shutil.copy(site.data_dir / "secret_key", copy)
            with (
                closing(sqlite3.connect(site.data_dir / "pressorpass.sqlite3")) as source,
                closing(sqlite3.connect(copy / "pressorpass.sqlite3")) as target,
            ):
                source.backup(target)
            seen.over()
            time.sleep(1)
        busy.check_promises()
        with start(copy) as other:
            reader = Visitor(other.url)
            assert before
            for address, title in before.items():
                assert title in reader.open(address).text
            seen.normal("a site on the copy has everything that was accepted before it")
