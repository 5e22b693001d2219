"""A solve's work is its own: other solves of the process, in other threads, do not use its time."""

import hashlib
import math
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine import DEFAULT_BOARD, Limits, Position, Rules, preset_boards, solve
from engine.solvers.cancel_flag import CancelFlag, WorkClock, deadline
from engine.solvers.processor_time import Job, ProcessorClock, current_job
from tests import clock

USED = 0.2  # seconds of processor time, of the thread that burns them
ALL, NOTHING = 0.6, 0.4  # shares of it: measuring adds a little


@pytest.fixture(autouse=True)
def real_clock() -> Iterator[None]:
    with clock.real_time():
        yield


def test_a_second_by_the_clock_counts_for_a_part_of_one_however_little_is_done():
    began, stretched, plain = time.monotonic(), WorkClock(stretch=2.0), WorkClock()
    time.sleep(USED)
    assert stretched.look() >= USED / 2
    assert stretched.look() <= (time.monotonic() - began)
    assert plain.look() < NOTHING * USED


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


def at_once(*jobs):
    threads = [threading.Thread(target=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def solves():
    """Solve as long as two burns take."""
    limits = Limits(60.0, 2**30, method="exact", fresh=True)
    position, board = Position.parse("4000e3,3000e3,0@1"), preset_boards()[DEFAULT_BOARD]
    began = time.process_time()
    while time.process_time() - began < 2 * USED:
        solve(position, board, Rules(unit=500, cap=20_000), limits)


def share_of(work):
    """Let another thread work, looking at this one's clocks as a deadline does; what they count, as a share of a burn."""
    processor, worked = ProcessorClock(), WorkClock()
    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive():
        processor.look(), worked.look()
        thread.join(0.01)
    return processor.look() / USED, worked.look() / USED


@pytest.mark.parametrize("other", [own_job, lambda: at_once(own_job, own_job, own_job), solves])
def test_other_solves_do_not_count(other):
    assert max(share_of(other)) < NOTHING


def test_helpers_count_and_threads_of_no_job_count_for_all():
    job = current_job()
    assert min(share_of(lambda: job.run(burn))) > ALL
    assert min(share_of(burn)) > ALL


def test_parts_of_a_job_count_for_it_and_not_for_one_another():
    job, said = current_job(), []

    def part(work):
        its = ProcessorClock()
        work()
        said.append(its.look() / USED)

    def parts():
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda work: Job(job).run(part, work), [burn, burn]))

    processor, _ = share_of(parts)
    assert processor > 1 + ALL
    assert max(said) < 1 + NOTHING


def test_a_thread_goes_back_to_the_job_that_it_came_from():
    mine = current_job()
    Job(mine).run(burn)
    assert current_job() is mine
    before = mine.seconds()
    burn()
    assert ALL < (mine.seconds() - before) / USED < 1 + NOTHING


def test_a_deadline_of_work_is_not_used_up_by_others():
    with deadline(CancelFlag(), math.inf, work=USED / 2) as flag:
        at_once(own_job)
        assert not flag.is_set()
        for _ in range(20):  # half of one should do
            if flag.is_set():
                break
            burn()
        assert flag.is_set()
