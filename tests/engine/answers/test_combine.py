"""Answers to one question combined: no error grows, whatever comes in whatever order."""

from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import ActionResult, Limits, Position, Rules, SolveResult, combine, preset_boards, refine
from engine.answers.result import verdict
from tests.tier import times

BOARD = preset_boards()["pyl-1985-02-r2"]
NOTATION = "8000e3,3000,0@1"
EPS = 1e-12


def result(method, press, passing, outcomes=(), notes=(), money=None):
    said = verdict(press, passing, 0, proven=method == "bounded")
    return SolveResult(
        NOTATION, "b", {}, 1, 50000, method, press, passing, said.best, said.margin, said.too_close, 1, 0.1, "1",
        outcomes, notes, proven_margin=said.proven_margin,
    )  # fmt: skip


@st.composite
def actions(draw, method, truth, dollars):
    """What an answer says of an action whose true chances are `truth`: within its errors."""
    half = [draw(st.floats(1e-3, 0.3)) if method != "exact" else 1e-6 for _ in range(3)]
    off = [draw(st.floats(-0.5, 0.5)) * h for h in half]
    win = tuple(min(1.0, max(0.0, t + d)) for t, d in zip(truth, off, strict=True))
    low = tuple(max(0.0, w - h) for w, h in zip(win, half, strict=True))
    high = tuple(min(1.0, w + h) for w, h in zip(win, half, strict=True))
    if method == "bounded":
        win = tuple((a + b) / 2 for a, b in zip(low, high, strict=True))
    money = tuple(draw(st.floats(0, 20_000)) for _ in range(3)) if dollars else None
    errors = tuple(draw(st.floats(0, 2000)) for _ in range(3)) if dollars and method == "estimated" else None
    spread = tuple(h / 2 for h in half) if method == "estimated" else None
    return ActionResult(win, low, high, spread, money, money, errors)


@st.composite
def sequences(draw):
    """Answers to one question, of any methods and in any order."""
    dollars = draw(st.booleans())
    methods = ["estimated", "exact"] if dollars else ["estimated", "estimated", "bounded", "exact"]
    forced = draw(st.booleans())
    chosen = draw(st.lists(st.sampled_from(methods), min_size=2, max_size=5))
    parts = [draw(st.floats(0.01, 1)) for _ in range(3)]
    truth = [part / sum(parts) for part in parts]
    return [
        result(method, draw(actions(method, truth, dollars)), None if forced else draw(actions(method, truth, dollars)))
        for method in chosen
    ]


def errors(found):
    """Every error that is shown, and the margin's."""
    shown = [
        error
        for action in (found.press, found.passing)
        if action is not None
        for seat in range(3)
        for error in (
            action.chance_error(seat),
            *(() if action.utility_error is None else [action.utility_error[seat]]),
        )
    ]
    return [found.margin_error, *shown]


@settings(max_examples=times(300), deadline=None)
@given(sequences())
def test_no_error_grows(found):
    best = found[0]
    for each in found[1:]:
        before, best = best, combine(best, each)
        for its in (before, each):
            assert best.method == "exact" or all(
                now <= then + EPS for now, then in zip(errors(best), errors(its), strict=True)
            )


@settings(max_examples=times(100), deadline=None)
@given(sequences())
def test_an_exact_answer_is_never_lost_and_chances_of_estimates_add_up(found):
    best = reduce(combine, found)
    assert (best.method == "exact") == any(each.method == "exact" for each in found)
    if all(each.method == "estimated" for each in found):
        for action in (best.press, best.passing):
            assert action is None or sum(action.win) == pytest.approx(1, abs=0.5)


@settings(max_examples=times(100), deadline=None)
@given(sequences())
def test_the_same_answer_twice_adds_nothing(found):
    best = reduce(combine, found)
    assert combine(best, best) is best


def estimated(wins, half, seat_half=None):
    half = seat_half or (half, half, half)
    return ActionResult(
        wins,
        tuple(max(0.0, w - h) for w, h in zip(wins, half, strict=True)),
        tuple(min(1.0, w + h) for w, h in zip(wins, half, strict=True)),
        tuple(h / 2 for h in half),
    )


def test_a_proven_interval_confines_an_estimate():
    bounds = ActionResult((0.5, 0.3, 0.2), (0.4, 0.2, 0.1), (0.6, 0.4, 0.3))
    guess = estimated((0.58, 0.3, 0.12), 0.04)
    found = combine(result("bounded", bounds, None), result("estimated", guess, None))
    assert found.method == "estimated"
    assert (found.press.low[0], found.press.high[0]) == (pytest.approx(0.54), 0.6)
    rough = estimated((0.5, 0.3, 0.2), 0.25)
    kept = result("bounded", bounds, None)
    assert combine(kept, result("estimated", rough, None)) is kept
    assert combine(result("estimated", rough, None), kept) is kept


def test_what_one_figure_loses_does_not_keep_the_others_rough():
    first = result("estimated", estimated((0.6, 0.3, 0.1), 0, (0.05, 0.05, 0.001)), None, notes=("First.",))
    second = result("estimated", estimated((0.62, 0.26, 0.12), 0.01), None, notes=("Second.",))
    found = combine(first, second)
    assert [found.press.chance_error(seat) for seat in range(3)] == pytest.approx([0.01, 0.01, 0.001])
    assert found.press.win == pytest.approx((0.63, 0.27, 0.1), abs=1e-3)  # they add up to 1 again
    assert found.notes[0] == "Second."
    assert len(found.notes) == 2


@pytest.mark.parametrize(
    ("notation", "options"),
    [
        ("8000e5,3000,2000@1", {}),  # grids and playouts
        ("6000e3,5000,0@1", {"goal": "money"}),  # estimates that playouts cannot correct
    ],
    ids=["playouts", "dollars"],
)
def test_a_real_refinement_never_gets_worse(notation, options):
    best = None
    for found in refine(Position.parse(notation), BOARD, Rules().with_options(options), Limits(1.0)):
        assert SolveResult.from_json(found.to_json()) == found
        before, best = best, found if best is None else combine(best, found)
        if before is not None:
            assert best.method == "exact" or all(
                now <= then + EPS for now, then in zip(errors(best), errors(before), strict=True)
            )
            assert not before.outcomes or best.outcomes
    total = sum(outcome.chance * outcome.win[0] for outcome in best.outcomes)
    assert not best.outcomes or total == pytest.approx(best.press.win[0], abs=0.005)
