"""A solve's work is its own: other solves of the process, in other threads, do not use its time."""

import hashlib
import math
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine import DEFAULT_BOARD, Limits, Position, Rules, preset_boards, solve
from engine.solvers import cancel_flag, processor_time
from engine.solvers.cancel_flag import CancelFlag, WorkClock, deadline
from engine.solvers.processor_time import Job, ProcessorClock, current_job

USED = 0.3  # seconds of processor time, of the thread that burns them
LITTLE = 0.1


@pytest.fixture(autouse=True)
def real_clock(monkeypatch):
    """The clock that other tests leave alone (tests/clock.py): here the difference matters."""
    for module in (cancel_flag, processor_time):
        monkeypatch.setattr(module, "time", time)


def burn():
    """Compute for ``USED`` seconds, as kernels do, without the interpreter's lock."""
    text, end = bytes(1_000_000), time.thread_time() + USED
    while time.thread_time() < end:
        hashlib.sha256(text)


def own_job():
    """Compute as a solve of its own does, with a helper."""
    WorkClock()
    burn()
    with ThreadPoolExecutor(1) as helper:
        helper.submit(current_job().run, burn).result()


def in_thread(work):
    """Let another thread work, looking at this one's clocks as a deadline does, and return what they say."""
    processor, worked = ProcessorClock(), WorkClock()
    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive():
        processor.look(), worked.look()
        thread.join(0.01)
    return processor.look(), worked.look()


def test_another_solve_does_not_count():
    assert max(in_thread(own_job)) < LITTLE


def test_nor_do_several_of_them_at_once():
    def several():
        threads = [threading.Thread(target=own_job) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert max(in_thread(several)) < LITTLE


def test_helpers_count():
    job = current_job()
    assert min(in_thread(lambda: job.run(burn))) > USED - LITTLE


def test_threads_of_no_job_count_for_all():
    assert min(in_thread(burn)) > USED - LITTLE


def test_parts_of_a_job_count_for_it_and_not_for_one_another():
    job, said = current_job(), []

    def part(work):
        clock = ProcessorClock()
        work()
        said.append(clock.look())

    def parts():
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda work: Job(job).run(part, work), [burn, burn]))

    processor, _ = in_thread(parts)
    assert processor > 2 * USED - LITTLE
    assert max(said) < USED + LITTLE


def test_a_thread_goes_back_to_the_job_that_it_came_from():
    mine = current_job()
    Job(mine).run(burn)
    assert current_job() is mine
    before = mine.seconds()
    burn()
    assert mine.seconds() - before == pytest.approx(USED, abs=LITTLE)


def test_a_deadline_of_processor_time_is_not_used_up_by_others():
    with deadline(CancelFlag(), math.inf, processor=USED / 2) as flag:
        thread = threading.Thread(target=own_job)
        thread.start()
        thread.join()
        assert not flag.is_set()
        burn()
        time.sleep(LITTLE)
        assert flag.is_set()


def test_the_helpers_of_a_solve_are_known():
    def other():
        limits = Limits(60.0, 2**30, method="exact", fresh=True)
        position, board = Position.parse("4000e3,3000e3,0@1"), preset_boards()[DEFAULT_BOARD]
        began = time.process_time()
        while time.process_time() - began < 2 * USED:
            solve(position, board, Rules(unit=500, cap=20_000), limits)

    assert max(in_thread(other)) < 2 * LITTLE
