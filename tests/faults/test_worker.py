"""The worker is killed, told to stop, short of memory, or gets a task twice."""

import resource
import signal
import sys

import pytest
from celery import Celery

from tests.processes import RunningSite, wait_for

from .conftest import Begin, Start, wait_until_healthy
from .parts import broker_url, database, pool, refining, row
from .visitor import Visitor

pytestmark = [pytest.mark.slow, pytest.mark.nightly]

# Each has a first answer soon and a better one only after several seconds, and no table that another one leaves.
HEAVY = ["8000e5,3000,0@1", "8000e4p1,3000,0@1", "8000e5,3000w1,0@1", "8000e5w1,3000,0@1", "8000e5,3000w1,0w1@1"]
REFINING = "a better answer on its way"
INTERRUPTED = "The solver was interrupted. It restarts by itself (try 2 of 3); this answer stays."
OUT_OF_MEMORY = "The solver ran out of memory. Nothing stored is lost: try again when the machine is less busy."
AGAIN = "try 2 of 3, after an interruption"


def test_process_is_killed_in_mid_solve(site: RunningSite, visitor: Visitor, fault: Begin) -> None:
    with fault("Worker process killed (`kill -9`)", REFINING) as seen:
        visitor.wait_for_state(HEAVY[0], "refining")
        refining(site).kill()
        seen.over()
        visitor.wait_for_words(HEAVY[0], INTERRUPTED)
        seen.saw.append(INTERRUPTED)
        visitor.wait_for_words(HEAVY[0], AGAIN)
        seen.normal("being solved again, then answered")
        visitor.wait_for_state(HEAVY[0], "done")


def test_whole_worker_is_killed_in_mid_solve(site: RunningSite, visitor: Visitor, fault: Begin) -> None:
    with fault("Whole worker killed (`kill -9`)", REFINING) as seen:
        visitor.wait_for_state(HEAVY[1], "refining")
        refining(site)
        worker = site.worker()
        assert worker is not None
        worker.kill()
        seen.over()
        visitor.wait_for_words(HEAVY[1], "The solver was interrupted.")
        seen.saw.append(INTERRUPTED)
        visitor.wait_for_words(HEAVY[1], AGAIN)
        seen.normal("being solved again, then answered")
        visitor.wait_for_state(HEAVY[1], "done")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGQUIT], ids=["SIGTERM", "SIGQUIT"])
def test_worker_is_told_to_stop_in_mid_solve(
    site: RunningSite, visitor: Visitor, fault: Begin, number: signal.Signals
) -> None:
    notation = HEAVY[2] if number == signal.SIGTERM else HEAVY[3]
    with fault(f"Worker told to stop ({number.name})", REFINING) as seen:
        visitor.wait_for_state(notation, "refining")
        refining(site)
        worker = site.worker()
        assert worker is not None
        worker.send_signal(number)
        seen.over()
        wait_for("a new worker came", lambda: (new := site.worker()) and new.pid != worker.pid)
        wait_until_healthy(site)
        seen.normal("a new worker goes on; answered")
        visitor.wait_for_state(notation, "done")


def test_site_is_stopped_in_mid_solve_and_started_again(start: Start, fault: Begin) -> None:
    with fault("Whole site stopped (SIGTERM) and started again", REFINING) as seen:
        with start() as site:
            visitor = Visitor(site.url)
            page = visitor.wait_for_state(HEAVY[0], "refining")
            saved_url = visitor.save(page, "Before the stop")
            assert site.stop(signal.SIGTERM) == 0
            assert "Traceback" not in site.output
        seen.over()
        with start(site.data_dir) as site:
            again = Visitor(site.url)
            assert again.ask(HEAVY[0]).state in ("refining", "done"), "the first answer is stored"
            seen.normal("the answer so far at once, then the better one")
            assert "Before the stop" in again.open(saved_url.url.removeprefix(visitor.url)).text
            again.wait_for_state(HEAVY[0], "done")


def test_task_is_delivered_twice(site: RunningSite, visitor: Visitor, fault: Begin) -> None:
    with fault("Same task delivered 20 times", "a question being solved, then answered") as seen:
        notation = "6001e1,3000,0@1"
        page = visitor.ask(notation, "seed")
        stored = row(site, page.key)
        queue = Celery(broker=broker_url(site))
        for _ in range(20):
            queue.send_task("analyses.solve", (stored["id"], stored["token"]), queue="refine")
        seen.over()
        done = visitor.wait_for_state(notation, "done", rules="seed")
        seen.normal("solved once")
        # The queue is worked off in order: another question is answered after them all.
        visitor.wait_for_state("6002e1,3000,0@1", "done", rules="seed")
        after = row(site, page.key)
        assert after["attempts"] == 1
        assert [after["steps"], after["finished_at"]] == [
            row(site, done.key)["steps"],
            row(site, done.key)["finished_at"],
        ]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits another process's memory")
def test_memory_runs_out_in_a_worker(start: Start, fault: Begin) -> None:
    with fault("No memory left in the worker (RLIMIT_AS)", "a question that takes 200 MB") as seen, start() as site:
        visitor = Visitor(site.url)
        visitor.ask("6003e1,3000,0@1", "seed")  # everything is loaded
        limited = pool(site)
        for process in limited:
            process.rlimit(resource.RLIMIT_AS, (process.memory_info().vms + 48 * 2**20, resource.RLIM_INFINITY))
        visitor.ask(HEAVY[4])
        page = visitor.wait_for_state(HEAVY[4], "done", "failed")
        stored_answer = row(site, page.key)
        if page.state == "failed":  # by how much memory the processors' threads take besides
            assert f"Something went wrong. {OUT_OF_MEMORY} Try again" in page.answer
        else:
            assert stored_answer["result"], "an estimate, with its error"
        assert stored_answer["was_interrupted"], "it is tried again when it is asked later"
        seen.saw.append("an estimate in place of a better answer")
        for process in limited:
            if process.is_running():
                process.rlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        seen.over()
        with database(site) as rows:
            rows.execute("UPDATE answers_storedanswer SET finished_at = '2020-01-01 00:00:00'")

        def solved_again() -> bool:
            visitor.ask(HEAVY[4])  # its page is kept for half a minute
            again = row(site, page.key)
            return again["token"] != stored_answer["token"] and again["status"] == "done"

        wait_for("it was solved again", solved_again)
        seen.normal("solved again when it is asked later")
