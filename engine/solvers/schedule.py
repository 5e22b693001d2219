"""The time budget of an answer: seconds by the clock, and shares of the time, by the part of the engine that uses them."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager

from .cancel_flag import CancelFlag, deadline

# Exact answers (``answers/methods.py``) are given up after all the question's time, but at least this. An estimate then
# has a share of the time; where only an exact answer was asked for, it has this share in addition.
MIN_EXACT_SECONDS = 0.5
MIN_ESTIMATE_SHARE = 0.1

# Better and better answers (``answers/refine.py``): the seconds until each before the last. The first is left out if its
# error is large.
STAGE_SECONDS = (0.25, 0.55, 2.5, 10.0)
QUICK_SECONDS = STAGE_SECONDS[0]
# After these seconds a first answer is made from the present estimate, as predictions may be wrong, and a busy machine
# takes many times as long.
FIRST_ANSWER_SECONDS = 1.0
# Estimates are left out if the exact answer is predicted to take less than this multiple of their time.
WORTH_WAITING_RATIO = 1.5
OUTCOMES_SECONDS = 3.0  # for the outcomes of the next spin after an answer from a table
# Proven bounds are shown after these seconds while they narrow.
BOUNDS_REPORT_SECONDS = (0.3, 0.7, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0)
MIN_BOUNDS_SECONDS = 0.1  # even if other methods have used up the time

# Exact values (``answers/methods.py``): shares of the time left.
PLAN_EXACT_SHARE = 0.4
PREDICTION_SECONDS = 0.1  # for planning dense cells to predict their time; what takes longer to plan is slow to solve
FEW_STATES_SHARE = 0.3  # for a graph of few states
DOLLAR_GRAPH_SECONDS = 10.0  # for a graph to the exact dollar unless it was asked for: estimates are very good
NOT_DENSE_SHARE = 0.5  # for a graph to the exact dollar where the dense solver does not apply

# Grids of scores (``answers/grid_selection.py``): shares of the time left.
PLAN_GRID_SHARE = 0.25
MIN_PLAN_GRID_SECONDS = 0.08
PLAN_COARSEST_SHARE = 0.5  # for the coarsest grid, if all others are too big
SOLVE_GRID_SHARE = 0.4
ROUGH_GRID_SHARE = 0.05  # for the first grid, unless even the coarsest takes longer
MAX_GRID_SECONDS = 15.0  # a finer grid is hardly worth more
# Limits of a grid's time as a multiple of its prediction: beyond them something else held it up.
MAX_PACE, MIN_PACE = 5.0, 0.7

# Playouts (``answers/estimator.py``): shares of the time after which no finer grid is begun, and after which solving it,
# its playouts, and the playouts of the coarser grid stop.
GRID_START_SHARE = 0.4
GRID_SOLVE_SHARE = 0.55
PLAYOUT_SHARE = 0.65
COARSE_PLAYOUT_SHARE = 0.9

PLAN_TABLE_SHARE = 0.3  # of the time for a table for what-ifs (``tables/building.py``)

BETWEEN_ROUNDS_SECONDS = 2.0  # for the odds after a question (``answers/between_rounds.py``)

# A review (``review/solving.py``).
REVIEW_SECONDS = 25.0  # for a whole game
SHARED_GRID_SHARE = 0.6  # of a group's time, for the grids that its positions share
MIN_POSITION_SECONDS = 0.2
RETRY_SECONDS = 2.0  # for a second attempt at a position, as a gap in the review is worse


class Schedule:
    """The time budget of one answer.

    Attributes:
        seconds: the time allowed.
        began: the start, by ``time.monotonic``; by default now.
    """

    def __init__(self, seconds: float, began: float | None = None):
        self.seconds, self.began = seconds, time.monotonic() if began is None else began

    def left(self) -> float:
        """Return the seconds that are left, below 0 once the time is over."""
        return self.seconds - (time.monotonic() - self.began)

    def until(self, share: float) -> float:
        """Return the seconds until this share of the time has passed, 0 if it has."""
        return max(0.0, share * self.seconds - (time.monotonic() - self.began))

    def deadline(self, cancel: CancelFlag, share: float) -> AbstractContextManager[CancelFlag]:
        return deadline(cancel, self.until(share))

    def within(self, share: float) -> Schedule:
        """Return a schedule with the same start and a share of the time."""
        return Schedule(share * self.seconds, self.began)
