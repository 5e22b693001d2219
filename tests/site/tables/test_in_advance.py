"""Tables of moments and common openings: queued once, moments first, only where that is wanted, and never in the way."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from engine import Position
from pressorpass_site.answers.models import Table
from pressorpass_site.answers.tables import services, whatif_tables
from pressorpass_site.boards.services import DEFAULT_BOARD, find_revision
from pressorpass_site.questions.moments import list_moments
from pressorpass_site.questions.question import Question
from pressorpass_site.work.models import Status

pytestmark = pytest.mark.usefixtures("loaded_boards")


def queue() -> str:
    out = StringIO()
    call_command("fill_tables", common=True, stdout=out)
    return out.getvalue()


@pytest.fixture
def wanted(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are built in advance, of openings with few spins."""
    settings.TABLES_IN_ADVANCE = True
    monkeypatch.setattr(services, "COMMON_SPINS", 3)


def test_nothing_is_queued_where_it_is_turned_off() -> None:
    assert "turned off" in queue()
    assert not Table.objects.exists()


@pytest.mark.usefixtures("wanted")
def test_each_is_queued_once_the_moments_first_with_nobody_looking() -> None:
    count = int(queue().split()[0])
    tables = list(Table.objects.order_by("pk"))
    assert len(tables) == count > 20
    assert queue().startswith("0 tables")
    # Alone against the house, as in four moments, there are no tables.
    first = next(moment for moment in list_moments() if moment.notation and not moment.options)
    assert Position.parse(tables[0].configuration).spins == Position.parse(first.notation).spins
    assert Position.parse(tables[-1].configuration).spins == services.COMMON_SPINS
    assert all(table.status == Status.QUEUED and not table.is_viewed for table in tables)


@pytest.mark.usefixtures("wanted")
def test_they_leave_half_of_the_folder_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRESSORPASS_TABLES_MAX", "40M")
    assert int(queue().split()[0]) <= 5


@pytest.mark.usefixtures("wanted")
def test_whoever_looks_at_one_gets_it_built_as_usual() -> None:
    queue()
    question = Question(Position.parse("8000e3,3000,0@1"), find_revision(DEFAULT_BOARD), list_moments()[0].rules)
    table = whatif_tables.get_or_start(question).table
    assert table is not None
    table.refresh_from_db()
    assert table.is_viewed
    # One that was built in advance may be coarser than what people get.
    Table.objects.filter(pk=table.pk).update(status=Status.DONE)
    again = whatif_tables.get_or_start(question).table
    assert again is not None
    assert (again.status, again.limits) == (Status.QUEUED, whatif_tables.get_table_limits())
