"""The methods that know a question: what each would take is said once, and the first that fits is taken."""

import math
import weakref
from dataclasses import dataclass

import pytest

from engine import (
    DEFAULT_BOARD,
    CancelFlag,
    Limits,
    Position,
    Rules,
    Unaffordable,
    exact_line,
    exact_seconds,
    preset_boards,
    solve,
)
from engine.answers.candidate import SHORT_OF_MEMORY, Candidate, TooBig, planned
from engine.answers.methods import TOO_MANY, UNSETTLED, first_that_fits, rank
from engine.answers.question import ask
from engine.answers.result import exact_action, result_of
from engine.errors import ShortOfMemory, Unsettled
from engine.game.rules import PlayRules
from engine.solvers.cancel_flag import ignore
from tests.engine.tiny import tiny

BOARD = preset_boards()[DEFAULT_BOARD]
# Too little memory for many positions, and an estimate of a fixed size: time for it is there on any machine.
FEW_CELLS = Limits(600.0, memory_bytes=2**26, cells=20_000)


def asked(text, rules=None, seconds=100.0, board=BOARD, **limits):
    """The question as it is validated."""
    limits = Limits(seconds, **limits)
    return ask(Position.parse(text), board, rules or Rules(), limits, None, ignore, CancelFlag())


# -- the list ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "options", "names"),
    [
        ("8000e1,3000,0@1", {}, ["dense cells", "graph"]),
        ("2000e1,1500e1,500e1@1", {"unit": 1000}, ["dense cells", "dense cells in double precision", "graph"]),
        ("2000,1500e1,500@2", {"unit": 250, "goal": "money"}, ["dense cells", "graph"]),
        ("8000e1,w4,0w4@1", {"house": "play", "goal": "money"}, ["graph"]),
    ],
)
def test_exact_methods_come_from_the_likely_quickest_to_the_slowest(text, options, names):
    found = list(rank(asked(text, Rules(**options), method="exact")))
    assert [candidate.name for candidate in found] == names
    for candidate in found:
        assert candidate.method == "exact"
        assert isinstance(candidate, TooBig) or (candidate.cells > 0 and candidate.bytes > 0)


@pytest.mark.parametrize("text", ["2000e20,3000e19,0@1", "2000e9,3000e9,0e9@1"])
def test_no_graph_is_listed_in_vain_where_many_positions_are_beyond_the_limits(text):
    [dense] = rank(asked(text, Rules(unit=250), seconds=1.0, method="exact"))
    assert (dense.name, dense.seconds > 1.0) == ("dense cells", True)


@pytest.mark.parametrize(
    ("text", "options", "names"),
    [
        ("2000e1,1500,0@1", {}, ["playouts", "bounds"]),
        ("2000e1,1500,0@1", {"goal": "money"}, ["playouts"]),  # there are no bounds
        ("8000e1,w4,0w4@1", {"house": "play", "goal": "money"}, ["graph, rounded", "graph, rounded", "rules of thumb"]),
    ],
)
def test_then_come_estimates_and_bounds(text, options, names):
    found = [candidate for candidate in rank(asked(text, Rules(**options))) if candidate.method != "exact"]
    assert [candidate.name for candidate in found] == names


@pytest.mark.parametrize("method", ["exact", "estimated", "bounded"])
def test_a_method_that_is_asked_for_has_no_other_beside_it(method):
    assert {candidate.method for candidate in rank(asked("2000e1,1500,0@1", method=method))} == {method}


def test_boxes_say_once_what_they_take():
    small, large = (next(rank(asked(text, method="exact"))) for text in ("8000e1,3000,0@1", "8000e2,3000,0@1"))
    assert 0 < small.cells < large.cells
    assert 0 < small.bytes < large.bytes
    assert 0 < small.seconds < large.seconds < math.inf
    assert small.solve().states == small.cells


def test_memory_for_planning_is_counted():
    text, rules = "2000e2,3500e1,0@1", Rules(unit=1000)
    boxes = next(rank(asked(text, rules, method="exact")))
    planning = boxes.bytes - boxes.solver.peak
    assert planning > 0
    values = math.ceil(boxes.solver.peak / 2)  # single precision takes half
    assert next(rank(asked(text, rules, method="exact", memory_bytes=planning + values))).seconds < math.inf
    too_big = next(rank(asked(text, rules, method="exact", memory_bytes=planning + values - 1000)))
    assert too_big.seconds == math.inf
    assert "GiB of memory" in str(too_big.refusal)


def test_what_cannot_be_planned_in_the_memory_is_refused_before_it_is():
    refused = next(rank(asked("2000e2,3500e1,0@1", method="exact", memory_bytes=1000)))
    assert (refused.name, refused.seconds) == ("dense cells", math.inf)
    assert str(refused.refusal).startswith("Planning it takes up to")


def test_a_slower_method_that_fits_is_taken():
    """Dense cells have too many scores for the time, but few positions follow, which a graph lists at once."""
    board, rules = tiny("W 1000"), Rules(unit=50, cap=40_000)
    dense, graph = list(rank(asked("500e2,1000e2,0e1@1", rules, 10.0, board)))[:2]
    assert (dense.name, dense.seconds, graph.name) == ("dense cells", math.inf, "graph")
    found = solve(Position.parse("500e2,1000e2,0e1@1"), board, rules, Limits(10.0))
    assert found.method == "exact"
    in_large_steps = solve(Position.parse("500e2,1000e2,0e1@1"), board, Rules(unit=500), Limits(10.0))
    assert found.press.win == pytest.approx(in_large_steps.press.win, abs=1e-9)


def test_a_board_with_a_cap_for_estimates_alone_is_estimated():
    """Of 41 spins 40 earn another: an exact answer would need scores too high to count."""
    position, board = Position.parse("500e2,1000e1,0@1"), tiny("40: 5000+", "1: W")
    with pytest.raises(Unaffordable, match=r"too big for 60 seconds\. Extra spins make scores grow without bound"):
        solve(position, board, Rules(), Limits(60.0, method="exact"))
    assert solve(position, board, Rules(), Limits(60.0, cells=10_000)).method == "estimated"


@pytest.mark.parametrize(
    ("text", "board", "states"),
    [("2600e2,1750,900@1", "pyl-1984-09-r1", 2_786_299), ("1200,2450e2w1,2300@2", "pyl-1983-09-r1", 3_153_030)],
)
def test_small_sums_are_exact_to_the_dollar(text, board, states):
    found = solve(Position.parse(text), preset_boards()[board], Rules(), Limits(600.0))
    assert (found.method, found.unit, found.states) == ("exact", 1, states)


def test_one_holder_of_many_spins_with_large_sums_is_estimated_and_says_why():
    """ABC's round 2 earns $10,000 and a spin: too many scores, up to $87,969."""
    found = solve(Position.parse("12988,10200,0e6w2@3"), preset_boards()["abc-2019-r2"], Rules(), FEW_CELLS)
    assert (found.method, found.notes[-1]) == ("estimated", TOO_MANY)


# -- the first that fits -----------------------------------------------------------------------

ANY = asked("8000e1,3000,0@1")


@dataclass(frozen=True, kw_only=True)
class Fake(Candidate):
    """A method with this outcome: an exception, or an answer."""

    raises: Exception | None = None

    def solve(self):
        if self.raises is not None:
            raise self.raises
        action = exact_action((0.5, 0.25, 0.25), 0.0)
        play_rules = PlayRules(Rules(), 1, 1000)
        return result_of(ANY, self.method, play_rules, action, None, 1, notes=(self.name,))


def fake(name, method="exact", **about):
    return Fake(name=name, method=method, cells=3_000_000, **about)


def taken(*candidates, method="auto"):
    """The notes of the answer: what gave it, then why there is none better."""
    return first_that_fits(asked("8000e1,3000,0@1", method=method), iter(candidates)).notes


SLOW = fake("slow", seconds=2000.0)
GUESS = fake("guess", "estimated")
BOUNDS = fake("bounds", "bounded")


def test_the_first_that_fits_is_taken():
    assert taken(SLOW, fake("good", seconds=50.0), fake("other")) == ("good",)


def test_a_method_that_watches_the_time_is_tried_when_it_is_over():
    question = asked("8000e1,3000,0@1", seconds=-1.0)
    assert first_that_fits(question, iter([fake("slow", seconds=0.5), fake("watches")])).notes == ("watches",)


def test_what_is_too_slow_says_what_it_would_take():
    with pytest.raises(Unaffordable, match="about 3 million positions, which take about 2,000 seconds"):
        taken(SLOW)


def test_what_is_too_big_to_plan_leaves_it_to_the_next():
    def plan():
        raise Unaffordable("It is too big.")

    too_big = planned("exact", "big", plan)
    assert too_big.seconds == math.inf
    assert taken(too_big, fake("next")) == ("next",)
    with pytest.raises(Unaffordable, match=r"This position is too big for 100 seconds\. It is too big\."):
        taken(too_big, method="exact")


def test_where_not_even_bounds_fit_the_reason_is_that_of_estimates():
    no_bounds = fake("bounds", "bounded", raises=Unaffordable("No bounds."))
    with pytest.raises(Unaffordable, match="It has about 3 million positions"):
        taken(SLOW, no_bounds)
    with pytest.raises(Unaffordable, match=r"^No bounds\.$"):
        taken(no_bounds, method="bounded")


def test_what_gives_up_leaves_it_to_the_next():
    round_and_round = fake("cycle", raises=Unsettled("round and round"))
    assert taken(round_and_round, fake("next")) == ("next",)
    assert taken(round_and_round, SLOW, GUESS) == ("guess", TOO_MANY)


def test_what_is_too_slow_is_a_reason_that_is_told():
    assert taken(SLOW, GUESS) == ("guess", TOO_MANY)
    assert taken(SLOW, BOUNDS) == ("bounds", TOO_MANY)
    assert taken(GUESS) == ("guess",)  # nothing better was tried


def test_what_has_no_exact_value_is_not_estimated():
    round_and_round = fake("cycle", raises=Unsettled("round and round"))
    assert taken(round_and_round, GUESS, BOUNDS) == ("bounds", UNSETTLED)
    with pytest.raises(Unsettled):
        taken(round_and_round, GUESS)


def test_too_little_memory_is_a_reason_that_is_told():
    short = fake("short", raises=MemoryError())
    assert taken(short, fake("small")) == ("small",)
    assert taken(short, SLOW, GUESS) == ("guess", SHORT_OF_MEMORY)
    with pytest.raises(ShortOfMemory, match="too little memory"):
        taken(short, SLOW)


def test_what_gave_up_is_let_go_of_before_the_next_is_solved():
    """It may have taken all the memory that is allowed."""
    gave_up = []

    @dataclass(frozen=True, kw_only=True)
    class Next(Fake):
        def solve(self):
            assert [candidate() for candidate in gave_up] == [None]
            return super().solve()

    def candidates():
        first = fake("first", raises=Unsettled("round and round"))
        gave_up.append(weakref.ref(first))
        yield first
        del first
        yield Next(name="next", method="exact")

    assert first_that_fits(asked("8000e1,3000,0@1"), candidates()).notes == ("next",)


def test_without_any_method_it_is_refused():
    with pytest.raises(Unaffordable):
        taken()


# -- predictions -------------------------------------------------------------------------------


def test_seconds_of_an_exact_answer_are_those_of_dense_cells():
    def predicted(text, limits=None, **options):
        return exact_seconds(Position.parse(text), BOARD, Rules(**options), limits)

    assert 0 < predicted("8000e1,3000,0@1") < predicted("8000e3,3000,0@1") < math.inf
    assert predicted("8000e3,3000,0@1", Limits(memory_bytes=2**20)) == math.inf
    assert predicted("8000e3,3000e1,500e1@1") is None  # three hold spins
    assert 0 < predicted("8000e1,3000,0@1", goal="money") < math.inf
    assert predicted("8000e1,w4,0w4@1") is None  # the game is over


def test_a_line_is_left_out_where_it_is_predicted_to_take_too_long():
    position = Position.parse("8000e3,3000,0@1")
    assert exact_line(position, BOARD, Rules(), [8000], Limits(0.05)) == {}
    assert exact_line(position, BOARD, Rules(), [8000], Limits(memory_bytes=2**20)) == {}


def test_bounds_that_close_are_not_exact_where_no_value_is():
    rules = Rules(unit=1000, cap=5000)
    found = solve(Position.parse("9000,3000p1w1,7000e3@3"), preset_boards()["pyl-1983-09-r1"], rules, Limits(20.0))
    assert found.method == "bounded"
    assert any(note.startswith("No exact value was found") for note in found.notes)
    assert found.margin is None
    assert (found.proven_margin is None) == (found.best is None) == found.too_close


def test_the_verdict_on_rounded_values_counts_their_error():
    question = asked("9500e1,w4,0w4@1", Rules(house="play", goal="money"))
    rounded = next(candidate for candidate in rank(question) if candidate.name.endswith("rounded"))
    found = rounded.solve()
    assert (found.method, found.too_close) == ("estimated", True)
    assert found.margin < 2 * sum(action.utility_error[0] for action in (found.press, found.passing))
    assert len(found.notes) == len(set(found.notes))
