"""The lab's pages: a question in the URL, its answer, errors, and waiting."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from engine.lab import GAMES
from engine.lab.answer_view import format_digits
from pressorpass_site.lab import services
from pressorpass_site.lab.models import LabAnswer
from pressorpass_site.lab.tasks import jobs
from pressorpass_site.work.models import Status
from tests.site.markup import markup
from tests.site.work.by_hand import run_next

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[3]
PIG = "/lab/pig/duel/"


def solved(client: Client, address: str) -> str:
    """Return the page of a question with its answer."""
    client.get(address)
    run_next(jobs)
    return markup(client.get(address))


@pytest.mark.django_db(transaction=True)
class TestAnswers:
    def test_the_answer_is_the_command_line_s(self, client: Client) -> None:
        page = solved(client, f"{PIG}?goal=30&a=hold:10")
        command = [sys.executable, *["-m", "engine", "lab", "pig", "duel", "--a", "hold:10", "--goal", "30", "--json"]]
        printed = json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout)
        assert LabAnswer.objects.get(input__question="duel").result == printed
        assert format_digits(printed["answer"], printed["error"]) in page
        assert "exact" in page
        assert "python -m engine lab pig duel --goal 30 --a hold:10" in page
        said = client.get("/api/v1/lab/pig/duel?goal=30&a=hold:10").json()
        assert {name: said[name] for name in printed} == printed
        assert said["url"] == f"http://testserver{PIG}?goal=30&a=hold%3A10"

    def test_what_is_typed_otherwise_is_the_same_question(self, client: Client) -> None:
        solved(client, f"{PIG}?goal=30")
        client.get(f"{PIG}?goal=+30+&sides=&b=optimal")
        assert LabAnswer.objects.filter(input__question="duel").count() == 1

    def test_the_api_takes_options_by_the_names_of_its_parameters(self, client: Client) -> None:
        hyphens = client.get("/api/v1/lab/hog/turn?dice=2&total=6&max-dice=5&no-hog-wild=yes").json()
        underscores = client.get("/api/v1/lab/hog/turn?dice=2&total=6&max_dice=5&no_hog_wild=True").json()
        assert LabAnswer.objects.count() == 1
        assert hyphens == underscores
        assert hyphens["parameters"]["max_dice"] == 5
        twice = client.get("/api/v1/lab/hog/turn?dice=2&total=6&max_dice=5&max-dice=5")
        assert twice.status_code == 422
        assert twice.json()["detail"][0]["loc"][-1] == "max-dice"

    def test_a_page_that_waits_takes_the_answer_from_its_page(self, client: Client) -> None:
        client.get(PIG)
        lab_answer = LabAnswer.objects.get()
        waiting = reverse("lab:answer", args=[lab_answer.key])
        assert client.get(waiting, headers={"Part-Request": "true"}).status_code == 200
        run_next(jobs)
        assert client.get(waiting).headers["Location"] == PIG
        shown = markup(client.get(waiting, follow=True, headers={"Part-Request": "true"}))
        assert 'id="lab-answers"' in shown
        assert 'id="lab-headline"' in shown

    def test_what_is_too_big_says_what_was_reached(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(services.LIMITS, "nodes", 10)
        page = solved(client, "/lab/pig/duel/?goal=200")
        assert LabAnswer.objects.get().status == Status.TOO_LARGE
        assert "The budget of 10 nodes was spent; reached:" in page
        assert "Try again" in page


@pytest.mark.parametrize(
    ("value", "error", "certainty", "text"),
    [
        (0.530592725, 1e-9, "exact", "0.530592725"),
        (0.25, 0.0, "exact", "0.25"),
        (12.34567, 0.02, "bounded", "12.3"),
        (12.34567, 0.02, "estimated", "12.35"),
        (0.5, 0.5, "estimated", "0.5"),
    ],
)
def test_no_digit_is_shown_that_is_not_known(value: float, error: float, certainty: str, text: str) -> None:
    assert format_digits(value, error, certainty) == text


LOCAL = [
    (game.name, question.name, option.name)
    for game in GAMES
    for question in game.questions
    for option in question.options
    if option.local
]


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("pig/duel/?dice=3", "is not an option of this question"),
        *(
            (f"{game}/{question}/?{name}=/etc/passwd", f"{name} is for the command line only.")
            for game, question, name in LOCAL
        ),
    ],
)
def test_options_that_are_none_or_name_files_are_refused(client: Client, address: str, said: str) -> None:
    response = client.get(f"/lab/{address}")
    assert response.status_code == 422
    assert said in markup(response)
    assert client.get(f"/api/v1/lab/{address.replace('/?', '?')}").status_code == 422
    assert not LabAnswer.objects.exists()
