"""The chart of the three chances over a game; coordinates are parts of its width and height."""

from dataclasses import dataclass
from itertools import groupby, pairwise

from engine import Odds, Played, event_to_json, stated_error
from engine import Review as EngineReview

from .words import capitalize_first, format_chance

SEATS = range(3)
MIN_VISIBLE_ERROR = 0.005  # a smaller error is not drawn
MIN_LABEL_DISTANCE = 0.085  # between labels at the ends of lines, as a part of the height


Outline = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class ChartLine:
    """A contestant's chances: `runs` of events in a row, with the outlines of their errors (`bands`)."""

    seat: int
    name: str
    runs: tuple[Outline, ...]
    bands: tuple[Outline, ...]
    label: float
    text: str

    @property
    def end(self) -> tuple[float, float]:
        return self.runs[-1][-1]


@dataclass(frozen=True)
class ChartMark:
    """An event on the chart; `kind` is “pass”, “whammy”, “round” for its beginning, or ""."""

    event: int
    x: float
    left: float
    width: float
    kind: str


@dataclass(frozen=True)
class Chart:
    lines: tuple[ChartLine, ...]
    marks: tuple[ChartMark, ...]
    main_line: tuple[Outline, ...] = ()


@dataclass(frozen=True)
class ChartPoint:
    """The odds after an event; `played` is None at the start."""

    played: Played | None
    odds: Odds
    x: float


def build_chart_points(review: EngineReview) -> list[ChartPoint]:
    """Return a point for the start and every event with known odds; points do not move while others are solved."""
    return [point for run in _build_runs(review) for point in run]


def _list_odds_by_event(review: EngineReview) -> tuple[list[Odds | None], list[Played | None]]:
    """Return the odds at the start and after each event that can have odds, and these events."""
    steps = [
        (change, steps) for change, steps in review.steps if change.before is not None and change.after is not None
    ]
    start = review.accounts[0].start if review.accounts else steps[0][1][0].before if steps and steps[0][1] else None
    odds: list[Odds | None] = [start, *(changes[-1].after if changes else None for _, changes in steps)]
    events: list[Played | None] = [None, *(change.played for change, _ in steps)]
    while odds and odds[-1] is None:
        odds.pop()
    return odds, events


def _count_steps(review: EngineReview) -> int:
    return max(1, len(_list_odds_by_event(review)[0]) - 1)


def _build_runs(review: EngineReview, last: int = 0) -> list[list[ChartPoint]]:
    """Return runs of points without an unsolved event between them; the width has at least `last` steps."""
    odds, events = _list_odds_by_event(review)
    last = max(last, _count_steps(review))
    places = [
        (event_odds is not None, ChartPoint(event, event_odds, place / last) if event_odds else None)
        for place, (event, event_odds) in enumerate(zip(events, odds, strict=False))
    ]
    groups = groupby(places, key=lambda place: place[0])
    return [[point for _, point in group if point] for is_known, group in groups if is_known]


def draw_chart(review: EngineReview, main_line: EngineReview | None = None) -> Chart | None:
    """Return the chart, with the main line of a variation, if any; None without a line to draw."""
    last = max(_count_steps(line) for line in (review, main_line) if line)
    runs = _build_runs(review, last)
    if not any(len(run) > 1 for run in runs):
        return None
    points = [point for run in runs for point in run]
    labels = _spread_labels([1 - points[-1].odds.win[seat] for seat in SEATS])
    visible = [max(stated_error(point.odds, seat) for point in points) >= MIN_VISIBLE_ERROR for seat in SEATS]
    lines = tuple(
        ChartLine(
            seat,
            capitalize_first(review.plan.game.setup.name(seat)),
            tuple(tuple((point.x, 1 - point.odds.win[seat]) for point in run) for run in runs),
            tuple(_outline_band(run, seat) for run in runs) if visible[seat] else (),
            labels[seat],
            format_chance(points[-1].odds, seat),
        )
        for seat in SEATS
    )
    width = min(1.0, *(after.x - before.x for run in runs for before, after in pairwise(run)))
    marks = tuple(
        ChartMark(
            point.played.number,
            point.x,
            max(0.0, point.x - width / 2),
            min(width, 1 - point.x + width / 2),
            _classify_event(point.played),
        )
        for point in points
        if point.played is not None
    )
    main_runs = [
        tuple((point.x, 1 - point.odds.win[seat]) for point in run)
        for run in (_build_runs(main_line, last) if main_line else ())
        for seat in SEATS
    ]
    return Chart(lines, marks, tuple(main_runs))


def _classify_event(entry: Played) -> str:
    event = event_to_json(entry.event)
    if event["type"] == "spin" and event["came"]["kind"] == "whammy":
        return "whammy"
    return str(event["type"]) if event["type"] in ("pass", "round") else ""


def _outline_band(run: list[ChartPoint], seat: int) -> Outline:
    ends = [(point.x, 1 - point.odds.win[seat], stated_error(point.odds, seat)) for point in run]
    upper = [(x, max(0.0, y - error)) for x, y, error in ends]
    lower = [(x, min(1.0, y + error)) for x, y, error in ends]
    return (*upper, *reversed(lower))


def _spread_labels(ends: list[float]) -> list[float]:
    """Return the heights of the labels of lines that end at `ends`: in the same order, and far enough apart."""
    order = sorted(range(len(ends)), key=lambda seat: ends[seat])
    places = [0.0] * len(ends)
    for rank, seat in enumerate(order):
        min_place = MIN_LABEL_DISTANCE / 2 if rank == 0 else places[order[rank - 1]] + MIN_LABEL_DISTANCE
        max_place = 1 - MIN_LABEL_DISTANCE / 2 - (len(ends) - 1 - rank) * MIN_LABEL_DISTANCE
        places[seat] = min(max(ends[seat], min_place), max_place)
    return places
