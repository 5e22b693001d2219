"""A crowd that tries other scores with the same spins: one table on a coarse grid answers all of them.

It takes about as long as the first answers to a few of them.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import timedelta

from django.utils import timezone

from engine import CancelFlag, InputError, Limits, Position, TableError, Unaffordable
from pressorpass_site.questions.question import AUTO, Question
from pressorpass_site.tables import whatif_tables as tables
from pressorpass_site.work.models import LAST_LOOK
from pressorpass_site.work.scheduling import is_process_wanted

from .models import Analysis

logger = logging.getLogger(__name__)

SMALLEST = 3  # questions
LATELY = timedelta(minutes=1)
MOST_COMPARED = 300
# A table may take less time than the first answers to what was asked lately, and no longer than others can wait.
SECONDS_EACH, MOST_SECONDS = 0.1, 2.0


def share_table(analysis: Analysis, cancel: CancelFlag) -> None:
    """Build a table if first answers wait and it would do for several; it is stored where `from_table` looks.

    Raises:
        Cancelled: the flag was set.
    """
    question = analysis.question
    if question.method != AUTO or tables.refusal(question) or not is_process_wanted():
        return
    alike = _count_alike(analysis, question)
    if alike < SMALLEST:
        return
    limits = Limits(min(SECONDS_EACH * alike, MOST_SECONDS), analysis.limits["memory_bytes"])
    with suppress(Unaffordable):
        try:
            tables.build(question, limits, cancel)
        except (InputError, TableError) as error:  # each question is answered by itself, and says what is wrong
            logger.info("no table for a crowd: %s", error)


def _count_alike(analysis: Analysis, question: Question) -> int:
    """How many questions were looked at lately that differ in their scores alone, this one included."""
    lately = Analysis.objects.alias(seen=LAST_LOOK).filter(seen__gt=timezone.now() - LATELY)
    alike = lately.filter(
        board_revision=analysis.board_revision_id, now_revision=None, rules=analysis.rules, method=AUTO
    )
    spins = question.position.with_scores(0, 0, 0)
    notations = alike.order_by().values_list("position", flat=True)[:MOST_COMPARED]
    return sum(Position.parse(notation).with_scores(0, 0, 0) == spins for notation in notations)
