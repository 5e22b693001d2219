"""An SVG picture made of texts and boxes.

It uses attributes only, no styles or scripts, so that it looks the same in a page, in a file and when the server
converts it to PNG.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.template.loader import render_to_string

from pressorpass_site.answers.analyses.answers import Bar
from pressorpass_site.core.assets import colors

from .lettering import FAMILY, clean, cut, fitting, lines, width

_LIGHT = {name: color.light for name, color in colors().items()}
PAGE, SURFACE, RAISED, LINE = _LIGHT["page"], _LIGHT["surface"], _LIGHT["raised"], _LIGHT["line"]
CONTROL, INK, MUTED = _LIGHT["control"], _LIGHT["ink"], _LIGHT["muted"]
WHAMMY, SPIN_INK = _LIGHT["whammy-fill"], _LIGHT["spin-ink"]
FILLS = {"press": _LIGHT["press-fill"], "pass": _LIGHT["pass-fill"]}
INKS = {"press": _LIGHT["press-ink"], "pass": _LIGHT["pass-ink"], "even": INK}
TONES = {"cash": INK, "whammy": _LIGHT["whammy-ink"], "spin": SPIN_INK, "prize": _LIGHT["prize-ink"]}
SEAT_COLORS = (_LIGHT["seat-left"], _LIGHT["seat-centre"], _LIGHT["seat-right"])
LOWEST_WITH_CAPS = 10  # bars


@dataclass(frozen=True)
class Text:
    """A line of text with its baseline at `y`."""

    x: float
    y: float
    content: str
    size: float
    fill: str
    anchor: str
    weight: str


@dataclass(frozen=True)
class Rectangle:
    """A rectangle, with round corners if `radius` is positive."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    stroke: str
    radius: float


@dataclass(frozen=True)
class Path:
    """Points joined by a line `width` wide, perhaps dashed; without a width the area between them, see-through."""

    points: str
    color: str
    width: float
    dash: str


@dataclass
class Drawing:
    """The picture, `width` by `height`; `title` describes it for screen readers."""

    width: float
    height: float
    title: str
    background: str = SURFACE
    boxes: list[Rectangle] = field(default_factory=list)
    paths: list[Path] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    family: str = FAMILY

    def __post_init__(self) -> None:
        self.title = clean(self.title)

    def box(
        self,
        x: float,
        y: float,
        wide: float,
        high: float,
        fill: str = "none",
        stroke: str = "none",
        radius: float = 0.0,
    ) -> None:
        """Draw a rectangle, above earlier ones and below all texts."""
        x, y, wide, high = (round(number, 2) for number in (x, y, max(wide, 0.0), high))
        self.boxes.append(Rectangle(x, y, wide, high, fill, stroke, radius))

    def line(self, points: Sequence[tuple[float, float]], color: str, width: float, dash: str = "") -> None:
        """Draw a line through points, above boxes and below texts."""
        self.paths.append(Path(_joined(points), color, width, dash))

    def area(self, points: Sequence[tuple[float, float]], color: str) -> None:
        """Shade the area between points."""
        self.paths.append(Path(_joined(points), color, 0.0, ""))

    def text(
        self,
        x: float,
        y: float,
        content: str,
        size: float,
        *,
        room: float,
        min_size: float = 0.0,
        bold: bool = False,
        fill: str = INK,
        anchor: str = "start",
    ) -> float:
        """Write a line, shrunk to fit `room` down to `min_size` and then cut; return its width."""
        content = clean(content)
        size = round(fitting(content, room, size, min_size or size, bold=bold), 1)
        content = cut(content, room + 0.1 * size, size, bold=bold)
        self.texts.append(Text(round(x, 2), round(y, 2), content, size, fill, anchor, "bold" if bold else "normal"))
        return width(content, size, bold=bold)

    def paragraph(
        self,
        x: float,
        y: float,
        content: str,
        size: float,
        *,
        room: float,
        max_lines: int,
        fill: str = INK,
        leading: float = 1.3,
    ) -> float:
        """Write up to `max_lines` lines from `y` downwards; return the baseline of the next line."""
        for line in lines(clean(content), room, size, max_lines):
            self.text(x, y, line, size, room=room, fill=fill)
            y += size * leading
        return y

    def svg(self) -> str:
        """Return the picture as a file."""
        return render_to_string("sharing/drawing.svg", {"drawing": self})


def odds_bar(drawing: Drawing, bar: Bar, x: float, y: float, wide: float, high: float) -> None:
    """Draw a bar of the odds, its error on top, on a track of `wide` by `high`."""
    radius = high / 5
    drawing.box(x, y, wide, high, fill=RAISED, radius=radius)
    drawing.box(x, y, wide * bar.length, high, fill=FILLS[bar.action], radius=radius)
    if bar.error is None:
        return
    low, top = bar.error
    thick = max(1.5, high / 9)
    drawing.box(x + wide * low, y + (high - thick) / 2, wide * (top - low), thick, fill=INK)
    if high >= LOWEST_WITH_CAPS:
        for end in (low, top):
            drawing.box(x + wide * end - thick / 2, y + high / 5, thick, high * 0.6, fill=INK)


def _joined(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
