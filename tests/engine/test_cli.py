"""The engine from a terminal: what it prints, its exit status, one line for bad input."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from engine import AVERAGE_QUESTIONS, Board, Limits, Position, Rules, preset_boards, solve, version
from engine.answers.result import make_estimated_action
from engine.cli import main
from engine.commands.solve import write_verdict_line
from tests.engine.tiny import tiny
from tests.processes import PATIENCE

ROOT = Path(version.__file__).resolve().parents[1]


@pytest.fixture
def run(capsys):
    """Runs one command in this process: (exit status, standard output, standard error)."""

    def command(*words):
        status = main(list(words))
        out, err = capsys.readouterr()
        return status, out, err

    return command


@pytest.fixture
def run_json(run):
    def command(*words):
        status, out, err = run(*words, "--json")
        assert (status, err) == (0, "")
        assert out.count("\n") == 1
        return json.loads(out)

    return command


def in_a_process(*words):
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def test_solve_prints_the_answer_as_one_json_object(run_json):
    data = run_json("solve", "8000e3,3000,0@1", "--rules", "seed")
    same = solve(Position.parse("8000e3,3000,0@1"), preset_boards()["pyl-1985-02-r2"], Rules.preset("seed"))
    assert data | {"seconds": 0} == json.loads(json.dumps(same.to_json())) | {"seconds": 0, "call": "press"}


ROUND_1 = ("solve", "0e1,500,0@1", "--round", "1", "--seconds", "2")


def test_solve_in_round_1(run, run_json):
    data = run_json(*ROUND_1)
    assert (data["board"], data["method"]) == ("pyl-1984-09-r1", "estimated")
    assert data["then"] == {"board": "pyl-1985-02-r2", "questions": 4}
    assert sum(data["actions"]["press"]["win"]) == pytest.approx(1, abs=1e-4)
    status, out, _ = run(*ROUND_1, "--questions", "3", "--then", "pyl-1985-02-r2")
    assert status == 0
    assert out.startswith("0e1,500,0@1  (pyl-1984-09-r1, round 1, then 3 questions and pyl-1985-02-r2; show rules)")
    assert AVERAGE_QUESTIONS in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--then", "pyl-1985-02-r2"), "then: --then and --questions say what follows round 1: give --round 1"),
        (("--round", "1", "--then", "nowhere"), "then: There is no board nowhere"),
        (("--round", "1", "--questions", "6"), "questions: There are 0 to 5 questions before round 2."),
        (("--round", "1", "--set", "goal=money"), "goal: In round 1 only the chance to win is known"),
        (("--round", "1", "--method", "exact"), "method: In round 1 odds are estimated"),
    ],
)
def test_what_solve_refuses_in_round_1(run, words, message):
    status, out, err = run("solve", "0e1,500,0@1", *words)
    assert (status, out) == (2, "")
    assert message in err


@pytest.mark.parametrize("command", ["solve 0e1,500,0@1", "boards", "lab pig duel", "lab yahtzee value"])
def test_an_unknown_option_leads_to_the_help_of_its_command(run, command):
    status, out, err = run(*command.split(), "--nosuch")
    assert (status, out) == (2, "")
    assert (
        err
        == f"engine: unrecognized arguments: --nosuch; try python -m engine {command.removesuffix(' 0e1,500,0@1')} --help\n"
    )


def test_solve_shows_two_decimals_where_single_precision_knows_no_more(run, run_json):
    words = ("solve", "0e2,2000e2,3500e2@1", "--rules", "seed", "--set", "cap=16000", "--unit", "500")
    press = run_json(*words)["actions"]["press"]
    assert press["high"][0] - press["low"][0] > 1e-8
    _, out, _ = run(*words)
    assert re.search(r"press( +\d+\.\d\d%){3}\n", out)
    assert re.search(r"by \d+\.\d\d points\.", out)


def test_solve_with_one_choice_only(run, run_json):
    data = run_json("solve", "8000p1,3000,0@1", "--rules", "seed")
    assert data["actions"]["pass"] is None
    assert data["margin"] is None
    _, out, _ = run("solve", "8000p1,3000,0@1", "--rules", "seed")
    assert "Press: there is no other choice for contestant 1." in out


def test_solve_for_money(run, run_json):
    words = ("solve", "3000e1,2500,0@1", "--rules", "seed", "--set", "goal=money")
    data = run_json(*words)
    press, passing = (data["actions"][name]["money"] for name in ("press", "pass"))
    assert data["best"] == ("press" if press[0] > passing[0] else "pass")
    assert data["margin"] == pytest.approx(abs(press[0] - passing[0]))
    _, out, _ = run(*words)
    assert f"{press[0]:,.4f}" in out
    assert f"by ${data['margin']:,.4f}." in out


def test_options_unit_board_and_forgiving_notation(run_json):
    data = run_json(
        "solve", "$3,000 1 spin / 2500 / 0", "--board", "pyl-1984-09-r1", "--unit", "500",
        "--set", "ties=joint", "--set", "prizes = 700",
    )  # fmt: skip
    assert data["position"] == "3000e1,2500,0@1"
    assert data["board"] == "pyl-1984-09-r1"
    assert (data["unit"], data["rules"]["unit"]) == (500, 500)
    assert (data["rules"]["ties"], data["rules"]["prizes"]) == ("joint", 700)
    assert {**Rules().options(), "ties": "joint", "prizes": 700, "unit": 500} == data["rules"]


@pytest.fixture
def board_file(tmp_path):
    """Write a board into a file; its name."""

    def write(board):
        path = tmp_path / "board.json"
        path.write_text(json.dumps(board.to_json()), encoding="utf-8")
        return str(path)

    return write


def test_a_board_from_a_file(run_json, board_file):
    data = run_json("solve", "1000e1,1250,0@1", "--board", board_file(tiny("500 W")))
    assert data["board"] == "tiny"
    assert data["actions"]["press"]["win"] == [0.5, 0.5, 0]


# Press wins with the $2,000, pass with a Whammy; on the last board these come up alike except for 2e-8.
NEARLY_EVEN = tiny("999: 2000 W", "1: 2000*490 W*490 >3*20", "0: 2000*501 W*500")


@pytest.mark.parametrize(
    ("board", "words"),
    [
        (tiny("2000*3 W"), "Press for contestant 1, by 50.00000 points."),
        (tiny("2000 W*2"), "Pass for contestant 1, by 33.33333 points. It is rounded after the subtraction."),
        (tiny("2000 W"), "Toss-up for contestant 1: press and pass are worth the same."),
        (NEARLY_EVEN, "Toss-up for contestant 1: press is better, by less than 0.00001 points."),
    ],
)
def test_the_verdict_in_words(run, board_file, board, words):
    _, out, _ = run("solve", "1000e1,1500,0w4@1", "--board", board_file(board))
    assert words in out.splitlines()


def test_the_verdict_of_an_estimate_in_words(run, board_file):
    words = ("--method", "estimated", "--seconds", "0.05")
    _, level, _ = run("solve", "1000e1,1500,0w4@1", "--board", board_file(tiny("2000 W")), *words)
    assert re.search(
        r"Toss-up for contestant 1: .* looks better, but .*; they are at most [\d.]+ points apart\.", level
    )
    limits = Limits(60.0, method="estimated", cells=1000)
    estimate = solve(Position.parse("1000e1,1500,0w4@1"), tiny("2000 W"), limits=limits)
    press, passing = (make_estimated_action(action.win, (0.4, 0.4, 0)) for action in (estimate.press, estimate.passing))
    rough = replace(estimate, press=press, passing=passing, too_close=True)
    words = "Can’t tell for contestant 1: the best estimate is too rough to say more."
    assert write_verdict_line(rough, Rules(), seat=1, decimals=5) == words


def test_oracle_answers_in_fractions(run, run_json, board_file):
    coin = board_file(tiny("500 W"))
    data = run_json("oracle", "0e1,0,0w3@1", "--board", coin)
    fractions = {name: [Fraction(x) for x in action["fractions"]] for name, action in data["actions"].items()}
    assert fractions == {
        "press": [Fraction(4, 6), Fraction(1, 6), Fraction(1, 6)],
        "pass to 2": [Fraction(1, 6), Fraction(4, 6), Fraction(1, 6)],
        "pass to 3": [Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)],
    }
    assert data["actions"]["press"]["values"] == pytest.approx([4 / 6, 1 / 6, 1 / 6])
    assert (data["unit"], data["position"]) == (1, "0e1,0,0w3@1")
    _, out, _ = run("oracle", "0e1,0,0w3@1", "--board", coin)
    assert "0.666666666667" in out
    assert "1: 2/3" in out


def test_spin_lists_the_outcomes(run_json):
    data = run_json("spin", "8000e1,3000,0@1", "--rules", "seed")
    assert data["position"] == "8000e1,3000,0@1"
    assert sum(outcome["chance"] for outcome in data["outcomes"]) == pytest.approx(1)
    assert data["outcomes"][0]["label"] == "Whammy"
    assert data["method"] == "exact"
    assert max(data["error"]) < 1e-8


def test_spin_lists_the_outcomes_when_a_table_is_kept(run, monkeypatch, tmp_path):
    monkeypatch.setenv("PRESSORPASS_TABLES", str(tmp_path))
    _, before, _ = run("spin", "2000e1,3000,0@1", "--rules", "seed", "--unit", "1000")
    assert run("table", "2000e1,3000,0@1", "--rules", "seed", "--unit", "1000")[0] == 0
    _, after, _ = run("spin", "2000e1,3000,0@1", "--rules", "seed", "--unit", "1000")
    assert after == before
    assert "Whammy" in after


def test_a_game_that_is_won_has_no_next_spin(run):
    status, _, err = run("oracle", "0e1,0w4,0w4@1")
    assert status == 2
    assert "won already" in err
    assert "won already" in run("spin", "0e1,0w4,0w4@1")[1]


OPEN = ("solve", "0e3,2000e3,3500e3@1", "--rules", "seed", "--method", "bounded", "--seconds", "0.3")


def test_bounds_that_overlap_prove_no_verdict(run, run_json):
    _, printed, _ = run(*OPEN)
    assert "No verdict is proven for contestant 1" in printed
    assert " points." not in printed
    data = run_json(*OPEN)
    assert (data["best"], data["margin"], data["proven_margin"], data["too_close"]) == (None, None, None, True)
    for action in data["actions"].values():
        assert action["win"] is None
        assert sum(action["low"]) <= 1
        assert action["uncertainty"] == pytest.approx(1 - sum(action["low"]))
        for low, high in zip(action["low"], action["high"], strict=True):
            assert high <= low + action["uncertainty"] + 1e-12


def test_bounds_that_prove_a_verdict_print_what_is_proven(run, run_json):
    # A limit of memory ends the search at the same state on every machine.
    question = ("solve", "8000e5,3000,0@1", "--rules", "seed")
    words = (*question, "--method", "bounded", "--seconds", "10000", "--memory", "0.01")
    _, printed, _ = run(*words)
    lines = printed.splitlines()
    assert lines[1].split()[:2] == ["press", "from"]
    assert lines[2].split()[0] == "to"
    assert lines[3].split()[0] == "uncertainty"
    assert "The verdict is already certain" in printed
    data = run_json(*words)
    assert (data["best"], data["too_close"]) == ("press", False)
    low_margin, high_margin = data["proven_margin"]
    exact = run_json(*question, "--seconds", "10000")
    assert 0 < low_margin <= exact["margin"] <= high_margin
    for name, action in data["actions"].items():
        for low, win, high in zip(action["low"], exact["actions"][name]["win"], action["high"], strict=True):
            assert low <= win <= high


def test_perft(run, run_json):
    assert run("perft", "8000e3,3000,0@1", "2", "--rules", "seed") == (0, "6240\n", "")
    assert run_json("perft", "8000e3,3000,0@1", "0") == {"position": "8000e3,3000,0@1", "depth": 0, "leaves": 1}


def test_boards_of_a_file(run, tmp_path):
    """A position on one of them; with several, which one; a fault with its line."""
    rows = tmp_path / "friday.csv"
    rows.write_text("$3000+S,$750,W\n" * 18)
    status, out, err = run("boards", str(rows))
    assert (status, out.split(), err) == (0, ["friday", "friday"], "")
    status, out, _ = run("solve", "8000e1,3000,0@1", "--board", str(rows), "--json")
    assert (status, json.loads(out)["board"]) == (0, "friday")
    config = tmp_path / "boardConfig.js"
    square = "{1: {type: [{1: 'money'}], values: [{1: 500}], text: [{1: '$750'}], extras: [{1: 'plus'}]}}"
    config.write_text(f"roundOneBoard = {square}\nroundTwoBoard = {square}\nprizes = {{}}")
    status, out, err = run("boards", str(config), "--json")
    assert [board["id"] for board in json.loads(out)] == ["roundOneBoard", "roundTwoBoard"]
    assert "Not a board, so left out: prizes." in err
    assert "roundTwoBoard: Line 2 (square 1, slide 1): it shows $750 and counts as $500" in err
    for name, words in (
        (str(config), "The file has 2 boards. Choose one: roundOneBoard, roundTwoBoard."),
        (f"{config}#third", "The file has no board “third”."),
        (str(rows.with_name("none.csv")), "cannot be read"),
    ):
        status, _, err = run("solve", "8000e1,3000,0@1", "--board", name)
        assert status == 2
        assert words in err
    rows.write_text("$3000+S,lots,W\n" * 18)
    status, _, err = run("boards", str(rows))
    assert (status, "Cell B18 (square 18, slide 2): “lots” is not a slide that can be read." in err) == (2, True)


def test_the_light_weighs_the_squares(run_json):
    even = run_json("solve", "8000e1,3000,0@1")
    assert run_json("solve", "8000e1,3000,0@1", "--light", "1983")["margin"] == even["margin"]
    dimmer = run_json("solve", "8000e1,3000,0@1", "--light", "1984")
    assert f"{100 * dimmer['margin']:.2f}" == "8.32"


def test_boards(run):
    status, out, _ = run("boards")
    assert status == 0
    lines = out.splitlines()
    assert [line.split()[0] for line in lines] == list(preset_boards())
    assert [line.split()[0] for line in lines if line.endswith("(incomplete)")] == ["pyl-1983-r2-partial"]
    _, out, _ = run("boards", "--json")
    assert [Board.from_json(data) for data in json.loads(out)] == list(preset_boards().values())


GOOD = "8000e1,3000,0@1"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["solve", "8000x1,3000,0@1"], "(at character 5)"),
        (["solve", ""], "There is no number in this text"),
        (["solve", "1000000e1,0,0@1"], "seat1.score"),
        (["solve", "8000e1,3000,0@2"], "no spins"),
        (["solve", "8000e1 \n what,3000,0@1"], "“what”"),
        (["solve", GOOD, "--board", "casino"], "There is no board casino"),
        (["solve", GOOD, "--board", "pyl-1983-r2-partial"], "not complete"),
        (["solve", GOOD, "--board", "no/such.json"], "cannot be read"),
        (["solve", GOOD, "--rules", "casino"], "one of show, seed"),
        (["solve", GOOD, "--set", "ties"], "option=value"),
        (["solve", GOOD, "--set", "colour=red"], "There is no option colour"),
        (["solve", GOOD, "--set", "colour\nand=red"], "There is no option"),
        (["solve", GOOD, "--unit=-250"], "unit takes"),
        (["solve", GOOD, "--seconds", "-1"], "--seconds"),
        (["solve", GOOD, "--seconds", "nan"], "--seconds"),
        (["solve", GOOD, "--seconds", "inf"], "--seconds"),
        (["solve", GOOD, "--memory", "-1"], "--memory"),
        (["solve", GOOD, "--method", "guess"], "--method"),
        (["solve", GOOD, "--colour"], "--colour"),
        (["solve"], "POSITION"),
        (["oracle", GOOD, "--budget", "few"], "--budget"),
        (["spin", "8000e1"], "three contestants"),
        (["perft", GOOD, "-1"], "DEPTH"),
        (["perft", GOOD, "deep"], "DEPTH"),
        (["perft", GOOD], "DEPTH"),
        (["gamble", GOOD], "gamble"),
        ([], "COMMAND"),
    ],
)
def test_bad_input_is_one_line_and_status_2(run, words, message):
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert message in err
    assert err.startswith("engine: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b'{"id": "x", "squares": [{"slides": [{"kind": "cash"}]}]}', "square1.slide1"),
    ],
    ids=["half", "nested", "no amount"],
)
def test_a_bad_board_file_is_one_line_and_status_2(run, tmp_path, content, message):
    path = tmp_path / "board.json"
    path.write_bytes(content)
    status, out, err = run("solve", GOOD, "--board", str(path))
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["solve", "8000e12,3000e12,0e12@1", "--seconds", "0.1", "--method", "exact"], "too big"),
        (["oracle", GOOD, "--budget", "100"], "100 positions"),
    ],
)
def test_no_answer_within_the_limits_is_one_line_and_status_1(run, words, message):
    status, out, err = run(*words)
    assert (status, out) == (1, "")
    assert message in err
    assert err.count("\n") == 1


def test_the_engine_is_pure():
    code = (
        "import sys, engine, engine.cli; engine.solve(engine.Position.parse('0e1,0,0@1'),"
        " engine.preset_boards()['pyl-1984-09-r1'], engine.Rules.preset('seed'));"
        "print(sorted({m.split('.')[0] for m in sys.modules}"
        " & {'django', 'celery', 'kombu', 'redis', 'pressorpass_site'}))"
    )
    done = in_a_process("-c", code)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


@pytest.mark.parametrize(
    "words",
    [
        "pig duel --goal 50 --own 3 --json",
        "--json pig --goal 50 duel --own=3",
        "--own 3 --goal 50 --json pig duel",
        "--goal=50 pig duel --json --own 3",
    ],
)
def test_options_of_the_lab_may_stand_anywhere(run, words):
    status, out, err = run("lab", *words.split())
    assert (status, err) == (0, "")
    assert json.loads(out)["parameters"] | {"goal": 50, "own": 3} == json.loads(out)["parameters"]


@pytest.mark.parametrize("words", ["pig duel --own --opp 3", "pig duel --own", "pig duel --oven 3"])
def test_an_option_of_the_lab_without_a_value_is_named(run, words):
    status, out, err = run("lab", *words.split())
    assert (status, out) == (2, "")
    assert "--o" in err


GAME = '[Left "Ann"]\n= 3000e1,2500,2000@1\n9(8:500+ 10:p2190)>10\n'


def test_review_prints_one_json_object(run_json, tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(GAME, encoding="utf-8")
    data = run_json("review", str(path))
    first, second, third = data["events"]
    assert [row["n"] for row in data["events"]] == [1, 2, 3]
    assert {"n", "text", "position", "before", "after", "kind", "mover", "cost", "best", "method", "error"} <= set(
        first
    )
    assert (first["kind"], first["mover"], first["position"]) == ("decision", 1, "3000e1,2500,2000@1")
    assert (second["kind"], second["cost"], second["best"]) == ("chance", 0, None)
    assert (third["kind"], third["best"], third["after"]) == ("decision", "$2,190 on square 10", [1, 0, 0])
    ann = data["contestants"][0]
    assert ann["name"] == "Ann"
    assert ann["start"] + ann["luck"] + ann["skill"] == pytest.approx(ann["end"], abs=1e-12)


def test_review_reads_standard_input_and_json():
    text = in_a_process(
        "-c", f"from engine import *; import json; print(json.dumps(game_to_json(parse_game({GAME!r}))))"
    )
    for game, file_words in ((GAME, ["-"]), (text.stdout, [])):
        process = subprocess.run(
            [sys.executable, "-m", "engine", "review", *file_words],
            cwd=ROOT, input=game, capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert (process.returncode, process.stderr) == (0, "")
        assert "Ann presses: a prize worth $2,190" in process.stdout


@pytest.mark.parametrize(
    ("headers", "words"),
    [
        ("", ""),
        ('[Date "10/10/1983"]', "the known ones nearest to 1983-10-10: pyl-1983-09-r1 and pyl-1985-02-r2."),
        ('[Show "GSN"]', "No board of that show is known. The boards are pyl-1984-09-r1 and pyl-1985-02-r2."),
        ('[Date "yesterday"]\n[Board1 "abc-2019-r1"]\n[Board2 "abc-2019-r2"]', ""),
    ],
)
def test_review_says_which_boards_the_date_has_chosen(run, tmp_path, headers, words):
    path = tmp_path / "game.txt"
    path.write_text(f"{headers}\n= 0e1,2500,2000@1\nw\n", encoding="utf-8")
    status, out, _ = run("review", str(path))
    assert status == 0
    assert words in out
    assert ("board" in out.splitlines()[-1]) == bool(words)


def test_a_review_says_what_is_missing(run, tmp_path):
    path = tmp_path / "game.txt"
    path.write_text('[Rules "seed"]\n= 3000e2,2500e1,2000e1@1\n1. 500\n1. pass 2\n2. w 750\n3. 600\n', "utf-8")
    _, out, _ = run("review", str(path), "--seconds", "0.2", "--memory", "0.00001")
    assert re.search(r"\d positions? could not be solved within the limits", out)
    for word in ("points of luck", "exact;", "were right", "should have"):
        assert word not in out


@pytest.mark.parametrize("text", ["", " \n", "\ufeff", "# no game\n", '[Left "Ann"]\n', '{"comment": 1}'])
def test_review_of_nothing_is_an_error(run, tmp_path, text):
    path = tmp_path / "empty.txt"
    path.write_text(text, encoding="utf-8")
    status, out, err = run("review", str(path))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert text.startswith('{"') or "There are no events in this" in err


def test_review_names_every_error_in_one_line(run, tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(GAME + "1. w\n3:750", encoding="utf-8")
    status, out, err = run("review", str(path))
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "Line 4, column 4: The game is over." in err
    assert "Line 5, column 1: The game is over." in err
    assert run("review", str(tmp_path / "none"))[0] == 2


def test_choose(run, run_json):
    words = ("choose", "3000e1w2,2500,2000@1", "--square", "9", "--shows", "8:$500+spin,10:whammy")
    data = run_json(*words)
    assert [take["take"] for take in data["takes"]] == ["$500 + one spin on square 8", "Whammy on square 10"]
    assert data["takes"][1]["win"] == [0, 1, 0]
    status, out, _ = run(*words)
    assert status == 0
    assert "Take $500 + one spin on square 8, by 78.57 points." in out
    assert run("choose", "3000e1,2500,2000@1", "--square", "3")[0] == 2
