"""The odds of the three contestants: their chances to win, and how these are known."""

from __future__ import annotations

from dataclasses import dataclass

from ..json_form import JsonForm
from ..solvers.ply import Triple, triple
from .result import ActionResult, Method

METHODS: tuple[Method, ...] = ("exact", "bounded", "estimated")  # from the surest


@dataclass(frozen=True, slots=True)
class Odds(JsonForm):
    """Each contestant's chance to win, in seat order.

    Attributes:
        win: probabilities.
        error: how far they may be off: the rounding of an exact one, half the width of a bounded one, the standard
            error of an estimate.
        method: the method that found them.
    """

    win: Triple
    error: Triple
    method: Method

    @property
    def uncertainty(self) -> tuple[int, float]:
        """A key to compare by, surer first: whether they are inexact, and the largest error."""
        return METHODS.index(self.method) > 0, max(self.error)


def odds_of(action: ActionResult | None, method: Method) -> Odds | None:
    """Return the odds after an action; None where it is not allowed."""
    if action is None:
        return None
    if action.standard_error is not None:
        return Odds(action.win, action.standard_error, method)
    return Odds(action.win, triple((high - low) / 2 for low, high in zip(action.low, action.high, strict=True)), method)
