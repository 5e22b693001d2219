"""Games in the JSON API: stored, read and gone on with, by those whose they are."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from pressorpass_site.api import services
from pressorpass_site.games.models import StoredGame

from .test_api import V1, fits_the_document, refusal

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_boards")]

TEXT = '[Left "Ann"]\n\nround 2: 3 2 4\n2. 750 w\n'
WHAMMY = {"id": "next", "type": "spin", "came": {"kind": "whammy"}}


def key(name: str = "fan") -> dict[str, str]:
    secret = services.create_key(User.objects.create_user(name), "tests").secret
    return {"Authorization": f"Bearer {secret}"}


def post(client: Client, path: str, body: dict[str, Any], headers: dict[str, str]) -> Any:
    return client.post(f"{V1}/games{path}", body, "application/json", headers=headers)


def test_a_game_is_stored_and_read_and_goes_on(client: Client) -> None:
    fan = key()
    said = post(client, "", {"text": TEXT, "visibility": "private"}, fan).json()
    fits_the_document(said, "GameInFull")
    assert (said["round"], said["version"], said["up"]) == (2, 3, 1)
    assert said["contestants"][1]["whammies"] == 1
    code = said["code"]
    assert client.get(f"{V1}/games/{code}", headers=fan).json() == said
    entered = post(client, f"/{code}/events", {"version": 3, "events": [WHAMMY]}, fan).json()
    fits_the_document(entered, "EventsResult")
    assert entered == {"version": 4, "stored": 1, "refused": None}
    late = post(client, f"/{code}/events", {"version": 3, "events": [WHAMMY | {"id": "other"}]}, fan)
    assert late.status_code == 409
    assert "Ann presses: Whammy." in refusal(late)["message"]
    assert StoredGame.objects.get().version == 4


def test_its_json_stores_the_same_game(client: Client) -> None:
    fan = key()
    first = post(client, "", {"text": TEXT, "title": "One"}, fan).json()
    refused = post(client, "", {"game": first["game"]}, fan)
    assert refused.status_code == 409
    message = f"You have this game already: {first['url']} Send “keep_both”: true to store it a second time."
    assert refusal(refused)["message"] == message
    second = post(client, "", {"game": first["game"], "keep_both": True}, fan).json()
    assert second["game"] == first["game"]
    assert second["title"] == "One"
    listed = client.get(f"{V1}/games?whose=mine", headers=fan).json()
    fits_the_document(listed, "Games")
    assert [game["code"] for game in listed["games"]] == [second["code"], first["code"]]
    assert client.get(f"{V1}/games").json() == {"games": [], "pages": 1}, "unlisted games are not listed"


def test_its_review(client: Client) -> None:
    code = post(client, "", {"text": TEXT}, key()).json()["code"]
    response = client.get(f"{V1}/games/{code}/review")
    said = response.json()
    assert response.status_code == 202
    fits_the_document(said, "GameReview")
    assert said["solved"] < said["positions"]
    assert [contestant["name"] for contestant in said["review"]["contestants"]] in ([], ["Ann", "Centre", "Right"])


@pytest.mark.parametrize(
    ("body", "field", "message"),
    [
        ({"text": "round 2: 3 2 4\n750 fish"}, "text", "Line 2, column 5:"),
        ({"game": {"format": "chess"}}, "game", "This is not a game"),
        ({"text": "", "game": {}}, "game", "not both"),
        ({"visibility": "some"}, "visibility", "'public', 'unlisted' or 'private'"),
        ({"moves": ""}, "moves", "not permitted"),
    ],
)
def test_a_wrong_field_is_named(client: Client, body: dict[str, Any], field: str, message: str) -> None:
    response = post(client, "", body, key())
    assert response.status_code == 422
    assert refusal(response)["field"] == field
    assert message in refusal(response)["message"]
    assert not StoredGame.objects.exists()


def test_the_boards_are_named_and_a_date_that_cannot_be_read_is_flagged(client: Client) -> None:
    fan = key()
    said = post(client, "", {"text": f'[Date "10/10/1983"]\n{TEXT}'}, fan).json()
    fits_the_document(said, "GameInFull")
    assert (said["show"], said["notes"]) == ("cbs", [])
    assert [(board["id"], board["words"]) for board in said["boards"]] == [
        ("pyl-1983-09-r1.1", "September 1983 board"),
        ("pyl-1985-02-r2.1", "1983 episode, nearest known board: February 1985"),
    ]
    abc = post(client, "", {"text": f'[Show "ABC"]\n{TEXT}'}, fan).json()
    assert (abc["show"], [board["id"] for board in abc["boards"]]) == ("abc", ["abc-2019-r1.1", "abc-2019-r2.1"])
    data = post(client, "", {"text": f'[Date "yesterday"]\n{TEXT}'}, fan).json()
    assert data["game"]["headers"]["date"] == "yesterday"
    assert "“yesterday” cannot be read" in data["notes"][0]
