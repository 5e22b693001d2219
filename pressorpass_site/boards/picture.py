"""A board as a picture: the stage's ring with a legend in its middle.

The picture is used on its own (in an <img>, saved, shared), so it contains its colors for light and dark mode. On a small
picture, slides have signs in place of texts.
"""

import base64
import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from django.template.loader import render_to_string

from engine import Board as EngineBoard
from pressorpass_site.core.assets import load_colors

from . import ring

WIDTH = 600
EDGE = 10
ROW = 100
LEGEND_LEFT, LEGEND_RIGHT, LEGEND_LINE = 140.0, 450.0, 32.0
TEXTS_FROM = 480  # pixels of width at which a text has 12 px

WORDS = {
    "whammy": "Whammy",
    "spin": "extra spin",
    "cash": "money",
    "prize": "prize",
    "move": "move",
    "special": "special",
    "unknown": "not known",
}


def render_style(color: Callable[[str], str]) -> str:
    """Return the style sheet of the stage's ring in a picture; `color` returns a token's color.

    It has no color variables or functions, which the program that makes PNGs of pictures does not know.
    """
    fills = ("cash", "spin", "whammy", "prize")
    return "".join(
        [
            f".ground{{fill:{color('stage')}}}",
            f".sq__box{{fill:{color('square')};stroke:{color('stage-edge')};stroke-opacity:.6}}",
            *(f".chip--{name}{{fill:{color(f'{name}-fill')}}}" for name in fills),
            f".chip--move,.chip--special,.chip--unknown{{fill:none;stroke:{color('cash-fill')}}}",
            f".chip__text{{fill:{color('surface')}}}",
            f".chip__text--move,.chip__text--special,.chip__text--unknown{{fill:{color('ink')}}}",
            f".sq__foot{{fill:{color('muted')}}}",
            f".sign,.key{{fill:none;stroke:{color('surface')};stroke-width:3;stroke-linecap:round;stroke-linejoin:round}}",
            f".sign--move,.sign--special,.sign--unknown{{stroke:{color('ink')}}}",
            f".key--move,.key--special,.key--unknown{{stroke:{color('stage-ink')}}}",
            f".word{{fill:{color('stage-ink')}}}",
        ]
    )


def _build_picture_style() -> str:
    return "".join(
        [
            "svg{color-scheme:light dark}",
            render_style(lambda name: load_colors()[name].light),
            f"@media (prefers-color-scheme:dark){{{render_style(lambda name: load_colors()[name].dark)}}}",
            "text{font:700 15px Arial,'Liberation Sans',sans-serif;text-anchor:middle;dominant-baseline:central}",
            ".word{font-size:20px;font-weight:400;text-anchor:start}.count{font-weight:700;text-anchor:end}",
            ".sign{display:none}",
            f"@media (max-width:{TEXTS_FROM - 1}px){{.sign{{display:inline}}.chip__text,.sq__foot,.legend{{display:none}}}}",
        ]
    )


STYLE = _build_picture_style()
# The site's policy forbids inline styles; this allows the picture its sheet.
POLICY = {"style-src": [f"'sha256-{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}'"]}


@dataclass(frozen=True)
class LegendLine:
    tone: str
    word: str
    count: int
    y: float
    x: float = LEGEND_LEFT
    word_x: float = LEGEND_LEFT + 60
    count_x: float = LEGEND_RIGHT
    sign_x: float = LEGEND_LEFT + 23

    @property
    def sign_y(self) -> float:
        return self.y + 11


def render_svg(board: EngineBoard, title: str) -> str:
    counts = ring.count_tones(board)
    words = [(name, word, counts[name]) for name, word in WORDS.items() if counts[name]]
    picture = ring.draw(board)
    height = picture.rows * ROW
    room = len(words) * LEGEND_LINE
    top = EDGE + ((height - room) / 2 if picture.is_ring else height)
    return render_to_string(
        "boards/picture.svg",
        {
            "title": title,
            "description": ", ".join(f"{word}: {count}" for _, word, count in words),
            "style": STYLE,
            "width": WIDTH,
            "height": height + 2 * EDGE + (0 if picture.is_ring else room),
            "edge": EDGE,
            "ring": picture.with_size(WIDTH - 2 * EDGE, height),
            "legend": [LegendLine(*word, y=top + index * LEGEND_LINE + 5) for index, word in enumerate(words)],
        },
    )
