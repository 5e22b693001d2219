"""An SVG picture made of texts and boxes, rendered as a PNG by the server.

Only the ring of the stage has a style sheet; everything else is styled with attributes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.template.loader import render_to_string

from pressorpass_site.answers.analyses.answers import OddsBar
from pressorpass_site.boards.picture import render_style
from pressorpass_site.boards.ring import Ring
from pressorpass_site.core.assets import load_colors

from .lettering import (
    BOLD,
    DISPLAY,
    DISPLAY_FAMILY,
    FAMILY,
    REGULAR,
    clean,
    cut_text,
    find_fitting_size,
    measure_text,
    wrap_text,
)

_LIGHT = {name: color.light for name, color in load_colors().items()}
SURFACE, RAISED = _LIGHT["surface"], _LIGHT["raised"]
INK, MUTED = _LIGHT["ink"], _LIGHT["muted"]
LEADING = 1.3  # line height of a paragraph, in font sizes
SPIN, WHAMMY = _LIGHT["spin-ink"], _LIGHT["whammy-fill"]
FILLS = {"press": _LIGHT["press-fill"], "pass": _LIGHT["pass-fill"]}
STAGE, STAGE_EDGE, STAGE_RAISED = _LIGHT["stage"], _LIGHT["stage-edge"], _LIGHT["stage-raised"]
STAGE_INK, STAGE_MUTED, STAGE_TRACK = _LIGHT["stage-ink"], _LIGHT["stage-muted"], _LIGHT["stage-track"]
STAGE_INKS = {"press": _LIGHT["stage-press"], "pass": _LIGHT["stage-pass"]}
SEAT_COLORS = (_LIGHT["seat-left"], _LIGHT["seat-centre"], _LIGHT["seat-right"])
MIN_BAR_HEIGHT_WITH_CAPS = 10
MIN_ROW_HEIGHT_WITH_TEXTS = 80  # of a ring
RING_FONT_SIZE = 18


@dataclass(frozen=True)
class DrawnText:
    """A line of text with its baseline at `y`."""

    x: float
    y: float
    content: str
    size: float
    fill: str
    anchor: str
    weight: str
    family: str


@dataclass(frozen=True)
class Rectangle:
    x: float
    y: float
    width: float
    height: float
    fill: str
    stroke: str
    radius: float


@dataclass
class Drawing:
    """The picture; `title` describes it for screen readers.

    `ring` is the ring of the stage with its x and y, inside a frame of bulbs.
    """

    width: float
    height: float
    title: str
    background: str = SURFACE
    boxes: list[Rectangle] = field(default_factory=list)
    texts: list[DrawnText] = field(default_factory=list)
    family: str = FAMILY
    ring: tuple[float, float, Ring] | None = None

    def __post_init__(self) -> None:
        self.title = clean(self.title)

    def add_box(
        self,
        x: float,
        y: float,
        wide: float,
        high: float,
        fill: str = "none",
        stroke: str = "none",
        radius: float = 0.0,
    ) -> None:
        """Add a rectangle above earlier rectangles and below all texts."""
        x, y, wide, high = (round(number, 2) for number in (x, y, max(wide, 0.0), high))
        self.boxes.append(Rectangle(x, y, wide, high, fill, stroke, radius))

    def add_text(
        self,
        x: float,
        y: float,
        content: str,
        size: float,
        *,
        room: float,
        min_size: float = 0.0,
        bold: bool = False,
        display: bool = False,
        fill: str = INK,
        anchor: str = "start",
    ) -> float:
        """Add a line of text and return its width; `display` uses the font of scores.

        Text that is wider than `room` is shrunk down to `min_size` and then cut.
        """
        content = clean(content)
        face = DISPLAY if display else BOLD if bold else REGULAR
        size = round(find_fitting_size(content, room, size, min_size or size, face), 1)
        content = cut_text(content, room + 0.1 * size, size, face)
        weight, family = "bold" if bold else "normal", DISPLAY_FAMILY if display else ""
        self.texts.append(DrawnText(round(x, 2), round(y, 2), content, size, fill, anchor, weight, family))
        return measure_text(content, size, face)

    def add_paragraph(
        self,
        x: float,
        y: float,
        content: str,
        size: float,
        *,
        room: float,
        max_lines: int,
        fill: str = INK,
        anchor: str = "start",
    ) -> float:
        """Add up to `max_lines` lines from `y` downward; return the baseline of the next line."""
        for line in wrap_text(clean(content), room, size, max_lines):
            self.add_text(x, y, line, size, room=room, fill=fill, anchor=anchor)
            y += size * LEADING
        return y

    def place_ring(self, ring: Ring, x: float, y: float) -> None:
        """Draw the stage's ring, above boxes and below texts."""
        self.ring = x, y, ring

    @property
    def frame(self) -> tuple[float, float]:
        return self.width - 22, self.height - 22

    @property
    def low(self) -> bool:
        assert self.ring
        assert self.ring[2].size
        return self.ring[2].size[1] / self.ring[2].rows < MIN_ROW_HEIGHT_WITH_TEXTS

    def render_svg(self) -> str:
        return render_to_string("sharing/drawing.svg", {"drawing": self, "style": STYLE})


def _build_ring_style() -> str:
    """Return the style sheet of the ring; its texts are hidden if its rows are too low for them."""
    letters = f"font:700 {RING_FONT_SIZE}px {FAMILY};text-anchor:middle;dominant-baseline:central"
    bulbs = (
        f".bulbs{{fill:none;stroke:{STAGE_INKS['press']};stroke-width:5;stroke-linecap:round;stroke-dasharray:0 11}}"
    )
    return f"{render_style(_LIGHT.__getitem__)}.sq text{{{letters}}}.low text{{display:none}}{bulbs}"


STYLE = _build_ring_style()


def draw_odds_bar(
    drawing: Drawing,
    bar: OddsBar,
    x: float,
    y: float,
    wide: float,
    high: float,
    *,
    track: str = RAISED,
    fills: Mapping[str, str] = FILLS,
    ink: str = INK,
) -> None:
    """Draw a bar of the odds, with its error on top, on a track of `wide` by `high`."""
    radius = high / 5
    drawing.add_box(x, y, wide, high, fill=track, radius=radius)
    drawing.add_box(x, y, wide * bar.length, high, fill=fills[bar.action], radius=radius)
    if bar.error is None:
        return
    low, top = bar.error
    thick = max(1.5, high / 9)
    drawing.add_box(x + wide * low, y + (high - thick) / 2, wide * (top - low), thick, fill=ink)
    if high >= MIN_BAR_HEIGHT_WITH_CAPS:
        for end in (low, top):
            drawing.add_box(x + wide * end - thick / 2, y + high / 5, thick, high * 0.6, fill=ink)
