"""``python -m engine play_rules``: what it prints, what it keeps."""

import json

import pytest

from engine import NextRound, Position, Rules
from engine.cli import main
from engine.tables import Store, score_value_store
from engine.tables.score_value_store import find_values
from tests.engine.tables.conftest import BOARD

QUESTION = ["--set", "cap=2000", "--unit", "500"]


@pytest.fixture(autouse=True)
def directory(tmp_path, monkeypatch):
    monkeypatch.setenv("PRESSORPASS_TABLES", str(tmp_path / "tables"))
    return tmp_path / "tables"


@pytest.fixture
def board(tmp_path):
    path = tmp_path / "board.json"
    path.write_text(json.dumps(BOARD.to_json()), encoding="utf-8")
    return ["--board", str(path)]


@pytest.fixture
def run(capsys):
    def command(*words):
        status = main(["table", *words])
        out, err = capsys.readouterr()
        return status, out, err

    return command


def test_a_table_is_made_listed_and_removed(run, board, directory):
    status, out, err = run("500e1,1000e1,0@1", *board, *QUESTION)
    assert (status, err) == (0, "")
    first, scores, path, *flips = out.splitlines()
    assert first.startswith("0e1,0e1,0@1  a board of your own, ")
    assert first.endswith("unit $500, cap $2,000")
    assert scores.startswith("  5 × 5 × 5 scores, ")
    assert path.strip().startswith(str(directory))
    assert flips
    assert all(" up to $" in line and " from $" in line for line in flips)
    status, out, err = run("--list")
    assert (status, err) == (0, "")
    assert first in out
    assert f"1 table, {Store().list()[0].bytes / 1024:.1f} KiB of 2.0 GiB, in {directory}" in out
    assert run("--clear") == (0, "1 table removed.\n", "")
    assert run("--list")[1].startswith("0 tables, 0 bytes")


def test_the_list_as_json_has_reasons(run, board):
    run("0e1,0,0@1", *board, *QUESTION)
    (stored_table,) = Store().list()
    stored_table.path.write_bytes(b"x" * 100)
    listed = json.loads(run("--list", "--json")[1])["tables"]
    assert [(row["path"], row["reason"]) for row in listed] == [
        (str(stored_table.path), "2000.json is damaged, so its answers cannot be trusted.")
    ]
    assert "2000.json is damaged, so its answers cannot be trusted." in run("--list")[1]
    assert json.loads(run("--clear", "--json")[1]) == {"removed": 1}


@pytest.mark.parametrize("words", [[], ["0e1,0,0@1", "--list"], ["--list", "--clear"], ["--score-values", "--list"]])
def test_one_thing_at_a_time(run, words):
    assert run(*words) == (2, "", "engine: table takes one of a POSITION, --score-values, --list and --clear\n")


def test_what_cannot_be_kept_is_told(run, board, tmp_path, monkeypatch):
    status, out, err = run("0e1,0,0@1", *board, "--set", "goal=money")
    assert (status, out) == (1, "")
    assert err == "engine: Tables hold chances to win; there are none with goal=money.\n"
    monkeypatch.setenv("PRESSORPASS_TABLES_MAX", "100")
    status, out, err = run("0e1,0,0@1", *board, *QUESTION)
    assert (status, out) == (1, "")
    assert "the store has room for 100 bytes" in err
    monkeypatch.setenv("PRESSORPASS_TABLES_MAX", "much")
    assert run("--list")[0] == 2


def test_what_a_score_is_worth_is_solved_and_kept(run, board, directory):
    words = ["--score-values", *board, "--questions", "0"]  # after more it takes minutes
    then, rules = NextRound(BOARD, 0), Rules(ties="joint")
    assert find_values(then, rules) is None
    status, out, err = run(*words, "--set", "ties=joint")
    assert (status, err) == (0, "engine: Working out what a score is worth: 100%\n")
    title, _, path = out.splitlines()
    assert title == f"What a score is worth after 0 questions, before {BOARD.id}"
    assert path.strip().startswith(str(directory / "score_values"))
    values = find_values(then, rules)
    assert values.error < score_value_store.ROUGH.error
    assert values.value(Position.parse("500,1000,0e1@3").contestants) == (0, 1, 0)
    assert find_values(then, Rules()) is None
    shown = json.loads(run(*words, "--json")[1])
    assert (shown["board"], shown["questions"], shown["rules"]["ties"]) == (BOARD.id, 0, "split")
    assert {shown["path"], path.strip()} == {str(file) for file in (directory / "score_values").glob("*.json")}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["0e1,0,0@1", "--questions", "2"], "questions: --questions says what comes before round 2"),
        (["--score-values", "--questions", "9"], "questions: There are 0 to 5 questions before round 2."),
        (["--score-values", "--set", "goal=money"], "goal: In round 1 only the chance to win is known"),
        (["--score-values", "--set", "opponents=cautious"], "opponents: Nobody is up between the rounds"),
        (["--score-values", "--set", "weights=mover"], "weights: Nobody is up between the rounds"),
    ],
)
def test_values_that_cannot_be_solved_are_told(run, board, words, message):
    status, out, err = run(*words, *board)
    assert (status, out) == (2, "")
    assert err.startswith(f"engine: {message}")


def test_too_little_memory_for_values_is_told(run):
    status, out, err = run("--score-values", "--memory", "0.001")
    assert (status, out) == (1, "")
    assert "allowed" in err
