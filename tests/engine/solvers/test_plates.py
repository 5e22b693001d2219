"""The plate kernel says what the oracle, the graph and the cubes say, where it does not leave the answer to them."""

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from engine import Position, Rules, preset_boards
from engine.errors import BoardError, Unaffordable, Unsettled
from engine.game.rules import PlayRules, game_over
from engine.solvers.boxes import solver
from engine.solvers.boxes.plates import Plates, plates_apply
from engine.solvers.boxes.solver import cubes_apply
from engine.solvers.cancel_flag import CancelFlag
from engine.solvers.score_cap import score_cap
from engine.solvers.sparse import Sparse
from tests.engine.solvers import kept_answers
from tests.engine.solvers.kernels import assert_same, cubes, plates, sparse
from tests.engine.strategies import boards, many, positions, rules
from tests.tier import few

BOARDS = preset_boards()
FEBRUARY = BOARDS["pyl-1985-02-r2"]


def values(ply):
    return tuple(None if value is None else value[:3] for value in (ply.press, ply.passing))


def answer(kernel, position, board, play_rules, **options):
    """The values of both actions; leaves out what is not the plates' business."""
    try:
        assume(plates_apply(position, board, play_rules))
        ply = kernel(position, board, play_rules, **options)
    except (BoardError, Unaffordable):
        assume(False)
    except Unsettled:
        event("unsettled")
        assume(False)
    assume(ply is not None)  # cycles at the cap, which the cubes tell apart
    return ply


@many(70)
@given(
    boards(growing=False),
    rules(goals=("win",)),
    positions(most_spins=4, holders=(1, 1, 2, 2, 3)),
    st.sampled_from([1, 2]),
)
def test_plates_are_the_oracle(board, rules, position, threads):
    assume(not game_over(position, rules) and not position.alone)
    play_rules = PlayRules(rules, rules.unit, rules.cap)
    found = answer(plates, position, board, play_rules, single=False, threads=threads)
    try:
        expected = kept_answers.exact_ply(position, board, play_rules, 700)
    except (Unaffordable, Unsettled):
        assume(False)
    assert_same(found, expected, 1e-9)


@many(25)
@given(boards(growing=False), rules(goals=("win",)), positions(most_spins=6, holders=(1, 2, 2, 3)), st.booleans())
def test_plates_are_cubes_are_the_graph(board, rules, position, single):
    assume(not game_over(position, rules) and not position.alone)
    play_rules = PlayRules(rules, rules.unit, rules.cap)
    found = answer(plates, position, board, play_rules, single=single)
    expected = values(answer(cubes, position, board, play_rules, single=single))
    assert_same(found, expected, 2e-5 if single else 1e-9)
    if not single:
        assert_same(found, values(answer(sparse, position, board, play_rules)), 1e-9)


@many(25)
@given(boards(growing=False), rules(goals=("win",)), positions(most_spins=6, holders=(1, 2, 3)), st.booleans())
def test_threads_that_share_a_block_change_no_bit(board, rules, position, single):
    assume(not game_over(position, rules) and not position.alone)
    play_rules = PlayRules(rules, rules.unit, rules.cap)
    kept = solver.SHARED_CELLS
    solver.SHARED_CELLS = 0
    try:
        alone = answer(plates, position, board, play_rules, single=single)
        shared = answer(plates, position, board, play_rules, single=single, threads=3)
    finally:
        solver.SHARED_CELLS = kept
    assert (shared.press, shared.passing, shared.outcomes) == (alone.press, alone.passing, alone.outcomes)


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
def test_plates_are_cubes_on_the_shows_boards(board, position, options):
    position, board = Position.parse(position), BOARDS[board]
    rules = Rules(unit=1000).with_options(options).seated(position.mover_seat)
    play_rules = PlayRules(rules, 1000, score_cap(position, board, rules, 1000))
    if not plates_apply(position, board, play_rules):
        assert not cubes_apply(board, play_rules)
        return
    found = plates(position, board, play_rules, single=False)
    assert_same(found, values(cubes(position, board, play_rules, single=False)), 1e-9)
    if len({podium.score for podium in position.contestants}) == 3:
        # Elsewhere passes are nearly level, which single precision takes for level.
        assert_same(plates(position, board, play_rules, single=True, threads=2), values(found), 2e-5)


@pytest.mark.parametrize("position", ["8000e1,3000,0@1", "5237p1,4100,5237@1", "1200,3425,9950e1w3@3"])
def test_to_the_dollar_plates_are_the_graph(position):
    position = Position.parse(position)
    rules = Rules().seated(position.mover_seat)
    play_rules = PlayRules(rules, 1, score_cap(position, FEBRUARY, rules, 1, 1e-3))
    found = plates(position, FEBRUARY, play_rules, single=False)
    kernel = Sparse([position], FEBRUARY, play_rules, budget=3_000_000, memory=2**31, cancel=CancelFlag())
    kernel.solve()
    assert_same(found, values(kernel.root_ply()), 1e-9)


def test_sums_of_fifty_dollars_make_few_scores_of_exact_dollars():
    position = Position.parse("8037e1,3112,0@1")
    kernel = Plates(position, FEBRUARY, PlayRules(Rules().seated(0), 1, 29_250), memory=2**30, cancel=CancelFlag())
    assert kernel.states < 1_500_000
