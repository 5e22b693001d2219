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
    assert (refusal.status_code, refusal.json()["detail"][0]["loc"][-1]) == (422, "position")
    assert words in refusal.json()["detail"][0]["msg"]
    assert main(["perft", text, "0"]) == 2
    assert words in capsys.readouterr().err


GUESSED = "3000e1, 2500e1, 0 up 2"
GUESS = "“up 2” as who is up"


def test_a_guess_is_said_beside_the_answer(client: Client) -> None:
    words = f"Center $2,500, 1 earned spin, up · Right $0; taking {GUESS}."
    typed = client.post(reverse("analyses:ask"), {"line": GUESSED, "line_was": "", "up": "1"}, follow=True)
    assert words in typed.content.decode()
    address = "/p/3000e1,2500e1,0@2"
    assert typed.redirect_chain[-1][0] == address
    assert words not in client.get(address).content.decode(), "once"
    assert words in client.get(f"/p/{quote(GUESSED, safe='')}", follow=True).content.decode()
    # With JavaScript, the podiums were filled in from the text.
    podiums = {f"seat{seat}_{part}": "0" for seat in (1, 2, 3) for part in ("earned", "passed", "whammies")}
    podiums |= {"seat1_score": "3000", "seat1_earned": "1", "seat2_score": "2500", "seat2_earned": "1", "up": "2"}
    filled = podiums | {"seat3_score": "0", "line": GUESSED, "line_was": GUESSED, "typed": GUESSED}
    assert words in client.post(reverse("analyses:ask"), filled, follow=True).content.decode()
    changed = client.post(reverse("analyses:ask"), filled | {"seat1_score": "4000"}, follow=True)
    assert GUESS not in changed.content.decode()


def test_a_guess_is_said_by_programs(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    assert client.get(f"/api/v1/positions/{quote(GUESSED, safe='')}").json()["guesses"] == [GUESS]
    assert client.get("/api/v1/positions/8000e3,3000,0@1").json()["guesses"] == []
    solved = client.post("/api/v1/solve", {"position": GUESSED, "wait": 0}, content_type="application/json")
    assert solved.json()["guesses"] == [GUESS]
    again = client.post("/api/v1/solve", {"position": "3000e1,2500e1,0@2", "wait": 0}, content_type="application/json")
    assert "guesses" not in again.json()
    assert main(["solve", "8k (1) / 20k / 0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["guesses"] == ["the 1 in brackets as earned spins"]
