"""Odds of round 1 and between the rounds, as the facade gives them."""

from dataclasses import replace

import pytest

from engine import (
    AVERAGE_QUESTIONS,
    CancelFlag,
    Contestant,
    InputError,
    Limits,
    NextRound,
    NextSpinsBoard,
    Position,
    Rules,
    SolveResult,
    between_rounds,
    preset_boards,
    solve,
)
from engine.answers.between_rounds import MIN_DRAWS, _correct_mean
from engine.answers.grid_selection import plan_grid
from engine.answers.question import ask
from engine.calibration import FIRST_PLAYOUTS
from engine.game.rules import PlayRules
from engine.solvers.lanes import ALL_SEATS
from engine.solvers.playouts import Playouts
from engine.solvers.schedule import Schedule
from engine.solvers.score_cap import COARSE_NEGLIGIBLE
from tests.engine.solvers.two_rounds import BetweenRounds
from tests.engine.tiny import exact as oracle
from tests.engine.tiny import tiny
from tests.tier import few

ROUND_1, ROUND_2 = preset_boards()["pyl-1984-09-r1"], preset_boards()["pyl-1985-02-r2"]
THEN = NextRound(ROUND_2, 4)
FEW_CELLS = Limits(cells=100_000, seconds=600)


def answer(text, limits=FEW_CELLS, **options):
    return solve(Position.parse(text), ROUND_1, Rules(**options), limits, then=THEN)


def test_an_answer_says_what_it_assumes():
    result = answer("1500e2,800,300@1")
    assert result.method == "estimated"
    assert AVERAGE_QUESTIONS in result.notes
    assert any("due to what a score is worth" in note for note in result.notes)
    assert result.then == ("pyl-1985-02-r2", 4)
    for action in (result.press, result.passing):
        assert sum(action.win) == pytest.approx(1, abs=1e-3)
        assert min(action.standard_error) >= 0.003
    assert result.outcomes
    assert sum(outcome.chance for outcome in result.outcomes) == pytest.approx(1)


def test_it_is_kept_and_read_back():
    result = answer("1500e2,800,300@1")
    assert result.to_json()["then"] == {"board": "pyl-1985-02-r2", "questions": 4}
    assert SolveResult.from_json(result.to_json()) == result
    assert "then" not in solve(Position.parse("1500e1,800,300@1"), ROUND_2).to_json()


def test_more_work_agrees_within_the_stated_error():
    rough, fine = (answer("900e3,400e2,1200@2", Limits(cells=cells, seconds=600)) for cells in (20_000, 500_000))
    for one, other in ((rough.press, fine.press), (rough.passing, fine.passing)):
        for a, b, error in zip(one.win, other.win, one.standard_error, strict=True):
            assert abs(a - b) <= 3 * error


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"rules": Rules(goal="money")}, "goal"),
        ({"rules": Rules(house="play")}, "house"),
        ({"limits": Limits(method="exact")}, "method"),
        ({"limits": Limits(method="bounded")}, "method"),
        ({"next_spins": NextSpinsBoard(ROUND_1, 1)}, "now"),
    ],
)
def test_what_is_not_known_is_refused_by_name(options, field):
    with pytest.raises(InputError) as error:
        solve(Position.parse("1500e2,800,300@1"), ROUND_1, then=THEN, **options)
    assert error.value.field == field


def test_without_questions_the_scores_of_round_1_decide():
    position = Position.parse("1500e2,800e1,300@1")
    result = solve(position, ROUND_1, limits=FEW_CELLS, then=NextRound(ROUND_2, 0))
    last = solve(position, ROUND_1)
    for one, exact in ((result.press, last.press), (result.passing, last.passing)):
        for chance, true, error in zip(one.win, exact.win, one.standard_error, strict=True):
            assert abs(chance - true) <= 4 * error + 1e-6


def test_scores_beyond_what_is_known_are_refused():
    with pytest.raises(InputError) as error:
        answer("1500e2,90000,300@1")
    assert error.value.field == "seat2.score"
    assert answer("19000e2,0,0@1").cap <= 20_000


# -- between the rounds ------------------------------------------------------------------------


BOARDS = [tiny("500 W W"), tiny("1000/W 500", "W"), tiny("500 1000 W")]
THREE = [
    (Contestant(1000, 1), Contestant(500), Contestant(0)),
    (Contestant(1000, 0, 0, 3), Contestant(1500, 2), Contestant(0, 0, 0, 1)),
    (Contestant(500, 1), Contestant(500, 1), Contestant(0, 0, 0, 4)),
]
ONCE = [*zip(BOARDS, THREE, strict=True)]  # each board and each three
# In steps of the unit any machine has time for it in half a second, to the dollar in ten.
IN_TIME = [*((board, three, 500, 0.5) for board, three in ONCE), (*ONCE[0], None, 10.0)]
EACH = [(board, three, None, 2.0) for board in BOARDS for three in THREE]


@pytest.mark.parametrize(("board", "three", "unit", "seconds"), few(len(ONCE), IN_TIME + EACH))
def test_between_questions_it_is_the_oracle(board, three, unit, seconds):
    exact = BetweenRounds(NextRound(board, 1), PlayRules(Rules(), 1, 1_000_000), earned_before=2)(three)
    result = between_rounds(three, Rules(unit=unit), NextRound(board, 1), Limits(seconds))
    for chance, stated, error in zip(exact, result.win, result.error, strict=True):
        assert abs(float(chance) - stated) <= 4 * error + 0.005


def test_of_one_start_the_odds_are_those_of_its_better_action_and_no_surer():
    start = Position.parse("1000w3,1500e2,0e1w1@3")
    question = ask(start, BOARDS[1], Rules(), Limits(600))
    play_rules = question.play_rules(COARSE_NEGLIGIBLE)
    grid = plan_grid(question, play_rules, 350, ALL_SEATS)
    grid.dense.solve()
    change, error = _correct_mean(replace(question, schedule=Schedule(0)), play_rules, grid.dense, {start: 1.0})
    alone = Playouts(grid.dense, game=(BOARDS[1], play_rules), depth=1)
    alone.improve(MIN_DRAWS * FIRST_PLAYOUTS, CancelFlag())
    assert grid.dense.value(start) + change == pytest.approx(alone.preferred.mean, abs=1e-9)
    assert all(error >= alone.preferred.error)
    # The third contestant has the same chance by either action, and the two others do not.
    truth = [float(chance) for chance in oracle(start.notation, BOARDS[1])["press"]]
    assert all(abs(grid.dense.value(start) + change - truth) <= 2 * error)


def test_who_is_out_has_no_chance_for_sure():
    between = between_rounds((Contestant(1000), Contestant(500), Contestant(0, whammies=4)), Rules(), THEN)
    assert between.win[2] < 1e-6
    assert between.error[2] == 0
    result = answer("1500e2,800,out@1")
    assert result.press.win[2] < 1e-6
    assert result.press.high[2] < 0.001
