"""The candidates for an estimate: playouts, rounded boards where those cannot tell, rules of thumb."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from .. import calibration
from ..game.position import SEATS
from ..solvers import schedule
from ..solvers.ply import Vector
from ..solvers.score_cap import SLIGHT
from .abstraction import Errors, can_be_played_out, of_unit
from .candidate import Candidate, TooBig
from .estimator import Estimator
from .exact import Exact, rank_exact
from .question import Question
from .result import ActionResult, Method, SolverOutcome, estimated_action, outcomes_of
from .rough import rough_estimate


def rank_estimates(
    question: Question, estimator: Estimator | None = None
) -> Iterator[PlayedOut | Rounded | ByThumb | TooBig]:
    """Yield the candidates for an estimate, the best first; each is planned when its turn comes.

    Args:
        question: the question.
        estimator: one of the same question, to go on with.

    Raises:
        Unaffordable: endless extra spins make every cap matter.
        Cancelled: the question's flag was set.
    """
    if can_be_played_out(question):
        yield PlayedOut(question=question, estimator=estimator or Estimator(question))
        many = question.position.spins > calibration.THUMB_SPINS
        if many and question.limits.cells is None:  # rules of thumb have none to limit
            yield ByThumb(question=question)
        return
    # From the finest unit to the coarsest, where one is likely to be nearer than rules of thumb.
    for unit in calibration.ROUNDED:
        if question.unit < unit and of_unit(question, unit).chance < calibration.BY_THUMB:
            for exact in rank_exact(question, question.play_rules(unit, SLIGHT)):
                yield replace(exact, method="estimated") if isinstance(exact, TooBig) else _round(exact, unit)
    yield ByThumb(question=question)


@dataclass(frozen=True, kw_only=True)
class PlayedOut(Candidate):
    """The values of grids of scores, corrected by playouts of the true game. It watches the time itself."""

    method: Method = "estimated"
    name: str = "playouts"
    question: Question
    estimator: Estimator

    def solve(self) -> SolverOutcome:
        time = self.question.schedule
        # Some of it is reserved, even if other methods have used up the rest.
        seconds = max(schedule.ESTIMATE_AT_LEAST * time.seconds, time.left() - self.estimator.spent)
        self.estimator.improve(seconds, self.question.cancel)
        return self.estimator.outcome()


@dataclass(frozen=True, kw_only=True)
class Rounded(Candidate):
    """Exact values of a board whose sums are rounded to a unit, for what neither dense cells nor playouts know.

    That is the last one in who plays on against the house for dollars, or on two boards.
    """

    method: Method = "estimated"
    exact: Exact
    unit: int

    def solve(self) -> SolverOutcome:
        question, play_rules = self.exact.question, self.exact.play_rules
        ply, errors = self.exact.ply(), of_unit(question, self.unit)
        return SolverOutcome(
            "estimated",
            play_rules,
            _roughly(ply.press, errors),
            _roughly(ply.passing, errors),
            ply.states,
            outcomes_of(question, play_rules, ply.outcomes),
            ("Estimated with rounded values, as the exact dollar takes too long.",),
        )


@dataclass(frozen=True, kw_only=True)
class ByThumb(Candidate):
    """Games played by rules of thumb, for as long as they are given."""

    method: Method = "estimated"
    name: str = "rules of thumb"
    question: Question

    def solve(self) -> SolverOutcome:
        return rough_estimate(self.question)


def _round(exact: Exact, unit: int) -> Rounded:
    return Rounded(
        name=f"{exact.name}, rounded",
        cells=exact.cells,
        bytes=exact.bytes,
        seconds=exact.seconds,
        exact=exact,
        unit=unit,
    )


def _roughly(value: Vector | None, errors: Errors) -> ActionResult | None:
    """Return an action with these errors."""
    if value is None:
        return None
    dollars = [errors.dollars] * (len(value) - len(SEATS))
    return estimated_action(value, [*dollars, *[errors.chance] * len(SEATS)])
