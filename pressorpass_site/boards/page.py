"""Template context that the pages of show boards and fan boards share."""

from typing import Any

from engine import Board as EngineBoard

from . import ring, services, statistics
from .models import BoardRevision


def build_ring_context(board: EngineBoard) -> dict[str, Any]:
    return {
        "ring": ring.draw(board),
        "figures": ring.count_slides(board),
        "slides": sum(len(square.slides) for square in board.squares),
        "summary": statistics.summarize_board(board),
    }


def build_context(revision: BoardRevision, newest: BoardRevision) -> dict[str, Any]:
    board = revision.engine_board
    return build_ring_context(board) | {
        "revision": revision,
        "newest": newest,
        "reference": services.build_short_reference(revision),
        "content": board,
        "coverage": statistics.measure_coverage(board),
        "too_far": statistics.UNANSWERABLE if statistics.is_unanswerable(board) else "",
    }
