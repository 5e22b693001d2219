"""Functions of the templates of games, reviews and dilemmas: today's dilemma, and places on the chart."""

from collections.abc import Iterable
from typing import Any

from .dilemmas import days, page, services


def todays_dilemma() -> dict[str, Any]:
    """Return the context of today's first dilemma; empty if its board is missing."""
    try:
        number = days.get_today()
        return page.build_question_context(services.get_dilemma(number, services.list_parts(number)[0]))
    except services.NoDilemma:
        return {}


def share(part: float) -> str:
    """Return a part of the width or height as a length in SVG: 0.5 → 50%."""
    return f"{100 * part:.4g}%"


def outline(points: Iterable[tuple[float, float]]) -> str:
    """Return points for an SVG polyline, in thousandths of width and height."""
    return " ".join(f"{1000 * x:.0f},{1000 * y:.0f}" for x, y in points)
