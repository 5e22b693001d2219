"""Which grid an estimate starts from: that of a simpler game only where less error is expected of it.

Nothing is solved here, and no clock runs: seconds are those of the reference machine, on whatever machine this is.
"""

import random
from dataclasses import replace

import pytest

from engine import CancelFlag, Contestant, Limits, Position, Rules, Unaffordable, calibration, preset_boards
from engine.answers.abstraction import simplify_for_dense, uncounted_whammy_error
from engine.answers.grid_selection import (
    expected_error,
    grid_cap,
    plan_grid,
    select_finer_grid,
    select_grids_within,
    select_rough_grid,
)
from engine.answers.question import ask
from engine.solvers import costs, schedule
from engine.solvers.cancel_flag import ignore_progress
from engine.solvers.lanes import counted_seats
from engine.solvers.schedule import Schedule
from engine.solvers.score_cap import COARSE_NEGLIGIBLE
from tests.tier import NIGHTLY

BOARDS = ("pyl-1985-02-r2", "pyl-classic-r2", "pyl-1984-09-r1", "pyl-1983-09-r1")
TURNED = "5950e6w3,0,11050e3p7w2@1"  # said 15 / 32 / 53 in 30 seconds, without seat 3's Whammies; it is 24 / 8 / 68
POSITIONS = 40 if NIGHTLY else 4
SECONDS = (1, 3, 10, 20, 30, 60) if NIGHTLY else (1, 3)
PACES = (0.7, 1.0, 2.0) if NIGHTLY else (1.0,)


@pytest.fixture(autouse=True)
def reference_machine(monkeypatch):
    monkeypatch.setattr(schedule, "time", Still)
    monkeypatch.setattr(costs, "slowdown", lambda: 1.0)
    monkeypatch.setattr(costs, "first_touch_seconds", lambda: calibration.BYTE_SECONDS)


class Still:
    """A clock that stands still."""

    monotonic = staticmethod(lambda: 0.0)


def asked(text, board, seconds, used=0.0):
    """The question and its rules, as the grid knows them, a part of its time used."""
    limits = Limits(seconds, method="estimated", fresh=True)
    question = ask(Position.parse(text), preset_boards()[board], Rules(), limits, None, ignore_progress, CancelFlag())
    question = replace(question, schedule=Schedule(seconds, -used * seconds))
    return simplify_for_dense(question, question.play_rules(COARSE_NEGLIGIBLE))


def selected(known, pace=1.0):
    """The rough grid, and the one that is solved where the rough one took this many times the predicted time."""
    rough = select_rough_grid(*known)
    return rough, select_finer_grid(*known, rough, pace) or rough


def good_one_fits(known, pace=1.0):
    """Whether a grid that counts everyone who has met two Whammies fits in time."""
    question, play_rules = known
    every = counted_seats(question.position)[0]
    seconds = question.schedule.left()
    grid = plan_grid(
        question, play_rules, calibration.GOOD_GRID, every, planning_seconds=schedule.PLAN_GRID_SHARE * seconds
    )
    longest = min(schedule.MAX_GRID_SECONDS, schedule.SOLVE_GRID_SHARE * seconds) / pace
    return not isinstance(grid, Unaffordable) and grid.seconds <= longest


def drawn(count):
    """Random positions in which someone has met two Whammies: board and notation."""
    chance = random.Random(43)
    questions = []
    while len(questions) < count:
        spins = [0, 0, 0]
        for _ in range(chance.choice([4, 7, 10, 13, 16, 20, 26])):
            spins[chance.choice([0, 0, 1, 2, 2])] += 1
        chance.shuffle(spins)
        up = chance.choice([seat for seat in range(3) if spins[seat]])
        passed = [spins[seat] // 2 if seat == up and chance.random() < 0.3 else 0 for seat in range(3)]
        seats = [
            Contestant(chance.randrange(0, 12_000, 50), n - p, p, chance.choice([0, 1, 2, 2, 3]))
            for n, p in zip(spins, passed, strict=True)
        ]
        if any(contestant.whammies > 1 for contestant in seats):
            questions.append((chance.choice(BOARDS), Position(tuple(seats), up).notation))
    return questions


@pytest.mark.parametrize(("board", "text"), drawn(POSITIONS))
@pytest.mark.parametrize("seconds", SECONDS)
def test_no_finer_grid_is_bought_by_counting_fewer_whammies(board, text, seconds):
    known = asked(text, board, seconds)
    for pace in PACES:
        rough, selection = selected(known, pace)
        assert expected_error(known[0], selection) <= expected_error(known[0], rough)
        if good_one_fits(known, pace):
            assert selection.counted == counted_seats(known[0].position)[0]


@pytest.mark.parametrize("seconds", [20, 30, 60] if NIGHTLY else [30])
def test_a_finer_step_that_cannot_be_planned_is_no_reason_to_count_fewer(seconds):
    rough, selection = selected(asked(TURNED, "pyl-1983-09-r1", seconds, used=0.07))
    assert rough.counted == selection.counted == 0b101
    assert selection.grid <= rough.grid


def test_where_only_coarse_grids_fit_the_least_error_is_expected_of_the_one_selected():
    """A dozen spins for each: those of two Whammies are counted on as coarse a grid as the others' error is worth."""
    known = asked("2000e11w2,3000e11w2,4000e11w3@1", "pyl-1985-02-r2", 5)
    rough, selection = selected(known)
    assert expected_error(known[0], selection) <= expected_error(known[0], rough)


def test_what_is_not_counted_weighs_by_the_chance_to_go_out():
    errors = [
        uncounted_whammy_error(asked(f"3000e{spins}w{whammies},2000e2,1000@1", BOARDS[0], 1)[0], 0)
        for spins, whammies in ((1, 2), (4, 2), (10, 2), (10, 3))
    ]
    assert errors == sorted(errors)
    assert errors[0] < 0.02
    assert errors[2] > 0.05
    # With fewer than two Whammies nobody is counted, whichever grid it is.
    assert uncounted_whammy_error(asked("3000e4w1,2000e2,1000@1", BOARDS[0], 1)[0], 0) == 0.0


def test_scores_stop_the_same_number_of_spins_above_the_leader_on_every_board():
    question, play_rules = asked("4000e5,3000e5,2000e5@3", "pyl-1985-02-r2", 1.0)
    larger, larger_rules = asked("4000e5,3000e5,2000e5@3", "abc-2019-r2", 1.0)  # a spin brings 1.9 times as much
    assert grid_cap(question, play_rules, 1000) == 21_000
    assert grid_cap(larger, larger_rules, 1000) == 39_000


def test_an_estimate_of_rounded_sums_has_a_grid_as_fine_as_their_unit():
    question, play_rules = asked("4000e1,3000e1,2000e2@3", "pyl-1985-02-r2", 1.0)
    grids = select_grids_within(question, replace(play_rules, unit=1000), 1_000_000)
    assert grids[-1].grid == 1000
