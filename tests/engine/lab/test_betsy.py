"""Betsy's questions as they are asked on the command line."""

import math

import pytest

from engine.cli import main
from engine.errors import Cancelled
from engine.lab import ask
from engine.lab.budget import Budget
from engine.lab.games.betsy.rules import START, Position, list_moves, make_move, square_name
from engine.lab.games.betsy.think import think
from engine.solvers.cancel_flag import CancelFlag

LONE = "K" + "." * 62 + "k"


def place(**birds: str) -> str:
    """A board by squares: ``place(e1="K", e8="k")``."""
    names = [square_name(square) for square in range(64)]
    return "".join(birds.get(name, ".") for name in names)


def walk(*names: str, board: str = START, side: str = "w") -> Position:
    position = Position(board, side)
    for name in names:
        position = make_move(position, next(move for move in list_moves(position) if str(move) == name))
    return position


def answer(question: str, **options: object):
    return ask("betsy", question, {name.replace("_", "-"): str(value) for name, value in options.items()}).answer


def run(capsys, *words: str) -> tuple[int, str, str]:
    status = main(["lab", "betsy", *words])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_a_parakeet_on_a_first_row_steps_once_and_on_the_far_row_never():
    board = place(a1="P", b8="P", c2="P", h1="K", h8="k")
    assert answer("moves", board=board).answer == ["a1a2", "c2c3", "c2c4", "h1g1", "h1g2", "h1h2"]
    black = place(a8="p", b1="p", c7="p", h1="K", h8="k")
    assert answer("moves", board=black, side="b", kingfisher=4).answer == ["a8a7", "c7c5", "c7c6", "h8g8", "h8h7"]


def test_a_parakeet_becomes_a_quetzal():
    board = place(a7="P", b8="n", h1="K", h2="k")
    assert answer("minimax", board=board, depth=0).answer == 1 - 3
    # The nighthawk falls and a quetzal comes: but the kingfisher is there to be captured.
    assert answer("minimax", board=board, depth=1).answer == 1001 - 3
    far = place(a7="P", b8="n", h1="K", h8="k")
    assert answer("minimax", board=far, depth=1).answer == 9
    assert answer("best", board=far, depth=1).answer == ["a7b8"]


@pytest.mark.parametrize("board", ["." * 64, LONE.replace("k", "."), LONE.replace("K", ".")])
def test_without_a_kingfisher_the_game_is_over(board):
    assert answer("moves", board=board).answer == []
    assert answer("solve", board=board, plies=3).answer == []
    assert [answer("perft", board=board, depth=depth).answer for depth in (0, 1, 3)] == [1, 0, 0]
    value = answer("minimax", board=board, depth=0).answer
    assert value == 1000 * (board.count("K") - board.count("k"))
    assert answer("minimax", board=board, depth=4).answer == value


def test_a_side_without_a_move_draws():
    # Black: kingfisher h8 in 4 directions, g8 and h7 held by its own stuck parakeets on White's birds.
    board = place(h8="k", h7="p", h6="N", g8="p", g7="K", a1="R")
    position = Position(board, "b", 4)
    assert [str(move) for move in list_moves(position)] == []
    assert answer("minimax", board=board, side="b", kingfisher=4, depth=5).answer == 1000 + 5 + 3 - 1002
    assert answer("perft", board=board, side="b", kingfisher=4, depth=1).answer == 0


def test_forced_captures_tell_how_many_plies_they_need():
    board = place(a1="K", b7="Q", c6="K".lower(), h2="R")
    forced = answer("solve", board=board, plies=3)
    assert set(forced.details["plies"]) == set(forced.answer)
    assert forced.details["plies"]["b7c6"] == 1


def test_play_prints_boards_and_the_last_is_a_legal_move(capsys):
    status, out, _ = run(capsys, "play", "w", START, "0.3")
    boards = out.split()
    assert status == 0
    assert set(boards) <= {make_move(Position(), move).board for move in list_moves(Position())}
    assert boards[-1] == boards[-2]  # the last that was said, and the answer


def test_play_by_name_is_play_by_position(capsys):
    mate = place(a1="K", h8="k", h1="R")
    _, by_place, _ = run(capsys, "play", "w", mate, "0.2")
    _, by_name, _ = run(capsys, "play", "--seconds", "0.2", "--board", mate, "--side", "w")
    assert by_place == by_name
    assert by_place.split()[-1] == place(a1="K", h8="R")


@pytest.mark.parametrize("seconds", ["0.01", "0.1"])
@pytest.mark.parametrize("board", [START, "KQQQQQQQ" + "Q" * 24 + "q" * 24 + "qqqqqqqk"])
def test_play_answers_however_short_its_limit(board, seconds):
    reply = answer("play", board=board, seconds=seconds)
    assert reply.answer in {make_move(Position(board), move).board for move in list_moves(Position(board))}


def test_a_forced_win_is_played_by_its_shortest_line():
    position = walk("f2f3", "e7e5", "g2g4")
    reply = answer("play", board=position.board, side="b", seconds=5)
    assert (reply.details["move"], reply.details["ends_in"]) == ("d8h4", 3)


@pytest.mark.parametrize("board", [place(a1="K", b3="R", c4="R", h8="k"), place(e1="K", d1="Q", e8="k")])
def test_a_forced_win_is_played_to_its_end(board):
    """From the first win that is seen on, each pair of plies brings the end two nearer."""
    position, ends_in = Position(board), None
    for _ in range(40):
        move = think(position, Budget(), math.inf, max_plies=10)
        if position.side == "w" and move.ends_in:
            assert ends_in is None or move.ends_in <= ends_in - 2
            ends_in = move.ends_in
        position = make_move(position, move.move)
        if "k" not in position.board:
            return
    raise AssertionError("the win was not played")


@pytest.mark.parametrize("white", ["best", "random"])
def test_a_simulation_agrees_with_the_exact_average(white):
    board = place(a1="K", b1="R", c2="P", d3="P", h8="k", g8="r", e4="p", f7="n")
    options = {"board": board, "depth": 3, "white": white, "black": "random"}
    exact = answer("value", **options)
    simulated = answer("value", **options, method="simulate", games=2000, seed=7)
    assert (exact.certainty, simulated.certainty) == ("exact", "estimated")
    assert abs(exact.answer - simulated.answer) <= 4 * simulated.error


def test_a_run_can_be_canceled():
    cancel = CancelFlag()
    cancel.set()
    with pytest.raises(Cancelled):
        ask("betsy", "perft", {"depth": "9"}, cancel=cancel)
