"""Loops whose work grows with the question look at the flag: set from the start, they do next to nothing."""

import numpy as np
import pytest

from engine import CancelFlag, Cancelled, Position, Rules, preset_boards
from engine.game.rules import PlayRules
from engine.solvers import _components
from engine.solvers.boxes.block_order import best_layout
from engine.solvers.boxes.box_plan import PlatePlan
from engine.solvers.boxes.cap_cycles import cycle_orders, find_cycles
from engine.solvers.boxes.cubes import Cubes
from engine.solvers.boxes.range_plan import CubePlan
from engine.solvers.score_cap import _tails, sums_that_matter
from engine.solvers.sparse import Sparse

FEBRUARY = preset_boards()["pyl-1985-02-r2"]
SEED = PlayRules(Rules.preset("seed"), 1000, 20_000)
STOP, GO = bytearray([1]), bytearray([0])
SET = CancelFlag()
SET.set()


@pytest.fixture(params=[(CubePlan, "2000e2,3500e2,0@1"), (PlatePlan, "2000e3,3500e2,0@1")], ids=["cubes", "plates"])
def plan(request):
    made, text = request.param
    return made(Position.parse(text), FEBRUARY, SEED, CancelFlag())


def cells(found):
    return int(found.sizes(GO)[..., 0].sum())


def test_components():
    first, targets = np.arange(9, dtype=np.int64), np.array([1, 2, 3, 4, 5, 6, 7, -1], np.int32)
    assert len(_components.components(first, targets, stop=GO)[0]) == 8
    assert len(_components.components(first, targets, stop=STOP)[0]) == 0


def test_closing_under_extra_spins_and_passes(plan):
    frame, found = plan.frames[plan.root.frame], []
    for flag in (CancelFlag(), SET):
        here = plan._no_cells(len(frame.configs))
        plan._add_root(here, frame.number[plan.root])
        plan.cancel = flag
        plan._close(here, plan.movers[frame.key], frame.successors)
        found.append(cells(here))
    assert found[0] > found[1] == 1


def test_following_spins(plan):
    frame = plan.frames[plan.root.frame]
    alike = next(its for its in frame.alike if frame.number[plan.root] in its.numbers)
    key, found = alike.leads["spent"], []
    for flag in (CancelFlag(), SET):
        plan.cancel = flag
        source, target = plan._no_cells(len(frame.configs)), plan._no_cells(len(plan.frames[key].configs))
        plan._add_root(source, frame.number[plan.root])
        plan._follow(source, alike, 0, target, frame.successors.after("spent"))
        found.append(cells(target))
    assert found[0] > found[1] == 0


def test_laying_cells_out(plan):
    here = plan._no_cells(len(plan.frames[plan.root.frame].configs))
    plan._add_root(here, 0)
    assert here.sizes(STOP)[..., 0].sum() == 0


def test_every_score_of_a_table():
    table = CubePlan(Position.parse("0e1,0,0@1"), FEBRUARY, SEED, CancelFlag(), every_score=True)
    here = table._no_cells(1)
    here.add_all(0, STOP)
    assert cells(here) == 0
    here = table._no_cells(1)
    here.add_all(0, GO)
    assert cells(here) == 21**3


def test_the_layout_in_memory(plan):
    blocks = list(plan.blocks())
    reads = {block: plan.reads(block) for block in blocks}
    with pytest.raises(Cancelled):
        best_layout(blocks, reads, lambda block: 1, lambda block: False, SET)


@pytest.mark.parametrize("what", ["layout", "_count"])
def test_counting(plan, what):
    plan.cancel = SET
    with pytest.raises(Cancelled):
        getattr(plan, what)()


def test_cycles_at_the_cap(plan):
    frame = plan.frames[plan.root.frame]
    with pytest.raises(Cancelled):
        find_cycles(plan.movers[frame.key], frame.successors, cycle_orders(False), SET)


def test_the_sums_that_matter():
    _tails.clear()
    with pytest.raises(Cancelled):
        sums_that_matter(FEBRUARY, SEED.rules, 250, 8, cancel=SET)


def test_the_edges_of_a_graph():
    graph = Sparse([Position.parse("500e1,0,0@1")], FEBRUARY, SEED, budget=10**6, memory=2**30, cancel=CancelFlag())
    for planned in (graph._plan_lanes, lambda: graph._frame_sweep(graph.frames[0])):
        graph.cancel = SET
        with pytest.raises(Cancelled):
            planned()


def test_the_end_of_the_game():
    cubes = Cubes(Position.parse("2000e1,3500e1,0@1"), FEBRUARY, SEED, memory=2**30, cancel=CancelFlag(), keep=True)
    cubes.solve()
    frame = cubes.plan.frames[(0, 0)]
    cubes.memory[:] = 0
    axis_of, shares = np.arange(3, dtype=np.int32), np.ones((27, 3), cubes.kernel.PRECISION)
    cubes._block(frame.key, 0).fill_end(shares, axis_of, 1.0, 0.0, STOP)
    assert not cubes.memory.any()
    cubes._block(frame.key, 0).fill_end(shares, axis_of, 1.0, 0.0, GO)
    assert cubes.memory.any()
