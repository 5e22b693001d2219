"""The admin shows what there is and changes nothing that must not change."""

import pytest
from django.test import Client

from pressorpass_site.analyses import services
from pressorpass_site.analyses.models import Analysis, Status
from pressorpass_site.boards.models import Board, BoardRevision

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
