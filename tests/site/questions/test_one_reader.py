"""The site, the API and the command line read the same texts as the same position."""

import json
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse

from engine.cli import main
from pressorpass_site.questions.forms import PodiumForm

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_boards")]

TEXTS = {
    "8000e3,3000,0@1": "8000e3,3000,0@1",
    "$8,000 3 spins / 3000 / 0": "8000e3,3000,0@1",
    "8k three spins vs 3000 vs 0": "8000e3,3000,0@1",
    "8000 (3), 3000, out": "8000e3,3000,0w4@1",
    "Left 8000 3 earned 2 passed 1 whammy, Center $3,000; Right: out": "8000e3p2w1,3000,0w4@1",
    "$8,000 2 spins / 3000 1 spin / 0": "8000e2,3000e1,0@2",
    "8000 2 spins / *3000 1 spin / 0": "8000e2,3000e1,0@2",
    "**Peter:** $8,000, 3 spins\n**Ed:** $3,000\n**Janie:** $0": "8000e3,3000,0@1",
    "Score\t8,000\t3,000\t0\nEarned\t3\t0\t0\nWhammies\t1\t0\t2": "8000e3w1,3000,0w2@1",
}
UNREADABLE = {
    "8000x3,3000,0@1": "“x” is not known here",
    "8000 bananas / 3000 / 0": "“bananas” is not understood",
    "Left 8000, Center 3000, Right 0": "there is nothing to decide",
    f"a{950 * ' '}b1": "too long for a position: 953 characters, and at most 500 are read",
    f"a{400 * ' '}b1": "A position has three contestants",
}


@pytest.mark.parametrize(("text", "notation"), TEXTS.items())
def test_the_same_position_everywhere(
    client: Client, capsys: pytest.CaptureFixture[str], text: str, notation: str
) -> None:
    form = PodiumForm({"line": text, "line_was": "", "up": "1"})
    assert form.is_valid(), form.errors
    assert form.question
    assert form.question.position.notation == notation
    assert client.get(reverse("analyses:line"), {"text": text}).json()["line"] == notation
    assert client.get(f"/api/v1/positions/{quote(text, safe='')}").json()["position"] == notation
    assert main(["perft", text, "0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["position"] == notation


@pytest.mark.parametrize(("text", "words"), UNREADABLE.items())
def test_the_same_refusal_everywhere(client: Client, capsys: pytest.CaptureFixture[str], text: str, words: str) -> None:
    form = PodiumForm({"line": text, "line_was": "", "up": "1"})
    assert not form.is_valid()
    assert words in form.errors["line"][0]
    assert words in client.get(reverse("analyses:line"), {"text": text}).json()["message"]
    refusal = client.get(f"/api/v1/positions/{quote(text, safe='')}")
    assert (refusal.status_code, refusal.json()["detail"][0]["field"]) == (422, "position")
    assert words in refusal.json()["detail"][0]["message"]
    assert main(["perft", text, "0"]) == 2
    assert words in capsys.readouterr().err


def test_a_guess_is_mentioned_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "8000 (3), 3000, 0", "0"]) == 0
    printed = capsys.readouterr()
    assert printed.out == "1\n"
    assert printed.err == "engine: read as 8000e3,3000,0@1, taking the 3 in brackets as earned spins\n"
