"""An evaluation diagram as a picture: circles with values, lines with the chances of moves, a row for each move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..labels import AnswerView, chance, digits

APART, DOWN, MARGIN, TOP = 64, 92, 44, 30
RADIUS = 19
ALONG = 0.55  # where on its line a chance stands


@dataclass(frozen=True)
class Circle:
    """A place: where it is, and its value."""

    x: float
    y: float
    value: str


@dataclass(frozen=True)
class Stroke:
    """A move: the line from place to place, and its chance beside it."""

    path: str
    x: float
    y: float
    chance: str


@dataclass(frozen=True)
class EvaluationDiagram:
    """The whole picture, and the chance to win on each move."""

    width: float
    height: float
    circles: list[Circle]
    strokes: list[Stroke]
    wins: list[tuple[int, str]]
    rows: list[tuple[str, str, str, str]]


def evaluation_diagram(view: AnswerView) -> EvaluationDiagram:
    """The picture of an answer, and its places as rows: move, place, value, chance to be there."""
    counts: dict[int, int] = {}
    for row, *_ in view.answer:
        counts[row] = counts.get(row, 0) + 1
    width = APART * max(counts.values()) + 2 * MARGIN
    gap = APART if max(counts.values()) == len(counts) else 0  # a lattice: all places the same distance apart

    def at(row: int, number: int) -> tuple[float, float]:
        apart = gap or (width - 2 * MARGIN) / counts[row]
        return width / 2 + apart * (number - (counts[row] - 1) / 2), TOP + DOWN * row

    circles = [Circle(*at(row, number), short(value)) for row, number, value, _ in view.answer]
    return EvaluationDiagram(
        width,
        TOP + DOWN * (len(counts) - 1) + RADIUS + 6,
        circles,
        [_stroke(at(row, number), at(row + 1, to), moves) for row, number, to, moves in view.details["lines"] if moves],
        [(move, digits(won, 1e-6)) for move, won in enumerate(view.details["wins"], 1)],
        [_row(*each) for each in view.answer],
    )


def short(value: float) -> str:
    """A chance in the memo's manner: .75, 1, .1875."""
    return f"{value:.3f}".rstrip("0").rstrip(".").removeprefix("0") or "0"


def _stroke(start: tuple[float, float], stop: tuple[float, float], moves: float) -> Stroke:
    (x, y), (to_x, to_y) = start, stop
    path = f"M{x:g} {y + RADIUS:g}L{to_x:g} {to_y - RADIUS:g}"
    return Stroke(path, round(x + (to_x - x) * ALONG, 1), round(y + (to_y - y) * ALONG, 1), short(moves))


def _row(row: int, number: int, value: float, reached: float) -> tuple[str, str, str, str]:
    return str(row), str(number + 1), digits(value, 1e-6), chance(reached, 1e-12, "exact")


def context(view: AnswerView) -> dict[str, Any]:
    """The context of the diagram's template."""
    return {"diagram": evaluation_diagram(view)}
