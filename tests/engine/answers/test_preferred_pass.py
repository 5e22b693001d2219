"""Which of two passes the mover prefers, when both are only estimated."""

import pytest

from engine.solvers.playouts import PlayoutEstimate, choose_pass

FIRST = PlayoutEstimate((0.6, 0.3, 0.1), (0.001,) * 3, (0.0,) * 3, 100)


def second(gain: float, error: float) -> PlayoutEstimate:
    return PlayoutEstimate((0.3, 0.6 - gain, 0.1 + gain), (error,) * 3, (0.0,) * 3, 100)


def test_one_pass_needs_no_choice():
    assert choose_pass([FIRST], 2) is FIRST
    assert choose_pass([], 2) is None


@pytest.mark.parametrize(("gain", "mean"), [(0.02, (0.3, 0.58)), (-0.02, (0.6, 0.3))])
def test_a_clear_preference_is_that_pass(gain, mean):
    preferred = choose_pass([FIRST, second(gain, 0.001)], 2)
    assert preferred.mean[:2] == pytest.approx(mean, abs=1e-6)
    assert max(preferred.error) < 0.002


def test_where_either_may_be_preferred_it_is_the_mean_and_the_error_reaches_both():
    preferred = choose_pass([FIRST, second(0.0, 0.01)], 2)
    assert preferred.mean == pytest.approx((0.45, 0.45, 0.1))
    assert preferred.error[0] == pytest.approx(0.15, abs=0.01)
    assert preferred.error[2] < 0.01


def test_the_likelier_pass_counts_for_more():
    means = [choose_pass([FIRST, second(gain, 0.01)], 2).mean[0] for gain in (-0.01, -0.003, 0.0, 0.003, 0.01)]
    assert means == sorted(means, reverse=True)
    assert 0.3 < means[-1] < means[0] < 0.6
