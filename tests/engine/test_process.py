"""What a solve takes of its process: memory within its limit, no large pages if there are none, and threads side by side."""

import json
import subprocess
import sys
import threading

import pytest

from engine import DEFAULT_BOARD, Limits, Position, Rules, preset_boards, solve
from engine.answers.result import SolveResult
from tests.processes import PATIENCE

BOARD = preset_boards()[DEFAULT_BOARD]
linux = pytest.mark.skipif(sys.platform != "linux", reason="the process is looked at as Linux lets one")


def in_a_process(code: str, *arguments: str) -> list[str]:
    """Run Python code in a process of its own; return the lines that it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


PEAKS = """
import json, sys
from engine import DEFAULT_BOARD, Limits, Position, Rules, Unaffordable, preset_boards, solve

def mib(name):
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    return int(status[name].split()[0]) / 1024

board = preset_boards()[DEFAULT_BOARD]
for method in ("exact", "estimated", "bounded"):  # what each loads is no part of what a solve takes
    solve(Position.parse("8000e1,3000,0@1"), board, Rules(unit=250), Limits(1.0, method=method, fresh=True))
before = mib("VmRSS")
for text, options, allowed in json.loads(sys.argv[1]):
    limits = Limits(1e6, allowed * 2**20, method="exact", fresh=True)
    open("/proc/self/clear_refs", "w").write("5")  # the peak begins anew
    try:
        said = solve(Position.parse(text), board, Rules().with_options(options), limits).method
    except Unaffordable as error:
        said = str(error)
    print(json.dumps([mib("VmHWM") - before, said]))
"""
ROOM = 64  # MiB for what is not counted: lists of Python, threads, what the system rounds up to
ASKED = [
    ("2000e20,3000e19,0@1", {"unit": "1"}, 8),
    ("4137e2,3512e2,5001e2@1", {"unit": "250", "cap": "40000"}, 64),
    ("8051e6,3112e4,0@1", {}, 128),
    ("3000e2,2500e1,0@1", {"unit": "250", "goal": "money"}, 320),
    ("4000e3,3000e3,0@1", {"unit": "250"}, 256),
    ("8000e10,3000e10,0@1", {"unit": "1000"}, 480),
]


@linux
def test_planning_and_solving_keep_to_the_memory_that_is_allowed():
    peaks = [json.loads(line) for line in in_a_process(PEAKS, json.dumps(ASKED))]
    for (text, _, allowed), (taken, said) in zip(ASKED, peaks, strict=True):
        assert taken <= allowed + ROOM, text
        assert said == "exact" or "memory" in said
    assert [said == "exact" for _, said in peaks] == [False, False, False, True, True, False]


COUNTED = """
import json, sys
from engine import DEFAULT_BOARD, CancelFlag, Limits, Position, Rules, preset_boards, solve
from engine.game.rules import PlayRules
from engine.solvers.dense.solver import DenseSolver
from engine.solvers.dense.options import DenseOptions

def mib(name):
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    return int(status[name].split()[0]) / 1024

board = preset_boards()[DEFAULT_BOARD]
solve(Position.parse("8000e1,3000,0@1"), board, Rules(unit=250), Limits(1.0, method="exact", fresh=True))
before = mib("VmRSS")
text, unit, cap, options = json.loads(sys.argv[1])
position = Position.parse(text)
rules = PlayRules(Rules().seated(position.mover_seat), unit, cap)
dense = DenseSolver(position, board, rules, DenseOptions(memory=2**32, **options), cancel=CancelFlag())
dense.solve()
print(json.dumps([dense.bytes / 2**20, mib("VmHWM") - before]))
"""


@linux
@pytest.mark.parametrize(
    "asked",
    [
        ("8000e8,3000e8,0@1", 1000, 9000, {}),  # 64 patterns of each of 2,800 configurations, in each of 800 blocks
        ("8000e5,3000e5,0@1", 1000, 15_000, {}),
        ("4137e2,3512e1,5001@1", 250, 20_000, {"single": True}),
        ("8000p3,3000e3w2,0w1@1", 500, 20_000, {"threads": 2}),
        ("4000e3,3000e3,0@1", 1000, 20_000, {"keep": True}),
        ("4137e2,3512e1,5001e1@1", 1000, 20_000, {}),
        ("3000e4,2500e4,2000e4@1", 250, 20_000, {"grid": 4000, "keep": True}),
    ],
    ids=lambda asked: f"{asked[0]} {asked[1]}",
)
def test_what_is_counted_beforehand_is_what_cells_take(asked):
    [line] = in_a_process(COUNTED, json.dumps(asked))
    counted, taken = json.loads(line)
    assert taken <= counted + ROOM / 4
    assert counted <= 1.6 * taken + ROOM


SHORT_OF_MEMORY = """
import resource, sys
from engine import DEFAULT_BOARD, Limits, Position, Rules, Unaffordable, preset_boards, solve

position, board = Position.parse("9000e6,8500e5,8000e6@1"), preset_boards()[DEFAULT_BOARD]
for method in ("exact", "estimated", "bounded"):
    solve(Position.parse("8000e1,3000,0@1"), board, Rules(unit=250), Limits(1.0, method=method, fresh=True))
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 2**27, used + 2**27))
for method in ("exact", "auto"):
    try:
        print(solve(position, board, Rules(unit=250), Limits(1000, 2**33, method=method, fresh=True)).method)
    except Unaffordable as error:
        print(error)
"""


@linux
def test_where_the_system_has_less_memory_than_allowed_a_lesser_method_answers_or_a_sentence():
    exact, auto = in_a_process(SHORT_OF_MEMORY)
    assert "too little memory" in exact
    assert auto in ("estimated", "bounded") or "memory" in auto


WITHOUT_LARGE_PAGES = """
import ctypes, json, sys
PR_SET_THP_DISABLE, PR_GET_THP_DISABLE = 41, 42
prctl = ctypes.CDLL(None).prctl
prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0)
print(prctl(PR_GET_THP_DISABLE, 0, 0, 0, 0))
from engine import DEFAULT_BOARD, Limits, Position, Rules, preset_boards, solve
limits = Limits(1e6, 2**28, method="exact", fresh=True)
print(json.dumps(solve(Position.parse(sys.argv[1]), preset_boards()[DEFAULT_BOARD], Rules(unit=250), limits).to_json()))
"""


def answer(text: str, rules: Rules, limits: Limits) -> SolveResult:
    return solve(Position.parse(text), BOARD, rules, limits)


@linux
def test_the_answer_is_the_same_where_the_system_gives_no_large_pages():
    text = "4000e3,3000e2,0@1"
    refused, shown = in_a_process(WITHOUT_LARGE_PAGES, text)
    if refused != "1":
        pytest.skip("this system does not let a process do without")
    expected = answer(text, Rules(unit=250), Limits(1e6, 2**28, method="exact", fresh=True)).to_json()
    assert json.loads(shown) | {"seconds": 0} == json.loads(json.dumps(expected)) | {"seconds": 0}


QUESTIONS = [
    ("8000e3,3000,0@1", Rules.preset("seed"), Limits(1e5, method="exact", fresh=True)),
    ("4000e3,3000e1,0@1", Rules(unit=500), Limits(1e5, method="exact", fresh=True)),
    ("2000e1,3500,0@1", Rules(unit=500, goal="money"), Limits(1e5, method="exact", fresh=True)),
    ("7500e1,4000,3500@1", Rules(), Limits(1e5, method="estimated", cells=100_000)),
]


def test_solves_at_the_same_time_give_the_answers_of_one_after_the_other():
    one_by_one = [answer(*question).to_json() | {"seconds": 0} for question in QUESTIONS]
    together: dict[int, dict[str, object]] = {}
    threads = [
        threading.Thread(target=lambda n=n: together.update({n: answer(*QUESTIONS[n]).to_json() | {"seconds": 0}}))
        for n in range(len(QUESTIONS))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [together[n] for n in range(len(QUESTIONS))] == one_by_one
