"""Charts of Yahtzee and Sebastian: the values of boxes, the losses of simpler players, and the distribution of scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import starmap
from typing import Any

from engine.lab.games.yahtzee.policies import AUTOPLAYERS

from ..controls.control import SEPARATOR
from ..labels import AnswerView, digits
from .shared import AnswerPending, lab_result
from .yahtzee_card import title

# Policy and depth of the players, best first.
PLAYERS = (
    ("optimal", None),
    ("autoplayer", 3),
    ("ranked", 2),
    ("autoplayer", 2),
    ("greedy", None),
    ("autoplayer", 1),
    ("numbers", 2),
    ("random", None),
)
NAMES = {
    "optimal": "The best player",
    "greedy": "Greedy",
    "random": "Random",
    "autoplayer": "Autoplayer",
    "numbers": "Autoplayer, numbers first",
    "ranked": "Autoplayer, boxes by rank",
}
WIDTH, HEIGHT = 100.0, 44.0
STEPS = (5, 10, 20, 25, 50, 100, 200, 500)
MAX_TICKS = 9
SHOWN = 1e-3  # the precision in tables


@dataclass(frozen=True)
class LabelledBar:
    """A row with a bar; `share` is in percent of the longest."""

    words: str
    share: float
    value: str
    second_value: str


def box_bars(adds: Sequence[Any], alone: Sequence[Any], error: float) -> list[LabelledBar]:
    """Return the value that each open box adds, and its value alone."""
    most = max((points for _, points in adds), default=0) or 1
    shown = max(error, SHOWN)
    return [
        LabelledBar(title(name), round(100 * points / most, 2), digits(points, shown), digits(single, shown))
        for (name, points), (_, single) in zip(adds, alone, strict=True)
    ]


def player_words(policy: str, depth: int | None, prunes: bool = False) -> str:
    """Return the name of a player; the depth is an autoplayer's."""
    if policy not in AUTOPLAYERS:
        return NAMES[policy]
    turns = {1: "one turn", 2: "two turns ahead", 3: "three turns ahead"}.get(depth or 1, f"{depth} turns ahead")
    return f"{NAMES[policy]}, {turns}{', pruning by the first die' if prunes else ''}"


@dataclass(frozen=True)
class Shortfalls:
    """The losses of simpler players over a whole game; `left` are not computed yet."""

    bars: list[LabelledBar]
    left: list[str]


def shortfalls(game: str, rules: str) -> Shortfalls:
    """Return exact values of whole games, computed one at a time. Raises AnswerPending if there is none yet."""
    best = lab_result(game, "policy", rules=rules)["answer"]
    bars: list[LabelledBar] = []
    left: list[str] = []
    for place, (policy, depth) in enumerate(PLAYERS):
        far = {"depth": depth} if depth else {}
        try:
            value = lab_result(game, "policy", rules=rules, policy=policy, **far)["answer"]
        except AnswerPending as waiting:
            if not waiting.row.is_active:  # too expensive for the site
                continue
            left = list(starmap(player_words, PLAYERS[place:]))
            break
        short = digits(best - value, SHOWN) if value != best else "–"
        bars.append(LabelledBar(player_words(policy, depth), round(100 * value / best, 2), digits(value, SHOWN), short))
    return Shortfalls(bars, left)


def named(view: AnswerView) -> Callable[[str], str]:
    """Return the names of the players of a list."""
    prunes = view.asked.parameters["prune_first_die"]

    def words(name: str) -> str:
        kind, _, turns = name.partition(SEPARATOR)
        if kind == "optimal":
            return "The best player for the win"
        return player_words("optimal" if kind == "solitaire" else kind, int(turns or 1), prunes)

    return words


def side_by_side(view: AnswerView) -> Shortfalls:
    """Return the players of a ranking with their losses."""
    bars, best, words = list[LabelledBar](), view.details["optimal"], named(view)
    for (name, value), short in zip(view.answer, view.details["short"], strict=True):
        share = round(100 * value / best, 2) if best else 0.0
        bars.append(LabelledBar(words(name), share, digits(value, SHOWN), digits(short, SHOWN) if short else "–"))
    return Shortfalls(bars, [])


@dataclass(frozen=True)
class Mark:
    """A vertical line in the chart at an expected score."""

    place: float
    words: str
    kind: str


@dataclass(frozen=True)
class Histogram:
    """Shares of games by points; places are in units of a drawing 100 wide and 44 high.

    `lesson` says in one sentence what they show.
    """

    title: str
    lesson: str
    most: str
    bars: str
    outline: str
    ticks: list[tuple[float, int]]
    marks: list[Mark]
    rows: list[tuple[str, str, str]]
    heads: list[str]


def histogram(found: dict[str, Any], best: dict[str, Any] | None, words: str) -> Histogram:
    """Return the chart of a distribution, with the best player's as an outline if that is a different one."""
    width = found["parameters"]["bin"]
    shares: dict[int, float] = dict(found["answer"])
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
    step = next((step for step in STEPS if high - low <= MAX_TICKS * step), 1000)
    ticks = [(x(points), points) for points in range(-(-low // step) * step, high + 1, step)]
    details = found["details"]
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
    spread = round(details["deviation"])
    lesson = f"One standard deviation is {spread} points: luck alone often takes a game that far from the average."
    return Histogram(
        "How often games end with so many points",
        lesson,
        f"{100 * most:.1f}%",
        bars,
        outline,
        ticks,
        marks,
        rows,
        heads,
    )


def _share(shares: dict[int, float], first: int) -> str:
    return f"{100 * shares.get(first, 0):.2f}"


def compared(game: str, found: dict[str, Any]) -> Histogram:
    """Return the histogram of an answer with the best player's. Raises AnswerPending."""
    asked = found["parameters"]
    best = None
    if asked["policy"] != "optimal":
        names = ("rules", "upper", "yahtzee", "games", "seed", "bin")
        same = {name: asked[name] for name in names if asked[name] is not None}
        boxes = asked["open"] if isinstance(asked["open"], str) else ",".join(asked["open"])
        best = lab_result(game, "distribution", **same, open=boxes, policy="optimal")
    return histogram(found, best, player_words(asked["policy"], asked["depth"], asked["prune_first_die"]))
