"""The memo's tables beside correct values, and how their figures are read."""

from __future__ import annotations

import pytest

from engine.lab import ask
from engine.lab.games.tree.beside import read
from engine.lab.games.tree.memo import TABLES


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


@pytest.mark.parametrize("table", TABLES)
def test_each_table_has_a_row_for_each_figure(table: str) -> None:
    assert len(rows(table)) == len(TABLES[table])


def test_scanning_slips_are_not_the_memo_s() -> None:
    high = next(row for row in rows("4.1") if (row["strategy"], row["E"], row["A"]) == ("hstrat", 0.5, 0.9))
    assert (high["memo"], high["verdict"]) == (0.83268, "misread")
    ratio = next(row for row in rows("5.1") if row["A"] == 0.5 and row["quantity"] == "ratio")
    assert (ratio["memo"], ratio["verdict"]) == (0.37488, "misread")


def test_in_table_4_2_the_exact_chance_lies_between_both_estimates_which_are_as_far_apart_as_said() -> None:
    found = [row for row in rows("4.2") if row["verdict"] == "random"]
    apart = {("lstrat", 0.75): 0.011, ("hstrat", 0.75): 0.0071, ("lstrat", None): 0.0057, ("hstrat", None): 0.0112}
    for (strategy, ratio), far in apart.items():
        first, second = (row for row in found if (row["strategy"], row["A"]) == (strategy, ratio))
        assert abs(first["memo"] - second["memo"]) == pytest.approx(far)
        if ratio:
            assert min(first["memo"], second["memo"]) < first["value"] < max(first["memo"], second["memo"])


def test_sums_and_corrections_of_table_4_3() -> None:
    found = {(row["strategy"], row["quantity"]): row["memo"] for row in rows("4.3") if row["move"] is None}
    for strategy, total in (("lstrat", 0.68768), ("hstrat", 0.66102)):
        assert found[strategy, "total"] == total
        assert found[strategy, "sum"] + found[strategy, "correction"] == pytest.approx(total, abs=1.1e-5)


def test_losses_of_table_6_2_and_where_they_go_wrong() -> None:
    found = rows("6.2", only="differs")
    assert {(row["strategy"], row["move"]) for row in found if row["move"]} == {("hstrat", 3), ("lstrat", 2)}
    right = {row["strategy"]: row["value"] for row in rows("6.2") if row["quantity"] == "win"}
    assert right == pytest.approx({"hstrat": 0.916473, "lstrat": 0.835069, "strat": 0.791667}, abs=6e-7)


def test_all_tables_at_once() -> None:
    found = rows("all", only="differs")
    assert {row["table"] for row in found} == {"4.1", "4.4", "4.5", "5.1", "6.1", "6.2"}


def test_reading() -> None:
    assert read(".83266", 0.832685).figure == 0.83268
    assert read(".4?74?", 0.497487).verdict == "agrees"
    assert read(".42700", 0.428571).verdict == "differs"
    assert read(".0069", 0.0052, certain=True).verdict == "differs"
    assert read(".8????", 0.832685).verdict == "unreadable"
