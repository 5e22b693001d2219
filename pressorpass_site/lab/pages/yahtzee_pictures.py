"""Pictures of Yahtzee and Sebastian: what boxes add, what simpler players give away, how games end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pressorpass_site.core.formatting import NBSP

from ..labels import digits
from .shared import NotYet, result
from .yahtzee_card import title

# Players from the best on: policy, depth, how they are called. The best comes first.
PLAYERS = (
    ("optimal", None, "The best player"),
    ("autoplayer", 3, "Autoplayer, three turns ahead"),
    ("autoplayer", 2, "Autoplayer, two turns ahead"),
    ("greedy", None, "Greedy"),
    ("autoplayer", 1, "Autoplayer, one turn"),
    ("random", None, "Random"),
)
WIDTH, HEIGHT = 100.0, 44.0
STEPS = (5, 10, 20, 25, 50, 100, 200, 500)
MOST_TICKS = 9
SHOWN = 1e-3  # digits beyond are known, but a table has no room for them


@dataclass(frozen=True)
class Bar:
    """A row with a bar: `share` in per cent of the longest."""

    words: str
    share: float
    value: str
    beside: str


def box_bars(adds: Sequence[Any], alone: Sequence[Any], error: float) -> list[Bar]:
    """What each open box adds, and what it is worth alone, with the digits that a page has room for."""
    most = max((points for _, points in adds), default=0) or 1
    shown = max(error, SHOWN)
    return [
        Bar(title(name), round(100 * points / most, 2), digits(points, shown), digits(single, shown))
        for (name, points), (_, single) in zip(adds, alone, strict=True)
    ]


def player_words(policy: str, depth: int | None) -> str:
    """How a player is called."""
    if policy == "autoplayer":
        depth = depth or 1
    return next((words for name, far, words in PLAYERS if (name, far) == (policy, depth)), f"Autoplayer, {depth} turns")


@dataclass(frozen=True)
class Shortfalls:
    """What simpler players give away over a whole game; `left` are not worked out yet."""

    bars: list[Bar]
    left: list[str]


def shortfalls(game: str, rules: str) -> Shortfalls:
    """Exact values of whole games, one being worked out at a time. Raises NotYet if there is none so far."""
    best = result(game, "policy", rules=rules)["answer"]
    bars: list[Bar] = []
    left: list[str] = []
    for place, (policy, depth, words) in enumerate(PLAYERS):
        far = {"depth": depth} if depth else {}
        try:
            value = result(game, "policy", rules=rules, policy=policy, **far)["answer"]
        except NotYet as waiting:
            if not waiting.row.is_active:  # out of reach here
                continue
            left = [words for *_, words in PLAYERS[place:]]
            break
        short = digits(best - value, SHOWN) if value != best else "–"
        bars.append(Bar(words, round(100 * value / best, 2), digits(value, SHOWN), short))
    return Shortfalls(bars, left)


@dataclass(frozen=True)
class Mark:
    """A line across the picture at an expected score."""

    place: float
    words: str
    kind: str


@dataclass(frozen=True)
class Histogram:
    """Shares of games by points; places are units of a drawing 100 wide and 44 high."""

    title: str
    most: str
    bars: str
    outline: str
    ticks: list[tuple[float, int]]
    marks: list[Mark]
    rows: list[tuple[str, str, str]]
    heads: list[str]


def histogram(told: dict[str, Any], best: dict[str, Any] | None, words: str) -> Histogram:
    """The picture of a distribution, with the best player's as an outline where it is another."""
    width = told["parameters"]["bin"]
    shares: dict[int, float] = dict(told["answer"])
    others: dict[int, float] = dict(best["answer"]) if best else {}
    low = min([*shares, *others])
    high = max([*shares, *others]) + width
    most = max([*shares.values(), *others.values()])

    def x(points: float) -> float:
        return round(WIDTH * (points - low) / (high - low), 2)

    def y(share: float) -> float:
        return round(HEIGHT * (1 - share / most), 2)

    bars = "".join(f"M{x(first)} {HEIGHT}V{y(share)}H{x(first + width)}V{HEIGHT}z" for first, share in shares.items())
    outline = ""
    if others:
        outline = f"M0 {HEIGHT}"
        for first in range(low, high, width):
            outline += f"V{y(others.get(first, 0))}H{x(first + width)}"
    step = next((step for step in STEPS if high - low <= MOST_TICKS * step), 1000)
    ticks = [(x(points), points) for points in range(-(-low // step) * step, high + 1, step)]
    details = told["details"]
    marks = [Mark(x(details["exact_mean"]), f"{words}: {digits(details['exact_mean'], SHOWN)} expected", "own")]
    if best:
        marks.append(
            Mark(x(details["optimal"]), f"The best player: {digits(details['optimal'], SHOWN)} expected", "best")
        )
    rows = [
        (f"{first}–{first + width - 1}" if width > 1 else str(first), _share(shares, first), _share(others, first))
        for first in sorted({*shares, *others})
    ]
    heads = ["Points", words, *(["The best player"] if best else [])]
    return Histogram(
        "How often games end with so many points", f"{100 * most:.1f}{NBSP}%", bars, outline, ticks, marks, rows, heads
    )


def _share(shares: dict[int, float], first: int) -> str:
    return f"{100 * shares.get(first, 0):.2f}"


def compared(game: str, told: dict[str, Any]) -> Histogram:
    """The histogram of an answer beside the best player's. Raises NotYet."""
    asked = told["parameters"]
    best = None
    if asked["policy"] != "optimal":
        names = ("rules", "upper", "yahtzee", "games", "seed", "bin")
        same = {name: asked[name] for name in names if asked[name] is not None}
        boxes = asked["open"] if isinstance(asked["open"], str) else ",".join(asked["open"])
        best = result(game, "distribution", **same, open=boxes, policy="optimal")
    return histogram(told, best, player_words(asked["policy"], asked["depth"]))
