"""The versions of the show: the spins that the questions of a round bring, wherever a round is entered."""

import json
from typing import Any

import pytest
from django.test import Client

from pressorpass_site.games import record
from pressorpass_site.games.models import StoredGame
from pressorpass_site.games.reviews import services as reviews
from pressorpass_site.games.reviews.models import Review

pytestmark = pytest.mark.usefixtures("loaded_boards")

BLANK = {"visibility": "unlisted", "rules": "show"}


def begun(client: Client, **given: str) -> StoredGame:
    response = client.post("/games/new/", BLANK | given)
    assert response.status_code == 302, response.context["form"].errors
    return StoredGame.objects.latest("pk")


def sent(client: Client, row: StoredGame, *spins: int, round_: int) -> Any:
    event = {"id": "a", "type": "round", "round": round_, "spins": spins}
    body = json.dumps({"version": 0, "events": [event]})
    return client.post(f"/games/{row.code}/events/", body, content_type="application/json").json()


@pytest.mark.parametrize(
    ("date", "round_", "spins", "message"),
    [
        ("2002-05-01", 2, (13, 1, 2), ""),
        ("2002-05-01", 2, (15, 5, 6), "at most 25 spins together in round 2 on GSN"),
        ("2019-07-01", 1, (9, 3, 3), ""),
        ("2019-07-01", 1, (12, 4, 4), "0 to 9 spins in round 1 on ABC"),
        ("1983-05-18", 1, (15, 5, 5), ""),
        ("1983-05-18", 2, (15, 6, 5), "at most 25 spins together in round 2 on CBS"),
        ("1985-03-04", 1, (12, 4, 4), ""),
        ("1985-03-04", 2, (13, 1, 2), "0 to 12 spins in round 2 on CBS"),
    ],
)
def test_events_of_a_script(client: Client, date: str, round_: int, spins: tuple[int, ...], message: str) -> None:
    answer = sent(client, begun(client, date=date), *spins, round_=round_)
    assert message in answer.get("refused", {"message": ""})["message"]
    assert ("refused" in answer) == bool(message)


@pytest.mark.parametrize(
    ("date", "form", "most"),
    [("2002-05-01", "start_2", 15), ("2019-07-01", "round_1", 9), ("1983-05-18", "round_1", 15), ("", "round_1", 12)],
)
def test_forms(client: Client, date: str, form: str, most: int) -> None:
    row = begun(client, date=date)
    fields = {"form": form, "version": "0", "id": "a", "spins": f"{most + 1}/0/0"}
    refused = client.post(f"/games/{row.code}/enter/", fields)
    assert refused.status_code == 422
    assert f"Spins go from 0 to {most}." in refused.content.decode()
    assert client.post(f"/games/{row.code}/enter/", fields | {"spins": f"{most}/0/0"}).status_code == 302


@pytest.mark.parametrize(
    ("given", "status"), [({"date": "5/18/1983"}, 302), ({"board_1": "pyl-1983-pilot-r1.1"}, 302), ({}, 422)]
)
def test_a_new_game_of_the_pilot_begins_with_up_to_15_spins(client: Client, given: dict[str, str], status: int) -> None:
    assert client.post("/games/new/", BLANK | given | {"spins": "15/5/5"}).status_code == status


def test_what_was_accepted_before_stays_and_is_reviewed(client: Client) -> None:
    row = begun(client, date="2002-05-01")
    sent(client, row, 13, 1, 2, round_=2)
    row.refresh_from_db()
    row.headers |= {"date": "1985-03-04"}
    row.save()
    game = record.load(row)
    assert (game.setup.era.id, game.state.podiums[0].earned) == ("cbs", 13)
    reviews.request(game, look=0)
    assert Review.objects.get().engine_game.state == game.state
