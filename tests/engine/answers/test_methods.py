"""The methods that know a question: which are planned, which one answers, and what is predicted."""

import math
import weakref

import pytest

from engine import (
    DEFAULT_BOARD,
    CancelFlag,
    Limits,
    Position,
    Rules,
    Unaffordable,
    exact_seconds,
    preset_boards,
    solve,
)
from engine.answers.methods import TOO_MANY, Attempts, ExactPlan, attempt_exactly
from engine.answers.question import ask
from engine.solvers.cancel_flag import ignore_progress
from engine.solvers.expectimax_graph import ExpectimaxGraph
from tests.engine.tiny import tiny

BOARD = preset_boards()[DEFAULT_BOARD]
# Too little memory for many positions, and an estimate of a fixed size: time for it is there on any machine.
FEW_CELLS = Limits(600.0, memory_bytes=2**26, cells=20_000)


def asked(text, rules=None, seconds=100.0, board=BOARD, **limits):
    """The question as it is validated."""
    limits = Limits(seconds, **limits)
    return ask(Position.parse(text), board, rules or Rules(), limits, None, ignore_progress, CancelFlag())


# -- the plans ---------------------------------------------------------------------------------


class Planned(Attempts):
    """Plans exact values, the likely quickest first, and solves none."""

    def __init__(self, question):
        super().__init__(question)
        self.plans = []
        attempt_exactly(self)

    def run(self, plan):
        self.plans.append(plan)


def kind(plan):
    """What a plan solves: a graph, or dense cells in single or double precision; None for a refusal."""
    if isinstance(plan, Unaffordable):
        return None
    if isinstance(plan.solver, ExpectimaxGraph):
        return "graph"
    return "single" if plan.is_single else "double"


def planned(text, rules=None, seconds=100.0, board=BOARD, **limits):
    return Planned(asked(text, rules, seconds, board, **{"method": "exact", **limits})).plans


@pytest.mark.parametrize(
    ("text", "options", "kinds"),
    [
        ("8000e1,3000,0@1", {}, ["double", "graph"]),
        ("2000e1,1500e1,500e1@1", {"unit": 1000}, ["single", "double", "graph"]),
        ("2000,1500e1,500@2", {"unit": 250, "goal": "money"}, ["double", "graph"]),
        ("8000e1,w4,0w4@1", {"house": "play", "goal": "money"}, ["graph"]),
    ],
)
def test_exact_methods_come_from_the_likely_quickest_to_the_slowest(text, options, kinds):
    plans = planned(text, Rules(**options))
    assert [kind(plan) for plan in plans if not isinstance(plan, Unaffordable)] == kinds[: len(plans)]
    for plan in plans:
        assert isinstance(plan, Unaffordable) or (plan.solver.states > 0 and plan.solver.bytes > 0)


def test_bounds_come_last_and_there_are_none_in_dollars():
    position, limits = Position.parse("2000e5,1500e5,0@1"), Limits(1.0, cells=1000)  # no grid is so small
    assert solve(position, BOARD, Rules(), limits).method == "bounded"
    with pytest.raises(Unaffordable, match="cannot even be estimated"):
        solve(position, BOARD, Rules(goal="money"), limits)


def test_what_cannot_be_planned_in_the_memory_is_refused_before_it_is():
    refused = planned("2000e2,3500e1,0@1", memory_bytes=1000)[0]
    assert str(refused).startswith("Planning it takes up to")


def test_a_slower_method_that_fits_is_taken():
    """Dense cells have too many scores for the time, but few positions follow, which a graph lists at once."""
    board, rules = tiny("W 1000"), Rules(unit=50, cap=40_000)
    dense, graph = planned("500e2,1000e2,0e1@1", rules, 10.0, board)[:2]
    assert isinstance(dense, Unaffordable)
    assert kind(graph) == "graph"
    result = solve(Position.parse("500e2,1000e2,0e1@1"), board, rules, Limits(10.0))
    assert result.method == "exact"
    in_large_steps = solve(Position.parse("500e2,1000e2,0e1@1"), board, Rules(unit=500), Limits(10.0))
    assert result.press.win == pytest.approx(in_large_steps.press.win, abs=1e-9)


def test_a_board_with_a_cap_for_estimates_alone_is_estimated():
    """Of 41 spins 40 earn another: an exact answer would need scores too high to count."""
    position, board = Position.parse("500e2,1000e1,0@1"), tiny("40: 5000+", "1: W")
    with pytest.raises(Unaffordable, match=r"too big for 60 seconds\. Extra spins make scores grow without bound"):
        solve(position, board, Rules(), Limits(60.0, method="exact"))
    assert solve(position, board, Rules(), Limits(60.0, cells=10_000)).method == "estimated"


def test_one_holder_of_many_spins_with_large_sums_is_estimated_and_says_why():
    """ABC's round 2 earns $10,000 and a spin: too many scores, up to $87,969."""
    result = solve(Position.parse("12988,10200,0e6w2@3"), preset_boards()["abc-2019-r2"], Rules(), FEW_CELLS)
    assert (result.method, result.notes[-1]) == ("estimated", TOO_MANY)


def test_what_gave_up_is_let_go_of_before_the_next_is_planned():
    """It may have taken all the memory that is allowed."""
    solvers = []

    class Watched(Attempts):
        def run(self, plan):
            assert [solver() for solver in solvers] == [None] * len(solvers)
            if isinstance(plan, ExactPlan):
                solvers.append(weakref.ref(plan.solver))

    assert attempt_exactly(Watched(asked("2000e1,1500e1,500e1@1", Rules(unit=1000), method="exact"))) is None
    assert len(solvers) == 3


# -- predictions -------------------------------------------------------------------------------


def test_seconds_of_an_exact_answer_are_those_of_dense_cells():
    def predicted(text, limits=None, **options):
        return exact_seconds(Position.parse(text), BOARD, Rules(**options), limits)

    assert 0 < predicted("8000e1,3000,0@1") < predicted("8000e3,3000,0@1") < math.inf
    assert predicted("8000e3,3000,0@1", Limits(memory_bytes=2**20)) == math.inf
    assert predicted("8000e3,3000e1,500e1@1") is None  # three hold spins
    assert 0 < predicted("8000e1,3000,0@1", goal="money") < math.inf
    assert predicted("8000e1,w4,0w4@1") is None  # the game is over


def test_bounds_that_close_are_not_exact_where_no_value_is():
    rules = Rules(unit=1000, cap=5000)
    result = solve(Position.parse("9000,3000p1w1,7000e3@3"), preset_boards()["pyl-1983-09-r1"], rules, Limits(20.0))
    assert result.method == "bounded"
    assert any(note.startswith("No exact value was found") for note in result.notes)
    assert result.margin is None
    assert (result.proven_margin is None) == (result.best is None) == result.too_close
