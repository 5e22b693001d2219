"""The fast kernel against the readable rules, on random boards."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.lab.budget import Budget
from engine.lab.games.betsy.exact import compute_minimax as exact_minimax
from engine.lab.games.betsy.exact import count_sequences, find_best_moves, find_forcing_moves, open_search
from engine.lab.games.betsy.piece_values import build_material_values
from engine.lab.games.betsy.rules import START, BirdPosition, make_move, sum_material
from engine.lab.games.betsy.rules import list_moves as kernel_moves
from tests.engine.lab.betsy_boards import moves, positions, slow_forces, slow_minimax, slow_perft
from tests.engine.strategies import many
from tests.tier import times


@given(positions(most=64))
def test_moves_are_those_of_the_rules(position):
    search = open_search(position, Budget(), build_material_values())
    assert kernel_moves(position) == moves(position)
    assert position.sign * search.minimax(0) == sum_material(position.board)


@settings(max_examples=times(60))
@given(positions(most=14), st.integers(0, 3))
def test_perft_counts_the_sequences_of_the_rules(position, depth):
    assert count_sequences(position, depth, Budget()).answer == slow_perft(position, depth)


@settings(max_examples=times(60))
@given(positions(most=10), st.integers(0, 3))
def test_minimax_is_that_of_the_rules(position, depth):
    assert exact_minimax(position, depth, Budget()).answer == slow_minimax(position, depth)


@settings(max_examples=times(60))
@given(positions(most=30, kings="Kk"), st.integers(3, 6))
def test_minimax_is_the_same_without_a_table(position, depth):
    plain = open_search(position, Budget(), build_material_values(), 0).minimax(depth)
    value = exact_minimax(position, depth, Budget()).answer
    assert value == (plain if position.side == "w" else -plain)


@settings(max_examples=times(40))
@given(positions(most=9), st.integers(1, 3))
def test_best_moves_are_all_that_reach_the_value(position, depth):
    if not moves(position):
        return
    best, value, _ = find_best_moves(position, depth, Budget())
    assert best == [m for m in moves(position) if slow_minimax(make_move(position, m), depth - 1) == value]


@many(20)
@given(positions(most=12))
def test_forced_captures_within_three(position):
    forced, _ = find_forcing_moves(position, 3, Budget())
    assert sorted(forced) == [move for move in moves(position) if slow_forces(position, move, 3)]


def test_a_full_board_of_quetzals():
    position = BirdPosition("K" + "Q" * 62 + "k")
    assert count_sequences(position, 1, Budget()).answer == len(moves(position))
    assert count_sequences(BirdPosition(START, "b"), 3, Budget()).answer == 8902
