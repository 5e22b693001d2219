"""A crowd that tries other scores with the same spins: one table on a coarse grid answers all of them.

It takes about as long as the first answers to a few of them. A finer one follows if it answers too few.
"""

from __future__ import annotations

import logging
import time
from dataclasses import replace
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from engine import CancelFlag, InputError, Limits, Position, TableError, Unaffordable
from pressorpass_site.answers.tables import whatif_tables as tables
from pressorpass_site.questions.question import AUTO, Question
from pressorpass_site.work import locks
from pressorpass_site.work.models import LAST_LOOK
from pressorpass_site.work.scheduling import first_answers_wait

from .known import from_table
from .models import Analysis

logger = logging.getLogger(__name__)

LATELY = timedelta(minutes=1)
MOST_COMPARED = 300
# A table takes about as long as one to three first answers. For a single question it must not take longer than that.
SECONDS_FOR_ONE, SECONDS = 0.5, 2.0
# Where chances change fast, a coarse table has no answer to some questions. A finer one is worth its time if many ask.
MANY, FINE = 10, 1000
AGAIN_SECONDS, MOST_TRIED = 30.0, 1000

# The time before which no table is tried again, by question without its scores and by whether one asked or several.
_tried: dict[tuple[str, bool], float] = {}


def share_table(analysis: Analysis, cancel: CancelFlag) -> None:
    """Build a table if first answers wait and it would answer several; it is stored where `from_table` looks.

    Raises:
        Cancelled: the flag was set.
    """
    question = analysis.question
    if question.method != AUTO or tables.refusal(question) or not first_answers_wait():
        return
    alike = _alike(analysis, question.position.with_scores(0, 0, 0))
    highest = replace(question, position=max(alike, key=tables.together))
    known = tables.nearest(question)
    if known and (len(alike) < MANY or known.grid <= FINE):
        return
    lock = tables.key(highest)
    if not locks.take(lock):
        return  # another process builds it
    try:
        if from_table(question) is None:
            _build(highest, len(alike) > 1, cancel)
    finally:
        locks.release(lock)


def _build(highest: Question, several: bool, cancel: CancelFlag) -> None:
    """Build a table as high as a question, unless that was tried a moment ago."""
    tried = tables.key(highest), several
    if time.monotonic() < _tried.get(tried, 0.0):
        return
    if len(_tried) >= MOST_TRIED:
        _tried.clear()
    _tried[tried] = time.monotonic() + AGAIN_SECONDS
    try:
        tables.build(highest, Limits(SECONDS if several else SECONDS_FOR_ONE, settings.SOLVER_MEMORY_BYTES), cancel)
    except Unaffordable:
        pass
    except (InputError, TableError) as error:  # each question is answered by itself, and says what is wrong
        logger.info("no table for a crowd: %s", error)


def _alike(analysis: Analysis, spins: Position) -> list[Position]:
    """Return the recently viewed positions that differ from this one in their scores alone, and this one."""
    lately = Analysis.objects.alias(seen=LAST_LOOK).filter(seen__gt=timezone.now() - LATELY)
    same = lately.filter(
        board_revision=analysis.board_revision_id, now_revision=None, rules=analysis.rules, method=AUTO
    )
    notations = same.order_by().values_list("position", flat=True)[:MOST_COMPARED]
    positions = [analysis.question.position, *map(Position.parse, notations)]
    return list({each.notation: each for each in positions if each.with_scores(0, 0, 0) == spins}.values())
