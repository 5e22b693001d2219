"""The door to the what-ifs: maps, break-evens, and answers for other scores."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine import TableError
from pressorpass_site.analyses.answers import Answer
from pressorpass_site.analyses.identity import Question
from pressorpass_site.tables import wanted as tables
from pressorpass_site.tables.wanted import Wanted

from . import from_tables, runs
from .grid import Grid, draw
from .numbers import Number, scores
from .questions import MapQuestion, addresses

Cells = tuple[int, int]
SMALL: Cells = (8, 9)
LARGE: Cells = (17, 21)
STEP = 250  # dollars that a slider moves by


@dataclass(frozen=True)
class BreakEven:
    """Where one number changes the verdict, in a sentence; empty as long as that is not known."""

    number: Number
    now: str
    sentence: str


@dataclass(frozen=True)
class Slider:
    """A score that may be moved, in steps of `step` dollars; `rounded` is where its handle stands at first."""

    number: Number
    own: int
    highest: int
    step: int = STEP

    @property
    def rounded(self) -> int:
        steps = (2 * self.own + self.step) // (2 * self.step)
        return min(steps * self.step, self.highest)


@dataclass(frozen=True)
class Drawn:
    """A map as it stands, and what there is to say of it.

    Attributes:
        grid: None as long as there is nothing to draw.
        wanted: how the table stands where the map is read from one.
        notes: small print, in sentences.
    """

    grid: Grid | None
    wanted: Wanted | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def under_way(self) -> bool:
        return self.wanted is not None and self.wanted.under_way


def of_scores(asked: MapQuestion, wanted: Wanted, cells: Cells) -> Drawn:
    """The map over two scores, from the table."""
    question, near = asked.question, wanted.near
    if near is None:
        return Drawn(None, wanted)
    position = question.position
    try:
        found = from_tables.plane(near, position, question.rules, asked.row, asked.column, cells)
    except TableError:  # damaged: it is built again when it is wanted next
        found = None
    if found is None:
        return Drawn(None, wanted)
    grid = draw(position, asked.row, asked.column, found.rows, found.columns, found.cells, addresses(question))
    return Drawn(grid, wanted, _notes(wanted, found.capped))


def score_break_evens(question: Question, wanted: Wanted) -> list[BreakEven]:
    """What each score would have to be for another verdict, as the table has it."""
    near, found = wanted.near, []
    for number in scores(question.position):
        said = ""
        if near is not None:
            line = from_tables.line(near, question.position, question.rules, number)
            said = runs.sentence(number, line, exact=near.exact)
        found.append(BreakEven(number, number.said(number.of(question.position)), said))
    return found


def sliders(question: Question, wanted: Wanted) -> list[Slider]:
    """The scores that the table answers for; none as long as there is no table."""
    if wanted.near is None:
        return []
    found = []
    for number in scores(question.position):
        own, there = number.of(question.position), int(wanted.near.answers.dollars[number.seat][-1])
        highest = min(there, max(24_000, 2 * own)) // STEP * STEP
        found.append(Slider(number, own, max(highest, own // STEP * STEP)))
    return found


def answer(question: Question) -> Answer | None:
    """The answer to a question from a kept table, at once; None if none has it."""
    found: dict[str, Any] | None = tables.from_table(question)
    return Answer(found) if found else None


def _notes(wanted: Wanted, capped: bool) -> list[str]:
    assert wanted.near
    notes = []
    if not wanted.near.exact:
        notes.append(
            f"From a table of scores ${wanted.near.grid:,} apart, and between them: chances to about "
            f"±{100 * wanted.near.answers.rounding:.1f} points."
        )
    if capped:
        notes.append("At the highest scores the table is less certain.")
    return notes
