"""Charts of chances: a line for each strategy, distinguished by dashes and by numbers on the lines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 100.0, 70.0
MIN_RANGE = 0.1


@dataclass(frozen=True)
class ChartLine:
    """One line: its number in the legend, and the place of that number on the line."""

    number: int
    words: str
    path: str
    x: float
    y: float


@dataclass(frozen=True)
class StrategyChart:
    """A chart 100 wide and 70 high; ticks are (place, text), and `lesson` says in one sentence what it shows."""

    title: str
    lesson: str
    across: str
    lines: list[ChartLine]
    ticks: list[tuple[float, str]]
    ticks_down: list[tuple[float, str]]


def draw(
    title: str,
    lesson: str,
    across: str,
    places: Sequence[float],
    lines: Sequence[tuple[str, Sequence[float]]],
    *,
    unit: str = "%",
) -> StrategyChart:
    """Return a chart with a line for each series, in the order of the legend.

    Args:
        title: the description.
        lesson: what it shows, in one sentence.
        across: the name of the horizontal axis.
        places: two or more ascending numbers.
        lines: a name and one chance, or difference of chances, for each place.
        unit: the suffix of the numbers on the vertical axis.
    """
    low, high, every = _range([chance for _, chances in lines for chance in chances])
    first, width = places[0], places[-1] - places[0]

    def x(place: float) -> float:
        return round(WIDTH * (place - first) / width, 2)

    def y(chance: float) -> float:
        return round(HEIGHT * (high - chance) / (high - low), 2)

    drawn = []
    for number, (words, chances) in enumerate(lines, 1):
        points = [f"{x(place):g} {y(chance):g}" for place, chance in zip(places, chances, strict=True)]
        at = round(len(places) * number / (len(lines) + 1)) if len(places) > 2 else 0
        at = min(at, len(places) - 1)
        drawn.append(ChartLine(number, words, "M" + "L".join(points), x(places[at]), y(chances[at])))
    ticks_down = [
        (y(step * every), f"{round(100 * step * every, 6):g}{unit}")
        for step in range(math.ceil(low / every - 1e-9), math.floor(high / every + 1e-9) + 1)
    ]
    ticks = [(x(first + width * part / 5), f"{first + width * part / 5:.2g}") for part in range(6)]
    return StrategyChart(title, lesson, across, drawn, ticks, ticks_down)


def _range(chances: Sequence[float]) -> tuple[float, float, float]:
    """Return a range of round numbers that contains all chances, and the step between ticks."""
    low, high = min(chances), max(chances)
    every = next((each for each in (0.02, 0.05, 0.1) if (max(high - low, MIN_RANGE)) <= 6 * each), 0.2)
    low = every * math.floor(low / every + 1e-9)
    high = max(every * math.ceil(high / every - 1e-9), low + MIN_RANGE)
    return low, high, every
