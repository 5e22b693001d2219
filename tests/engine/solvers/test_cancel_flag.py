"""Threads that work together stop together: when one fails, when nobody waits any more, and in the end."""

import threading
import time
from itertools import count

import pytest

from engine import CancelFlag, Limits, Position, Rules, calibration, parse_game, plan_review, solve_positions
from engine.game.board import DEFAULT_BOARD, preset_board
from engine.game.rules import PlayRules
from engine.lab.budget import Budget
from engine.lab.games.yahtzee import table
from engine.lab.games.yahtzee.rules import Card
from engine.solvers import processors
from engine.solvers.cancel_flag import Team
from engine.solvers.dense.options import DenseOptions
from engine.solvers.dense.solver import DenseSolver
from engine.solvers.playouts import Playouts
from tests.processes import PATIENCE

BOARD = preset_board(DEFAULT_BOARD)


class Failure(Exception):
    """What one of several threads meets."""


def await_stop(stop):
    """Work until the flag, or a byte of one, is set: for ever where nobody sets it."""
    end = time.monotonic() + PATIENCE
    memory = stop.memory if isinstance(stop, CancelFlag) else stop
    while not memory[0]:
        assert time.monotonic() < end, "nobody stopped it"
        time.sleep(0.001)


def fail(*arguments):
    raise Failure


@pytest.mark.parametrize("failing", [0, 1])
def test_one_that_fails_stops_the_others_and_leaves_the_callers_flag_clean(failing):
    cancel = CancelFlag()
    team = Team(2, cancel)
    works = [lambda: await_stop(team.stop)]
    works.insert(failing, fail)
    with pytest.raises(Failure), team:
        list(team.results(works))
    assert not cancel.is_set()


def test_the_callers_flag_stops_all():
    cancel = CancelFlag()
    setter = threading.Timer(0.05, cancel.set)
    setter.start()
    with Team(2, cancel) as team:
        assert list(team.results([lambda: await_stop(team.stop)] * 2)) == [None, None]


def test_what_is_left_in_the_middle_stops():
    with Team(2, CancelFlag()) as team:
        assert next(team.results([lambda: "first", lambda: await_stop(team.stop)])) == "first"


def test_a_team_of_one_works_in_the_thread_that_asks_but_not_in_the_main_one():
    threads = []

    def ask():
        with Team(1, CancelFlag()) as team:
            threads.extend([threading.get_ident(), *team.results([threading.get_ident])])

    ask()
    other = threading.Thread(target=ask)
    other.start()
    other.join()
    assert threads[0] != threads[1]
    assert threads[2] == threads[3]


# -- the pools of the engine -----------------------------------------------------------------------


def solver(threads=2, **options):
    rules = PlayRules(Rules(unit=250).seated(0), 250, 9000)
    return DenseSolver(
        Position.parse("8000e3,8000e3,8000e2@1"),
        BOARD,
        rules,
        DenseOptions(memory=2**30, threads=threads, **options),
        cancel=CancelFlag(),
    )


def test_a_thread_without_memory_for_its_cycles_stops_those_that_wait_for_it(monkeypatch):
    monkeypatch.setattr(calibration, "SHARED_CELLS", 0)
    dense = solver()
    assert dense.plan.cycles
    for key, (*groups, _) in dense.plan.cycles.items():
        dense.plan.cycles[key] = (*groups, 2**31 - 1)  # members of the largest cycle: more than any memory holds
    with pytest.raises(MemoryError):
        dense.solve()
    assert not dense.cancel.is_set()


def run_in_one_of(real):
    """A method of a kernel that fails in the first call, while others work until they are stopped."""
    calls = count()

    def run(*arguments):
        if next(calls):
            await_stop(arguments[-1])
            return real(*arguments)
        raise Failure

    return run


def test_playouts_that_fail_in_one_thread_stop_in_the_others():
    cancel, dense = CancelFlag(), solver(grid=1000, keep=True)
    dense.solve()
    playouts = Playouts(dense)

    class Failing:
        run = staticmethod(run_in_one_of(playouts._kernel.run))

    playouts._kernel = Failing
    with pytest.raises(Failure):
        playouts.improve(32, cancel)
    assert not cancel.is_set()


def test_a_table_of_the_lab_that_fails_in_one_thread_stops_in_the_others():
    def work(rows, stop):
        return len(rows)

    with pytest.raises(Failure):
        table.sweep_rows("plain", Card(), Budget(), run_in_one_of(work))


GAME = "= 2000e8,3500e8,0e1@3\n3. 2000\n1. 4:5000+ 750 w\n"  # of positions each of which takes what time there is


def test_a_position_of_a_review_that_fails_stops_the_others(monkeypatch):
    monkeypatch.setattr(processors, "count_processors", lambda: 2)
    plan, cancel, turns = plan_review(parse_game(GAME)), CancelFlag(), count()

    def skip(position):
        if threading.current_thread() is threading.main_thread() or not next(turns):
            return False
        raise Failure

    with pytest.raises(Failure):
        list(
            solve_positions(
                plan, plan.positions, Limits(100 * PATIENCE, cells=10_000, method="bounded"), skip=skip, cancel=cancel
            )
        )
    assert not cancel.is_set()
