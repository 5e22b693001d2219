"""The three chances over a game as lines, in parts of the width and height: for the page and for pictures."""

from __future__ import annotations

from dataclasses import dataclass

from engine import Odds, Played, event_to_json
from engine import Review as EngineReview

from .words import capital, chance, half_width

VISIBLE = 0.005  # a smaller error is not drawn
APART = 0.085  # labels at the ends of the lines are no closer than this part of the height


@dataclass(frozen=True)
class Line:
    """A contestant's chances: points as (x, y) from the top left, both 0 to 1.

    Attributes:
        seat: 0 to 2. name: the contestant's.
        points: one for each event. band: the outline of the error, empty if it cannot be seen.
        label: where the name stands. text: the last chance.
    """

    seat: int
    name: str
    points: tuple[tuple[float, float], ...]
    band: tuple[tuple[float, float], ...]
    label: float
    text: str

    @property
    def end(self) -> tuple[float, float]:
        return self.points[-1]


@dataclass(frozen=True)
class Mark:
    """An event on the chart: where, and whether it is a pass or a Whammy (`kind`, else "")."""

    event: int
    x: float
    left: float
    width: float
    kind: str


@dataclass(frozen=True)
class Chart:
    """The lines, and the events in order."""

    lines: tuple[Line, ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class ChartPoint:
    """The odds after an event; `played` is None at the start."""

    played: Played | None
    odds: Odds


def chart_points(found: EngineReview) -> list[ChartPoint]:
    """The start, and every event with odds."""
    points: list[ChartPoint] = []
    if found.accounts:
        points.append(ChartPoint(None, found.judged[0].before if found.judged else found.accounts[0].start))
    points += [ChartPoint(change.played, steps[-1].after) for change, steps in found.steps if steps]
    return points


def draw(found: EngineReview) -> Chart | None:
    """The chart; None if there is nothing to draw a line of."""
    points = chart_points(found)
    if len(points) < 2:
        return None
    last = len(points) - 1
    xs = [at / last for at in range(len(points))]
    ends = [1 - points[-1].odds.win[seat] for seat in range(3)]
    labels = _apart(ends)
    names = [capital(found.plan.game.setup.name(seat)) for seat in range(3)]
    lines = tuple(
        Line(
            seat,
            names[seat],
            tuple((x, 1 - point.odds.win[seat]) for x, point in zip(xs, points, strict=True)),
            _band(xs, points, seat),
            labels[seat],
            chance(points[-1].odds, seat),
        )
        for seat in range(3)
    )
    width = 1 / last
    marks = tuple(
        Mark(point.played.number, x, max(0.0, x - width / 2), min(width, 1 - x + width / 2), _kind(point.played))
        for x, point in zip(xs, points, strict=True)
        if point.played is not None
    )
    return Chart(lines, marks)


def _kind(played: Played) -> str:
    event = event_to_json(played.event)
    if event["type"] == "spin" and event["came"]["kind"] == "whammy":
        return "whammy"
    return "pass" if event["type"] == "pass" else ""


def _band(xs: list[float], points: list[ChartPoint], seat: int) -> tuple[tuple[float, float], ...]:
    widths = [half_width(point.odds, seat) for point in points]
    if max(widths) < VISIBLE:
        return ()
    wins = [point.odds.win[seat] for point in points]
    upper = [(x, max(0.0, 1 - win - off)) for x, win, off in zip(xs, wins, widths, strict=True)]
    lower = [(x, min(1.0, 1 - win + off)) for x, win, off in zip(xs, wins, widths, strict=True)]
    return (*upper, *reversed(lower))


def _apart(ends: list[float]) -> list[float]:
    """Places of labels beside the ends of lines: in their order, and far enough from each other."""
    order = sorted(range(len(ends)), key=lambda seat: ends[seat])
    places = [0.0] * len(ends)
    for rank, seat in enumerate(order):
        least = APART / 2 if rank == 0 else places[order[rank - 1]] + APART
        most = 1 - APART / 2 - (len(ends) - 1 - rank) * APART
        places[seat] = min(max(ends[seat], least), most)
    return places
