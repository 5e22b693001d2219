"""Maps say what the lookups say, cell by cell."""

import numpy as np
import pytest

from engine import Position, Rules
from engine.tables import break_even, heat_map, open_table
from engine.tables.building import build_table
from engine.tables.heat import PASS, PRESS, UNKNOWN
from tests.engine.tables.answers import at, look_up, oracle_table, play_rules_of, random_table
from tests.engine.tiny import tiny


def every_cell(answers, position, rules, row_seat, column_seat):
    rows, columns = answers.dollars[row_seat], answers.dollars[column_seat]
    return heat_map(answers, position, rules, row_seat, column_seat, rows, columns)


@pytest.fixture
def kept(question, store):
    position, board, play_rules, solved = question
    store.keep(position, board, play_rules, solved)
    return store.find(position, board, play_rules)


@pytest.mark.parametrize("seats", [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)])
def test_every_cell_is_the_lookup(question, store, kept, seats):
    position, board, play_rules, _ = question
    grid = every_cell(kept, position, play_rules.rules, *seats)
    assert grid.best.shape == (5, 5)
    for i, row in enumerate(grid.rows):
        for j, column in enumerate(grid.columns):
            scores = [c.score for c in position.contestants]
            scores[seats[0]], scores[seats[1]] = int(row), int(column)
            press, passing = look_up(store, at(position, *scores), board, play_rules)
            assert tuple(grid.press[i, j]) == press
            assert tuple(grid.passing[i, j]) == passing
            margin = press[position.mover_seat] - passing[position.mover_seat]
            assert grid.best[i, j] == (PRESS if margin >= 0 else PASS)
            assert bool(grid.too_close[i, j]) == (0 < abs(margin) <= 2 * kept.rounding)


def test_chosen_scores(question, kept):
    position, _, play_rules, _ = question
    whole = every_cell(kept, position, play_rules.rules, 0, 1)
    part = heat_map(kept, position, play_rules.rules, 0, 1, [500, 1500, 1750], np.array([0, 2000]))
    assert list(part.rows) == [500, 1500]  # $1,750 is not in the table
    assert list(part.columns) == [0, 2000]
    assert (part.press == whole.press[[1, 3]][:, [0, 4]]).all()


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_break_even_scores_are_where_the_verdict_turns(question, store, kept, seat):
    position, board, play_rules, _ = question
    flips = break_even(kept, position, play_rules.rules, seat)
    verdicts = []
    for score in range(0, 2001, 500):
        scores = [c.score for c in position.contestants]
        scores[seat] = score
        press, passing = look_up(store, at(position, *scores), board, play_rules)
        verdicts.append("press" if press[position.mover_seat] >= passing[position.mover_seat] else "pass")
    turns = [i for i in range(4) if verdicts[i] != verdicts[i + 1]]
    assert [(f.below, f.above, f.becomes) for f in flips] == [(500 * i, 500 * i + 500, verdicts[i + 1]) for i in turns]


def test_where_only_one_action_is_allowed_it_is_the_verdict():
    position, board = Position.parse("500e1,1000e1,0@1"), tiny("500 W")
    play_rules = play_rules_of(cap=1000, third_place_plays=True)
    solved = oracle_table(position, board, play_rules)
    grid = every_cell(solved, at(position, 0, 0, 1000), play_rules.rules, 0, 1)
    assert grid.best[0, 1] == PRESS  # third of three
    assert np.isnan(grid.passing[0, 1]).all()
    assert not np.isnan(grid.passing[2, 0]).any()
    play_rules = play_rules_of(cap=1000, max_lead=400)
    grid = every_cell(oracle_table(position, board, play_rules), at(position, 0, 0, 0), play_rules.rules, 0, 1)
    assert grid.best[2, 0] == PASS
    assert np.isnan(grid.press[2, 0]).all()


def test_what_has_no_answer_is_unknown(question):
    position, _, play_rules, _ = question
    holed = random_table((4, 4, 4))
    holed.press[1, 2, 0] = np.nan
    grid = every_cell(holed, position, play_rules.rules, 0, 1)
    assert grid.best[1, 2] == UNKNOWN
    assert np.count_nonzero(grid.best == UNKNOWN) == 1
    at_hole = at(position, 500, 0, 0)
    assert all(1000 not in (f.below, f.above) for f in break_even(holed, at_hole, play_rules.rules, 1))


def test_with_cap_auto_scores_near_the_cap_are_marked(store):
    board, position, auto = tiny("500 W", "1000 W"), Position.parse("0e2,0e1,0@1"), Rules(unit=500)
    table = build_table(store, at(position, 2000, 1000, 0), board, auto)
    grid = every_cell(table, position, auto, 0, 1)
    for i, row in enumerate(grid.rows):
        for j, column in enumerate(grid.columns):
            there = at(position, int(row), int(column), 0)
            assert bool(grid.capped[i, j]) == (open_table(store, there, board, auto, 500) is None)
    assert not grid.capped[0, 0]
    assert grid.capped[-1, -1]


def test_a_third_score_off_the_grid_has_no_map(question, kept):
    position, _, play_rules, _ = question
    assert every_cell(kept, at(position, 0, 0, 300), play_rules.rules, 0, 1) is None
    assert break_even(kept, at(position, 0, 0, 300), play_rules.rules, 0) is None
    assert break_even(kept, at(position, 0, 300, 0), play_rules.rules, 0) is None


@pytest.mark.parametrize("seats", [(0, 0), (0, 2), (0, 3)])
def test_seats_without_a_map_are_refused(seats):
    position = Position.parse("500e1,1000e1,w4@1")
    with pytest.raises(ValueError, match="two different contestants"):
        heat_map(random_table((3, 3, 1)), position, play_rules_of().rules, *seats, [0], [0])
