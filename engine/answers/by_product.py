"""Tables of answers as a by-product: where most of a configuration is computed anyway, all of it is."""

from __future__ import annotations

import logging
from contextlib import suppress

from ..errors import Unaffordable
from ..game.rules import PlayRules
from ..solve.costs import THREADS, cube_seconds
from ..solve.cubes import Cubes
from ..tables.cube import TableError
from ..tables.cube_answers import answer_cube
from ..tables.key import key_of
from ..tables.store import Store
from .question import Question

WORTH_KEEPING = 0.1  # seconds: what is solved in less is solved again
AT_MOST = 2.0  # times as long as the answer alone,
ANYWAY = 1.0  # ... or so many seconds

log = logging.getLogger(__name__)


def for_every_score(question: Question, play_rules: PlayRules, alone: Cubes) -> Cubes | None:
    """Cubes for every score of the question's configuration; None if they are not worth their time.

    ``alone`` are cubes for the answer alone, planned but not solved.
    """
    position = question.position
    seconds = cube_seconds(alone.plan, alone.peak, THREADS)
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
            threads=THREADS,
            patience=max(ANYWAY, seconds),
        )
        if cube_seconds(cubes.plan, cubes.peak, THREADS) <= min(max(ANYWAY, AT_MOST * seconds), question.left()):
            return cubes
    return None


def keep(question: Question, play_rules: PlayRules, cubes: Cubes) -> None:
    """Keeps solved cubes as a table; an answer does not fail because its table cannot be kept."""
    try:
        Store().keep(question.position, question.board, play_rules, answer_cube(cubes))
    except (TableError, OSError) as error:
        log.warning("The table of %s is not kept: %s", question.position.notation, error)
