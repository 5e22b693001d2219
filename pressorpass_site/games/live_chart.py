"""The chances of the three over a game so far, from the answers that are stored: a chart with a table twin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine import Game, State, event_words
from pressorpass_site.analyses import services as analyses
from pressorpass_site.analyses.answers import METHODS, Answer, Figure
from pressorpass_site.core import formatting
from pressorpass_site.questions.question import SEATS

from . import odds
from .models import StoredGame

WIDTH, HEIGHT = 600.0, 250.0
LEFT, RIGHT, TOP, BOTTOM = 72.0, 592.0, 14.0, 238.0
GRID = (0.0, 0.25, 0.5, 0.75, 1.0)
VISIBLE = 0.005  # half a point: smaller errors are not drawn


@dataclass(frozen=True)
class Point:
    """The chances after an event, from left to right: the mover's better action is taken."""

    number: int
    text: str
    figures: tuple[Figure, ...]
    method: str

    @property
    def badge(self) -> str:
        return METHODS[self.method][0]


@dataclass(frozen=True)
class Line:
    """A contestant's chances as points of an SVG polyline, with the errors that can be seen."""

    seat: int
    name: str
    points: str
    errors: Sequence[tuple[float, float, float]]
    last: str


@dataclass(frozen=True)
class Chart:
    """The chart; `points` is its table, the last one first."""

    lines: Sequence[Line]
    points: Sequence[Point]
    width: float = WIDTH
    height: float = HEIGHT
    left: float = LEFT
    right: float = RIGHT

    @property
    def grid(self) -> list[tuple[float, str]]:
        return [(_y(chance), f"{chance:.0%}".replace("%", f"{formatting.NBSP}%")) for chance in GRID]

    @property
    def in_words(self) -> str:
        now = ", ".join(f"{line.name} {line.last}" for line in self.lines)
        return f"Chances to win after each of {len(self.points)} events. Now: {now}."


def chart(row: StoredGame, game: Game, names: Sequence[str]) -> Chart | None:
    """The chart; None before two positions have odds. Nothing is asked or begun."""
    points = _points(row, game)
    if len(points) < 2:
        return None
    step = (RIGHT - LEFT) / (len(points) - 1)
    places = [round(LEFT + at * step, 1) for at in range(len(points))]
    lines = [
        Line(
            seat,
            names[seat],
            " ".join(f"{x:g},{_y(point.figures[seat].value):g}" for x, point in zip(places, points, strict=True)),
            [
                (x, _y(min(found.value + found.off, 1.0)), _y(max(found.value - found.off, 0.0)))
                for x, point in zip(places, points, strict=True)
                if (found := point.figures[seat]).off >= VISIBLE
            ],
            points[-1].figures[seat].text,
        )
        for seat in range(len(SEATS))
    ]
    return Chart(lines, points[::-1])


def _points(row: StoredGame, game: Game) -> list[Point]:
    asked = {played.number: odds.question_in(row, game, played.after) for played in game.played}
    results = analyses.stored_results(question.key for question in asked.values() if question)
    found = []
    for played in game.played:
        question = asked[played.number]
        answer = Answer(results[question.key]) if question and question.key in results else None
        if answer is None:
            figures = _decided(game, played.after)
            method = "exact"
        else:
            figures, method = () if answer.says_nothing else _figures(answer), answer.method
        if figures:
            found.append(Point(played.number, event_words(played, game.setup), figures, method))
    return found


def _figures(answer: Answer) -> tuple[Figure, ...]:
    best = answer.result["best"]
    return tuple(answer.figure(best, seat, dollars=False) for seat in range(len(SEATS)))


def _decided(game: Game, state: State) -> tuple[Figure, ...]:
    """The chances when the game is over; none before that, or where several share the win."""
    if not state.is_over(game.setup.free):
        return ()
    top = max((podium.score for podium in state.podiums if not podium.out), default=0)
    won = [float(not podium.out and podium.score == top) for podium in state.podiums]
    return tuple(Figure(chance, 0.0, formatting.exact_percent(chance)) for chance in won) if sum(won) == 1 else ()


def _y(chance: float) -> float:
    return round(BOTTOM - chance * (BOTTOM - TOP), 1)
