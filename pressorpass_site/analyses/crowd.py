"""A crowd that tries other scores with the same spins: one table on a coarse grid answers all of them.

It takes about as long as the first answers to a few of them. A finer one follows if that answers too little.
"""

from __future__ import annotations

import logging
import time
from dataclasses import replace
from datetime import timedelta

from django.utils import timezone

from engine import CancelFlag, InputError, Limits, Position, TableError, Unaffordable
from pressorpass_site.questions.question import AUTO
from pressorpass_site.tables import whatif_tables as tables
from pressorpass_site.work.models import LAST_LOOK
from pressorpass_site.work.scheduling import is_process_wanted
from pressorpass_site.work.slots import Alone

from .models import Analysis

logger = logging.getLogger(__name__)

LATELY = timedelta(minutes=1)
MOST_COMPARED = 300
# A table may take about as long as the first answers to what was asked lately, and no longer than others can wait.
SECONDS_EACH, MOST_SECONDS = 0.3, 2.0
AGAIN_SECONDS, MOST_TRIED = 30.0, 1000

# By question but for its scores: the seconds that a table was allowed, and until when none is tried in as few.
_tried: dict[str, tuple[float, float]] = {}
_alone = Alone()  # two processes would build the same tables


def share_table(analysis: Analysis, cancel: CancelFlag) -> None:
    """Build a table if first answers wait and it would do for several; it is stored where `from_table` looks.

    Raises:
        Cancelled: the flag was set.
    """
    question = analysis.question
    if question.method != AUTO or tables.refusal(question) or not is_process_wanted():
        return
    spins = question.position.with_scores(0, 0, 0)
    alike = _alike(analysis, spins)
    highest = replace(question, position=max(alike, key=tables.together))
    seconds, key = min(SECONDS_EACH * len(alike), MOST_SECONDS), tables.key(highest)
    tried, until = _tried.get(key, (0.0, 0.0))
    if (seconds <= tried and time.monotonic() < until) or not _alone.take():
        return
    if len(_tried) >= MOST_TRIED:
        _tried.clear()
    _tried[key] = seconds, time.monotonic() + AGAIN_SECONDS
    try:
        tables.build(highest, Limits(seconds, analysis.limits["memory_bytes"]), cancel)
    except Unaffordable:
        pass
    except (InputError, TableError) as error:  # each question is answered by itself, and says what is wrong
        logger.info("no table for a crowd: %s", error)
    finally:
        _alone.leave()


def _alike(analysis: Analysis, spins: Position) -> list[Position]:
    """The positions looked at lately that differ from this one in their scores alone; it is one of them."""
    lately = Analysis.objects.alias(seen=LAST_LOOK).filter(seen__gt=timezone.now() - LATELY)
    same = lately.filter(
        board_revision=analysis.board_revision_id, now_revision=None, rules=analysis.rules, method=AUTO
    )
    notations = same.order_by().values_list("position", flat=True)[:MOST_COMPARED]
    positions = [analysis.question.position, *map(Position.parse, notations)]
    return list({each.notation: each for each in positions if each.with_scores(0, 0, 0) == spins}.values())
