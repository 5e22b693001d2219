"""The memo's tables beside correct values, and how their figures are read."""

from __future__ import annotations

import pytest

from engine.lab import ask
from engine.lab.games.tree.beside import read


def rows(table: str, **options: str) -> list[dict]:
    found = ask("tree", "tables", {"table": table, "games": "20000", **options}).answer
    assert isinstance(found.answer, list)
    return [dict(zip(found.details["columns"], row, strict=True)) for row in found.answer]


@pytest.mark.parametrize(
    ("table", "wrong"),
    [
        ("4.1", {("strat", "win", 0.25)}),
        ("4.3", set()),
        ("4.4", {("inflstrat", "win", 0.75)}),
        ("4.4b", set()),
        ("4.5", {("strat", "win", 0.25)}),
        ("5.1", {("hstrat over the move before", "ratio", 0.5)}),
    ],
)
def test_figures_count_against_the_memo_only_if_no_misread_digit_explains_them(table: str, wrong: set) -> None:
    found = rows(table)
    assert {(row["strategy"], row["quantity"], row["E"]) for row in found if row["verdict"] == "differs"} == wrong
    for row in found:
        if row["verdict"] in ("agrees", "misread") and row["quantity"] != "order":
            places = len(row["scan"].partition(".")[2])
            # The memo followed ten moves and added a correction.
            assert abs(row["difference"]) < max(10.0**-places, 5e-5)


def test_reading() -> None:
    assert read(".83266", 0.832685).figure == 0.83268
    assert read(".4?74?", 0.497487).verdict == "agrees"
    assert read(".42700", 0.428571).verdict == "differs"
    assert read(".0069", 0.0052, certain=True).verdict == "differs"
    assert read(".8????", 0.832685).verdict == "unreadable"
