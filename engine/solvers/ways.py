"""Ways to solve something, as data, and the choice of one.

A way says whether it applies, what it would take, and then does it. Which is tried first, and what happens where one
gives up, is the order of a list of ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from ..errors import ShortOfMemory, Unaffordable

Asked = ParamSpec("Asked")
Found = TypeVar("Found")


@dataclass(frozen=True)
class Plan:
    """What a way would take.

    Attributes:
        work: what ``Way.solve`` computes.
        cells: positions to compute. bytes: memory that they take at most.
        seconds: how long it is predicted to take; 0 for a way that watches the time itself.
    """

    work: Any = None
    cells: int = 0
    bytes: int = 0
    seconds: float = 0.0


def _nothing(*asked: Any, **named: Any) -> Plan:
    """Return no plan, for a way that watches the time itself."""
    return Plan()


def _always(*asked: Any, **named: Any) -> bool:
    return True


@dataclass(frozen=True)
class Way(Generic[Asked, Found]):
    """One way to solve something.

    Attributes:
        solve: does what was planned.
        plan: what it would take. Raises Unaffordable if it is too big.
        applies: whether it knows such a question; cheap.
        refusals: exceptions after which the next way is tried.
    """

    solve: Callable[Concatenate[Plan, Asked], Found]
    plan: Callable[Asked, Plan] = _nothing
    applies: Callable[Asked, bool] = _always
    refusals: tuple[type[Exception], ...] = (Unaffordable,)


def choose(
    ways: Iterable[Way[Asked, Found]], left: Callable[[], float], *asked: Asked.args, **named: Asked.kwargs
) -> Found:
    """Return what the first way finds that applies, fits and does not give up.

    Args:
        ways: the ways to try, in this order.
        left: the seconds that are left.
        *asked: the arguments of every way.
        **named: the same.

    Raises:
        Unaffordable: no way applies or fits; ShortOfMemory where the machine has less memory than the limits.
        Exception: what the last way raises.
    """
    refusal: Exception = Unaffordable("There is no way to solve it.")
    for way in ways:
        if not way.applies(*asked, **named):
            continue
        try:
            return _solve(way, left, *asked, **named)
        except way.refusals as refused:
            refused.__context__ = None  # which, as a traceback, would hold on to the memory of what was tried
            if not isinstance(refusal, ShortOfMemory):  # it says more than that the next is too big
                refusal = refused.with_traceback(None)
    raise refusal


def check_time(plan: Plan, left: float) -> None:
    """Raise Unaffordable if a plan is predicted to take more than the seconds that are left."""
    if plan.seconds and plan.seconds > left:
        raise Unaffordable(
            f"It has about {plan.cells / 1e6:,.0f} million positions, which take about {plan.seconds:,.0f} seconds."
        )


def _solve(way: Way[Asked, Found], left: Callable[[], float], /, *asked: Asked.args, **named: Asked.kwargs) -> Found:
    try:
        plan = way.plan(*asked, **named)
        check_time(plan, left())
        return way.solve(plan, *asked, **named)
    except MemoryError:
        raise ShortOfMemory("The machine has too little memory left for it at the moment.") from None
