"""The score of a call and a guess."""

import pytest

from pressorpass_site.games.dilemmas.scoring import score


@pytest.mark.parametrize(
    ("mark", "guess", "truth", "expected"),
    [
        ("right", 40, 0.4, 100),
        ("right", 50, 0.4, 80),
        ("right", 65, 0.4, 50),
        ("right", 100, 0.4, 50),
        ("close", 40, 0.4, 75),
        ("wrong", 40, 0.4, 50),
        ("wrong", 100, 0.4, 0),
        ("right", 40, 0.404, 99),
    ],
)
def test_half_is_for_the_call_and_half_for_the_guess(mark: str, guess: int, truth: float, expected: int) -> None:
    assert score(mark, guess, truth) == expected
