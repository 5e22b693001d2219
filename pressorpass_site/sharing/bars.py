"""One bar of the odds in a picture, its error on top."""

from __future__ import annotations

from pressorpass_site.analyses.answers import Bar

from .drawing import FILLS, INK, RAISED, Drawing

LOWEST_WITH_CAPS = 10


def odds_bar(drawing: Drawing, bar: Bar, x: float, y: float, wide: float, high: float) -> None:
    """Draw the bar on a track of `wide` by `high`."""
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
