"""A crowd that tries other scores with the same spins: one table on a coarse grid answers all of them.

It takes about as long as the first answers to two or three of them.
"""

from __future__ import annotations

import logging
from contextlib import suppress

from engine import CancelFlag, InputError, Limits, Position, TableError, Unaffordable
from pressorpass_site.questions.question import AUTO, Question
from pressorpass_site.tables import whatif_tables as tables
from pressorpass_site.work.jobs import in_view_now

from .models import Analysis, Status

logger = logging.getLogger(__name__)

SMALLEST = 3  # questions that wait
MOST_COMPARED = 60
# A table may take less time than first answers to the questions that wait would, and no longer than others can wait.
SECONDS_EACH, MOST_SECONDS = 0.1, 1.0


def share_table(analysis: Analysis, cancel: CancelFlag) -> None:
    """Build a table if several first answers wait for which it would do; it is stored where `from_table` looks.

    Raises:
        Cancelled: the flag was set.
    """
    question = analysis.question
    if question.method != AUTO or tables.refusal(question):
        return
    waiting = _count_alike(analysis, question)
    if waiting < SMALLEST:
        return
    limits = Limits(min(SECONDS_EACH * waiting, MOST_SECONDS), analysis.limits["memory_bytes"])
    with suppress(Unaffordable):
        try:
            tables.build(question, limits, cancel)
        except (InputError, TableError) as error:  # each question is answered by itself, and says what is wrong
            logger.info("no table for a crowd: %s", error)


def _count_alike(analysis: Analysis, question: Question) -> int:
    """How many first answers wait that differ in their scores alone, this one included."""
    alike = Analysis.objects.filter(
        in_view_now(),
        board_revision=analysis.board_revision_id,
        now_revision=None,
        rules=analysis.rules,
        method=AUTO,
        status=Status.QUEUED,
        result__isnull=True,
    )
    spins = question.position.with_scores(0, 0, 0)
    notations = alike.order_by().values_list("position", flat=True)[:MOST_COMPARED]
    return 1 + sum(Position.parse(notation).with_scores(0, 0, 0) == spins for notation in notations)
