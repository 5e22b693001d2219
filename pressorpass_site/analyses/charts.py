"""The charts of an answer as Vega-Lite specs: drawn by the browser and by the server alike."""

from __future__ import annotations

from typing import Any

from .answers import Answer

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
THEMES = ("light", "dark")
STATIC_WIDTH = 420
BAR_STEP = 26
_BETWEEN = 0.28  # room between contestants, as a part of one
_AROUND = 0.1
_PADDING = 4

# The same colours as static/css/tokens.css.
_COLOURS = {
    "light": {"press": "#d98a00", "pass": "#0b74d8", "ink": "#131a2e", "muted": "#4a5575", "track": "#e7ecf7"},
    "dark": {"press": "#ffb71b", "pass": "#3ba7ff", "ink": "#f3f6ff", "muted": "#9aa6c8", "track": "#1b2340"},
}
# Fonts of the same widths, so that what the server measures fits wherever the picture is seen.
_FONT = "Arial, 'Liberation Sans', Helvetica, sans-serif"


def odds_spec(
    answer: Answer, theme: str = "light", width: int | str = "container", background: str | None = None
) -> dict[str, Any]:
    """Paired bars of every contestant's chance, press above pass, with the error where there is one.

    `background` is for a picture that will stand on its own; otherwise it is what lies below.
    """
    colours = _COLOURS[theme]
    rows = [
        {
            "contestant": f"{row.name} · up" if row.is_up else row.name,
            "action": bar.label,
            "chance": bar.chance,
            "low": bar.low,
            "high": bar.high,
            "said": f"{bar.label} {bar.text}",
        }
        for row in answer.odds
        for bar in row.bars
    ]
    actions = [bar.label for bar in answer.odds[0].bars]
    y = {
        "field": "contestant",
        "type": "nominal",
        "sort": None,
        "title": None,
        "scale": {"paddingInner": _BETWEEN, "paddingOuter": _AROUND},
        "axis": {"labelFontSize": 14, "labelFontWeight": 600, "labelColor": colours["ink"], "labelPadding": 12},
    }
    offset = {"field": "action", "sort": actions, "scale": {"paddingInner": 0.14}}
    # Every layer says the same of the shared axis: Vega-Lite stumbles where only some switch it off.
    x = {"type": "quantitative", "scale": {"domain": [0, 1]}, "axis": None, "title": None}
    hover = {"condition": {"param": "hover", "value": 1, "empty": True}, "value": 0.45}
    layers: list[dict[str, Any]] = [
        {
            "mark": {"type": "bar", "color": colours["track"], "cornerRadius": 3, "aria": False},
            "encoding": {"x": x | {"datum": 0}, "x2": {"datum": 1}},
        },
        {
            "params": [{"name": "hover", "select": {"type": "point", "on": "pointerover", "fields": ["action"]}}],
            "mark": {"type": "bar", "cornerRadiusEnd": 3},
            "encoding": {
                "x": x | {"field": "chance"},
                "color": {
                    "field": "action",
                    "type": "nominal",
                    "legend": None,
                    "scale": {"domain": list(answer.labels.values()), "range": [colours["press"], colours["pass"]]},
                },
                "opacity": hover,
                "tooltip": {"field": "said"},
                "description": {"field": "said"},
            },
        },
    ]
    if answer.method != "exact":
        layers.append(
            {
                "mark": {"type": "rule", "color": colours["ink"], "strokeWidth": 2, "aria": False},
                "encoding": {
                    "x": x | {"field": "low"},
                    "x2": {"field": "high"},
                },
            }
        )
    layers.append(
        {
            "mark": {
                "type": "text",
                "align": "left",
                "dx": 8,
                "fontSize": 13,
                "color": colours["ink"],
                "aria": False,
            },
            "encoding": {
                "x": x | {"datum": 1},
                "text": {"field": "said"},
                "opacity": hover,
            },
        }
    )
    return {
        "$schema": SCHEMA,
        "description": answer.odds_in_words,
        "background": background,
        "width": width,
        "height": height(answer) - 2 * _PADDING,
        "autosize": {"type": "fit-x", "contains": "padding"},
        "padding": {"left": 0, "right": 4, "top": _PADDING, "bottom": _PADDING},
        "data": {"values": rows},
        "encoding": {"y": y, "yOffset": offset},
        "layer": layers,
        "config": {
            "font": _FONT,
            "view": {"stroke": None},
            "axis": {"domain": False, "ticks": False, "grid": False},
        },
    }


def height(answer: Answer) -> int:
    """The still picture's height, so that the page does not jump when it arrives."""
    contestants, bars = len(answer.odds), len(answer.odds[0].bars)
    steps = bars * BAR_STEP / (1 - _BETWEEN)
    return round(steps * (contestants - _BETWEEN + 2 * _AROUND)) + 2 * _PADDING
