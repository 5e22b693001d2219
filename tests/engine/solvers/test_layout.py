"""Blocks share memory, but never with one that is still to be read."""

import pytest

from engine import CancelFlag, Position, Rules, preset_boards
from engine.game.rules import PlayRules
from engine.solvers.dense.layout import by_lane
from engine.solvers.dense.options import DenseOptions
from engine.solvers.dense.plan import DensePlan
from engine.solvers.lanes import lane_of

FEBRUARY = preset_boards()["pyl-1985-02-r2"]
SEED = PlayRules(Rules.preset("seed"), 1000, 20_000)
SHOW = PlayRules(Rules(), 1000, 12_000)
POSITIONS = (
    "8000e3w1,3000,0@1",
    "2000e3,3500e2,0@1",
    "0e2w2,2000e2,3500e2@1",
    "0e3,2000e1p2w3,3500e3@2",
    "500e2,900e2,0w4@1",
)


def plan(text, play_rules, keep=False):
    return DensePlan(Position.parse(text), FEBRUARY, play_rules, DenseOptions(keep=keep), CancelFlag())


@pytest.mark.parametrize("play_rules", [SEED, SHOW], ids=["seed", "show"])
@pytest.mark.parametrize("text", POSITIONS)
@pytest.mark.parametrize("keep", [False, True])
def test_what_is_read_is_still_there(text, play_rules, keep):
    solved = plan(text, play_rules, keep)
    layout = solved.layout()
    blocks = set(solved.blocks())
    assert sorted(layout.order) == sorted(blocks)

    def place(piece):
        block, floors = piece
        start = (layout.floors if floors else layout.where)[block]
        return range(start, start + solved.numbers(piece))

    def apart(one, other):
        return one.stop <= other.start or other.stop <= one.start

    lies = set()
    for block in layout.order:
        assert layout.reads[block] <= lies
        for piece in [(block, False)] + [(block, True)] * (block in layout.floors):
            lies = {other for other in lies if apart(place(other), place(piece))} | {piece}
            assert place(piece).stop <= layout.length
        assert layout.reads[block] <= lies
        assert (block, False) in lies
    whole = {block for block, floors in lies if not floors}
    roots = {block for block in blocks if block[0] == solved.root.frame}
    assert roots <= whole
    assert all(block in whole for root in roots for block, _ in solved.reads(root))
    assert not keep or blocks <= whole


def test_after_a_whammy_only_floors_are_read_where_three_scores_vary():
    three, two = plan("0e2w2,2000e2,3500e2@1", SEED), plan("2000e3,3500e2,0@1", SEED)
    assert three.layout().floors
    assert not plan("0e2w2,2000e2,3500e2@1", SEED, keep=True).layout().floors
    assert not two.layout().floors
    for block in three.layout().floors:
        (spins, out), lane = block
        if not out and lane not in three.frames[spins, out].shared:
            assert 0 < three.numbers((block, True)) < three.numbers((block, False)) / 2


def test_where_the_last_spin_alone_can_bring_a_fourth_whammy_lanes_share_all_but_their_zero_lines():
    solved = plan("0e2,2000e2,3500e2@1", SEED)
    frame = solved.frames[3, 0]
    assert {lane_of(lane) for lane in frame.shared} == {lane for lane in map(lane_of, frame.lanes) if 1 in lane}
    for lane, other in frame.shared.items():
        assert lane_of(other) == tuple(count if count > 1 else 0 for count in lane_of(lane))
        assert frame.count(lane) < frame.count(other) / 5
    assert not plan("0e2,2000e2,3500e2@1", SHOW).frames[3, 0].shared  # a slide takes Whammies off


def test_the_order_with_the_shortest_memory_is_taken():
    solved = plan("4000e4,2000e4,1000e4@1", SEED)
    sizes = {block: solved.frames[block[0]].count(block[1]) * solved.planes for block in solved.blocks()}
    assert solved.layout().length < 0.7 * sum(sizes.values())
    layers = {}
    for (spins, _), lane in sizes:
        layers[spins] = layers.get(spins, 0) + sizes[((spins, _), lane)]
    assert solved.layout().length < max(layers[spins] + layers[spins - 1] for spins in layers if spins > 1)


def test_by_lane_each_block_comes_after_those_it_reads():
    bottom, middle, top = ((1, 0), 0), ((2, 0), 0), ((3, 0), 0)
    whammied, above = ((1, 0), 1), ((2, 0), 1)
    reads = {
        top: {(middle, False), (above, True)},
        middle: {(bottom, False), (whammied, True)},
        above: {(whammied, False)},
        bottom: set(),
        whammied: set(),
    }
    assert by_lane([bottom, whammied, middle, above, top], reads) == [whammied, above, bottom, middle, top]
