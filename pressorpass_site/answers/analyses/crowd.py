"""A crowd that tries other scores with the same spins: one table on a coarse grid answers all of them.

It takes about as long as the first answers to a few of them. A finer one follows if it answers too few.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from engine import CancelFlag, InputError, Limits, Position, TableError, Unaffordable
from pressorpass_site.answers.tables import whatif_tables as tables
from pressorpass_site.questions.question import AUTO
from pressorpass_site.work import heartbeat
from pressorpass_site.work.models import LAST_LOOK
from pressorpass_site.work.picking import first_answers_wait

from .models import Analysis

logger = logging.getLogger(__name__)

LATELY = timedelta(minutes=1)
MOST_COMPARED = 300
# A table takes about as long as one to three first answers. For a single question it must not take longer than that.
SECONDS_FOR_ONE, SECONDS = 0.5, 2.0
# Where chances change fast, a coarse table has no answer to some questions. A finer one is worth its time if many ask.
MANY, FINE = 10, 1000
AGAIN_SECONDS = 30


def share_table(analysis: Analysis, cancel: CancelFlag) -> None:
    """Build a table if first answers wait and it would answer several; it is stored where `from_table` looks.

    Raises:
        Cancelled: the flag was set.
    """
    question = analysis.question
    if analysis.is_secret or question.method != AUTO or tables.refusal(question) or not first_answers_wait():
        return
    alike = _alike(analysis, question.position.with_scores(0, 0, 0))
    highest = replace(question, position=max(alike, key=tables.together))
    known = tables.nearest(question)
    if known and (len(alike) < MANY or known.grid <= FINE):
        return
    seconds = SECONDS if len(alike) > 1 else SECONDS_FOR_ONE
    if not heartbeat.may(f"build:{tables.key(highest)}:{seconds}", AGAIN_SECONDS):
        return  # another process builds it, or it was tried a moment ago
    try:
        tables.build(highest, Limits(seconds, settings.SOLVER_MEMORY_BYTES), cancel)
    except Unaffordable:
        pass
    except (InputError, TableError) as error:  # each question is answered by itself, and says what is wrong
        logger.info("no table for a crowd: %s", error)


def _alike(analysis: Analysis, spins: Position) -> list[Position]:
    """Return the recently viewed positions that differ from this one in their scores alone, and this one."""
    lately = Analysis.objects.alias(seen=LAST_LOOK).filter(seen__gt=timezone.now() - LATELY)
    same = lately.filter(
        board_revision=analysis.board_revision_id,
        now_revision=None,
        then_revision=None,
        rules=analysis.rules,
        method=AUTO,
    )
    notations = same.order_by().values_list("position", flat=True)[:MOST_COMPARED]
    positions = [analysis.question.position, *map(Position.parse, notations)]
    return list({each.notation: each for each in positions if each.with_scores(0, 0, 0) == spins}.values())
