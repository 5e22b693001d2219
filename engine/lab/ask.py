"""``ask``: parse the typed options of a lab question and compute its answer."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from ..solvers.cancel_flag import CancelFlag, ProgressListener, deadline, ignore_progress
from .answer import Answer, Value
from .budget import Budget, ReadLine, WriteLine
from .games import find_game


@dataclass(frozen=True, slots=True)
class Reply:
    """A question, all its parameters with the defaults, and the answer."""

    game: str
    question: str
    parameters: dict[str, Value]
    answer: Answer

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object of the command line and the site's API."""
        return {
            "game": self.game,
            "question": self.question,
            "parameters": self.parameters,
            "answer": self.answer.answer,
            "known": self.answer.certainty,
            "error": self.answer.error,
            "details": self.answer.details,
        }


def ask(
    game: str,
    question: str,
    texts: Mapping[str, str],
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    cancel: CancelFlag | None = None,
    listener: ProgressListener = ignore_progress,
    write_line: WriteLine = lambda line: None,
    started: float | None = None,
    read_line: ReadLine | None = None,
) -> Reply:
    """Answer a question of the lab.

    Args:
        game: its name: ``"pig"``.
        question: its name: ``"duel"``.
        texts: options as typed, by name without leading dashes: ``{"goal": "100"}``.
        seconds: the limit of time; None for no limit.
        nodes: the limit of states or positions; None for no limit.
        cancel: set it from another thread to stop.
        listener: receives the progress.
        write_line: receives lines to show before there is an answer.
        started: when time limits of the question itself begin, in seconds on the monotonic clock; None for now. It does
            not affect ``seconds``.
        read_line: takes a prompt and returns the typed text, None at the end of input; None without a terminal.

    Raises:
        InputError: ``field`` is the name of the option that is wrong.
        Exhausted: the budget was spent; the message has the progress.
        Cancelled: ``cancel`` is set.
    """
    lab_question = find_game(game).get_question(question)
    parameters = lab_question.parse(texts)
    cancel = cancel or CancelFlag()
    with nullcontext(cancel) if seconds is None else deadline(cancel, seconds) as flag:
        answer = lab_question.answer(
            parameters, Budget(nodes, seconds, flag, cancel, listener, write_line, started, read_line)
        )
    return Reply(game, question, parameters, answer)
