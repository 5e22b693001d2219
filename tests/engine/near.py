"""Comparing an estimate with the exact answer."""


def assert_near(actual, exact, most):
    """Every figure lies within four of its standard errors, those of chances below `most`."""
    assert (actual.method, exact.method) == ("estimated", "exact")
    for known, guess in ((exact.press, actual.press), (exact.passing, actual.passing)):
        assert (known is None) == (guess is None)
        if known is not None:
            figures = [*zip(known.win, guess.win, guess.standard_error, strict=True)]
            if known.utility is not None:
                figures += zip(known.utility, guess.utility, guess.utility_error, strict=True)
            assert all(abs(truth - figure) <= 4 * error for truth, figure, error in figures)
            assert max(guess.standard_error) < most
