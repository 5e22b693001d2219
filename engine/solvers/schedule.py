"""The schedule of an answer: how much of its time each part may take.

Every share of the time is here, by the part of the engine that it is for. Seconds are those of the clock.
"""

from __future__ import annotations

import time
from contextlib import AbstractContextManager

from .cancel_flag import CancelFlag, deadline

# An exact answer (``answers/methods.py``) that takes all its seconds, and these at least, is given up for a lesser one,
# which has this share of the time in any case; where only an exact one was asked for, it has that share, too.
OVERDUE_AT_LEAST = 0.5
ESTIMATE_AT_LEAST = 0.1

# Better and better answers (``answers/refine.py``): the seconds until each before the last. The first is left out if it
# is rough.
STAGES = (0.25, 0.55, 2.5, 10.0)
QUICK = STAGES[0]
# A first answer is no longer waited for after these seconds: what is known by then takes its place. Predictions may be
# wrong, and a busy machine takes many times as long.
FIRST_ANSWER_SECONDS = 1.0
# An exact answer makes estimates superfluous if it is predicted to take less than this many times as long as they do.
WORTH_WAITING = 1.5
FOR_OUTCOMES = 3.0  # for the outcomes of the next spin where a table has answered the rest
# Proven bounds are shown after these seconds while they narrow.
BOUNDS_REPORT_SECONDS = (0.3, 0.7, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0)
BOUNDS_AT_LEAST = 0.1  # for bounds, even if other methods have used up the time

# Exact values (``answers/methods.py``).
PLAN_EXACT = 0.4  # the share of the time left for planning
PREDICTING = 0.1  # for predicting what dense cells take: those whose planning takes longer take long themselves
AT_ONCE = 0.3  # the share of the time left for a graph of few states
DOLLAR_GRAPH_SECONDS = 10.0  # for the exact dollar unless it was asked for: estimates are very good
NOT_DENSE = 0.5  # the share of the time for the exact dollar of few spins where dense cells do not know it

# Grids of scores (``answers/grid_selection.py``): shares of the time left.
PLAN_GRID = 0.25
PLAN_GRID_AT_LEAST = 0.08
PLAN_COARSEST = 0.5  # where all others are too big
SOLVE_GRID = 0.4
SOLVE_ROUGHLY = 0.05  # on the rough grid, unless even the coarsest takes longer
MAX_GRID_SECONDS = 15.0  # a finer grid is hardly worth more
SLOWEST, FASTEST = 5.0, 0.7  # a rough grid beyond these multiples of its predicted time was held up by something else

# Playouts (``answers/estimator.py``) and what comes before: the shares of the time after which no finer grid is begun, and
# after which solving it, its playouts, and those of the grid before it stop.
GRID_START_SHARE = 0.4
GRID_SOLVE_SHARE = 0.55
PLAYOUT_SHARE = 0.65
COARSE_PLAYOUT_SHARE = 0.9

PLAN_TABLE = 0.3  # the share of the time for planning a table for what-ifs (``tables/building.py``)

BETWEEN_ROUNDS = 2.0  # for the odds after a question (``answers/between_rounds.py``)

# A review (``review/solving.py``).
REVIEW = 25.0  # for a whole game
SHARED_GRID = 0.6  # the share of the time for a grid that positions share
POSITION_AT_LEAST = 0.2
RETRY_SECONDS = 2.0  # for a position that its share said nothing about: a gap in the review is worse


class Schedule:
    """The time of one answer.

    Attributes:
        seconds: those allowed.
        began: when it began, by ``time.monotonic``; by default now.
    """

    def __init__(self, seconds: float, began: float | None = None):
        self.seconds, self.began = seconds, time.monotonic() if began is None else began

    def left(self) -> float:
        """Return the seconds that are left; fewer than 0 once the time is over."""
        return self.seconds - (time.monotonic() - self.began)

    def until(self, share: float) -> float:
        """Return the seconds until this share of the time has passed, 0 if it has."""
        return max(0.0, share * self.seconds - (time.monotonic() - self.began))

    def deadline(self, cancel: CancelFlag, share: float) -> AbstractContextManager[CancelFlag]:
        """Return a ``deadline`` once this share of the time has passed."""
        return deadline(cancel, self.until(share))

    def within(self, share: float) -> Schedule:
        """Return a schedule that began with this one and ends after a share of its time."""
        return Schedule(share * self.seconds, self.began)
