"""How often the light stops on each square, by the sequences that it ran through (docs/rules.md 1.12).

Models stop frequencies only: stops are independent draws with these weights.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from ..errors import BoardError
from .board import Board

RING = range(1, 19)

# The light repeats a sequence until the contestant stops it.
SEQUENCES_OF_1983 = (
    (3, 16, 13, 10, 18, 8, 6, 14, 7, 5, 15, 11, 17, 2, 12, 1, 9, 4),
    (5, 18, 11, 13, 3, 6, 15, 7, 1, 9, 14, 16, 10, 2, 4, 12, 17, 8),
    (11, 6, 10, 12, 1, 4, 14, 16, 2, 9, 17, 8, 13, 15, 3, 7, 18, 5),
    (17, 10, 15, 13, 2, 8, 18, 16, 12, 3, 5, 11, 7, 4, 1, 9, 14, 6),
    (18, 16, 10, 5, 11, 9, 2, 13, 17, 7, 4, 15, 12, 8, 6, 3, 1, 14),
)


@dataclass(frozen=True, slots=True)
class Light:
    """A set of sequences, each as likely as the others.

    Attributes:
        name: in words, with its days.
        stops: how often a square is passed in all of them, by its number.
    """

    name: str
    stops: dict[int, int]

    @property
    def weights(self) -> dict[int, int]:
        """The weight of each square: 1 for all if the light passes them equally often."""
        even = len(set(self.stops.values())) == 1
        return dict.fromkeys(self.stops, 1) if even else self.stops


LIGHTS = {
    "1983": Light(
        "the five sequences of September 19, 1983",
        dict(sorted(Counter(square for sequence in SEQUENCES_OF_1983 for square in sequence).items())),
    ),
    # The sequences themselves are unknown, except that one passes square 8 twice and never 18; the others pass each once.
    "1984": Light("the five sequences of June 20, 1984", {**dict.fromkeys(RING, 5), 8: 6, 18: 4}),
}


def with_light(board: Board, light: str) -> Board:
    """Return a board whose squares have the weights of a light, a key of ``LIGHTS``.

    Raises:
        BoardError: there is no such light, or the board has other squares than the show's ring.
    """
    if light not in LIGHTS:
        raise BoardError(f"There is no light {light}; the lights are {', '.join(LIGHTS)}.", field="light")
    if sorted(square.number for square in board.squares) != list(RING):
        raise BoardError(f"The light ran round squares 1 to {len(RING)}; this board has others.", field="light")
    weights = LIGHTS[light].weights
    return replace(board, squares=tuple(replace(square, weight=weights[square.number]) for square in board.squares))
