"""Between the rounds: questions typed one after another, or all at once at the end."""

import pytest
from django.test import Client

from engine import parse_game
from pressorpass_site.games.models import StoredGame

from .conftest import Send
from .test_entering import text_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

ONE_SPIN = {"type": "round", "round": 1, "spins": [1, 0, 0]}
MONEY = {"type": "spin", "came": {"kind": "money", "amount": 750}}


@pytest.fixture(autouse=True)
def round_1_over(send: Send) -> None:
    assert send(ONE_SPIN, MONEY).json()["stored"] == 2


def test_questions_are_counted_and_the_last_begins_round_2(client: Client, game: StoredGame) -> None:
    address = f"/games/{game.code}/enter/"
    sent = [
        {"gain_0": "3", "gain_1": "1", "gain_2": "0", "spins": "0/0/0"},
        {"spins": "3/1/3"},
        {"gain_0": "0", "gain_1": "0", "gain_2": "0", "spins": "3/1/3"},
        {"gain_0": "1", "gain_1": "3", "gain_2": "0"},
    ]
    for number, fields in enumerate(sent, 1):
        assert f"Question {number} of 4." in client.get(address).content.decode()
        form = {"form": "question", "version": f"{number + 1}", "id": f"q{number}", **fields}
        assert client.post(address, form).status_code == 302
    text = text_of(client, game)
    assert "question 1: 3 1 0" in text
    assert "question 3: 3 1 3" in text
    assert "round 2: 4 4 3" in text
    assert parse_game(text).state.round == 2


def test_all_at_once_at_the_end(client: Client, game: StoredGame) -> None:
    form = {"form": "round_2", "version": "2", "id": "a", "spins": "4/3/5"}
    assert client.post(f"/games/{game.code}/enter/", form).status_code == 302
    assert "round 2: 4 3 5" in text_of(client, game)


def test_what_no_question_can_bring_is_refused_with_the_reason(client: Client, game: StoredGame) -> None:
    form = {"form": "question", "version": "2", "id": "a", "spins": "3/3/0"}
    refused = client.post(f"/games/{game.code}/enter/", form)
    assert refused.status_code == 422
    assert "A question adds 3 spins for one contestant at most" in refused.content.decode()
