"""First answers of questions that take every other way too long, and what a busy or full machine makes of answers."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import CancelFlag, Limits, NextSpinsBoard, Position, Rules, refine, solve
from engine.answers.question import ask
from engine.answers.rough import rough_estimate
from engine.errors import Unaffordable
from engine.game.board import DEFAULT_BOARD, preset_board
from engine.game.rules import game_over
from engine.solvers import costs, schedule
from engine.solvers.cancel_flag import ignore
from engine.solvers.sparse import Sparse
from tests.engine.strategies import boards, many, positions, rules

BOARD = preset_board(DEFAULT_BOARD)


def test_a_first_answer_comes_where_nothing_else_would_for_long(monkeypatch):
    monkeypatch.setattr(schedule, "FIRST_PROCESSOR", 0.05)
    position = Position.parse("18801p1w2,12345e1,12345p3w1@3")
    found = next(refine(position, BOARD, Rules(goal="blend"), next_spins=NextSpinsBoard(BOARD, 5)))
    assert found.method == "estimated"
    assert "rules of thumb" in " ".join(found.notes)
    assert min(found.press.standard_error) > 0.1
    assert min(found.press.utility_error) > 0


def test_better_answers_follow_a_rough_one(monkeypatch):
    monkeypatch.setattr(schedule, "FIRST_PROCESSOR", 0.0)
    answers = list(refine(Position.parse("8000e2,3000,0@1"), BOARD, Rules(unit=250), Limits(fresh=True)))
    assert answers[-1].method == "exact"
    rough = answers[0].press.win
    assert rough == pytest.approx(answers[-1].press.win, abs=0.4)


def question(position, board, asked, now=None):
    return ask(position, board, asked, Limits(), now, ignore, CancelFlag())


@many(60)
@given(st.data())
def test_any_question_can_be_played_out_by_rules_of_thumb(data):
    position, board = data.draw(positions(most_spins=6)), data.draw(boards())
    asked = data.draw(rules())
    if game_over(position, asked):
        return
    now = data.draw(st.one_of(st.none(), st.builds(NextSpinsBoard, boards(), st.integers(1, 6))))
    found = rough_estimate(question(position, board, asked, now), 0.0)
    assert found.press or found.passing
    for action in filter(None, (found.press, found.passing)):
        assert all(0 <= win <= 1 for win in action.win)
        assert all(low <= win <= high for low, win, high in zip(action.low, action.win, action.high, strict=True))
        assert asked.ties == "joint" or sum(action.win) < 1 + 1e-9
        assert all(win == 0 for win, contestant in zip(action.win, position.contestants, strict=True) if contestant.out)
        assert (action.utility is None) == (not asked.in_dollars)


@pytest.mark.parametrize(
    "text", ["8000e3,3000,0@1", "2000e2,9000,5000@1", "15000e1,3000p2,6000@2", "5000w3,6000e3,100@2"]
)
def test_rules_of_thumb_state_honest_errors(text):
    position = Position.parse(text)
    exact = solve(position, BOARD, Rules(unit=1000), Limits(method="exact"))
    found = rough_estimate(question(position, BOARD, Rules()), 0.0)
    for mine, its in ((found.press, exact.press), (found.passing, exact.passing)):
        if mine is not None:
            off = [abs(a - b) / error for a, b, error in zip(mine.win, its.win, mine.standard_error, strict=True)]
            assert max(off) < 3


def test_many_different_scores_take_no_more_memory_than_allowed():
    """Most of it is for looking positions up, which takes a place for each score."""
    position = Position.parse("102851e3,99400e2w1,87313e4@1")
    play_rules = question(position, BOARD, Rules(unit=1)).play_rules(1)
    with pytest.raises(Unaffordable, match="GiB of memory"):
        Sparse([position], BOARD, play_rules, budget=10**8, memory=2**26, cancel=CancelFlag())


SHORT_OF_MEMORY = """
import resource, sys
from engine import Limits, Position, Rules, Unaffordable, solve
from engine.game.board import DEFAULT_BOARD, preset_board
import engine.answers.estimate, engine.answers.bounded
position, board = Position.parse(sys.argv[1]), preset_board(DEFAULT_BOARD)
solve(Position.parse("8000e1,3000,0@1"), board)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 2**27, used + 2**27))
for method in ("exact", "auto"):
    try:
        found = solve(position, board, Rules(unit=250), Limits(seconds=1000, memory_bytes=2**33, method=method, fresh=True))
        print(found.method)
    except Unaffordable as error:
        print(error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are those of Linux")
def test_where_the_system_has_less_memory_than_allowed_a_lesser_method_answers_or_a_sentence():
    command = [sys.executable, "-c", SHORT_OF_MEMORY, "9000e6,8500e5,8000e6@1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    exact, auto = done.stdout.splitlines()
    assert "too little memory" in exact
    assert auto in ("estimated", "bounded") or "memory" in auto


def test_a_slow_moment_is_soon_forgotten(monkeypatch):
    monkeypatch.setattr(costs, "_measured", (1000.0, -2 * costs.VALID_SECONDS))
    assert costs.slowness() < 1000
