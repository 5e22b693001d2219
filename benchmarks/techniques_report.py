"""The measured techniques as a picture (SVG, for light and dark) and as a page of the documentation."""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape
from typing import Any

from .techniques_words import describe_figures

WIDTH = 360
BAR_LEFT, BAR_RIGHT = 10, 300
HEAD, LINE, GAP = 26, 34, 16
AXIS = 20  # the height of a scale, below each technique's bars
CAPTION = 17  # the height of a line that says what is drawn
CAPTIONS = {"text": "as the first program has it", "engine": "this engine", "plain": "another way of the plain search"}
STYLE = """
text { font: 12px system-ui, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif; fill: #131a2e; }
.head { font-weight: 700; font-size: 13.5px; }
.tick { font-size: 11px; text-anchor: middle; }
.grid { stroke: #d5dcec; }
.plain { fill: #7482a6; }
.text { fill: #d98a00; }
.engine { fill: #0b74d8; }
@media (prefers-color-scheme: dark) {
  text { fill: #f3f6ff; }
  .grid { stroke: #2a3459; }
  .plain { fill: #8894b8; }
  .text { fill: #ffb71b; }
  .engine { fill: #3ba7ff; }
}
"""

INTRODUCTION = """# The first program's techniques, measured

[pressorpass](https://github.com/bcd/pressorpass), the C++ library that asked this question first, explained how it made the
search feasible. This page measures each of its techniques on a position with and without it, beside this engine.
[method.md](method.md#the-first-programs-techniques-and-what-became-of-them) says what became of each;
[tests/engine/texts](../tests/engine/texts/techniques.md) goes through its text item by item.

- The **plain search** (`benchmarks/plain_search.py`) follows the text's design: positions one by one, in Python, by the
  rules of the preset `seed`. Every technique can be left out. Its answers agree with the engine's to 1e-9.
- **Time** is a ratio: 1 is the plain search with the technique as the text describes it. The engine's ratio also includes the
  advantage of compiled kernels; the positions are comparable (in tables and dense solves they are cells, including a few that
  cannot be reached).
- **Error** compares answers with and without the technique on {positions} random positions, in which one contestant has one or two
  spins: the largest error of the six chances (two actions, three contestants). “None”: the values are the same.

Measured on {date} with engine {engine} on a machine of {machine}, board `{board}`. `python -m benchmarks.techniques` measures
everything again and writes this page and its picture.

![The time of each way, on a logarithmic scale: gold as in the text, blue by this engine, gray for other ways of the plain search; the tables have the numbers](techniques.svg)
"""


def format_table(figures: dict[str, Any]) -> str:
    """Return the page of the documentation."""
    measured = describe_figures(figures)
    parts = [
        INTRODUCTION.format(
            positions=measured["positions"],
            date=measured["measured"],
            engine=measured["engine"],
            machine=measured["machine"],
            board=measured["board"],
        )
    ]
    for technique in measured["techniques"]:
        parts.append(f"## {technique['name']}\n{technique['about']}\n\n`{technique['position']}`\n")
        rows = ["| way | positions | time | error |", "|---|---|---|---|"]
        for way in technique["ways"]:
            name = f"**{way.name}**" if way.as_in_text else way.name
            rows.append(f"| {name} | {way.positions_shown} | {way.time} | {way.error} |")
        parts.append("\n".join(rows) + "\n")
    return "\n".join(parts).replace("\u00a0", " ")


def draw_picture(figures: dict[str, Any]) -> str:
    """Draw bars of the time that each way takes, on a logarithmic scale."""
    measured = describe_figures(figures)
    times = [way.times for technique in measured["techniques"] for way in technique["ways"]]
    low, high = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))

    def at(number: float) -> float:
        return BAR_LEFT + (BAR_RIGHT - BAR_LEFT) * (math.log10(number) - low) / (high - low)

    top = CAPTION * (len(CAPTIONS) + 2) + GAP
    height = top + _find_height(measured["techniques"])
    lines = [*_draw_captions(), *_draw_lines(measured, at, range(low, high + 1), top)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">',
            f"<style>{STYLE}</style>",
            *lines,
            "</svg>\n",
        ]
    )


def _draw_captions() -> Iterator[str]:
    """Yield what the scale and the colors mean."""
    yield f'<text x="{BAR_LEFT}" y="12">Time; the first program’s way takes 1.</text>'
    yield f'<text x="{BAR_LEFT}" y="{12 + CAPTION}">From each line to the next: ten times as long.</text>'
    for line, (kind, words) in enumerate(CAPTIONS.items(), 2):
        y = 12 + CAPTION * line
        yield f'<rect class="{kind}" x="{BAR_LEFT}" y="{y - 9}" width="20" height="9" rx="2"/>'
        yield f'<text x="{BAR_LEFT + 26}" y="{y}">{words}</text>'


def _draw_axis(decades: range, at: Any, top: int, bottom: int) -> Iterator[str]:
    """Yield a line for each power of ten from `top` to `bottom`, with a label below wherever it stands alone."""
    for decade in decades:
        x = at(10**decade)
        yield f'<path class="grid" d="M{x:.1f} {top}V{bottom}"/>'
        if decade % 2 == 0 and x > BAR_LEFT:
            label = f"{10**decade:,}" if decade >= 0 else f"1/{10**-decade:,}"
            yield f'<text class="tick" x="{x:.1f}" y="{bottom + 13}">{label}</text>'


def _find_height(techniques: list[dict[str, Any]]) -> int:
    return sum(HEAD + LINE * len(technique["ways"]) + AXIS + GAP for technique in techniques)


def _draw_lines(measured: dict[str, Any], at: Any, decades: range, top: int) -> Iterator[str]:
    y = top
    for technique in measured["techniques"]:
        y += HEAD
        yield f'<text class="head" x="{BAR_LEFT}" y="{y - 6}">{escape(technique["name"])}</text>'
        yield from _draw_axis(decades, at, y, y + LINE * len(technique["ways"]))
        for way in technique["ways"]:
            kind = "engine" if way.by_engine else "text" if way.as_in_text else "plain"
            end = at(way.times)
            yield f'<text x="{BAR_LEFT}" y="{y + 12}">{escape(way.name)}</text>'
            yield f'<rect class="{kind}" x="{BAR_LEFT}" y="{y + 17}" width="{end - BAR_LEFT:.1f}" height="9" rx="2"/>'
            yield f'<text x="{end + 5:.1f}" y="{y + 26}">{escape(way.time)}</text>'
            y += LINE
        y += AXIS + GAP
