"""Exhibits as small SVGs: maps of colors, line charts, and distributions.

Colors are classes of static/css/lab.css (`heat-0` … `heat-10`). A run of equal squares is one rectangle, so a map of
10,000 squares has only a few kilobytes.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.lab.exhibits import Heat, Lines, Spread

MIN_WIDTH = 60  # units of the drawing, so that labels beside few squares are not too large
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)
MAX_TICKS = 11
WIDTH, HEIGHT = 100.0, 50.0
MIN_RANGE = 0.1
SPREAD_HEIGHT = 44.0
PERCENT = "%"
Tick = tuple[float, str]


@dataclass(frozen=True)
class HeatPicture:
    """A map of colors; each color has its squares as an SVG path. `box` is the view box, with room for labels."""

    layers: list[tuple[int, str]]
    scale: int
    box: str
    foot: int
    ticks: list[tuple[float, int | str]]
    ticks_down: list[tuple[float, int | str]]


def draw_heat(heat: Heat) -> HeatPicture:
    """Draw a map; squares with the color None stay empty."""
    paths: dict[int, list[str]] = {}
    for y, row in enumerate(heat.colors):
        x = 0
        for color, run in groupby(row):
            length = sum(1 for _ in run)
            if color is not None:
                paths.setdefault(color, []).append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    width, height = max((len(row) for row in heat.colors), default=0), len(heat.colors)
    scale = max(1, MIN_WIDTH // max(1, width, height))
    across, down = heat.names or ("", "")
    return HeatPicture(
        [(color, "".join(path)) for color, path in sorted(paths.items())],
        scale,
        f"-9 -1 {width * scale + 11} {height * scale + 10}",
        height * scale + 3,
        [((place + 0.5) * scale, value) for place, value in _place_heat_ticks(width, heat.step, across)],
        [((place + 0.5) * scale + 1, value) for place, value in _place_heat_ticks(height, heat.step, down)],
    )


def _place_heat_ticks(size: int, value_step: int, names: str) -> list[tuple[int, int | str]]:
    if names:
        return list(enumerate(names))
    steps = (step for step in STEPS if step % value_step == 0 and size * value_step <= MAX_TICKS * step)
    step = next(steps, 1000)
    return [(value // value_step, value) for value in range(0, (size - 1) * value_step + 1, step)]


@dataclass(frozen=True)
class DrawnLine:
    number: int
    name: str
    path: str
    x: float
    y: float


@dataclass(frozen=True)
class LinesPicture:
    """Lines in a drawing 100 wide and 50 high, with ticks on both axes; `several` lines have a legend."""

    lines: list[DrawnLine]
    ticks: list[Tick]
    ticks_down: list[Tick]

    @property
    def several(self) -> bool:
        return len(self.lines) > 1


def draw_lines(lines: Lines) -> LinesPicture:
    value_scale, ticks_down = _SCALES[lines.scale]([y for _, points in lines.lines for _, y in points])
    places = sorted({x for _, points in lines.lines for x, _ in points})
    first, last = (places[0], places[-1]) if places else (0.0, 1.0)
    span = (last - first + (1 if lines.stepped else 0)) or 1.0

    def x(place: float) -> float:
        return WIDTH * (place - first) / span

    drawn_lines = []
    for number, (name, points) in enumerate(lines.lines, 1):
        if lines.stepped:
            path = "".join(
                f"{'L' if index else 'M'}{_format_number(x(place))} {_format_number(value_scale(y))}H{_format_number(x(place + 1))}"
                for index, (place, y) in enumerate(points)
            )
        else:
            path = (
                "M" + "L".join(f"{_format_number(x(place))} {_format_number(value_scale(y))}" for place, y in points)
                if points
                else ""
            )
        index = min(round(len(points) * number / (len(lines.lines) + 1)), len(points) - 1) if len(points) > 2 else 0
        mark = points[index] if points else (first, 0.0)
        drawn_lines.append(DrawnLine(number, name, path, round(x(mark[0]), 2), round(value_scale(mark[1]), 2)))
    whole = all(float(place).is_integer() for place in places) and last - first >= 1
    if whole:
        middle = 0.5 if lines.stepped else 0.0
        ticks = [(x(place + middle), str(place)) for place in _list_round_numbers(int(last)) if first <= place <= last]
    else:
        ticks = [(x(place), f"{place:.2g}") for place in (first + (last - first) * part / 5 for part in range(6))]
    return LinesPicture(drawn_lines, ticks, ticks_down)


Scale = tuple[Callable[[float], float], list[Tick]]


def _build_count_scale(values: Sequence[float]) -> Scale:
    max_value = max(1, int(max(values, default=1)))
    return (lambda value: HEIGHT * (1 - value / max_value)), [
        (HEIGHT * (1 - value / max_value), str(value)) for value in _list_round_numbers(max_value)
    ]


def _build_chance_scale(values: Sequence[float], unit: str = PERCENT) -> Scale:
    """Return a scale that begins and ends with round numbers and contains all chances."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    every = next((candidate for candidate in (0.02, 0.05, 0.1) if max(high - low, MIN_RANGE) <= 6 * candidate), 0.2)
    low = every * math.floor(low / every + 1e-9)
    high = max(every * math.ceil(high / every - 1e-9), low + MIN_RANGE)

    def up(value: float) -> float:
        return HEIGHT * (high - value) / (high - low)

    steps = range(math.ceil(low / every - 1e-9), math.floor(high / every + 1e-9) + 1)
    return up, [(up(step * every), f"{round(100 * step * every, 6):g}{unit}") for step in steps]


def _build_power_scale(values: Sequence[float]) -> Scale:
    sizes = [math.log10(value) for value in values]
    low = math.floor(min(sizes, default=-1.0))
    high = max(math.ceil(max(sizes, default=0.0)), low + 1)

    def up(value: float) -> float:
        return HEIGHT * (high - math.log10(value)) / (high - low)

    every = -(-(high - low) // 6)
    return up, [(up(10.0**size), f"1e{size}") for size in range(high, low - 1, -every)]


_SCALES: dict[str, Callable[[Sequence[float]], Scale]] = {
    "count": _build_count_scale,
    "chance": _build_chance_scale,
    "points": lambda values: _build_chance_scale(values, ""),
    "log": _build_power_scale,
}


@dataclass(frozen=True)
class SpreadPicture:
    """Shares of games by points, in a drawing 100 wide and 44 high; `top_share` is the share at the top."""

    bars: str
    outline: str
    marks: list[float]
    ticks: list[tuple[float, int]]
    top_share: str


def draw_spread(spread: Spread) -> SpreadPicture:
    width = spread.width
    low = min([*spread.shares, *spread.others])
    high = max([*spread.shares, *spread.others]) + width
    max_share = max([*spread.shares.values(), *spread.others.values()])

    def x(points: float) -> float:
        return round(WIDTH * (points - low) / (high - low), 2)

    def y(share: float) -> float:
        return round(SPREAD_HEIGHT * (1 - share / max_share), 2)

    bars = (
        f"M{x(first_points)} {SPREAD_HEIGHT}V{y(share)}H{x(first_points + width)}V{SPREAD_HEIGHT}z"
        for first_points, share in spread.shares.items()
    )
    outline = ""
    if spread.others:
        steps = (
            f"V{y(spread.others.get(first_points, 0))}H{x(first_points + width)}"
            for first_points in range(low, high, width)
        )
        outline = f"M0 {SPREAD_HEIGHT}{''.join(steps)}"
    step = next((step for step in STEPS if step >= 5 and high - low <= 9 * step), 1000)
    ticks = [(x(points), points) for points in range(-(-low // step) * step, high + 1, step)]
    marks = [x(place) for place, _ in spread.marks]
    return SpreadPicture("".join(bars), outline, marks, ticks, f"{100 * max_share:.1f}{PERCENT}")


Drawing = HeatPicture | LinesPicture | SpreadPicture
DRAWINGS: dict[type, Callable[..., Drawing]] = {
    Heat: draw_heat,
    Lines: draw_lines,
    Spread: draw_spread,
}


def _list_round_numbers(max_value: int) -> range:
    step = next((step for step in STEPS if max_value < MAX_TICKS * step), 1000)
    return range(0, max_value + 1, step)


def _format_number(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
