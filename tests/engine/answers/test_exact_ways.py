"""Plates and cubes: the quicker of both that fit, planned once, and the other where it gives up."""

from dataclasses import replace

import pytest

from engine import DEFAULT_BOARD, Limits, Position, Rules, Unaffordable, preset_boards, solve
from engine.answers import exact
from engine.errors import Unsettled
from engine.solvers import schedule

BOARD = preset_boards()[DEFAULT_BOARD]
TEXT = "4000e1,3000e1,0@1"
RULES = Rules(unit=500, cap=20_000)


def asked():
    return solve(Position.parse(TEXT), BOARD, RULES, Limits(30.0, 2**30, method="exact", fresh=True))


@pytest.fixture(scope="module")
def by_plates():
    return asked()


@pytest.fixture
def cubes_are_quicker(monkeypatch):
    """Compare both whatever they take, and predict nearly nothing for cubes; count how often these are planned."""
    monkeypatch.setattr(schedule, "WORTH_COMPARING", 0.0)
    plan, planned = exact._plan_cubes, []

    def once(*asked, **named):
        planned.append(named)
        if len(planned) > 1:
            raise Unaffordable("There is no time left to plan it again.")
        return replace(plan(*asked, **named), seconds=1e-9)

    monkeypatch.setattr(exact, "_plan_cubes", once)
    return planned


def same(found, expected):
    return all(
        mine.win == pytest.approx(its.win, abs=1e-8)
        for mine, its in ((found.press, expected.press), (found.passing, expected.passing))
    )


def test_cubes_that_take_less_are_not_planned_a_second_time(by_plates, cubes_are_quicker):
    found = asked()
    assert len(cubes_are_quicker) == 1
    assert same(found, by_plates)
    assert found.states != by_plates.states  # these are the cubes


@pytest.mark.parametrize("refusal", [Unaffordable("too big"), Unsettled("a cycle"), MemoryError()])
def test_plates_that_fit_answer_where_cubes_give_up(by_plates, cubes_are_quicker, monkeypatch, refusal):
    def give_up(*asked):
        raise refusal

    monkeypatch.setattr(exact, "_solve_cubes", give_up)
    found = asked()
    assert same(found, by_plates)
    assert found.states == by_plates.states


def test_comparing_leaves_plates_the_time_that_they_need(monkeypatch, cubes_are_quicker):
    plan = exact.plan_plates
    monkeypatch.setattr(exact, "plan_plates", lambda *asked: replace(plan(*asked), seconds=29.0))
    asked()
    assert cubes_are_quicker[0]["patience"] <= 1.0


def test_cubes_that_do_not_fit_leave_plates_alone(by_plates, cubes_are_quicker, monkeypatch):
    cubes_are_quicker.append({})  # the next plan is refused
    assert asked().states == by_plates.states
