"""The one rule of what is called: an action, a toss-up, or nothing yet."""

import pytest

from engine import calls


@pytest.mark.parametrize(
    ("margin", "error", "too_close", "scale", "called"),
    [
        (None, 0.0, False, 1.0, "pass"),  # nothing else is allowed
        (0.0, 0.0, False, 1.0, "toss-up"),
        (0.002, 0.0, False, 1.0, "toss-up"),
        (0.0099, 0.0, False, 1.0, "toss-up"),
        (0.01, 0.0, False, 1.0, "pass"),
        (0.01, 0.02, True, 1.0, "toss-up"),
        (0.02, 0.0299, True, 1.0, "toss-up"),
        (0.02, 0.03, True, 1.0, "open"),
        (0.0, 0.4, True, 1.0, "open"),
        (70.0, 0.0, False, 8000.0, "toss-up"),
        (80.0, 0.0, False, 8000.0, "pass"),
        (100.0, 250.0, True, 8000.0, "toss-up"),
        (100.0, 350.0, True, 8000.0, "open"),
    ],
)
def test_a_verdict_is_called_where_it_is_certain_and_matters(
    margin: float | None, error: float, too_close: bool, scale: float, called: str
) -> None:
    assert calls.call("pass", margin, error, too_close, scale) == called


@pytest.mark.parametrize(
    ("margin", "error", "too_close", "small"),
    [(0.009, 0.5, False, True), (0.004, 0.005, True, True), (0.004, 0.006, True, False), (0.011, 0.0, False, False)],
)
def test_either_is_fine_where_the_difference_is_small_with_its_error(
    margin: float, error: float, too_close: bool, small: bool
) -> None:
    assert calls.is_small(margin, error, too_close) == small
