"""Estimates that depend on a later call, a toss-up to the contestant who makes it: two chances for the others, and who decides."""

import json

import pytest

from engine import ActionResult, Limits, Position, Rules, SolveResult, preset_boards, solve
from engine.answers.result import make_estimated_action
from engine.commands.solve import write_action_lines
from engine.solvers.ply import TossUp

CENTER = TossUp(1, (0.0, 0.33, 0.645), (0.025, 0.332, 0.66))
HANGS = make_estimated_action((0.001, 0.33, 0.66), (0.004, 0.001, 0.005), CENTER, (0.0005, 0.001, 0.0005))


def show(text: str, board: str, cells: int) -> SolveResult:
    limits = Limits(600, method="estimated", cells=cells, fresh=True)
    return solve(Position.parse(text), preset_boards()[board], Rules.preset("show"), limits)


@pytest.mark.parametrize("cells", [100_000, 1_000_000])
def test_the_third_may_help_either_rival_who_are_told_two_chances(cells: int) -> None:
    """Hopeless at $0 with two spins: by 0.001 points it decides whether the second may play on, or the leader has won."""
    passing = show("5239e4w3,2100,7600e2@1", "pyl-1984-09-r1", cells).passing
    assert passing is not None
    assert passing.toss_up is not None
    assert passing.toss_up.seat == 2
    assert [passing.toss_up.moves(seat) for seat in range(3)] == [True, True, False]
    for low, truth, high in zip(passing.low, (0.464262, 0.047127, 0.488611), passing.high, strict=True):
        assert low <= truth <= high


def test_the_second_s_toss_up_is_within_the_error_of_the_leader() -> None:
    passing = show("2400e5w1,2450e2,3300e5@1", "pyl-1985-02-r2", 300_000).passing
    assert passing is not None
    assert passing.standard_error is not None
    assert passing.win[0] + 4 * passing.standard_error[0] >= 0.025


def test_a_clear_answer_has_no_toss_up() -> None:
    result = show("6000e2w1,1450,850w2@1", "pyl-1985-02-r2", 100_000)
    assert all(action is None or action.toss_up is None for action in (result.press, result.passing))


def test_json_has_them_with_who_decides() -> None:
    stored = json.loads(json.dumps(HANGS.to_json()))
    assert stored["toss_up"] == {"contestant": 2, "low": [0.0, 0.33, 0.645], "high": [0.025, 0.332, 0.66]}
    assert ActionResult.from_json(stored) == HANGS
    assert "toss_up" not in make_estimated_action((0.3, 0.3, 0.4), (0.01,) * 3).to_json()


def test_the_terminal_prints_both_chances_and_why() -> None:
    chances, why = write_action_lines("pass", HANGS, 5)
    assert chances.split("  pass ")[1].split() == ["0%", "or", "2.5%", "33.0", "±", "0.4%", "64.5%", "or", "66.0%"]
    assert why.strip() == "one or the other, as contestant 2’s call is a toss-up"
