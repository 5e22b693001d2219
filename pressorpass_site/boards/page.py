"""What the pages of a board of the show and of a fan's own have in common."""

from typing import Any

from engine import Board as EngineBoard

from . import ring, services, statistics
from .models import BoardRevision


def shown(board: EngineBoard) -> dict[str, Any]:
    return {
        "ring": ring.draw(board),
        "figures": ring.slide_counts(board),
        "slides": sum(len(square.slides) for square in board.squares),
        "summary": statistics.summarize(board),
    }


def context(revision: BoardRevision, newest: BoardRevision) -> dict[str, Any]:
    board = revision.engine_board
    return shown(board) | {
        "revision": revision,
        "newest": newest,
        "reference": services.reference(revision),
        "content": board,
        "coverage": statistics.coverage(board),
        "too_far": statistics.UNANSWERABLE if statistics.unanswerable(board) else "",
    }
