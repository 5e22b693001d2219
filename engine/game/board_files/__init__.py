"""Boards as people have them: lists of squares, spreadsheets, and the board file of a public presenter of the game.

A board is read into the JSON form of ``engine.game.board_format``. An unreadable value stays as typed, and every fault
names the line or the cell.
"""

from .file_board import FileBoard, FileBoards
from .reading import read_board_file
from .slides import SlideText, why_unread, with_marks_quoted
from .squares import SquareText, square_lines

__all__ = [
    "FileBoard",
    "FileBoards",
    "SlideText",
    "SquareText",
    "read_board_file",
    "square_lines",
    "why_unread",
    "with_marks_quoted",
]
