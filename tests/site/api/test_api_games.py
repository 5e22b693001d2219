"""Games in the JSON API: stored, read and gone on with, by those whose they are."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from pressorpass_site.api import services
from pressorpass_site.games.models import StoredGame

from .test_api import V1, fits_the_document

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_boards")]

TEXT = '[Left "Ann"]\n\nround 2: 3 2 4\n2. 750 w\n'
WHAMMY = {"id": "next", "type": "spin", "came": {"kind": "whammy"}}


def key(name: str = "fan") -> dict[str, str]:
    secret = services.create(User.objects.create_user(name), "tests").secret
    return {"Authorization": f"Bearer {secret}"}


def post(client: Client, path: str, body: dict[str, Any], headers: dict[str, str]) -> Any:
    return client.post(f"{V1}/games{path}", body, "application/json", headers=headers)


def refusal(response: Any) -> tuple[str, str]:
    (only,) = response.json()["detail"]
    return only["field"], only["message"]


def test_a_game_is_stored_and_read_and_goes_on(client: Client) -> None:
    fan = key()
    said = post(client, "", {"text": TEXT, "visibility": "private"}, fan).json()
    fits_the_document(said, "GameInFull")
    assert (said["round"], said["version"], said["up"]) == (2, 3, 1)
    assert said["contestants"][1]["whammies"] == 1
    code = said["code"]
    assert client.get(f"{V1}/games/{code}").status_code == 404, "it is private"
    assert client.get(f"{V1}/games/{code}", headers=key("rival")).status_code == 404
    assert client.get(f"{V1}/games/{code}", headers=fan).json() == said
    entered = post(client, f"/{code}/events", {"version": 3, "events": [WHAMMY]}, fan).json()
    fits_the_document(entered, "Entered")
    assert entered == {"version": 4, "stored": 1, "refused": None}
    again = post(client, f"/{code}/events", {"version": 3, "events": [WHAMMY]}, fan)
    assert again.json()["stored"] == 0, "nothing is stored twice"
    late = post(client, f"/{code}/events", {"version": 3, "events": [WHAMMY | {"id": "other"}]}, fan)
    assert late.status_code == 409
    assert "Ann presses: Whammy." in refusal(late)[1]
    refused = post(client, f"/{code}/events", {"version": 4, "events": [WHAMMY | {"seat": 2, "id": "x"}]}, fan).json()
    assert "Ann is up" in refused["refused"]["message"]
    assert StoredGame.objects.get().version == 4


def test_its_json_stores_the_same_game(client: Client) -> None:
    fan = key()
    first = post(client, "", {"text": TEXT, "title": "One"}, fan).json()
    refused = post(client, "", {"game": first["game"]}, fan)
    assert refused.status_code == 409
    assert refusal(refused) == (
        "game",
        f"You have this game already: {first['url']} Send “keep_both”: true to store it a second time.",
    )
    second = post(client, "", {"game": first["game"], "keep_both": True}, fan).json()
    assert second["game"] == first["game"]
    assert second["title"] == "One"
    listed = client.get(f"{V1}/games?whose=mine", headers=fan).json()
    fits_the_document(listed, "Games")
    assert [each["code"] for each in listed["games"]] == [second["code"], first["code"]]
    assert client.get(f"{V1}/games").json() == {"games": [], "pages": 1}, "unlisted games are not listed"


def test_its_review(client: Client) -> None:
    code = post(client, "", {"text": TEXT}, key()).json()["code"]
    response = client.get(f"{V1}/games/{code}/review")
    said = response.json()
    assert response.status_code == 202
    fits_the_document(said, "GameReview")
    assert said["solved"] < said["positions"]
    assert [each["name"] for each in said["review"]["contestants"]] in ([], ["Ann", "Centre", "Right"])


def test_names_that_are_hidden(client: Client) -> None:
    fan = key()
    code = post(client, "", {"text": TEXT, "visibility": "public", "hides_names": True}, fan).json()["code"]
    for path in ("", f"/{code}"):
        assert "Ann" not in client.get(f"{V1}/games{path}").content.decode()
    assert "Ann" in client.get(f"{V1}/games/{code}", headers=fan).content.decode()


def test_without_a_key_games_are_only_read(client: Client) -> None:
    for path, body in (("", {"text": TEXT}), ("/simulated-5/events", {"version": 0, "events": []})):
        assert post(client, path, body, {}).status_code == 401
    assert client.get(f"{V1}/games?whose=mine").status_code == 401
    assert not StoredGame.objects.exists()


@pytest.mark.parametrize(
    ("body", "field", "message"),
    [
        ({"text": "round 2: 3 2 4\n750 fish"}, "text", "Line 2, column 5:"),
        ({"game": {"format": "chess"}}, "game", "This is not a game"),
        ({"text": "", "game": {}}, "game", "not both"),
        ({"visibility": "some"}, "visibility", "public, unlisted, private"),
        ({"text": 3}, "text", "must be text"),
        ({"moves": ""}, "moves", "no field with this name"),
    ],
)
def test_what_is_wrong(client: Client, body: dict[str, Any], field: str, message: str) -> None:
    response = post(client, "", body, key())
    assert response.status_code == 422
    assert refusal(response)[0] == field
    assert message in refusal(response)[1]
    assert not StoredGame.objects.exists()


def test_the_boards_are_named_and_a_date_that_cannot_be_read_is_flagged(client: Client) -> None:
    fan = key()
    said = post(client, "", {"text": f'[Date "10/10/1983"]\n{TEXT}'}, fan).json()
    fits_the_document(said, "GameInFull")
    assert (said["show"], said["notes"]) == ("cbs", [])
    assert [(each["id"], each["words"]) for each in said["boards"]] == [
        ("pyl-1983-09-r1.1", "September 1983 board"),
        ("pyl-1985-02-r2.1", "1983 episode, nearest known board: February 1985"),
    ]
    abc = post(client, "", {"text": f'[Show "ABC"]\n{TEXT}'}, fan).json()
    assert (abc["show"], [each["id"] for each in abc["boards"]]) == ("abc", ["abc-2019-r1.1", "abc-2019-r2.1"])
    kept = post(client, "", {"text": f'[Date "yesterday"]\n{TEXT}'}, fan).json()
    assert kept["game"]["headers"]["date"] == "yesterday"
    assert "“yesterday” cannot be read" in kept["notes"][0]


def test_a_round_brings_the_spins_of_its_questions(client: Client) -> None:
    fan = key()
    many = {"text": '[Date "2002-05-01"]\nround 2: 1000e13, 2000e1, 500e2'}
    assert post(client, "", many, fan).status_code == 200
    assert "round 1 on ABC" in refusal(post(client, "", {"text": '[Date "6/12/2019"]\nround 1: 12 4 4'}, fan))[1]
    begun = post(client, "", {"text": '[Show "ABC"]'}, fan).json()
    round_1 = {"type": "round", "round": 1, "spins": [12, 4, 4], "id": "a"}
    refused = post(client, f"/{begun['code']}/events", {"version": 0, "events": [round_1]}, fan).json()["refused"]
    assert "0 to 9 spins in round 1 on ABC" in refused["message"]
