"""Who may cancel a job: a client that has just looked at it, while nobody else does. Anybody can compute its key."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from pressorpass_site.answers.analyses.models import Analysis

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

ADDRESS = "/p/1000e7,3011,4000e7@1"
OWN, OTHER = "192.0.2.1", "198.51.100.1"


def look(address: str) -> Analysis:
    Client(REMOTE_ADDR=address).get(ADDRESS)
    return Analysis.objects.get()


def cancel(row: Analysis, address: str) -> bool:
    Client(REMOTE_ADDR=address).post(f"/a/{row.key}/cancel/")
    row.refresh_from_db()
    return row.cancel_requested or not row.is_active


def later(seconds: float) -> None:
    moved = {name: F(name) - timedelta(seconds=seconds) for name in ("viewed_until", "shared_until", "created_at")}
    Analysis.objects.update(**moved)


@pytest.mark.parametrize(
    ("looks", "seconds", "by", "may"),
    [
        ([OWN], 0, OWN, True),
        ([OWN], 20, OWN, True),
        ([OWN], 120, OWN, False),
        ([OWN], 0, OTHER, False),
        ([OWN], 20, OTHER, False),
        ([OWN], 120, OTHER, False),
        ([OWN, OTHER], 0, OTHER, False),
        ([OWN, OTHER], 20, OTHER, True),
        ([OWN, OTHER], 20, OWN, False),
    ],
)
def test_of_what_somebody_looked_at(looks: list[str], seconds: float, by: str, may: bool) -> None:
    for address in looks:
        row = look(address)
    later(seconds)
    assert timezone.now() > row.created_at
    assert cancel(row, by) is may
