"""A board's choice squares and the slides they can lead to, for forms that ask which were shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from ..board import Board, Slide, Square
from ..board_format import EITHER
from .events import ShownSlide
from .slides import find_square, join_texts, kind_shown
from .writing import write_shown_slide


@dataclass(frozen=True, slots=True)
class SlideWord:
    """A slide that a square can show.

    Attributes:
        word: as in the game notation, such as ``500+``. text: in the words a viewer would use.
        to: the squares that a move offers in turn.
    """

    word: str
    text: str
    to: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class OfferedSquare:
    """A square that may be on offer, and its slides."""

    square: int
    slides: tuple[SlideWord, ...]


@dataclass(frozen=True, slots=True)
class ChoiceSquare:
    """A slide that can leave a choice.

    Attributes:
        square: its square. slide: its text.
        to: the squares that it leads to; empty for “$2,000 or lose a Whammy”.
        offered: those squares, and squares that they lead to in turn.
    """

    square: int
    slide: str
    to: tuple[int, ...]
    offered: tuple[OfferedSquare, ...]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def choice_squares(board: Board) -> tuple[ChoiceSquare, ...]:
    """Return the slides of the board that can leave a choice, by square."""
    return tuple(
        ChoiceSquare(square.number, slide.text, slide.to, tuple(_walk_offered_squares(board, square.number, slide)))
        for square in board.squares
        for slide in dict.fromkeys(square.slides)
        if slide.kind in ("move", *EITHER)
    )


def _walk_offered_squares(board: Board, number: int, slide: Slide) -> Iterator[OfferedSquare]:
    targets = [n for n in slide.to if n != number]
    for target in targets:  # grows by the squares that these lead to
        words = _list_slide_words(find_square(board, target))
        yield OfferedSquare(target, words)
        targets += dict.fromkeys(n for word in words for n in word.to if n != number and n not in targets)


def _list_slide_words(square: Square) -> tuple[SlideWord, ...]:
    """Return the square's slides; slides written the same way are joined."""
    texts: dict[str, list[str]] = {}
    to: dict[str, tuple[int, ...]] = {}
    for slide in square.slides:
        if slide.kind == "unknown":
            continue
        amount = slide.value if slide.kind == "prize" else None if slide.kind == "lead" else slide.amount
        word = write_shown_slide(ShownSlide(square.number, kind_shown(slide), amount, slide.spin))
        texts.setdefault(word, []).append(slide.text)
        to.setdefault(word, slide.to)  # the notation means the first move of a square
    return tuple(SlideWord(word, join_texts(slide_texts), to[word]) for word, slide_texts in texts.items())
