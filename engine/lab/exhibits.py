"""View models of an answer, independent of the renderer (page or terminal).

A question's ``show`` yields cards of exhibits. It may yield ``Ask`` to receive the answer to another question of the
same game; ``Pending`` is raised at that ``yield`` as long as there is no answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from .answer_view import AnswerView

HEAT_COLORS = 10
OFF_SCALE_COLOR = 10
SAMPLE_STEPS = (1, 2, 5, 10, 20, 50, 100)
MAX_TABLE_SIDE, MAX_PICTURE_SIDE = 20, 100  # rows and columns shown at most


@dataclass(frozen=True, slots=True)
class Strong:
    words: str


@dataclass(frozen=True, slots=True)
class Badge:
    """The certainty of a number: exact, bounded or estimated."""

    certainty: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link to another question with options, to the table where the game is played (no question), or to an address."""

    words: str
    question: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    anchor: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar in a table; ``share`` is in percent of the longest."""

    share: float


@dataclass(frozen=True, slots=True)
class Code:
    words: str


@dataclass(frozen=True, slots=True)
class Titled:
    """A short name with its explanation."""

    words: str
    more: str


@dataclass(frozen=True, slots=True)
class Dice:
    """A roll: (face, whether it is kept, None before the decision) of each die; ``words`` name the keep."""

    dice: Sequence[tuple[int, bool | None]]
    words: str = ""

    @classmethod
    def from_roll(cls, roll: Sequence[int], keep: Sequence[int] | None = None, words: str = "") -> Dice:
        """Return a sorted roll, with the dice of the keep marked."""
        if keep is None:
            return cls([(face, None) for face in sorted(roll)], words)
        remaining, dice = Counter(keep), []
        for face in sorted(roll):
            dice.append((face, remaining[face] > 0))
            remaining[face] -= 1
        return cls(dice, words)


Piece = str | Strong | Badge | Link | Code
Cell = str | Bar | Link | Code | Titled | Dice


@dataclass(frozen=True, slots=True)
class Number:
    """The answer in short: its headline, certainty, all its digits, and words beside them."""

    headline: str
    certainty: str
    words: str = ""
    in_full: str = ""


class Text:
    """A paragraph: a note if ``small``; ``headline`` if it stands in place of the answer's number."""

    def __init__(self, *pieces: Piece, small: bool = False, headline: bool = False) -> None:
        self.pieces, self.small, self.headline = pieces, small, headline


@dataclass(frozen=True, slots=True)
class Links:
    """Links shown as buttons."""

    links: Sequence[Link]


@dataclass(frozen=True, slots=True)
class Rows:
    """A table.

    Attributes:
        heads: of the columns; "" for a column without one.
        rows: the first cell of each is its head.
        caption: its description.
        fold: the words to unfold it; "" if it is open.
        best: the rows that stand out.
        worded: number of leading columns of words, which are not aligned like numbers.
    """

    heads: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    caption: str = ""
    fold: str = ""
    best: frozenset[int] = frozenset()
    worded: int = 0


@dataclass(frozen=True, slots=True)
class Legend:
    color: int
    words: str


@dataclass(frozen=True, slots=True)
class Heat:
    """A map of colors over two numbers.

    Attributes:
        title: the description; ``lesson`` says in a sentence what it shows.
        across, down: the names of the two numbers.
        colors: rows of colors, the first at the top; None leaves a square empty.
        step: the step between the values of columns or rows.
        names: of the columns and of the rows, a character each, if they are not numbers.
    """

    title: str
    lesson: str
    across: str
    down: str
    colors: Sequence[Sequence[int | None]]
    legend: Sequence[Legend]
    step: int = 1
    names: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines over a number.

    Attributes:
        title: the description; ``lesson`` says in a sentence what it shows.
        across, up: the names of the axes.
        lines: names, "" for a single line, each with its points.
        scale: of the vertical axis: counts, chances, differences of chances, or powers of ten.
        stepped: whether a value holds from one whole number to the next.
    """

    title: str
    lesson: str
    across: str
    up: str
    lines: Sequence[tuple[str, Sequence[tuple[float, float]]]]
    scale: Literal["count", "chance", "points", "log"]
    stepped: bool = False


@dataclass(frozen=True, slots=True)
class Spread:
    """A histogram of shares by the first number of each bin; ``others`` is outlined, ``marks`` are numbers with words."""

    title: str
    lesson: str
    name: str
    width: int
    shares: Mapping[int, float]
    other_name: str
    others: Mapping[int, float]
    marks: Sequence[tuple[float, str]]


@dataclass(frozen=True, slots=True)
class Board:
    """A position on a board of 64 squares, with arrows from square to square and marked squares."""

    squares: str
    mover: str
    arrows: Sequence[tuple[int, int]] = ()
    dots: Sequence[int] = ()
    words: str = ""


@dataclass(frozen=True, slots=True)
class Beside:
    """Exhibits side by side if there is room."""

    parts: Sequence[Heat | Lines | Rows]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A placeholder for an exhibit whose job has no answer yet, or failed."""

    job: Any


Exhibit = Number | Text | Links | Rows | Heat | Lines | Spread | Dice | Board | Beside | Waiting


@dataclass(frozen=True, slots=True)
class Panel:
    """Exhibits under a title.

    Attributes:
        label: its accessible name if it has no title.
        wide: whether it stands below the answer, with the pictures; ``half`` leaves room beside it.
        anchor: the name of its place.
    """

    title: str
    parts: Sequence[Exhibit]
    label: str = ""
    wide: bool = False
    half: bool = False
    anchor: str = ""


def build_picture_panel(picture: Exhibit, table: Exhibit) -> Panel:
    """Return a card with a picture and its table, below the answer."""
    return Panel("", (picture, table), "Picture", wide=True)


def build_aside(label: str, *words: Piece) -> Panel:
    """Return a card with a paragraph, beside the answer."""
    return Panel("", (Text(*words),), label)


def build_play_link_panel(options: Mapping[str, Any], words: str = "Continue playing from here") -> Panel:
    """Return a card with the link to the table where the game is played."""
    return Panel("", (Links((Link(words, options=options),)),))


@dataclass(frozen=True, slots=True)
class Ask:
    """A question of the same game whose answer is needed.

    Attributes:
        options: by name, with ``-`` or ``_``.
        patient: whether to wait a moment for a missing answer.
        again: whether to retry a failed job.
    """

    question: str
    options: Mapping[str, Any] = field(default_factory=dict)
    patient: bool = True
    again: bool = False


class Pending(Exception):
    """There is no answer yet, or its job failed; ``job`` is the job."""

    def __init__(self, job: Any) -> None:
        super().__init__(str(job))
        self.job = job


CardGenerator = Generator[Panel | Ask, "AnswerView", None]


def choose_sample_step(size: int, max_shown: int) -> int:
    """Return the smallest step (1, 2, 5, 10 …) with which at most ``max_shown`` of ``size`` scores are shown."""
    return next(step for step in SAMPLE_STEPS if size <= max_shown * step)


def build_legend(colors: Sequence[Sequence[int | None]], words_by_color: Mapping[int, str]) -> list[Legend]:
    """Return the legend of the colors that occur in a map."""
    colors_in_use = {color for row in colors for color in row}
    return [Legend(color, words) for color, words in words_by_color.items() if color in colors_in_use]


def build_matrix_table(values: Sequence[Sequence[int]], caption: str) -> Rows:
    """Return the table beside the picture of a square matrix."""
    step = choose_sample_step(len(values), MAX_TABLE_SIDE)
    heads = range(0, len(values), step)
    if step > 1:
        caption += f" Every {step} points; “As JSON” has all."
    rows = [[str(row), *(str(values[row][column]) for column in heads)] for row in heads]
    return Rows(["own \\ other", *map(str, heads)], rows, caption, "As a table")


def build_folded_table(heads: Sequence[str], rows: Iterable[Sequence[Any]], caption: str = "") -> Rows:
    return Rows(heads, [[str(cell) for cell in row] for row in rows], caption, "As a table")
