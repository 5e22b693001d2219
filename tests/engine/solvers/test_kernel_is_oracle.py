"""The kernels are fast copies of the oracle: the same values on random boards, rules and positions.

What is drawn here is asked of the oracle, which is slow; test_kept_answers.py has many more cases at once.
"""

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from engine.errors import BoardError, Unaffordable, Unsettled
from engine.game.board import Board, Slide, Square
from engine.game.position import Position
from engine.game.rules import PlayRules, Rules, game_over
from engine.game.spin import landings_by_seat, merged_landings
from engine.solvers.dense.solver import SINGLE_TOLERANCE, supports
from engine.solvers.spin_rows import DenseSpin
from tests.engine.solvers import kept_answers
from tests.engine.solvers.kernels import assert_same, dense, expectimax_graph, lines
from tests.engine.strategies import boards, many, positions, rules


def exact_ply(position, board, play_rules, budget, tolerance=None):
    """The oracle's values; leaves the case out where the oracle cannot say."""
    try:
        return kept_answers.exact_ply(position, board, play_rules, budget, tolerance)
    except Unaffordable:
        event("too big for the oracle")
        assume(False)
    except BoardError:
        event("moves branch too far")
        assume(False)


def same(ply, expected, within):
    return all(
        got is None or got[:3] == pytest.approx(value, abs=within)
        for got, value in zip((ply.press, ply.passing), expected, strict=True)
    )


@many(100)
@given(boards(), st.one_of(rules(), rules(habits=True)), positions())
def test_the_graph_is_the_oracle(board, rules, position):
    assume(not game_over(position, rules))
    play_rules = PlayRules(rules, rules.unit, rules.cap)
    try:
        expected = exact_ply(position, board, play_rules, 800)
    except Unsettled:
        event("unsettled")
        with pytest.raises(Unsettled):
            expectimax_graph(position, board, play_rules)
        return
    event(f"spins {position.spins}")
    ply = expectimax_graph(position, board, play_rules)
    assert_same(ply, expected, 1e-6 if rules.in_dollars else 1e-9)
    if ply.press is not None:
        assert set(ply.outcomes) == {
            options
            for _, options in merged_landings(
                board, rules.at(position.spins).for_seat(position.mover_seat), play_rules.unit
            )
        }


@many(100)
@given(
    boards(growing=False),
    rules(),
    positions(most_spins=4, holders=(1, 2, 2, 3, 3)),
    st.sampled_from([{"single": False}, {"single": False, "threads": 2}, {"single": True}]),
)
def test_dense_cells_and_graph_are_the_oracle(board, rules, position, options):
    assume(not game_over(position, rules) and not position.alone)
    play_rules = PlayRules(rules, rules.unit, rules.cap)
    try:
        assume(supports(board, play_rules))  # not with dollars at stake against the house
        expected = exact_ply(position, board, play_rules, 700)
    except BoardError:
        assume(False)
    except Unsettled:
        event("unsettled")
        for kernel in (expectimax_graph, dense, lines):
            with pytest.raises(Unsettled):
                kernel(position, board, play_rules)
        return
    event(f"{sum(1 for c in position.contestants if c.spins)} holders")
    graph = expectimax_graph(position, board, play_rules)
    scale = 10_000 if rules.in_dollars else 1
    assert_same(graph, expected, scale * 1e-9)
    try:
        ply = dense(position, board, play_rules, **options)
    except Unsettled:
        # Choices may be too close for single precision; the solver then asks for double.
        assert options["single"]
        event("unsettled in single precision")
        return
    error_growth = DenseSpin(landings_by_seat(board, rules, play_rules.unit), play_rules.unit).error_growth
    within = 1e-5 * error_growth if options["single"] else 1e-9
    if options["single"] and not same(ply, expected, scale * within):
        # In single precision payoffs that are nearly level are level, and the first is taken.
        event("nearly level")
        assert_same(ply, exact_ply(position, board, play_rules, 700, scale * SINGLE_TOLERANCE), scale * within)
        return
    assert_same(ply, expected, scale * within)
    if rules.in_dollars:  # the chances to win that go with the money
        for odds, known in ((ply.press, graph.press), (ply.passing, graph.passing)):
            assert known is None or odds[3:] == pytest.approx(known[3:], abs=within)


@many(50)
@given(
    boards(growing=False),
    rules(),
    positions(most_spins=7, holders=(1, 2, 2, 3, 3)),
)
def test_kernels_agree_on_bigger_positions(board, rules, position):
    assume(not game_over(position, rules) and not position.alone)
    play_rules = PlayRules(rules, rules.unit, rules.cap)
    try:
        assume(supports(board, play_rules))
        expected = expectimax_graph(position, board, play_rules)
    except (Unaffordable, BoardError, Unsettled):
        assume(False)
    try:
        ply = dense(position, board, play_rules, threads=2)
    except Unsettled:
        event("dense cells leave it to the graph")
        return
    assert_same(
        ply,
        (expected.press and expected.press[:3], expected.passing and expected.passing[:3]),
        1e-5 if rules.in_dollars else 1e-9,
    )
    if expected.press is not None and rules.ties == "split" and not rules.in_dollars:
        assert sum(expected.press) < 1 + 1e-9  # less than 1 where play may be endless


def test_cycles_of_passes_at_the_cap_are_told_apart_however_seldom_they_are_met():
    money, again, whammy = Slide("cash", 500), Slide("cash_spin", 500, spin=True), Slide("whammy")
    board = Board("small", (Square(1, (money, again, money)), Square(2, (whammy,)), Square(3, (whammy,))))
    rules = Rules.preset("seed").with_options({"cap": 1000})
    position, play_rules = Position.parse("0e1w1,0p1w3,250w2@1"), PlayRules(rules, rules.unit, rules.cap)
    expected = exact_ply(position, board, play_rules, 100_000)
    assert expected[0] == pytest.approx([0.2451056, 0.2560591, 0.4988354], abs=1e-7)
    assert_same(dense(position, board, play_rules), expected, 1e-9)
    assert_same(expectimax_graph(position, board, play_rules), expected, 1e-9)


def test_play_that_never_ends_is_worth_what_it_comes_to_not_a_little_less():
    again = Slide("cash_spin", 500, spin=True)
    squares = (
        Square(1, (Slide("move", to=(4, 3, 2)),)),
        Square(2, (again, again, again)),
        Square(3, (again,)),
        Square(4, (Slide("move", to=(1,)), Slide("move", to=(1,)))),
    )
    rules = Rules(cap=1500, unit=1, prizes=500, reduce=3)
    position, play_rules = Position.parse("0e2w2,0w2,0w2@1"), PlayRules(rules, 1, 1500)
    expected = ([1, 0, 0], [0, 1, 0])
    assert exact_ply(position, Board("never", squares), play_rules, 100_000) == expected
    assert_same(dense(position, Board("never", squares), play_rules), expected, 1e-9)
    assert_same(expectimax_graph(position, Board("never", squares), play_rules), expected, 1e-9)
