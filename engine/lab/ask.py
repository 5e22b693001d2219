"""Asking the lab: typed options in, an answer that says how it is known out."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from ..solve.flag import CancelFlag, ProgressListener, deadline, ignore
from .answer import Answer, Value
from .budget import Budget, Say
from .catalogue import game as find_game


@dataclass(frozen=True, slots=True)
class Reply:
    """What was asked, all parameters with defaults filled in, and the answer."""

    game: str
    question: str
    parameters: dict[str, Value]
    answer: Answer

    def to_json(self) -> dict[str, Any]:
        """The object that the command line and the site's API give."""
        return {
            "game": self.game,
            "question": self.question,
            "parameters": self.parameters,
            "answer": self.answer.answer,
            "known": self.answer.known,
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
    listener: ProgressListener = ignore,
    say: Say = lambda line: None,
    began: float | None = None,
) -> Reply:
    """Answers a question of the lab.

    Args:
        game: by name: ``"pig"``.
        question: by name: ``"duel"``.
        texts: options as typed, by name without dashes in front: ``{"goal": "100"}``.
        seconds: what it may take; None for no limit.
        nodes: states or positions that may be looked at; None for no limit.
        cancel: set it from another thread to stop.
        listener: hears the progress.
        say: takes what is worth showing before the answer is there.
        began: when the question was asked, on the monotonic clock; None for now. Only time limits of play
            count from there.

    Raises:
        InputError: ``field`` is the name of the option that is wrong.
        Exhausted: the budget was spent; the message says what was reached.
        Cancelled: ``cancel`` was set.
    """
    asked = find_game(game).question(question)
    parameters = asked.read(texts)
    cancel = cancel or CancelFlag()
    with nullcontext(cancel) if seconds is None else deadline(cancel, seconds) as flag:
        answer = asked.answer(parameters, Budget(nodes, seconds, flag, cancel, listener, say, began))
    return Reply(game, question, parameters, answer)
