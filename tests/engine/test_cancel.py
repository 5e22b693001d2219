"""A canceled job stops at once, whatever it is doing: planning, solving, playing games out, proving bounds, making tables.

How soon is compared with how long it has worked on the same thing, both in processor time, so that a busy machine
changes nothing; the best of a few tries counts.
"""

import threading
import time
from collections.abc import Callable

import pytest

from engine import CancelFlag, Cancelled, Limits, Position, Progress, Rules, build_table, parse_game, review, solve
from engine.game.board import DEFAULT_BOARD, preset_board
from engine.solvers.cancel_flag import ProgressListener
from engine.tables import Store

BOARD = preset_board(DEFAULT_BOARD)
SEED = Rules.preset("seed")
WORKED = 0.4  # seconds of processor time before it is canceled
TRIES = 5

Job = Callable[[ProgressListener, CancelFlag], object]


def solved(text: str, rules: Rules, method: str, memory: int = 2**30, seconds: float = 1e5) -> Job:
    limits = Limits(seconds, memory, method=method, fresh=True)
    return lambda progress, cancel: solve(Position.parse(text), BOARD, rules, limits, progress=progress, cancel=cancel)


def made(progress: ProgressListener, cancel: CancelFlag) -> object:
    position, limits = Position.parse("8000e4,3000e3,500@1"), Limits(1e5, 2**33)
    return build_table(Store("nowhere"), position, BOARD, SEED, limits, progress=progress, cancel=cancel)


def judged(progress: ProgressListener, cancel: CancelFlag) -> object:
    game = parse_game("= 2000e8,3500e8,0e1@3\n3. 2000\n1. 4:5000+ 750 w\n")
    return review(game, Limits(1e5), progress=progress, cancel=cancel)


# What is done: a job that takes at least some seconds, and whether a report shows that it is at it.
JOBS = {
    "planning": (solved("8051e6,3112e4,0@1", Rules(), "exact"), lambda at: True),
    "solving": (solved("8000e12,3000e9,0e4@1", SEED, "exact", 2**31), lambda at: at.done > 0),
    "playouts": (solved("1000e5,2000e5,4000e5@1", SEED, "estimated"), lambda at: at.stage.startswith("Playing")),
    "bounds": (solved("0e3,2000e3,3500e3@1", SEED, "bounded"), lambda at: "looked at" in at.stage),
    "a table": (made, lambda at: True),
    "a review": (judged, lambda at: True),
}


def cancelled(job: Job, at_it: Callable[[Progress], bool]) -> float:
    """Cancel a job that has worked for a while; return the time it used after that, as a share of this while."""
    flag, start_event, ended = CancelFlag(), threading.Event(), threading.Event()
    at: list[float] = []

    def listen(progress: Progress) -> None:
        if at_it(progress) and not start_event.is_set():
            at.append(time.process_time())
            start_event.set()

    def stop() -> None:
        start_event.wait()
        while at and time.process_time() < at[0] + WORKED and not ended.wait(0.005):
            pass
        at.append(time.process_time())
        flag.set()

    other = threading.Thread(target=stop)
    other.start()
    try:
        with pytest.raises(Cancelled):
            job(listen, flag)
        done = time.process_time()
    finally:
        start_event.set()
        ended.set()
        other.join()
    return (done - at[1]) / (at[1] - at[0])


@pytest.mark.parametrize("name", JOBS)
def test_what_is_canceled_while_it_works_stops_at_once(name: str) -> None:
    job, at_it = JOBS[name]
    shares = (cancelled(job, at_it) for _ in range(TRIES))
    assert any(share < 0.5 for share in shares)


@pytest.mark.parametrize("name", JOBS)
def test_what_is_canceled_before_it_begins_never_does(name: str) -> None:
    reports: list[Progress] = []
    flag = CancelFlag()
    flag.set()
    with pytest.raises(Cancelled):
        JOBS[name][0](reports.append, flag)
    assert all(progress.done == 0 for progress in reports)
