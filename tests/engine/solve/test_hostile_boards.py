"""Boards that nobody would build still get the right answer, from every kernel."""

import pytest

from engine.game.board import Board
from engine.game.options import Rules
from engine.game.position import Position
from engine.game.rules import Press, Table
from engine.game.spin import merged
from engine.solve.cubes import Cubes, suits
from engine.solve.flag import CancelFlag
from engine.solve.oracle import Oracle
from engine.solve.sparse import Sparse

BOARDS = {
    "all Whammy": [{"kind": "whammy"}],
    "all + spin": [{"kind": "cash_spin", "amount": 500}],
    "no cash": [{"kind": "cash", "amount": 0}],
    "spin for nothing": [{"kind": "cash_spin", "amount": 0}],
    "one outcome": [{"kind": "cash", "amount": 500}],
    "Whammy or + spin": [{"kind": "whammy"}, {"kind": "cash_spin", "amount": 1000}],
}


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("text", ["250e1p3,1333e1w2,0w4@1", "1000e2w3,500,250@1", "0e1,0e1w3,500e1@2"])
def test_every_kernel_gives_the_oracles_answer(name, text):
    board = Board.from_json({"id": "hostile", "squares": [{"number": 1, "slides": BOARDS[name]}]})
    table = Table(Rules(cap=2000, unit=1), 1, 2000)
    position = Position.parse(text)
    expected = [float(x) for x in Oracle(merged(board, table.rules, 1), table).actions(position)[Press()]]
    kernels = [Sparse(position, board, table, budget=10**6, memory=2**30, cancel=CancelFlag())]
    if suits(board, table):
        kernels.append(Cubes(position, board, table, memory=2**30, cancel=CancelFlag()))
    for kernel in kernels:
        kernel.solve()
        assert kernel.look().press == pytest.approx(expected, abs=1e-9)
