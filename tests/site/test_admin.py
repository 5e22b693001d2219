"""The admin shows what there is and changes nothing that must not change."""

from copy import copy
from io import StringIO
from itertools import count as count_from
from itertools import islice

import pytest
from django.contrib.admin import site
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext

from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.models import Analysis, Table
from pressorpass_site.api import services as api
from pressorpass_site.boards.editor import drafts
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.games.dilemmas.votes import build_decision_key
from pressorpass_site.games.models import StoredGame, Vote
from pressorpass_site.sharing.saved import services as saving
from pressorpass_site.work.models import Status

from .conftest import Ask

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def analysis(question: Ask) -> Analysis:
    return services.get_or_start_analysis(question())


_numbers = count_from(1000)


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


def test_a_list_takes_as_many_queries_for_many_rows_as_for_one(admin_client: Client, analysis: Analysis) -> None:
    make_one_of_everything(analysis)
    for model in site._registry:
        counts = []
        for _ in range(2):
            more_rows(model, 9)
            with CaptureQueriesContext(connection) as seen:
                path = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
                assert admin_client.get(path).status_code == 200
            counts.append(len(seen))
        assert counts[1] == counts[0], model


def make_one_of_everything(analysis: Analysis) -> None:
    """Rows of each kind that the admin lists."""
    owner = get_user_model().objects.create_user("fan")
    api.create_key(owner, "one")
    saving.save("somebody", analysis, saving.SavedFields(title="One"))
    call_command("load_samples", stdout=StringIO())
    game = StoredGame.objects.earliest("pk")
    Vote.objects.create(game=game, question=build_decision_key(game.code, 1), voter="x", name="Ann", action="press")
    revision = BoardRevision.objects.earliest("pk")
    drafts.start("Ann", revision)
    Table.objects.create(key="0" * 64, position="0e1,0,0@1", board_revision=revision, rules={}, engine_version="1")


def test_jobs_can_be_stopped_and_tried_again(admin_client: Client, analysis: Analysis) -> None:
    for action, status in (("stop", Status.CANCELLED), ("try_again", Status.QUEUED)):
        data = {"action": action, "_selected_action": [str(analysis.pk)]}
        assert admin_client.post("/admin/answers/analysis/", data).status_code == 302
        analysis.refresh_from_db()
        assert analysis.status == status
