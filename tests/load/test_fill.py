"""The command that fills tables: what it writes are rows of every kind, with keys and dates of their own."""

from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.utils import timezone

from tests.load.fill import DAYS, fill

ANSWERS, KILOBYTES, GAMES = 60, 25, 5
# Nothing that a site stores in numbers: rights, the health check, the log of boards.
LEFT_OUT = {"group", "permission", "contenttype", "logentry", "boardevent", "writecheck"}


@pytest.mark.django_db(transaction=True)
def test_every_table_is_filled(settings: Any) -> None:
    settings.ANSWER_WAIT_MILLISECONDS = 0
    counts = fill(ANSWERS, ANSWERS * KILOBYTES / 1000, GAMES)
    models = {model for model in apps.get_models() if model._meta.model_name not in LEFT_OUT}
    assert {model._meta.db_table for model in models} <= counts.keys()


@pytest.mark.django_db(transaction=True)
def test_answers_are_many_long_and_of_the_last_weeks(settings: Any) -> None:
    settings.ANSWER_WAIT_MILLISECONDS = 0
    fill(ANSWERS, ANSWERS * KILOBYTES / 1000, GAMES)
    rows = list(apps.get_model("answers", "analysis").objects.order_by("-pk")[:ANSWERS])
    assert len({analysis.key for analysis in rows}) == ANSWERS
    assert all(len(str(analysis.result)) >= 0.99 * 1000 * KILOBYTES for analysis in rows)
    assert all(analysis.answer for analysis in rows)  # as good as solved ones
    ages = [timezone.now() - analysis.created_at for analysis in rows]
    assert max(ages) < timedelta(days=DAYS + 1)
    assert len(set(ages)) == ANSWERS
