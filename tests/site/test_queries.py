"""The five queries that are asked most: the plan of none reads or sorts a whole table."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.db.models import QuerySet

from pressorpass_site.answers.models import Analysis
from pressorpass_site.core.listing import Filters
from pressorpass_site.games import services as games
from pressorpass_site.games.models import StoredEvent, Vote
from pressorpass_site.sharing.saved import services as saved

HOT: dict[str, Callable[[], QuerySet]] = {
    "an answer by its question": lambda: Analysis.objects.filter(key="0" * 64),
    "public games, the newest": lambda: games.query_public_games()[:20],
    "public answers, the newest": lambda: saved.filter_saved_answers(saved.query_public_saved_answers(), Filters())[
        :20
    ],
    "the events of a game": lambda: StoredEvent.objects.filter(game=1, number__lte=9).order_by("number"),
    "the votes of a day": lambda: Vote.objects.filter(question__in=["31.1", "31.2", "31.3"]).order_by(),
}


@pytest.mark.django_db
@pytest.mark.parametrize("rows", HOT.values(), ids=list(HOT))
def test_an_index_answers(rows: Callable[[], QuerySet]) -> None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":  # else it reads an empty table rather than its index
            cursor.execute("SET LOCAL enable_seqscan = off")
    plan = rows().explain()
    assert "USING" in plan or "Index" in plan or "Bitmap" in plan
    assert not any(words in plan for words in ("SCAN", "TEMP B-TREE FOR ORDER BY", "Seq Scan")), plan
