"""The admin shows what there is and changes nothing that must not change."""

from copy import copy
from io import StringIO
from itertools import count as count_from
from itertools import islice

import pytest
from django.apps import apps
from django.contrib.admin import site
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext

from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.models import Analysis, Status
from pressorpass_site.answers.tables.models import Table
from pressorpass_site.api import services as api
from pressorpass_site.boards.editor import drafts
from pressorpass_site.boards.models import Board, BoardRevision
from pressorpass_site.games.dilemmas.models import Vote
from pressorpass_site.games.dilemmas.votes import in_game
from pressorpass_site.games.models import StoredGame
from pressorpass_site.sharing.saved import services as saving

from .conftest import Ask

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def analysis(question: Ask) -> Analysis:
    return services.ask(question())


def test_every_list_and_every_row_can_be_read(admin_client: Client, analysis: Analysis) -> None:
    rows = (Board.objects.first(), BoardRevision.objects.first(), analysis)
    for row in rows:
        assert row is not None
        base = f"/admin/{row._meta.app_label}/{row._meta.model_name}/"
        assert admin_client.get(base, {"q": "pyl"}).status_code == 200
        assert admin_client.get(f"{base}{row.pk}/change/").status_code == 200


def test_a_revision_is_readable_and_fixed(admin_client: Client, analysis: Analysis) -> None:
    revision = analysis.board_revision
    base = f"/admin/boards/boardrevision/{revision.pk}/"
    page = admin_client.get(f"{base}change/").content.decode()
    assert "$3,000 + one spin" in page
    assert 'name="_save"' not in page
    assert admin_client.post(f"{base}change/", {"digest": "x"}).status_code == 403
    assert admin_client.post(f"{base}delete/", {"post": "yes"}).status_code == 403
    assert admin_client.get("/admin/boards/boardrevision/add/").status_code == 403
    assert BoardRevision.objects.filter(pk=revision.pk, digest=revision.digest).exists()


def test_jobs_can_be_stopped_and_tried_again(admin_client: Client, analysis: Analysis) -> None:
    for action, status in (("stop", Status.CANCELLED), ("try_again", Status.QUEUED)):
        data = {"action": action, "_selected_action": [str(analysis.pk)]}
        assert admin_client.post("/admin/analyses/analysis/", data).status_code == 302
        analysis.refresh_from_db()
        assert analysis.status == status


_numbers = count_from(1000)
LISTS = sorted(f"{model._meta.app_label}/{model._meta.model_name}" for model in site._registry)


def more_rows(model: type[Model], count: int) -> None:
    """Copies of the first row, with other values where they must differ."""
    first = model._base_manager.first()
    if first is None:
        return
    for number in islice(_numbers, count):
        row = copy(first)
        row.pk = None
        row._state.adding = True
        for field in model._meta.concrete_fields:
            if field.unique and not field.primary_key:
                setattr(row, field.attname, f"copy-{number}")
            elif field.name in ("number", "voter"):
                setattr(row, field.attname, number)
        model._base_manager.bulk_create([row])


@pytest.mark.parametrize("rows", LISTS)
def test_a_list_takes_as_many_queries_for_many_rows_as_for_one(
    admin_client: Client, analysis: Analysis, rows: str
) -> None:
    make_one_of_everything(analysis)
    model = apps.get_model(*rows.split("/"))
    counts = []
    for _ in range(2):
        more_rows(model, 9)
        with CaptureQueriesContext(connection) as seen:
            assert admin_client.get(f"/admin/{rows}/").status_code == 200
        counts.append(len(seen))
    assert counts[1] == counts[0], rows


def make_one_of_everything(analysis: Analysis) -> None:
    """Rows of each kind that the administration lists."""
    owner = get_user_model().objects.create_user("fan")
    api.create(owner, "one")
    saving.save("somebody", analysis, saving.SavedFields(title="One"))
    call_command("load_samples", stdout=StringIO())
    game = StoredGame.objects.earliest("pk")
    Vote.objects.create(game=game, question=in_game(game.code, 1), voter="x", name="Ann", action="press")
    revision = BoardRevision.objects.earliest("pk")
    drafts.start("Ann", revision)
    Table.objects.create(key="0" * 64, position="0e1,0,0@1", board_revision=revision, rules={}, engine_version="1")


def test_the_list_of_answers_sorts_no_table(admin_client: Client, analysis: Analysis) -> None:
    with CaptureQueriesContext(connection) as seen:
        admin_client.get("/admin/analyses/analysis/")
    (listed,) = [
        query["sql"] for query in seen if "ORDER BY" in query["sql"] and '"analyses_analysis"."steps"' in query["sql"]
    ]
    assert not [step for step in plan(listed) if "TEMP B-TREE" in step or "Sort" in step]


def plan(sql: str) -> list[str]:
    """What the database does for a statement, where it may not read whole tables if there is another way."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            return [row[3] for row in cursor.fetchall()]
        for way in ("seqscan", "bitmapscan", "sort"):
            cursor.execute(f"SET LOCAL enable_{way} = off")
        cursor.execute(f"EXPLAIN {sql}")
        return [row[0] for row in cursor.fetchall()]
