"""A picture put together from texts, boxes and lines, as SVG.

Everything is said in attributes, without styles and scripts, so that it looks the same in a page, in a
file and where the server turns it into PNG or PDF.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from django.template.loader import render_to_string

from .lettering import FAMILY, clean, cut, fitting, lines, width

# The light colours of static/css/tokens.css.
PAGE = "#f4f6fb"
SURFACE = "#ffffff"
RAISED = "#eef2fa"
LINE = "#d5dcec"
CONTROL = "#7482a6"
INK = "#131a2e"
MUTED = "#4a5575"
WHAMMY = "#d8232f"
SPIN_INK = "#076b43"
FILLS = {"press": "#d98a00", "pass": "#0b74d8"}
INKS = {"press": "#8a5600", "pass": "#0b5cb8", "even": INK}


@dataclass(frozen=True)
class Text:
    """A line of text, `y` being where it stands."""

    x: float
    y: float
    said: str
    size: float
    fill: str
    anchor: str
    weight: str


@dataclass(frozen=True)
class Box:
    """A rectangle, with round corners if `radius` says so."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    stroke: str
    radius: float


@dataclass
class Drawing:
    """The picture, `width` by `height`; `title` tells what it shows to those who do not see it."""

    width: float
    height: float
    title: str
    background: str = SURFACE
    boxes: list[Box] = field(default_factory=list)
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
        """Draw a rectangle; later ones lie above earlier ones, all texts above the boxes."""
        x, y, wide, high = (round(number, 2) for number in (x, y, max(wide, 0.0), high))
        self.boxes.append(Box(x, y, wide, high, fill, stroke, radius))

    def text(
        self,
        x: float,
        y: float,
        said: str,
        size: float,
        *,
        room: float,
        least: float = 0.0,
        bold: bool = False,
        fill: str = INK,
        anchor: str = "start",
    ) -> float:
        """Write a line; what is too wide for `room` becomes smaller down to `least`, then it is cut. How wide it is."""
        said = clean(said)
        size = round(fitting(said, room, size, least or size, bold=bold), 1)
        said = cut(said, room + 0.1 * size, size, bold=bold)
        self.texts.append(Text(round(x, 2), round(y, 2), said, size, fill, anchor, "bold" if bold else "normal"))
        return width(said, size, bold=bold)

    def paragraph(
        self,
        x: float,
        y: float,
        said: str,
        size: float,
        *,
        room: float,
        most: int,
        fill: str = INK,
        leading: float = 1.3,
    ) -> float:
        """Write at most so many lines from `y` downwards; where the next one would stand."""
        for line in lines(clean(said), room, size, most):
            self.text(x, y, line, size, room=room, fill=fill)
            y += size * leading
        return y

    def svg(self) -> str:
        """The picture as a file."""
        return render_to_string("sharing/drawing.svg", {"drawing": self})
