"""Asking a kernel directly, and comparing what it says with what is known."""

import pytest

from engine.solvers.cancel_flag import CancelFlag
from engine.solvers.dense.options import DenseOptions
from engine.solvers.dense.solver import DenseSolver
from engine.solvers.expectimax_graph import ExpectimaxGraph
from tests.engine.solvers.readable_grid import root_ply_of


def expectimax_graph(position, board, play_rules):
    kernel = ExpectimaxGraph(position, board, play_rules, budget=200_000, memory=2**30, cancel=CancelFlag())
    kernel.solve()
    return kernel.root_ply()


def solve_dense(position, board, play_rules, memory=2**30, **options):
    """Dense cells, solved."""
    kernel = DenseSolver(position, board, play_rules, DenseOptions(memory=memory, **options), cancel=CancelFlag())
    kernel.solve()
    return kernel


def dense(position, board, play_rules, **options):
    kernel = solve_dense(position, board, play_rules, **options)
    return root_ply_of(kernel) if kernel.plan.grid else kernel.root_ply()


def lines(position, board, play_rules, **options):
    """Dense cells with a range for each line, where few holders of spins would have boxes."""
    return dense(position, board, play_rules, keep=True, **options)


def assert_same(ply, expected, within):
    for got, value in zip((ply.press, ply.passing), expected, strict=True):
        assert (None if got is None else got[:3]) == (None if value is None else pytest.approx(value, abs=within))
