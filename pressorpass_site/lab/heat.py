"""Heat maps of policies and values over two numbers, as small SVGs.

Colors are classes of static/css/lab.css (`heat-0` … `heat-9` for a scale, `heat-10` for values off the scale). Runs of
equal squares are drawn as one rectangle, so that a picture of 10,000 squares has only a few kilobytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

COLOURS = 10
APART = 10  # the colour of values off the scale
MIN_WIDTH = 60  # units of the drawing, so that labels beside few squares are not too large


@dataclass(frozen=True)
class Legend:
    """One colour and its meaning."""

    colour: int
    words: str


@dataclass(frozen=True)
class Layer:
    """All squares of one colour, as an SVG path."""

    colour: int
    path: str


@dataclass(frozen=True)
class HeatPicture:
    """A heat map.

    Attributes:
        title: the description, also for screen readers.
        across, down: the names of the two numbers.
        width, height: the size in squares.
        layers: the squares by colour.
        first_across, first_down: the values of the first column and row.
        each: the step between the values of columns or rows.
        lesson: what it shows, in one sentence.
    """

    title: str
    across: str
    down: str
    width: int
    height: int
    layers: list[Layer]
    legend: list[Legend]
    first_across: int = 0
    first_down: int = 0
    each: int = 1
    lesson: str = ""

    @property
    def ticks(self) -> list[tuple[int, int]]:
        """The labels of the columns: (place, value)."""
        return _ticks(self.first_across, self.width, self.each)

    @property
    def ticks_down(self) -> list[tuple[int, int]]:
        return _ticks(self.first_down, self.height, self.each)

    @property
    def scale(self) -> int:
        """The side of a square in units of the drawing."""
        return max(1, MIN_WIDTH // max(1, self.width, self.height))

    @property
    def box(self) -> str:
        """The view box, with room for the labels."""
        return f"-9 -1 {self.width * self.scale + 11} {self.height * self.scale + 10}"

    @property
    def foot(self) -> int:
        """The vertical place of the columns' labels."""
        return self.height * self.scale + 3

    @property
    def places(self) -> list[tuple[float, int]]:
        """`ticks` with places in units of the drawing."""
        return [((place + 0.5) * self.scale, value) for place, value in self.ticks]

    @property
    def places_down(self) -> list[tuple[float, int]]:
        return [((place + 0.5) * self.scale + 1, value) for place, value in self.ticks_down]


def draw(
    title: str,
    across: str,
    down: str,
    colours: Sequence[Sequence[int | None]],
    legend: Sequence[Legend],
    *,
    first_across: int = 0,
    first_down: int = 0,
    each: int = 1,
    lesson: str = "",
) -> HeatPicture:
    """Return a heat map of rows of colours, the first row at the top; None leaves a square empty."""
    paths: dict[int, list[str]] = {}
    for y, row in enumerate(colours):
        x = 0
        for colour, run in groupby(row):
            length = sum(1 for _ in run)
            if colour is not None:
                paths.setdefault(colour, []).append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    layers = [Layer(colour, "".join(path)) for colour, path in sorted(paths.items())]
    width = max((len(row) for row in colours), default=0)
    return HeatPicture(
        title, across, down, width, len(colours), layers, list(legend), first_across, first_down, each, lesson
    )


def shade(value: float, low: float, high: float) -> int:
    """Return the colour of a number on the scale of ten from `low` to `high`."""
    share = 0.0 if high <= low else (value - low) / (high - low)
    return min(COLOURS - 1, max(0, int(share * COLOURS)))


def _ticks(first: int, size: int, each: int) -> list[tuple[int, int]]:
    steps = (step for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500) if step % each == 0 and size * each <= 11 * step)
    step = next(steps, 1000)
    last = first + (size - 1) * each
    return [((value - first) // each, value) for value in range(-(-first // step) * step, last + 1, step)]
