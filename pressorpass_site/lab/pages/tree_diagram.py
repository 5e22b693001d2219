"""An evaluation diagram as a picture: circles with values, lines with the chances of moves, a row for each move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..labels import AnswerView, chance, digits

WIDE, NARROW, DOWN, MARGIN, TOP = 76, 48, 92, 22, 30
RADIUS = 19
NEAR = ("nostrat", "strat", "hstrat", "lstrat", "bstrat", "hprime", "bprime")  # see no further than the branches
# The place of a chance on its line: in a lattice lines meet below, otherwise they part from above.
MEETING, PARTING = 0.45, 0.66


@dataclass(frozen=True)
class Circle:
    """A circle: its place and its value."""

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
    """The whole picture, the chance to win on each move, and whether the strategy sees further than the branches."""

    width: float
    height: float
    circles: list[Circle]
    strokes: list[Stroke]
    wins: list[tuple[int, str]]
    rows: list[tuple[str, str, str, str]]
    sees_further: bool


def evaluation_diagram(view: AnswerView) -> EvaluationDiagram:
    """Return the picture of an answer, and its places as rows: move, place, value, chance to be there."""
    counts: dict[int, int] = {}
    for row, *_ in view.answer:
        counts[row] = counts.get(row, 0) + 1
    most = max(counts.values())
    # In a lattice all places are the same distance apart; otherwise the last row is full.
    gap = WIDE if most == len(counts) else 0
    width = (gap or NARROW) * most + 2 * MARGIN

    def at(row: int, number: int) -> tuple[float, float]:
        apart = gap or (width - 2 * MARGIN) / counts[row]
        return width / 2 + apart * (number - (counts[row] - 1) / 2), TOP + DOWN * row

    circles = [Circle(*at(row, number), short(value)) for row, number, value, _ in view.answer]
    return EvaluationDiagram(
        width,
        TOP + DOWN * (len(counts) - 1) + RADIUS + 6,
        circles,
        [
            _stroke(at(row, number), at(row + 1, to), MEETING if gap else PARTING, moves)
            for row, number, to, moves in view.details["lines"]
            if moves
        ],
        [(move, digits(won, 1e-6)) for move, won in enumerate(view.details["wins"], 1)],
        [_row(*each) for each in view.answer],
        view.asked.parameters["strategy"] not in NEAR,
    )


def short(value: float) -> str:
    """Return a chance in the memo's manner: .75, 1, .1875."""
    return f"{value + 1e-9:.3f}".rstrip("0").rstrip(".").removeprefix("0") or "0"


def _stroke(start: tuple[float, float], stop: tuple[float, float], along: float, moves: float) -> Stroke:
    (x, y), (to_x, to_y) = start, stop
    path = f"M{x:g} {y + RADIUS:g}L{to_x:g} {to_y - RADIUS:g}"
    return Stroke(path, round(x + (to_x - x) * along, 1), round(y + (to_y - y) * along, 1), short(moves))


def _row(row: int, number: int, value: float, reached: float) -> tuple[str, str, str, str]:
    return str(row), str(number + 1), digits(value, 1e-6), chance(reached, 1e-12, "exact")


def context(view: AnswerView) -> dict[str, Any]:
    """Return the context of the diagram's template."""
    return {"diagram": evaluation_diagram(view)}
