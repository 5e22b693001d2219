"""Plans that are too wide for the numbers of the kernels: counted right, and refused before anything is computed."""

import numpy as np
import pytest

from engine import CancelFlag, Position, Rules
from engine.errors import Unaffordable
from engine.game.rules import PlayRules
from engine.solvers.boxes import _boxes, _ranges
from engine.solvers.boxes.cubes import Cubes
from engine.solvers.boxes.range_axes import MOST_SCORES
from tests.engine.tiny import tiny

GO = bytearray([0])
MOST = 2**31 - 1


def axes(*lengths):
    """Axes with so many scores each, $1 apart."""
    tracks = [[range(length), [], [], []] for length in lengths]
    leads_to = [[(track, 0) for track in range(4)]] * 3
    return _ranges.Axes(_boxes.Tracks(tracks, leads_to, np.array([1], np.int32), np.array([0], np.uint8)))


def every_cell(*lengths):
    ranges = _ranges.Ranges(2, axes(*lengths))
    ranges.add_all(1, GO)
    return ranges


def test_as_many_cells_as_are_numbered():
    ranges = every_cell(MOST_SCORES, 260, 275)
    (none, _), (cells, rows) = ranges.sizes(GO).tolist()
    assert (none, rows, cells) == (0, 260 * 275, MOST_SCORES * 260 * 275)
    assert cells <= MOST
    assert ranges.find(1, 260 * 275 - 1, MOST_SCORES - 1) == (cells - MOST_SCORES, MOST_SCORES - 1, MOST_SCORES)


@pytest.mark.parametrize("lengths", [(MOST_SCORES, 260, 276), (MOST_SCORES, 300, 300), (1300, 1300, 1300)])
def test_more_cells_than_are_numbered(lengths):
    with pytest.raises(Unaffordable):
        every_cell(*lengths).sizes(GO)


def test_a_table_of_every_score_is_refused_before_it_is_computed():
    """However much memory is allowed: 1,300 scores of each seat."""
    with pytest.raises(Unaffordable):
        Cubes(
            Position.parse("0e1,0,0@1"), tiny("1 W"), PlayRules(Rules(cap=1299, unit=1), 1, 1299),
            memory=2**60, cancel=CancelFlag(), every_score=True,
        )  # fmt: skip
