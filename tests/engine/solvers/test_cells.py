"""Planning cells stops where the flag is set, in whatever step that is."""

import numpy as np
import pytest

from engine import CancelFlag, Position, Rules, preset_boards
from engine.game.rules import PlayRules
from engine.solvers.dense import _cells
from engine.solvers.dense.options import DenseOptions
from engine.solvers.dense.plan import DensePlan

FEBRUARY = preset_boards()["pyl-1985-02-r2"]
GO_ON, STOP = CancelFlag(), CancelFlag()
STOP.set()


@pytest.fixture(scope="module")
def plan():
    play_rules = PlayRules(Rules(unit=1000).seated(0), 1000, 12_000)
    return DensePlan(Position.parse("4000e2,3000e1,2000e1@1"), FEBRUARY, play_rules, DenseOptions(), CancelFlag())


def frame_and_rules(plan):
    key = plan.root.frame
    frame = plan.frames[key]
    return frame, plan.movers[key], frame.successors.spin, frame.successors.passes


STEPS = ["add_cells", "close_under_moves", "lay_out", "find_floors"]


@pytest.mark.parametrize("step", STEPS)
def test_a_step_that_is_stopped_finds_less_than_all(plan, step):
    frame, *its = frame_and_rules(plan)

    def cells_of(stop):
        cells = _cells.Cells(len(frame.configs), frame.scores.tracks, True)
        flags = [stop if name == step else GO_ON for name in STEPS]
        cells.add_cells(0, 0, (0, 0, 0), (3, 3, 3), flags[0].memory)
        cells.close_under_moves(*its, flags[1].memory)
        sizes = cells.lay_out(flags[2].memory)
        return np.concatenate([sizes.ravel(), cells.find_floors(flags[3].memory).ravel()])

    assert cells_of(STOP).sum() < cells_of(GO_ON).sum()
