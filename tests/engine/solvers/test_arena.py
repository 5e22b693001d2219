"""Memory for tables is used again, but never while anything still looks at it."""

import errno
import gc
import mmap
import os
import threading

import numpy as np
import pytest

from engine import Position, preset_boards, solve
from engine.solvers import arena
from engine.solvers.arena import arena_array

LIMIT = 2**30


@pytest.fixture(autouse=True)
def nothing_kept():
    gc.collect()
    arena._kept.clear()
    yield
    arena._kept.clear()


def address(array):
    return array.__array_interface__["data"][0]


def test_memory_is_used_again():
    first = arena_array(1000, np.float32, LIMIT)
    place = address(first)
    del first
    assert address(arena_array(3000, np.float64, LIMIT)) == place


class Refusing(mmap.mmap):
    """Memory of a system without large pages, or one that takes no pages back."""

    def madvise(self, *advice):
        raise OSError(errno.EINVAL, "Invalid argument")


def test_advice_that_the_system_does_not_know_is_none(monkeypatch):
    monkeypatch.setattr(arena.mmap, "mmap", Refusing)
    array = arena_array(1000, np.float32, LIMIT)
    array[:] = 7
    del array
    assert not arena._kept
    assert solve(Position.parse("2000e1,3500e1,0@1"), preset_boards()["pyl-1985-02-r2"]).method == "exact"


def test_memory_is_not_used_again_while_a_view_is_held():
    first = arena_array(1000, np.float32, LIMIT)
    first[:] = 7
    view = memoryview(first[500:].reshape(10, 50))
    del first
    gc.collect()
    second = arena_array(1000, np.float32, LIMIT)
    second[:] = 8
    assert set(np.asarray(view).ravel()) == {7}


def test_threads_never_share_a_piece():
    wrong = []

    def work(mark):
        for _ in range(200):
            array = arena_array(5000, np.int64, LIMIT)
            array[:] = mark
            if not (array == mark).all():
                wrong.append(mark)

    threads = [threading.Thread(target=work, args=(mark,)) for mark in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert len(arena._kept) <= 1


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_keeps_its_own_memory():
    free = arena_array(1000, np.float32, LIMIT)
    held = arena_array(1000, np.float32, LIMIT)
    held[:] = 1
    del free
    child = os.fork()
    if not child:
        right = not arena._kept and bool((held == 1).all())
        del held
        os._exit(0 if right and not arena._kept else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert len(arena._kept) == 1
