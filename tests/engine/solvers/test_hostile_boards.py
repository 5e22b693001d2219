"""Boards that nobody would build: every kernel gives the right answer, every command that or a sentence."""

import json

import pytest

from engine.cli import main
from engine.game.board import Board
from engine.game.options import Rules
from engine.game.position import Position
from engine.game.rules import PlayRules, Press
from engine.game.spin import landings_by_seat
from engine.solvers.cancel_flag import CancelFlag
from engine.solvers.dense.solver import supports
from engine.solvers.expectimax_graph import ExpectimaxGraph
from engine.solvers.oracle import Oracle
from tests.engine.solvers.kernels import solve_dense

WHAMMY = {"kind": "whammy"}


def cash(amount):
    return {"kind": "cash", "amount": amount}


def spin(amount):
    return {"kind": "cash_spin", "amount": amount}


def offer(amount):
    return {"kind": "cash_or_lose_whammy", "amount": amount}


def move(*to):
    return {"kind": "move", "to": list(to)}


def thousand(slide):
    """20 squares of 50 slides, from square and place."""
    return [[slide(square, place) for place in range(50)] for square in range(1, 21)]


# Slides by square.
BOARDS = {
    "all Whammy": [[WHAMMY]],
    "all Whammy, 18 squares": [[WHAMMY, WHAMMY, WHAMMY]] * 18,
    "all + spin": [[spin(500)]],
    "no cash": [[cash(0)]],
    "spin for nothing": [[spin(0)]],
    "one outcome": [[cash(500)]],
    "odd dollars": [[cash(331)]],
    "a million": [[cash(1_000_000), WHAMMY]],
    "Whammy or + spin": [[WHAMMY], [spin(1000)]],
    "only offers": [[offer(0)]],
    "offers of nothing, or Whammy": [[offer(0), WHAMMY]],
    "moves in a circle": [[move(2)], [move(3)], [move(1)]],
    "a move to a Whammy": [[move(2)], [WHAMMY]],
    "all double": [[{"kind": "double"}]],
    "double and a spin": [[{"kind": "double", "spin": True}, WHAMMY]],
    "all add-a-one": [[{"kind": "add_a_one"}]],
    "a prize without a value": [[{"kind": "prize", "name": None}]],
    "1,000 sums": thousand(lambda square, place: WHAMMY if place % 5 == 0 else cash(100 * square + 7 * place)),
    "1,000 spins": thousand(lambda square, place: spin(1000 + 100 * square + 7 * place)),
    "1,000 offers": thousand(lambda square, place: offer(100 * square + 7 * place)),
    "1,000 slides of all kinds": thousand(
        lambda square, place: [
            WHAMMY,
            cash(50 * place),
            spin(500 + 10 * place),
            offer(square),
            move(square - 10) if square > 10 else cash(square),
        ][place % 5]
    ),
}
# With 1,000 slides the oracle takes its time.
CASES = [
    (name, text)
    for name in BOARDS
    for text in ["1000e2w3,500,250@1"] + ["250e1p3,1333e1w2,0w4@1", "0e1,0e1w3,500e1@2"] * ("1,000" not in name)
]


def hostile(name):
    squares = [{"number": number, "slides": slides} for number, slides in enumerate(BOARDS[name], 1)]
    return Board.from_json({"id": "hostile", "squares": squares})


@pytest.mark.parametrize(("name", "text"), CASES)
def test_every_kernel_gives_the_oracles_answer(name, text):
    board = hostile(name)
    unit = 250 if "1,000" in name else 1
    play_rules = PlayRules(Rules(cap=2000, unit=unit), unit, 2000)
    position = Position.parse(text)
    expected = [
        float(x) for x in Oracle(landings_by_seat(board, play_rules.rules, unit), play_rules).actions(position)[Press()]
    ]
    graph = ExpectimaxGraph(position, board, play_rules, budget=10**6, memory=2**30, cancel=CancelFlag())
    graph.solve()
    assert graph.root_ply().press == pytest.approx(expected, abs=1e-9)
    if supports(board, play_rules):
        assert solve_dense(position, board, play_rules).root_ply().press == pytest.approx(expected, abs=1e-9)


@pytest.fixture
def ask(capsys, tmp_path, monkeypatch):
    """Runs a command on a hostile board: its JSON, or None if it refused in one line."""
    monkeypatch.setenv("PRESSORPASS_TABLES", str(tmp_path / "tables"))

    def command(name, *words):
        path = tmp_path / "board.json"
        path.write_text(json.dumps(hostile(name).to_json()), encoding="utf-8")
        status = main([*words, "--board", str(path), "--json"])
        out, err = capsys.readouterr()
        if not status:
            assert err == ""
            return json.loads(out)
        assert status in (1, 2)
        assert out == ""
        assert err.startswith("engine: ")
        assert err.endswith(".\n")
        assert err.count("\n") == 1
        return None

    return command


CHEAP = ["--seconds", "2", "--memory", "0.25"]


# Seconds each, and where every sum is a choice half a minute.
SLOW = ("1,000 offers", "1,000 slides of all kinds")
ASKED = [
    pytest.param(name, options, text, marks=[pytest.mark.nightly] * ("1,000" in name and not options))
    for name in BOARDS
    for options in [[], ["--set", "reduce=3"]]
    for text in ["1000e1w1,500,250@1", "1000e2w1,500e1w3,250@1"]
]


@pytest.mark.parametrize(("name", "options", "text"), ASKED)
def test_solve_answers_or_refuses(ask, name, options, text):
    result = ask(name, "solve", text, *CHEAP, *options)
    for action in result["actions"].values() if result else ():
        if action is not None:
            assert all(
                0 <= low <= win + 1e-12 and win - 1e-12 <= high <= 1
                for low, win, high in zip(action["low"], action["win"], action["high"], strict=True)
            )
            assert sum(action["win"]) < 1 + 1e-4


@pytest.mark.parametrize("name", BOARDS)
def test_tables_are_made_or_refused(ask, name):
    result = ask(name, "table", "1000e1w1,500e1,250@1", *CHEAP)
    assert result is None or result["states"] > 0


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.nightly] * (name in SLOW)) for name in BOARDS])
def test_the_next_spin_is_listed(ask, name):
    result = ask(name, "spin", "1000e1w1,500,250@1")
    assert result is None or sum(outcome["chance"] for outcome in result["outcomes"]) == pytest.approx(1)
