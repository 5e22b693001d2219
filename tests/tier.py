"""Which tier of tests runs: `make test`, or `make nightly` with TIMES as many random cases and what is marked nightly or slow."""

import os
from collections.abc import Iterable
from typing import Any

import pytest

TIMES = int(os.environ.get("TIMES", "1"))
NIGHTLY = TIMES > 1
SHARE, FEWEST = 3, 10  # `make test` draws this part of the random cases, and no fewer than these


def times(count: int) -> int:
    """Return the number of random cases to draw, where `count` is the full number."""
    return count * TIMES if NIGHTLY else min(count, max(FEWEST, count // SHARE))


def few(count: int, cases: Iterable[Any]) -> list[Any]:
    """Return cases of the same kind; all but the first ones are left to `make nightly`. Tuples are several arguments."""
    return [
        case
        if number < count
        else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.nightly)
        for number, case in enumerate(cases)
    ]
