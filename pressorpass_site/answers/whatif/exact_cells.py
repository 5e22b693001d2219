"""Cells that are solved exactly because that takes a moment."""

from __future__ import annotations

from engine import Limits, exact_line, exact_seconds
from pressorpass_site.questions.question import Question
from pressorpass_site.work.running import Run, brief_memory

from .cells import Cell, of_answer
from .numbers import Number

LINE_SECONDS = 2.5  # time limit of a line
LADDER_SECONDS = 8.0  # time limit of a line in small steps, for a break-even
CELL_SECONDS = 0.3  # a cell that is exact sooner needs no table


def line(
    question: Question, number: Number, wanted: list[int], run: Run, seconds: float = LINE_SECONDS
) -> dict[int, Cell]:
    """Return the cells of the mover's scores from one solve, if it keeps to `seconds`."""
    if number.seat != question.position.mover_seat:
        return {}
    found = exact_line(
        question.position,
        question.board,
        question.rules,
        wanted,
        Limits(seconds, brief_memory()),
        next_spins=question.next_spins_board,
        progress=run.report,
        cancel=run.cancel,
    )
    return {value: of_answer(answer.to_json()) for value, answer in found.items()}


def come_soon(question: Question) -> bool:
    """Return whether each cell is exact in a moment."""
    if question.next_spins is not None:
        return False
    limits = Limits(memory_bytes=brief_memory())
    seconds = exact_seconds(question.position, question.board, question.rules, limits)
    return seconds is not None and seconds <= CELL_SECONDS
