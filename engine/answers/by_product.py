"""Tables as a by-product: where an answer needs most of a configuration, all of it is solved and kept."""

from __future__ import annotations

import logging
from contextlib import suppress

from ..errors import Unaffordable
from ..game.rules import PlayRules
from ..solve.boxes.cubes import Cubes
from ..solve.costs import cube_seconds
from ..solve.processors import threads
from ..tables.answer_table import TableError
from ..tables.from_cubes import table_from_cubes
from ..tables.key import key_of
from ..tables.store import Store
from .question import Question

WORTH_KEEPING = 0.1  # seconds; an answer that takes less is solved again when needed
MAX_FACTOR = 2.0  # the table may take this many times as long as the answer alone,
MIN_SECONDS = 1.0  # ... or this many seconds

log = logging.getLogger(__name__)


def for_every_score(question: Question, play_rules: PlayRules, seconds: float) -> Cubes | None:
    """Return cubes for every score of the question's configuration; None if they would take too long.

    Args:
        question: the question.
        play_rules: its rules.
        seconds: the time that the answer alone takes.
    """
    position = question.position
    if seconds < WORTH_KEEPING or any(
        c.score % play_rules.unit or c.score > play_rules.cap for c in position.contestants
    ):
        return None
    with suppress(Unaffordable, TableError):
        key_of(position, question.board, play_rules)
        cubes = Cubes(
            position.with_scores(0, 0, 0),
            question.board,
            play_rules,
            memory=question.limits.memory_bytes,
            cancel=question.cancel,
            every_score=True,
            threads=threads(),
            patience=max(MIN_SECONDS, seconds),
        )
        if cube_seconds(cubes.plan, cubes.peak, threads()) <= min(
            max(MIN_SECONDS, MAX_FACTOR * seconds), question.seconds_left()
        ):
            return cubes
    return None


def keep(question: Question, play_rules: PlayRules, cubes: Cubes) -> None:
    """Store solved cubes as a table; failing to store it does not fail the answer."""
    try:
        Store().keep(question.position, question.board, play_rules, table_from_cubes(cubes))
    except (TableError, OSError) as error:
        log.warning("The table of %s is not kept: %s", question.position.notation, error)
