"""Dense cells say what the oracle and the graph say, and how they are computed changes nothing about it."""

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from engine import Board, Position, Rules, preset_boards
from engine.errors import BoardError, Unaffordable, Unsettled
from engine.game.rules import PlayRules, game_over
from engine.solvers._configs import spread_lanes
from engine.solvers.cancel_flag import CancelFlag
from engine.solvers.dense.solver import supports
from engine.solvers.expectimax_graph import ExpectimaxGraph
from engine.solvers.score_cap import score_cap
from tests.engine.solvers.kernels import assert_same, dense, expectimax_graph, lines, solve_dense
from tests.engine.strategies import boards, many, positions, rules
from tests.tier import few

BOARDS = preset_boards()
FEBRUARY = BOARDS["pyl-1985-02-r2"]


def values(ply):
    return tuple(None if value is None else value[:3] for value in (ply.press, ply.passing))


@pytest.mark.parametrize("board", few(1, ["pyl-1985-02-r2", "abc-2019-r2"]))
@pytest.mark.parametrize(
    ("position", "options"),
    [
        ("8000e3,3000,0@1", {}),
        ("2000e2,3500e1,0@1", {}),
        ("2137e2,3512e1,450@2", {}),  # scores between those of the board's sums
        ("0e1w2,3000w3,1250p1w1@3", {}),
        ("5000e2w3,4000w3,0w4@1", {}),
        ("3000e2,3000,3000@1", {"ties": "joint"}),
        ("4000e3,2500p1,2500@2", {"turn_order": "cyclic", "level_opponents": "next_seat"}),
        ("4100e2,4100,4100@1", {"prizes": "pool"}),
        ("7000e1,5500p2,500@2", {"house": "play", "weights": "board"}),
        ("6000e1,5000e2,500@1", {"third_place_plays": "yes"}),
        ("8000e3,3000,0@1", {"max_lead": "4000"}),
        ("4000e2,3000e1,0@1", {"opponents": "optimal/aggressive/500"}),
        ("3037,8000e2,0@2", {"opponents": "cautious", "third_place_plays": "yes"}),
    ],
)
def test_boxes_are_lines_on_the_shows_boards(board, position, options):
    position, board = Position.parse(position), BOARDS[board]
    rules = Rules(unit=1000).with_options(options).seated(position.mover_seat)
    play_rules = PlayRules(rules, 1000, score_cap(position, board, rules, 1000))
    if not supports(board, play_rules):
        return
    result = dense(position, board, play_rules, single=False)
    assert_same(result, values(lines(position, board, play_rules, single=False)), 1e-9)
    if len({podium.score for podium in position.contestants}) == 3:
        # Elsewhere passes are nearly level, which single precision takes for level.
        assert_same(dense(position, board, play_rules, single=True, threads=2), values(result), 2e-5)


@pytest.mark.parametrize("position", ["8000e1,3000,0@1", "5237p1,4100,5237@1", "1200,3425,9950e1w3@3"])
def test_to_the_dollar_boxes_are_the_graph(position):
    position = Position.parse(position)
    rules = Rules().seated(position.mover_seat)
    play_rules = PlayRules(rules, 1, score_cap(position, FEBRUARY, rules, 1, 1e-3))
    result = dense(position, FEBRUARY, play_rules, single=False)
    kernel = ExpectimaxGraph(position, FEBRUARY, play_rules, budget=3_000_000, memory=2**31, cancel=CancelFlag())
    kernel.solve()
    assert_same(result, values(kernel.root_ply()), 1e-9)


THREADED = [
    ("4250e1,2000e2,3600e1@1", Rules.preset("seed"), 20_000, {}),
    ("4250e2,2000e1,3600e1@1", Rules(unit=500), 16_000, {"grid": 1000}),
    ("4250e1,2000e1,3600e1@1", Rules(unit=500), 12_000, {"single": True}),
    ("8000e4,3000,0@1", Rules(unit=250), 20_000, {}),
    ("8000e4,3000,9000@1", Rules.preset("seed").with_options({"goal": "money"}), 20_000, {}),
]


@pytest.mark.parametrize(("text", "rules", "cap", "options"), THREADED)
def test_threads_that_share_a_block_change_no_bit(text, rules, cap, options):
    position = Position.parse(text)
    play_rules = PlayRules(rules.seated(0), rules.unit, cap)
    alone = dense(position, FEBRUARY, play_rules, **options)
    shared = dense(position, FEBRUARY, play_rules, threads=3, **options)
    assert (shared.press, shared.passing, shared.outcomes) == (alone.press, alone.passing, alone.outcomes)


@pytest.mark.parametrize(("text", "rules", "cap", "options"), THREADED)
def test_what_memory_held_before_changes_no_bit(text, rules, cap, options):
    position = Position.parse(text)
    play_rules = PlayRules(rules.seated(0), rules.unit, cap)
    first = dense(position, FEBRUARY, play_rules, **options)
    # It takes more memory than any of those above.
    dense(Position.parse("2000e2,3500e2,5000e1@1"), FEBRUARY, PlayRules(Rules.preset("seed"), 250, 20_000))
    again = dense(position, FEBRUARY, play_rules, **options)
    assert (again.press, again.passing, again.outcomes) == (first.press, first.passing, first.outcomes)


def test_positions_with_the_same_scores_are_solved_together():
    first, *others = map(Position.parse, ("2000e2,3500e1,0@1", "2000e1w1,3500p2,0@2", "2000,3500e2,0e1w3@2"))
    play_rules = PlayRules(Rules.preset("seed").with_options({"turn_order": "seat"}), 500, 20_000)
    together = solve_dense(first, FEBRUARY, play_rules, single=False, others=others)
    for position in (first, *others):
        assert_same(together.root_ply(position), values(dense(position, FEBRUARY, play_rules, single=False)), 1e-12)


def extra_spins(*amounts):
    return [{"kind": "cash_spin", "amount": amount} for amount in amounts]


def move(*numbers):
    return {"kind": "move", "to": list(numbers)}


def board_of(*slides):
    squares = [{"number": number, "slides": its, "weight": 1} for number, its in enumerate(slides, 1)]
    return Board.from_json({"id": "random", "round": 2, "squares": squares})


# At the cap most spins come back, so values there need hundreds of repeats.
MANY_EXTRA_SPINS = board_of(
    [{"kind": "cash", "amount": 250}, *extra_spins(1000)],
    [move(3), *extra_spins(750)],
    extra_spins(1500, 1000),
    [move(1, 3), {"kind": "whammy"}],
)
EXTRA_SPINS_OR_WHAMMY = board_of(
    [*extra_spins(500), {"kind": "whammy"}],
    [move(1, 3)],
    [*extra_spins(1000), move(1), move(2)],
    [move(1, 3)],
)
HARDLY_EVER_ENDING = board_of(
    [move(2)], [move(4, 3), *extra_spins(750, 750)], [*extra_spins(1500), move(4), move(4)], [move(1, 2)]
)


@many(30)
@given(boards(growing=False), rules(), positions(most_spins=5, holders=(1, 2, 3)), st.sampled_from([None, 1000, 500]))
@example(
    MANY_EXTRA_SPINS,
    Rules(unit=250, cap=1500, ties="joint", turn_order="seat", level_opponents="next_seat"),
    Position.parse("1000w1,1000e1p1w1,500e1p1@2"),
    1000,
)
@example(
    EXTRA_SPINS_OR_WHAMMY,
    Rules(unit=500, cap=1000, ties="joint", turn_order="seat", opponents="500/500/optimal"),
    Position.parse("0e2w2,250p1,250e1w3@1"),
    500,
)
@example(
    HARDLY_EVER_ENDING,
    Rules(unit=250, cap=1000, ties="joint", opponents="optimal/cautious/optimal"),
    Position.parse("0e1p1,500e1p1w1,0e1w1@1"),
    1000,
)
def test_classes_of_lanes_change_no_value(board, rules, position, grid):
    """Every cell that both compute is the same. (On a grid the root is read from the points that are there.)

    With less memory than cells for each class take, lanes share theirs.

    Left out are boards on which a spin may always be had: there, what is worth the same to within the tolerance for ties
    depends on the last bits.
    """
    assume(not game_over(position, rules) and not position.alone)
    play_rules = PlayRules(rules, rules.unit, rules.cap)
    try:
        assume(supports(board, play_rules))
        options = {"single": False, "grid": grid, "keep": True}
        with_classes = solve_dense(position, board, play_rules, **options)
        assume(with_classes.plan.spin.ends)
        without = solve_dense(position, board, play_rules, with_classes.plan.bytes - 1, **options)
    except (BoardError, Unaffordable, Unsettled):
        assume(False)
    if grid is None:
        got, value = with_classes.root_ply(), without.root_ply()
        assert got.press == (value.press and pytest.approx(value.press, rel=1e-9, abs=1e-9))
        assert got.passing == (value.passing and pytest.approx(value.passing, rel=1e-9, abs=1e-9))
    shared = 0
    for key, frame in without.plan.frames.items():
        if not key[0]:
            continue
        for lane in frame.lanes:
            for number in range(len(frame.configs)):
                one, other = (kernel.all_scores(key, number, lane) for kernel in (with_classes, without))
                both = ~(np.isnan(one) | np.isnan(other))
                assert one[both] == pytest.approx(other[both], rel=1e-9, abs=1e-9)
                shared += both.sum()
    assume(shared)


@pytest.mark.parametrize("by_passes", [False, True])
def test_lanes_spread_from_configuration_to_configuration(by_passes):
    lane_sets, successors = np.array([0, 0, 5], np.uint64), np.array([-1, 0, 1], np.int32)
    spin, passes = np.full(3, -1, np.int32), np.full((3, 2, 27), -1, np.int32)
    if by_passes:
        passes[:, 1, 26] = successors
    else:
        spin = successors
    spread_lanes(lane_sets, spin, passes)
    assert lane_sets.tolist() == [5, 5, 5]


def test_who_spins_after_a_whammy_is_told_by_the_scores():
    play_rules, position = PlayRules(Rules.preset("show"), 500, 3000), Position.parse("1500e1w3,1500e1w3,500e1w3@2")
    expected = values(expectimax_graph(position, FEBRUARY, play_rules))
    assert_same(dense(position, FEBRUARY, play_rules, single=False), expected, 1e-9)


@pytest.mark.parametrize("text", ["137e2w3,937e1w2,500e1w3@1", "0e2w1,0e1w2,250e1@2"])
def test_lanes_that_share_rows_are_the_graph_where_a_fourth_whammy_skips_spins(text):
    rules = Rules.preset("seed")
    play_rules = PlayRules(rules, 1000, 4000)
    position = Position.parse(text)
    expected = values(expectimax_graph(position, FEBRUARY, play_rules))
    assert_same(dense(position, FEBRUARY, play_rules, single=False), expected, 1e-9)
