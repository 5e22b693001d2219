"""What-ifs from tables: exact where they can be, and else as near as they say."""

import math
import random

import numpy as np
import pytest

from engine import (
    Limits,
    Position,
    Rules,
    TableError,
    Unaffordable,
    answer_from_table,
    build_grid_tables,
    nearest_table,
    preset_boards,
    refine,
    solve,
)
from engine.tables import Store, break_even, heat_map
from engine.tables.heat import PASS, PRESS
from tests.tier import few

FEBRUARY = preset_boards()["pyl-1985-02-r2"]
SHOW, SEED = Rules.preset("show"), Rules.preset("seed")
POSITION = Position.parse("8000e1,3000,500@1")


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """One spin's tables under both presets."""
    built_store = Store(tmp_path_factory.mktemp("near"), 10**9)
    for rules in (SHOW, SEED):
        list(build_grid_tables(built_store, POSITION, FEBRUARY, rules, Limits(60.0)))
    return built_store


def test_grids_follow_one_another_from_the_coarsest_and_the_last_is_exact_with_a_unit(tmp_path):
    store = Store(tmp_path, 10**9)
    grids = [table.key.get("grid") for table in build_grid_tables(store, POSITION, FEBRUARY, SEED, Limits(60.0))]
    assert grids == [1000, 500, None]
    again = list(build_grid_tables(store, POSITION, FEBRUARY, SEED, Limits(60.0)))
    assert [table.key.get("grid") for table in again] == [None]  # nothing is made twice


@pytest.mark.parametrize("text", ["8000e1,3000,500@1", "0e1,3000,500@1", "5250e1,5250,5000@1"])
def test_with_a_unit_of_its_own_a_table_says_what_solving_says(store, text):
    position = Position.parse(text)
    estimate, solved = (
        answer_from_table(position, FEBRUARY, SEED, store),
        solve(position, FEBRUARY, SEED, Limits(fresh=True)),
    )
    assert (estimate.method, estimate.best, estimate.unit, estimate.cap) == (
        "exact",
        solved.best,
        solved.unit,
        solved.cap,
    )
    for one, other in ((estimate.press, solved.press), (estimate.passing, solved.passing)):
        assert one.win == pytest.approx(other.win, abs=2e-5)


@pytest.mark.parametrize(
    "text", few(2, ["8000e1,3000,500@1", "8150e1,3115,0@1", "2345e1,4567,4890@1", "40e1,11000,9000@1"])
)
def test_to_the_dollar_a_table_estimates_and_says_how_well(store, text):
    position = Position.parse(text)
    estimate, solved = answer_from_table(position, FEBRUARY, SHOW, store), solve(position, FEBRUARY, SHOW, Limits(2.0))
    assert estimate.method == "estimated"
    for one, other in ((estimate.press, solved.press), (estimate.passing, solved.passing)):
        for win, error, truth, its in zip(
            one.win, one.standard_error, other.win, other.standard_error or (0.0, 0.0, 0.0), strict=True
        ):
            assert abs(win - truth) <= 4 * math.hypot(error, its)
            assert error < 0.05


def test_maps_and_break_evens_take_scores_between(store):
    position = Position.parse("8150e1,3115,520@1")
    near = nearest_table(position, FEBRUARY, SHOW, store)
    grid = heat_map(near, position, SHOW, 0, 1, [8000, 8150, 8250], [3000, 3115, 3250])
    assert list(grid.rows) == [8000, 8150, 8250]
    here = near.answer(position, SHOW)
    assert tuple(grid.press[1, 1]) == pytest.approx(here[0], abs=1e-6)
    assert grid.best[1, 1] == (PRESS if here[0][0] >= here[1][0] else PASS)
    gains = (grid.press - grid.passing)[..., 0]
    assert grid.too_close.any() == (np.abs(gains) <= 2 * near.rounding).any()
    flips = break_even(near, position, SHOW, 0)
    assert flips
    assert flips[-1].becomes == "pass"
    # Where the verdict turns, it does when the question is asked by itself.
    for score in (flips[-1].below - 500, flips[-1].above + 500):
        solved = solve(Position.parse(f"{score}e1,3115,520@1"), FEBRUARY, SHOW, Limits(2.0))
        assert solved.best == ("pass" if score > flips[-1].below else "press")


def test_a_table_does_not_speak_of_what_it_does_not_cover(store):
    assert nearest_table(Position.parse("90000e1,3000,0@1"), FEBRUARY, SHOW, store) is None
    assert answer_from_table(Position.parse("8000e2,3000,0@1"), FEBRUARY, SHOW, store) is None


def test_what_has_no_table_is_told(store):
    with pytest.raises(TableError, match="goal=money"):
        next(build_grid_tables(store, POSITION, FEBRUARY, SHOW.with_options({"goal": "money"})))
    with pytest.raises(Unaffordable, match="A table for what-ifs is too big"):
        next(build_grid_tables(store, Position.parse("0e5,0e5,0e5@1"), FEBRUARY, SHOW, Limits(0.01)))


def test_where_a_table_answers_the_outcomes_of_the_next_spin_follow(store, monkeypatch):
    monkeypatch.setenv("PRESSORPASS_TABLES", str(store.directory))
    first, last = refine(POSITION, FEBRUARY, SEED, Limits(60.0))
    assert (first.method, first.outcomes) == ("exact", ())
    assert last.method == "exact"
    assert last.outcomes
    assert last.press.win == pytest.approx(first.press.win, abs=2e-5)


def test_an_exact_play_rules_stops_where_the_rules_say(tmp_path):
    store, rules = Store(tmp_path, 10**9), SEED.with_options({"cap": 9100})
    position = Position.parse("8000e1,8500,500@1")
    *_, last_table = build_grid_tables(store, position, FEBRUARY, rules, Limits(60.0))
    assert last_table.dollars[0][-1] == 9100
    solved = solve(position, FEBRUARY, rules, Limits(fresh=True))
    result = answer_from_table(position, FEBRUARY, rules, store)
    assert result.method == "exact"
    assert result.press.win == pytest.approx(solved.press.win, abs=2e-5)


def test_the_stated_error_grows_with_the_grid_on_a_board_of_small_amounts(tmp_path):
    small, chance = preset_boards()["pyl-1984-09-r1"], random.Random(1)
    top = Position.parse("20000e4,14000,0@1")
    coarse, fine = Store(tmp_path / "coarse", 10**9), Store(tmp_path / "fine", 10**9)
    next(build_grid_tables(coarse, top, small, SHOW, Limits(60.0)))
    for table in build_grid_tables(fine, top, small, SHOW, Limits(60.0)):
        if table.key["grid"] == 500:
            break
    off, stated = [], []
    for _ in range(60):
        position = top.with_scores(*(chance.randrange(20_001) for _ in range(3)))
        near, truth = (answer_from_table(position, small, SHOW, store) for store in (coarse, fine))
        pairs = [(one, other) for one, other in ((near.press, truth.press), (near.passing, truth.passing)) if other]
        off.append(max(abs(x - y) for one, other in pairs for x, y in zip(one.win, other.win, strict=True)))
        stated.append(near.press.standard_error[0])
    assert sum(x * x for x in off) <= sum(x * x for x in stated)
