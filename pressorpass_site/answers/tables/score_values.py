"""Score values: what a score is worth before round 2, solved in the background once for each board and rules.

The engine comes with those of some boards. Until others are stored, answers of round 1 rest on rough ones, which the
engine solves on the spot.
"""

from contextlib import suppress
from dataclasses import replace
from typing import Any

from django.conf import settings

from engine import ENGINE_VERSION, NextRound, Rules
from engine.tables import values_digest, values_kept_at
from pressorpass_site.answers.models import SCORE_VALUES, Table
from pressorpass_site.core import clients
from pressorpass_site.core.identity import build_identity_key
from pressorpass_site.questions.question import Question
from pressorpass_site.work.jobs import TooManyQuestions
from pressorpass_site.work.models import ACTIVE, Status

from .tasks import score_value_jobs

MAX_WAITING = 5  # jobs, each of which takes a quarter of an hour; one for each client


def get_stored_time(question: Question) -> float | None:
    """Return when the question's score values were stored, in seconds since 1970; None if they are not."""
    return values_kept_at(*_get_next_round(question))


def start_if_needed(question: Question) -> None:
    """Start the job that solves the score values, unless it is active, was too large, or too many are queued."""
    key, limits = _build_table_key(question), {"memory": settings.SOLVER_MEMORY_BYTES}
    table = Table.objects.filter(key=key).first()
    if table is not None and not _is_worth_another_start(table, limits):
        return
    waiting_clients = Table.objects.filter(kind=SCORE_VALUES, status__in=ACTIVE).values_list("client", flat=True)
    client, others = clients.get_current_client(), list(waiting_clients[:MAX_WAITING])
    if len(others) == MAX_WAITING or (client != clients.SITE and client in others):
        return
    with suppress(TooManyQuestions):
        if table is None:
            score_value_jobs.get_or_create(key, limits, view_seconds=0, **_build_table_columns(question))
        else:
            score_value_jobs.start(table, limits, view_seconds=0)


def is_under_way(question: Question) -> bool:
    return Table.objects.filter(key=_build_table_key(question), status__in=ACTIVE).exists()


def _is_worth_another_start(table: Table, limits: dict[str, Any]) -> bool:
    """Return whether to restart a job that has ended without stored values."""
    if table.status == Status.TOO_LARGE:
        return table.limits != limits
    return table.status == Status.DONE or table.is_worth_another_start


def _get_next_round(question: Question) -> tuple[NextRound, Rules]:
    assert question.engine_next_round is not None
    return question.engine_next_round, question.rules.seated(question.position.mover_seat)


def _build_table_columns(question: Question) -> dict[str, Any]:
    assert question.next_round is not None
    position = question.position.with_scores(0, 0, 0)
    round_2_question = replace(question, revision=question.next_round.revision, position=position)
    return Table.build_columns(round_2_question) | {"kind": SCORE_VALUES}


def _build_table_key(question: Question) -> str:
    return build_identity_key(
        {"what": "score values", "values": values_digest(*_get_next_round(question)), "engine": ENGINE_VERSION}
    )
