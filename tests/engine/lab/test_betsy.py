"""Betsy's questions as they are asked on the command line."""

from functools import partial

import pytest

from engine.lab.games.betsy.rules import START, BirdPosition, list_moves, make_move, square_name
from tests.engine.lab import asking
from tests.engine.lab.recorded import run

answer = partial(asking.answer, "betsy")


def place(**birds: str) -> str:
    """A board by squares: ``place(e1="K", e8="k")``."""
    names = [square_name(square) for square in range(64)]
    return "".join(birds.get(name, ".") for name in names)


def walk(*names: str, board: str = START, side: str = "w") -> BirdPosition:
    position = BirdPosition(board, side)
    for name in names:
        position = make_move(position, next(move for move in list_moves(position) if str(move) == name))
    return position


def test_a_parakeet_on_a_first_row_steps_once_and_on_the_far_row_never():
    board = place(a1="P", b8="P", c2="P", h1="K", h8="k")
    assert answer("moves", board=board).answer == ["a1a2", "c2c3", "c2c4", "h1g1", "h1g2", "h1h2"]
    black = place(a8="p", b1="p", c7="p", h1="K", h8="k")
    assert answer("moves", board=black, side="b", kingfisher=4).answer == ["a8a7", "c7c5", "c7c6", "h8g8", "h8h7"]


def test_play_prints_boards_and_the_last_is_a_legal_move():
    status, out, _ = run(["lab", "betsy", "play", "w", START, "0.3"])
    boards = out.split()
    assert status == 0
    assert set(boards) <= {make_move(BirdPosition(), move).board for move in list_moves(BirdPosition())}
    assert boards[-1] == boards[-2]  # the last that was said, and the answer


@pytest.mark.parametrize("seconds", ["0.01", "0.1"])
@pytest.mark.parametrize("board", [START, "KQQQQQQQ" + "Q" * 24 + "q" * 24 + "qqqqqqqk"])
def test_play_answers_however_short_its_limit(board, seconds):
    reply = answer("play", board=board, seconds=seconds)
    assert reply.answer in {make_move(BirdPosition(board), move).board for move in list_moves(BirdPosition(board))}


def test_who_is_stuck_is_not_lost():
    stuck = "pp.....K" + "pp......" * 6 + "kp......"
    assert answer("moves", board=stuck, side="b").answer == []
    assert answer("solve", board=stuck, plies=3).answer == []


def test_a_forced_win_is_played_by_its_shortest_line():
    position = walk("f2f3", "e7e5", "g2g4")
    reply = answer("play", board=position.board, side="b", seconds=5)
    assert (reply.details["move"], reply.details["ends_in"]) == ("d8h4", 3)


@pytest.mark.parametrize("white", ["best", "random"])
def test_a_simulation_agrees_with_the_exact_average(white):
    board = place(a1="K", b1="R", c2="P", d3="P", h8="k", g8="r", e4="p", f7="n")
    options = {"board": board, "depth": 3, "white": white, "black": "random"}
    exact = answer("value", **options)
    simulated = answer("value", **options, method="simulate", games=2000, seed=7)
    assert (exact.certainty, simulated.certainty) == ("exact", "estimated")
    assert abs(exact.answer - simulated.answer) <= 4 * simulated.error
