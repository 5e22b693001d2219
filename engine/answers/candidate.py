"""A candidate: one method for one question, and what it would take."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from ..errors import ShortOfMemory, Unaffordable
from .result import Method, SolveResult

Planned = TypeVar("Planned")

ROUGH_SCORES = "What a score is worth before this round 2 has been worked out only roughly."
SHORT_OF_MEMORY = "The machine had too little memory left for a better answer."
NO_MEMORY = "The machine has too little memory left for it at the moment."


@dataclass(frozen=True, kw_only=True)
class Candidate(ABC):
    """A method that knows a question.

    Attributes:
        method: the kind of its answer. name: of the method itself.
        cells: positions to compute. bytes: memory for them and their plan.
        seconds: predicted; 0 for a method that watches the time itself, infinite beyond the limits.
    """

    method: Method
    name: str
    cells: int = 0
    bytes: int = 0
    seconds: float = 0.0

    @abstractmethod
    def solve(self) -> SolveResult:
        """Return the answer.

        Raises:
            Unsettled: the best choices in an endless cycle of spins depend on one another.
            MemoryError: the machine has less memory than the limits.
            Cancelled: the question's flag was set.
        """

    @property
    def refusal(self) -> Unaffordable:
        """The error that says how many cells and seconds it takes."""
        return Unaffordable(
            f"It has about {self.cells / 1e6:,.0f} million positions, which take about {self.seconds:,.0f} seconds."
        )


@dataclass(frozen=True, kw_only=True)
class Lesser(Candidate):
    """A method that estimates or bounds the values, and what does its work."""

    work: Callable[[], SolveResult]

    def solve(self) -> SolveResult:
        return self.work()


@dataclass(frozen=True, kw_only=True)
class TooBig(Candidate):
    """A method that knows a question, but takes more than its limits even to plan."""

    seconds: float = math.inf
    reason: Unaffordable

    def solve(self) -> SolveResult:
        raise self.reason

    @property
    def refusal(self) -> Unaffordable:
        return self.reason


def planned(method: Method, name: str, plan: Callable[[], Planned]) -> Planned | TooBig:
    """Return what ``plan`` returns, or a candidate that is too big if it exceeds the limits."""
    try:
        return plan()
    except Unaffordable as reason:
        reason.__context__ = None  # which, as a traceback, would hold on to the memory of what was tried
        return TooBig(method=method, name=name, reason=reason.with_traceback(None))
    except MemoryError:
        return TooBig(method=method, name=name, reason=ShortOfMemory(NO_MEMORY))
