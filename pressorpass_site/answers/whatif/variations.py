"""The question of a map, the two scores that it runs over, and the addresses of maps.

A score has a short name: "1s" is Left's, "2s" Center's. Along an axis of a map it takes several values.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlencode

from django.urls import reverse

from engine import MAX_SCORE, Position
from pressorpass_site.questions.address import build_address
from pressorpass_site.questions.question import SEATS, Question

STEPS = (250, 500, 1000, 2000, 4000, 5000, 10_000, 20_000, 50_000, 100_000)
STEP = STEPS[0]  # dollars between the scores for which a break-even is found
MIN_TOP = 14_000  # the smallest highest score of an axis


@dataclass(frozen=True)
class VariedScore:
    seat: int

    @classmethod
    def from_name(cls, name: str) -> Self:
        if name not in ("1s", "2s", "3s"):
            raise ValueError("A map runs over two scores: choose from the list.")
        return cls(int(name[0]) - 1)

    @property
    def name(self) -> str:
        return f"{self.seat + 1}s"

    @property
    def owner(self) -> str:
        return SEATS[self.seat]

    @property
    def label(self) -> str:
        return f"{self.owner}’s score"

    def get_value(self, position: Position) -> int:
        return position.contestants[self.seat].score

    def with_value(self, position: Position, value: int) -> Position:
        values = [
            value if seat == self.seat else contestant.score for seat, contestant in enumerate(position.contestants)
        ]
        return position.with_scores(*values)


@dataclass(frozen=True)
class MapQuestion:
    """A map over two scores of a question's position; `problems` are the errors of the fields row and column."""

    question: Question
    row: VariedScore
    column: VariedScore
    problems: Mapping[str, str]

    @property
    def address(self) -> str:
        return build_map_address(self.question, self.row, self.column)


def list_varied_scores(position: Position) -> list[VariedScore]:
    """Return the scores of the contestants who are still in, beginning with the one up."""
    return [
        VariedScore(seat) for seat in sorted(position.still_in, key=lambda seat: (seat != position.mover_seat, seat))
    ]


def choose_default_pair(position: Position) -> tuple[VariedScore, VariedScore]:
    """Return the strongest opponent's score for the rows, the score of the contestant up for the columns."""
    rival = max(position.opponents(position.mover_seat), key=lambda seat: position.contestants[seat].score)
    return VariedScore(rival), VariedScore(position.mover_seat)


def choose_values(score: VariedScore, position: Position, cells: int, available: Collection[int]) -> list[int]:
    """Return at most `cells` ascending values in even steps, the position's own among them; `available` are the table's."""
    own = score.get_value(position)
    top = min(max(2 * max(contestant.score for contestant in position.contestants), MIN_TOP), MAX_SCORE)
    top = max(min(top, max(available)), own)
    # If the table has this position's own score, it should have the other values, too; else they lie between its scores.
    needed = set(available) if own in available else None
    numbers: list[int] = []
    for step in STEPS:
        numbers = list(range(own % step, top + 1, step))
        if 1 < len(numbers) <= cells and (needed is None or needed.issuperset(numbers)):
            return numbers
    # This position's own score is inserted between the table's, which are in even steps.
    for step in STEPS:
        even = set(range(0, top + 1, step))
        if needed and 1 < len(even) < cells and even <= needed:
            return sorted(even | {own})
    # No step meets both: as many values as there is room for, this position's own among them.
    first = max(0, numbers.index(own) - cells + 1)
    return numbers[first : first + cells]


def read_map_question(question: Question, row: str, column: str) -> MapQuestion:
    """Return the map with these scores on its axes; blank and invalid names are replaced by the defaults.

    `problems` explains invalid names. The question must be one that has maps.
    """
    pair = dict(zip(("row", "column"), choose_default_pair(question.position), strict=True))
    problems = {}
    available = list_varied_scores(question.position)
    for side, name in (("row", row), ("column", column)):
        if not name:
            continue
        try:
            score = VariedScore.from_name(name)
        except ValueError as error:
            problems[side] = str(error)
            continue
        if score in available:
            pair[side] = score
        else:
            problems[side] = f"{score.owner} is out, so this score cannot change."
    if pair["row"] == pair["column"]:
        if row and column:
            problems.setdefault("column", "Choose two different scores.")
        others = [score for score in choose_default_pair(question.position) if score != pair["row"]]
        pair["row" if column and not row else "column"] = others[0]
    return MapQuestion(question, pair["row"], pair["column"], problems)


def build_map_address(question: Question, row: VariedScore | None = None, column: VariedScore | None = None) -> str:
    """Return the page of a map, the default one without scores."""
    return _set_map_query(reverse("whatif:map"), question, row, column)


def build_card_address(question: Question) -> str:
    return _set_map_query(reverse("whatif:card"), question)


def build_break_even_address(question: Question) -> str:
    return _set_map_query(reverse("whatif:break-even"), question)


def make_url_builder(question: Question) -> Callable[[Position], str]:
    query = build_address(question).partition("?")[2]
    tail = f"?{query}" if query else ""
    return lambda position: reverse("analyses:position", args=[position.notation]) + tail


def _set_map_query(
    path: str, question: Question, row: VariedScore | None = None, column: VariedScore | None = None
) -> str:
    query = {"position": question.position.notation}
    if row and column:
        query |= {"row": row.name, "column": column.name}
    question_query = build_address(question).partition("?")[2]
    return f"{path}?{urlencode(query, safe=',@')}{f'&{question_query}' if question_query else ''}"
