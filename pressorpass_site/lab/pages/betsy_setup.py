"""Setting up a board: choose a bird, and every tap puts it on a square."""

from __future__ import annotations

from dataclasses import dataclass

from engine.lab.games.betsy.rules import EMPTY, START, square_name
from engine.lab.games.betsy.words import bird_words

PLACE, BIRD, CLEAR = "place", "bird", "clear"  # parameters of the page, not options of a question
BIRDS = "PRNBQKprnbqk" + EMPTY
SQUARES = {square_name(place): place for place in range(64)}


@dataclass(frozen=True)
class SetupSquare:
    """A square of the board that is set up."""

    name: str
    bird: str
    words: str
    shade: str

    @property
    def side(self) -> str:
        return "w" if self.bird.isupper() else "b"


@dataclass(frozen=True)
class BirdChoice:
    """A bird to put on squares, or none."""

    bird: str
    words: str
    chosen: bool

    @property
    def side(self) -> str:
        return "w" if self.bird.isupper() else "b"


def placed(board: str, square: str, bird: str) -> str:
    """Return the board with a bird on a square; a kingfisher leaves its old one. Other texts stay as they are."""
    if square == CLEAR:
        return EMPTY * len(START)
    if len(board) != len(START) or square not in SQUARES or bird not in BIRDS or len(bird) != 1:
        return board
    if bird in "Kk":
        board = board.replace(bird, EMPTY)
    place = SQUARES[square]
    return board[:place] + bird + board[place + 1 :]


def rows(board: str) -> list[tuple[int, list[SetupSquare]]]:
    """Return the squares as White sees them."""

    def square(place: int) -> SetupSquare:
        bird = "" if board[place] == EMPTY else board[place]
        name = square_name(place)
        shade = "dark" if (place + place // 8) % 2 == 0 else "light"
        return SetupSquare(name, bird, f"{name}: {bird_words(bird) if bird else 'empty'}", shade)

    return [(row + 1, [square(8 * row + column) for column in range(8)]) for row in range(7, -1, -1)]


def choices(chosen: str) -> list[BirdChoice]:
    """Return the birds to choose from."""
    first = chosen if chosen in BIRDS and len(chosen) == 1 else BIRDS[0]
    return [BirdChoice(bird, "no bird" if bird == EMPTY else bird_words(bird), bird == first) for bird in BIRDS]
