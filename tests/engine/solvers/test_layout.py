"""Blocks share memory, but never with one that is still to be read."""

import pytest

from engine import CancelFlag, Position, Rules, preset_boards
from engine.game.rules import PlayRules
from engine.solvers.dense.layout import depth_first, fewest_whammies
from engine.solvers.dense.plan import DensePlan

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


def plan(text, play_rules):
    return DensePlan([Position.parse(text)], FEBRUARY, play_rules, CancelFlag())


@pytest.mark.parametrize("play_rules", [SEED, SHOW], ids=["seed", "show"])
@pytest.mark.parametrize("text", POSITIONS)
@pytest.mark.parametrize("keep", [False, True])
def test_what_is_read_is_still_there(text, play_rules, keep):
    solved = plan(text, play_rules)
    layout = solved.layout(keep)
    blocks = set(solved.blocks())
    assert sorted(layout.order) == sorted(blocks)

    def end(block):
        return layout.where[block] + solved.frames[block[0]].firsts(block[1])[1] * solved.planes

    lies = {block for block in layout.where if block not in blocks}
    for block in layout.order:
        assert solved.reads(block) <= lies
        lies = {other for other in lies if end(other) <= layout.where[block] or end(block) <= layout.where[other]}
        assert solved.reads(block) <= lies
        lies.add(block)
        assert end(block) <= layout.length
    roots = {block for block in blocks if block[0] == solved.root.frame}
    assert roots <= lies
    assert all(solved.reads(block) <= lies for block in roots)
    assert not keep or blocks <= lies


def test_the_order_with_the_shortest_memory_is_taken():
    solved = plan("4000e4,2000e4,1000e4@1", SEED)
    sizes = {block: solved.frames[block[0]].firsts(block[1])[1] * solved.planes for block in solved.blocks()}
    assert solved.layout().length < 0.7 * solved.layout(keep=True).length
    layers = {}
    for (spins, _), lane in sizes:
        layers[spins] = layers.get(spins, 0) + sizes[((spins, _), lane)]
    assert solved.layout().length < max(layers[spins] + layers[spins - 1] for spins in layers if spins > 1)


def test_depth_first_each_block_comes_after_those_it_reads():
    reads = {((2, 0), 0): {((1, 0), 0), ((1, 0), 1)}, ((1, 0), 0): {((0, 0), 0)}, ((1, 0), 1): {((0, 0), 0)}}
    blocks = [((1, 0), 1), ((1, 0), 0), ((2, 0), 0)]
    assert depth_first(blocks, reads, fewest_whammies) == [((1, 0), 0), ((1, 0), 1), ((2, 0), 0)]
