"""Stored answers that somebody has changed by hand, or a failing disk: said, and worked out again; never an error page."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from pressorpass_site.answers.analyses import services
from pressorpass_site.answers.analyses.figures import DAMAGED, is_sound
from pressorpass_site.answers.analyses.models import Analysis, Status
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.sharing.saved.models import SavedAnalysis, Version
from tests.site.conftest import Ask
from tests.site.markup import markup

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]


@pytest.fixture(autouse=True)
def impatient(settings: Any) -> None:
    settings.ANSWER_WAIT_MILLISECONDS = 0


@pytest.fixture
def answered(question: Ask) -> Analysis:
    return solved(services.ask(question()))


def solved(analysis: Analysis) -> Analysis:
    jobs.execute()
    return Analysis.objects.get(pk=analysis.pk)


def damages(result: dict[str, Any]) -> list[Any]:
    """Ways in which a result can be damaged."""
    press = result["actions"]["press"]
    return [
        "rubbish",
        [],
        {},
        {name: value for name, value in result.items() if name != "margin"},
        result | {"actions": None},
        result | {"actions": {"press": press | {"win": ["1", None]}, "pass": None}},
        result | {"actions": {"press": press | {"low": [0, "a", 0]}, "pass": None}},
        result | {"method": "guessed"},
        result | {"position": "1000e1,0,0@1"},
        result | {"outcomes": [{"label": 1}]},
        result | {"notes": 3},
    ]


def test_every_damage_is_seen_and_a_sound_answer_is_not_one(answered: Analysis) -> None:
    assert is_sound(answered.result, answered.steps, notation=answered.position)
    assert not is_sound(answered.result, [{}])
    for damaged in damages(answered.result):
        assert not is_sound(damaged, notation=answered.position)


@pytest.mark.parametrize("number", [0, 4, 5])
def test_a_damaged_answer_is_worked_out_again(client: Client, answered: Analysis, number: int) -> None:
    sound = answered.result
    address = f"/p/{answered.position}?rules=seed"
    Analysis.objects.update(result=damages(sound)[number])
    shown = client.get(address)
    assert shown.status_code == 200
    assert DAMAGED in markup(shown)
    again = Analysis.objects.get()
    assert again.status == Status.QUEUED
    assert client.get(f"/api/v1/analyses/{answered.key}").json()["message"] == DAMAGED
    again = solved(again)
    assert again.result["actions"] == sound["actions"]
    shown = client.get(address)
    assert DAMAGED not in markup(shown)
    assert "90.3" in markup(shown)


def test_the_api_works_it_out_again(client: Client, answered: Analysis) -> None:
    Analysis.objects.update(result={"method": "exact"})
    found = client.get(f"/api/v1/analyses/{answered.key}")
    assert found.status_code == 202
    assert found.json()["message"] == DAMAGED
    assert Analysis.objects.get().status == Status.QUEUED


def test_a_damaged_saved_answer_is_told(client: Client, answered: Analysis) -> None:
    fields = {"title": "Kept", "note": "", "tags": "", "visibility": "public", "key": answered.key}
    saved = SavedAnalysis.objects.get(code=client.post("/save/", fields)["Location"].split("/")[2])
    Version.objects.update(result={"method": "exact"})
    for address in (saved.get_absolute_url(), "/saved/", f"{saved.get_absolute_url()}again/"):
        shown = client.get(address)
        assert shown.status_code == 200
    assert "The saved answer was damaged" in markup(client.get(saved.get_absolute_url()))
