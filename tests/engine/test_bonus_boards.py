"""Boards of the bonus game: one contestant plays on them alone, so whatever asks about three contestants is refused."""

import json

import pytest

from engine import (
    BoardError,
    BoardName,
    GameError,
    Headers,
    Limits,
    NextSpinsBoard,
    Position,
    Rules,
    build_table,
    choose,
    game_from_json,
    parse_game,
    play,
    preset_boards,
    review,
    solve,
)
from engine.cli import main
from engine.game.record.game import Game
from engine.tables import Store
from engine.tables.building import build_grid_tables

BONUS = [f"abc-2019-bonus{number}" for number in range(1, 7)]
POSITION = Position.parse("8000e1,3000,0@1")
REASON = "is of the bonus game"


def test_they_are_told_by_their_round():
    assert [board.id for board in preset_boards().values() if board.bonus] == BONUS


@pytest.mark.parametrize("name", BONUS)
def test_no_function_answers_on_them(name, tmp_path):
    board, store = preset_boards()[name], Store(tmp_path)
    for ask in (
        lambda: solve(POSITION, board),
        lambda: choose(POSITION, board, square=15),
        lambda: build_table(store, POSITION, board),
        lambda: next(build_grid_tables(store, POSITION, board, Rules())),
        lambda: play(headers=Headers(boards=(None, BoardName(name)))),
    ):
        with pytest.raises(BoardError, match=REASON):
            ask()
    with pytest.raises(BoardError, match=REASON) as refused:
        NextSpinsBoard(board)
    assert refused.value.field == "now"
    assert not list(store.list())


COMMANDS = ["solve", "solve --method bounded", "spin", "table", "oracle", "perft 2", "choose --square 15"]


@pytest.mark.parametrize("command", [*COMMANDS, "play", "solve --now"])
def test_no_command_answers_on_them(command, capsys):
    name, *words = command.split()
    board_option = [BONUS[-1]] if words[-1:] == ["--now"] else ["--board", BONUS[-1]]
    assert main([name, *[POSITION.notation] * (name != "play"), *words, *board_option]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert REASON in err


@pytest.mark.parametrize("round_", ["bonus", "Bonus 2", "the BONUS game"])
def test_a_board_of_ones_own_is_one_by_its_round(round_, tmp_path, capsys):
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps(preset_boards()["abc-2019-r2"].to_json() | {"id": "mine", "round": round_}))
    assert main(["solve", POSITION.notation, "--board", str(mine)]) == 2
    assert "The board mine is of the bonus game" in capsys.readouterr().err


@pytest.mark.parametrize("header", ["Board1", "Board2", "Board"])
def test_no_game_is_read_with_one(header):
    with pytest.raises(GameError, match=REASON):
        parse_game(f'[{header} "{BONUS[2]}"]\n= 3000e1,2500,2000@1\n1. 500\n')
    boards = {"1" if header == "Board1" else "2": {"id": BONUS[2]}}
    data = {"format": "pressorpass-game", "version": 1, "headers": {"boards": boards}, "events": []}
    with pytest.raises(GameError, match=REASON):
        game_from_json(data)


def test_a_game_that_was_kept_with_one_is_not_judged():
    game = Game.begin(Headers(boards=(None, BoardName(BONUS[0]))))
    with pytest.raises(BoardError, match=REASON):
        review(game, Limits(1.0))
