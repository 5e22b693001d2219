"""Pictures of policies and values: squares in a few colours over two numbers, as one small SVG.

Colours are classes of static/css/lab.css (`heat-0` … `heat-9` for a scale, `heat-10` for what is apart from it), and runs of equal
squares are drawn in one stroke, so that a picture of 10,000 squares has a few kilobytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

COLOURS = 10
APART = 10  # the colour of what is on no scale
LEAST_WIDTH = 60  # units of the drawing, so that words beside few squares are not too large


@dataclass(frozen=True)
class Legend:
    """One colour and what it stands for."""

    colour: int
    words: str


@dataclass(frozen=True)
class Layer:
    """All squares of one colour, as an SVG path."""

    colour: int
    path: str


@dataclass(frozen=True)
class Heat:
    """A picture.

    Attributes:
        title: what it shows, for those who do not see it, too.
        across, down: what the two numbers are.
        width, height: squares.
        layers: the colours.
        legend: what they stand for.
        first_across, first_down: the values of the first column and row.
        each: by how much a column's or row's value is above the one before.
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

    @property
    def ticks(self) -> list[tuple[int, int]]:
        """Values to write along the columns: (place, value)."""
        return _ticks(self.first_across, self.width, self.each)

    @property
    def ticks_down(self) -> list[tuple[int, int]]:
        return _ticks(self.first_down, self.height, self.each)

    @property
    def scale(self) -> int:
        """Units of the drawing along a square."""
        return max(1, LEAST_WIDTH // max(1, self.width, self.height))

    @property
    def box(self) -> str:
        """What the drawing shows, with room for the ticks."""
        return f"-9 -1 {self.width * self.scale + 11} {self.height * self.scale + 10}"

    @property
    def foot(self) -> int:
        """Where the values of the columns are written."""
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
) -> Heat:
    """A picture of rows of colours, the first row at the top; None leaves a square empty."""
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
    return Heat(title, across, down, width, len(colours), layers, list(legend), first_across, first_down, each)


def shade(value: float, low: float, high: float) -> int:
    """The colour of a number on the scale of ten from `low` to `high`."""
    share = 0.0 if high <= low else (value - low) / (high - low)
    return min(COLOURS - 1, max(0, int(share * COLOURS)))


def _ticks(first: int, size: int, each: int) -> list[tuple[int, int]]:
    steps = (step for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500) if step % each == 0 and size * each <= 11 * step)
    step = next(steps, 1000)
    last = first + (size - 1) * each
    return [((value - first) // each, value) for value in range(-(-first // step) * step, last + 1, step)]
