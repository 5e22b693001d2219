"""Reads the boards of a file of any supported format."""

from __future__ import annotations

from ...errors import BoardFileError
from .file_board import FileBoards
from .lists import read_list
from .presenter import looks_like_presenter, read_presenter
from .sheets import read_sheet

MAX_LINES = 2_000


def read_board_file(text: str, file_name: str = "") -> FileBoards:
    """Return the boards in a text: a list of squares, a spreadsheet, or a presenter's board file.

    Args:
        text: not JSON, which ``Board.from_json`` reads.
        file_name: the extension .csv, .tsv or .js decides the format; otherwise the content does.

    Raises:
        BoardFileError: the text has no board.
    """
    ending = file_name.lower().rpartition(".")[2]
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise BoardFileError(["The file is empty."])
    if ending == "js" or looks_like_presenter(text):
        return read_presenter(text)
    if (lines := text.strip().count("\n") + 1) > MAX_LINES:
        raise BoardFileError([f"The file has {lines:,} lines; a list or a sheet of a board has at most {MAX_LINES:,}."])
    sheet = read_sheet(text, is_sheet=ending in ("csv", "tsv"))
    return FileBoards([sheet or read_list(text)], [])
