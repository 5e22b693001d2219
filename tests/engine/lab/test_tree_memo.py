"""The memo's tables beside what is exact."""

from __future__ import annotations

import pytest

from engine.lab import ask
from engine.lab.games.tree.memo import TABLES


@pytest.mark.parametrize("table", ["4.1", "4.3", "4.4", "5.1"])
def test_computed_tables_are_right_but_for_what_is_said(table: str):
    found = ask("tree", "tables", {"table": table}).answer
    assert found.known == "exact"
    for row in found.answer:
        cells = dict(zip(found.details["columns"], row, strict=True))
        if cells["memo"] is None:
            assert cells["remark"] == "unreadable"
        elif "slip" not in cells["remark"]:
            assert abs(cells["difference"]) < 2e-4


@pytest.mark.parametrize("table", ["4.2", "5.2", "6.1", "6.2"])
def test_tables_of_random_games_and_by_hand(table: str):
    found = ask("tree", "tables", {"table": table, "games": "20000"}).answer
    assert len(found.answer) == len(TABLES[table])
    assert found.known == ("estimated" if table == "5.2" else "exact")
    for row in found.answer:
        cells = dict(zip(found.details["columns"], row, strict=True))
        assert abs(cells["difference"]) < 0.02


def test_a_slip_is_said():
    rows = ask("tree", "tables", {"table": "4.1"}).answer.answer
    slip = next(row for row in rows if "slip" in row[-1])
    assert (slip[0], slip[1], slip[2]) == ("strat", 0.25, 0.75)
    assert slip[5] == pytest.approx(3 / 7)
