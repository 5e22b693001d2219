"""A board as a list, one square per line: “4: $3,000 + spin / Move to 8 or 10 / Whammy”."""

from __future__ import annotations

from ...errors import BoardFileError
from ..board_format import MAX_SLIDES, MAX_SQUARES
from .file_board import FileBoard, add_square, build_empty_board
from .squares import square_lines


def read_list(text: str) -> FileBoard:
    """Return the board of a list. Raises BoardFileError if the list has no square."""
    board = FileBoard("", build_empty_board())
    slides = 0
    for index, square in square_lines(text):
        slides += len(square.slides)
        if len(board.content["squares"]) == MAX_SQUARES or slides > MAX_SLIDES:
            board.problems.append(
                f"Line {index + 1}: a board may have at most {MAX_SQUARES} squares and {MAX_SLIDES:,} slides."
            )
            break
        add_square(board, square, f"Line {index + 1}", [f"Line {index + 1}"] * len(square.slides))
    if not board.content["squares"]:
        raise BoardFileError(
            board.problems
            or ["There is no square in the file. Write a line for each, such as “4: $3,000 + spin / Whammy / $500”."]
        )
    return board
