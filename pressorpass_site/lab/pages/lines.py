"""Line charts as small SVGs: steps over whole numbers, chances, and logarithmic lines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 100.0, 50.0
MAX_TICKS = 11


@dataclass(frozen=True)
class LineChart:
    """A line chart 100 wide and 50 high; the places of ticks are in units of the drawing.

    `lesson` says what it shows, in one sentence.
    """

    title: str
    lesson: str
    across: str
    down: str
    path: str
    ticks: list[tuple[float, str]]
    ticks_down: list[tuple[float, str]]


def steps(title: str, lesson: str, across: str, down: str, values: Sequence[int]) -> LineChart:
    """Return a step chart of values at 0, 1, 2 and so on."""
    count, most = len(values), max(1, *values)
    path = ""
    for place, value in enumerate(values):
        y = _down(value / most)
        path += f"{'L' if path else 'M'}{_text(WIDTH * place / count)} {y}H{_text(WIDTH * (place + 1) / count)}"
    ticks = [(WIDTH * (value + 0.5) / count, str(value)) for value in _round(count - 1)]
    return LineChart(
        title, lesson, across, down, path, ticks, [(HEIGHT * (1 - v / most), str(v)) for v in _round(most)]
    )


def shares(title: str, lesson: str, across: str, down: str, values: Sequence[float]) -> LineChart:
    """Return a line through chances at 0, 1, 2 and so on, on a scale from 0 to 100%."""
    last = max(1, len(values) - 1)
    points = [f"{_text(WIDTH * place / last)} {_down(value)}" for place, value in enumerate(values)]
    ticks = [(WIDTH * value / last, str(value)) for value in _round(last)]
    ticks_down = [(HEIGHT * (1 - percent / 100), f"{percent}%") for percent in (100, 75, 50, 25, 0)]
    return LineChart(title, lesson, across, down, "M" + "L".join(points), ticks, ticks_down)


def logarithms(title: str, lesson: str, across: str, down: str, values: Sequence[float]) -> LineChart:
    """Return a line on a logarithmic scale through values at 1, 2, 3 and so on, without zeros."""
    seen = [(place, math.log10(value)) for place, value in enumerate(values, 1) if value > 0]
    low = math.floor(min((size for _, size in seen), default=-1.0))
    high = max(math.ceil(max((size for _, size in seen), default=0.0)), low + 1)
    last = max(2, len(values))
    points = [f"{_text(WIDTH * (place - 1) / (last - 1))} {_down((size - low) / (high - low))}" for place, size in seen]
    ticks = [(WIDTH * (value - 1) / (last - 1), str(value)) for value in _round(last) if value]
    every = -(-(high - low) // 6)
    ticks_down = [(HEIGHT * (high - size) / (high - low), f"1e{size}") for size in range(high, low - 1, -every)]
    return LineChart(title, lesson, across, down, "M" + "L".join(points) if points else "", ticks, ticks_down)


def _round(most: int) -> range:
    step = next((step for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500) if most < MAX_TICKS * step), 1000)
    return range(0, most + 1, step)


def _down(share: float) -> str:
    return _text(HEIGHT * (1 - share))


def _text(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
