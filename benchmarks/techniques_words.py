"""The measured techniques in words and rounded numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from engine.formatting import NBSP

LEAST = 0.001  # points; an error below that is not worth a figure


@dataclass(frozen=True)
class Way:
    """One row: a technique used, left out, or replaced.

    Attributes:
        by_engine: it is this engine's, not the plain search's.
        as_in_text: it is the first program's way, whose time counts as 1.
        times: seconds as a multiple of that.
        error: in words.
    """

    name: str
    by_engine: bool
    as_in_text: bool
    positions: int
    times: float
    error: str

    @property
    def positions_shown(self) -> str:
        """Text such as “12,826”."""
        return f"{self.positions:,}"

    @property
    def time(self) -> str:
        """Text such as “0.03”: to one digit, as times on a busy machine are known no better."""
        return round_significant(self.times, 1)


def describe_figures(figures: dict[str, Any]) -> dict[str, Any]:
    """Return results in which each technique has `ways` instead of rows."""
    techniques = [
        {**technique, "ways": [_describe_way(row, figures["positions"]) for row in technique["rows"]]}
        for technique in figures["techniques"]
    ]
    return {**figures, "techniques": techniques}


def _describe_way(row: dict[str, Any], positions: int) -> Way:
    by_engine = row["program"] == "engine"
    name = ", ".join(filter(None, ("this engine" if by_engine else "", row["name"])))
    return Way(name, by_engine, row["text"], row["states"], row["times"], _describe_error(row, positions))


def _describe_error(row: dict[str, Any], positions: int) -> str:
    if row["open"] is not None:
        return f"{round_significant(row['open'], 2)}{NBSP}points left open"
    if not row.get("most"):
        return "none"
    if row["most"] < LEAST:
        return f"less than {LEAST}{NBSP}points"
    changed = row["changed"]
    verdicts = f"{changed or 'no'} verdict{'s' if changed > 1 else ''} of{NBSP}{positions} changed"
    mean, most = round_significant(row["mean"], 2), round_significant(row["most"], 2)
    return f"{mean}{NBSP}points on average, {most} at{NBSP}most; {verdicts}"


def round_significant(number: float, digits: int) -> str:
    """Return a number to one or two digits: “0.0061”, “1.0”, “120”."""
    rounded = float(f"{number:.{digits - 1}e}")
    decimals = max(0, digits - 1 - math.floor(math.log10(rounded)))
    return f"{rounded:,.{decimals}f}"
