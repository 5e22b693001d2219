"""The choice of a way to solve something."""

import pytest

from engine.errors import ShortOfMemory, Unaffordable, Unsettled
from engine.solvers.ways import Plan, Way, choose


def found(plan: Plan, asked: str) -> str:
    return f"{asked} by {plan.work}"


def fails(error: BaseException):
    def solve(plan: Plan, asked: str) -> str:
        raise error

    return solve


def way(name: str, seconds: float = 0.0, applies: bool = True) -> Way[[str], str]:
    return Way(found, lambda asked: Plan(name, cells=3_000_000, seconds=seconds), lambda asked: applies)


def plenty() -> float:
    return 100.0


def test_the_first_way_that_applies_and_fits_is_taken():
    ways = [way("no", applies=False), way("slow", seconds=200.0), way("good", seconds=50.0), way("other")]
    assert choose(ways, plenty, "it") == "it by good"


def test_too_slow_a_way_says_what_it_would_take():
    with pytest.raises(Unaffordable, match="about 3 million positions, which take about 200 seconds"):
        choose([way("slow", seconds=200.0)], plenty, "it")


def test_a_way_that_keeps_to_the_time_by_itself_is_tried_even_when_it_is_over():
    assert choose([way("slow", seconds=0.5), Way(found)], lambda: -1.0, "it") == "it by None"


def test_a_way_that_gives_up_leaves_it_to_the_next_only_if_it_says_so():
    unsettled = Way(fails(Unsettled("round and round")))
    with pytest.raises(Unsettled):
        choose([unsettled, way("next")], plenty, "it")
    unsettled = Way(fails(Unsettled("round and round")), refusals=(Unsettled,))
    assert choose([unsettled, way("next")], plenty, "it") == "it by next"


def test_what_needs_more_memory_than_there_is_does_not_fit():
    assert choose([Way(fails(MemoryError())), way("small")], plenty, "it") == "it by small"
    with pytest.raises(ShortOfMemory, match="too little memory"):
        choose([Way(fails(MemoryError())), way("slow", seconds=200.0)], plenty, "it")


def test_without_any_way_it_is_refused():
    with pytest.raises(Unaffordable):
        choose([way("no", applies=False)], plenty, "it")
