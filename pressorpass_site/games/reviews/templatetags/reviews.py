"""`{% load reviews %}`: places on the chart."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

register = template.Library()


@register.filter
def share(part: float) -> str:
    """Return a part of the width or height as a length in SVG: 0.5 → 50%."""
    return f"{100 * part:.4g}%"


@register.filter
def seat_of(number: int) -> int:
    """Return the seat of a line that is one of three for each run."""
    return number % 3


@register.filter
def outline(points: Iterable[tuple[float, float]]) -> str:
    """Return points in SVG's notation, in thousandths of width and height."""
    return " ".join(f"{1000 * x:.0f},{1000 * y:.0f}" for x, y in points)
