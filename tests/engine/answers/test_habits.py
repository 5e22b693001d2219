"""Estimates under the first program's habits, which cubes do not know: by simpler rules, then played out by these."""

import pytest

from engine import Limits, Position, Rules, refine, solve
from engine.game.board import preset_board

BOARD = preset_board("pyl-1985-02-r2")
MANY = "0e12,2000e9,3500e13@1"


@pytest.mark.parametrize(
    ("text", "preset", "options"),
    [
        ("19000e1,18500e1,17000@1", "seed", {"cap_passes": True}),
        ("5000e1,4500e1w3,2000@1", "seed", {"reduce": 3, "reduce_from": 2}),
        ("5000e1w3,19500p1,2000@2", "original", {"reduce_from": 2}),
    ],
)
def test_an_estimate_is_near_the_exact_answer(text, preset, options):
    rules = Rules.preset(preset).with_options(options)
    exact, estimate = (
        solve(Position.parse(text), BOARD, rules, Limits(seconds, method=method))
        for seconds, method in ((60, "exact"), (1.5, "estimated"))
    )
    assert estimate.method == "estimated"
    for known, found in ((exact.press, estimate.press), (exact.passing, estimate.passing)):
        assert (known is None) == (found is None)
        if known is not None:
            for truth, guess, error in zip(known.win, found.win, found.standard_error, strict=True):
                assert abs(truth - guess) <= 4 * error
                assert error < 0.15


@pytest.mark.parametrize("options", [{}, {"goal": "blend", "house": "play"}])
def test_many_spins_are_never_refused(options):
    rules = Rules.preset("original").with_options(options)
    found = solve(Position.parse(MANY), BOARD, rules, Limits(1.5, memory_bytes=2**30))
    assert found.method == "estimated"
    assert max(found.press.standard_error) < 0.3


def test_answers_get_better_from_the_first_on():
    rules = Rules.preset("original")
    first = next(refine(Position.parse(MANY), BOARD, rules, Limits(5, memory_bytes=2**30)))
    assert first.method == "estimated"
    assert max(first.press.standard_error) < 0.3
