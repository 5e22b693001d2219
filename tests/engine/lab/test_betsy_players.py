"""Betsy: h(b), moves in the notation of chess, games with a human or one's own players, and matches."""

import io
import json
import math
import sys
from contextlib import nullcontext

import pytest
from hypothesis import given

from engine import InputError
from engine.lab import Budget, ask
from engine.lab.games.betsy.exact import open_search
from engine.lab.games.betsy.match import MatchTally, compute_elo_difference, play_match
from engine.lab.games.betsy.notation import read_move, write_move
from engine.lab.games.betsy.piece_values import UNIT, build_square_values
from engine.lab.games.betsy.players import parse_player
from engine.lab.games.betsy.rules import START, BirdPosition, list_moves, sum_material
from engine.lab.games.betsy.think import think
from tests.engine.lab.betsy_boards import positions
from tests.engine.lab.recorded import run
from tests.engine.lab.test_betsy import answer, place

# h(b)


@given(positions())
def test_the_parts_add_up_and_the_kernel_counts_the_same(position):
    reply = answer("evaluate", board=position.board, side=position.side)
    birds = reply.details["birds"]
    assert reply.answer == pytest.approx(sum(bird["material"] + bird["bonus"] for bird in birds), abs=1e-9)
    assert reply.details["material"] == sum_material(position.board) == sum(bird["material"] for bird in birds)
    assert reply.details["squares"] == pytest.approx(
        sum(kind["squares"] for kind in reply.details["kinds"].values()), abs=1e-9
    )
    if {"K", "k"} <= set(position.board):  # the kernel gives no value to kingfishers themselves
        score = open_search(position, Budget(), build_square_values(), 0).minimax(0)
        assert position.sign * score == round(reply.answer * UNIT)


# Notation


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("e4", "e2e4"),
        ("e2e4", "e2e4"),
        ("e2-e4", "e2e4"),
        ("Nf3", "g1f3"),
        ("Ng1f3", "g1f3"),
        ("Ngf3", "g1f3"),
        ("Pe4", "e2e4"),
        ("exd5", "e4d5"),
        ("e4xd5!", "e4d5"),
        ("a8=Q", "a7a8"),
        ("a8", "a7a8"),
        ("R1b2", "b1b2"),
    ],
)
def test_moves_are_read(text, move):
    board = START if move in ("e2e4", "g1f3") else place(h1="K", h8="k", a7="P", e4="P", d5="n", b1="R", b3="R")
    assert str(read_move(BirdPosition(board), text)) == move


@pytest.mark.parametrize(
    ("text", "words"),
    [("castle", "type it like"), ("e5", "no parakeet can move to e5"), ("Rb2", "could be b1b2 or b3b2"), ("", "type")],
)
def test_moves_that_cannot_be_read(text, words):
    with pytest.raises(InputError, match=words):
        read_move(BirdPosition(place(h1="K", h8="k", b1="R", b3="R", e2="P")), text)


@given(positions())
def test_what_is_written_is_read_again(position):
    assert all(read_move(position, write_move(position, move)) == move for move in list_moves(position))


def test_a_bird_is_named_by_its_square_where_neither_column_nor_row_tells_it_apart():
    position = BirdPosition(place(h1="K", h8="k", b1="N", b3="N", f1="N"))
    written = {str(move): write_move(position, move) for move in list_moves(position)}
    assert [written[f"{start}d2"] for start in ("b1", "b3", "f1")] == ["Nb1d2", "N3d2", "Nfd2"]


# Games


def play(monkeypatch, typed: str, *words: str):
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    return run(["lab", "betsy", "game", *words])


def test_a_human_wins_against_itself(monkeypatch):
    typed = "f3\ne5\ng4\nQh4\nnonsense\na3\nQxe1\n"
    status, out, _ = play(monkeypatch, typed, "--a", "human", "--b", "human", "--json")
    reply = json.loads(out)
    assert (status, reply["answer"]) == (0, "black")
    assert reply["details"]["moves"] == ["f2f3", "e7e5", "g2g4", "d8h4", "a2a3", "h4e1"]
    assert reply["details"]["notation"] == ["f3", "e5", "g4", "Qh4", "a3", "Qxe1"]
    assert reply["details"]["ended"] == "capture"


def test_a_human_sees_the_board_and_what_went_wrong(monkeypatch):
    status, out, _ = play(monkeypatch, "e5\nmoves\ne4\nresign\n", "--a", "human", "--b", "random")
    assert status == 0
    assert "8 r n b q k b n r" in out
    assert "No parakeet can move to e5." in out
    assert "Moves: Na3, Nc3, " in out
    assert "1. White: e4 (e2e4)" in out
    assert out.endswith("black\nexact\n")


def test_a_game_left_is_unfinished(monkeypatch):
    status, out, _ = play(monkeypatch, "e4\n", "--a", "human", "--b", "depth:1", "--json")
    reply = json.loads(out)
    assert (status, reply["answer"], reply["details"]["ended"]) == (0, "unfinished", "left")
    assert reply["details"]["plies"] == 2


def test_a_human_cannot_play_where_nobody_is_asked():
    with pytest.raises(InputError, match="command line") as error:
        ask("betsy", "game", {"b": "human"})
    assert error.value.field == "b"


# Players of one's own

FILE = """
def first(board, side, moves):
    return moves[0]

def greedy(board, side, moves):
    squares = [a + b for b in "12345678" for a in "abcdefgh"]
    return max(moves, key=lambda move: "pnbrqk".find(board[squares.index(move[2:])].lower()))

def cheat(board, side, moves):
    return "e1e8"

def broken(board, side, moves):
    return moves[99]

def _hidden(board, side, moves):
    return moves[0]
"""


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(FILE)
    return str(path)


def test_players_of_ones_own_play_matches_and_games(own):
    reply = answer("match", a="greedy", b="first", games=6, file=own, longest=100)
    assert reply.answer > 0.5
    assert answer("game", a="first", b="greedy", file=own, longest=1).details["moves"] == ["a2a3"]


@pytest.mark.parametrize(
    ("player", "field", "words"),
    [
        ("cheat", "file", "must return one of the moves it is given"),
        ("broken", "file", "raised IndexError"),
        ("_hidden", "a", "a function of --file"),
        ("nobody", "a", "a function of --file"),
        ("human", "a", "the question game"),
    ],
)
def test_players_of_ones_own_that_do_not_work(own, player, field, words):
    with pytest.raises(InputError, match=words) as error:
        answer("match", a=player, b="random", games=2, file=own)
    assert error.value.field == field


@pytest.mark.parametrize(("name", "known"), [("material:5", True), ("material:6", False), ("depth:30", True)])
def test_material_is_counted_five_plies_ahead_at_most(name, known):
    with nullcontext() if known else pytest.raises(InputError, match="material:1 to material:5"):
        parse_player(name)


# Matches


def test_both_games_of_a_pair_begin_with_the_same_moves():
    begins = []

    def play_first(position, source, budget):
        begins.append(position)
        return list_moves(position)[0]

    conditions = {"games": 4, "opening": 4, "longest": 5, "kingfisher": 8}
    play_match(play_first, play_first, conditions, 1, Budget())
    assert begins[0] == begins[1] != begins[2] == begins[3]


def test_six_wins_of_six_are_not_certain():
    """The binomial error with a win and a loss added: sqrt(7/8 · 1/8 / 6). Wilson's interval for 6 of 6: 0.610 to 1."""
    match = MatchTally(6, 0, 0, 0)
    assert match.error == pytest.approx(math.sqrt(7 / 64 / 6))
    assert match.interval == pytest.approx((0.6096657, 1.0), abs=1e-6)
    assert [compute_elo_difference(bound) for bound in match.interval] == [pytest.approx(77.5, abs=0.1), None]


# Shuffled moves


@given(positions())
def test_a_shuffled_search_finds_a_move_of_the_same_value(position):
    if not list_moves(position):
        return
    plain, *others = (
        think(position, Budget(), max_plies=3, entries=0, null_move=False, seed=seed) for seed in range(4)
    )
    assert {(other.score, other.ends_in) for other in others} == {(plain.score, plain.ends_in)}
    assert all(other.move in list_moves(position) for other in others)
