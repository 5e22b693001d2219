"""Creating a game: its facts, its boards, and joining in the middle."""

import re

import pytest
from django.test import Client

from pressorpass_site.games import record
from pressorpass_site.games.models import StoredGame
from tests.site.markup import error_at, value_of, words

pytestmark = pytest.mark.usefixtures("loaded_boards")

BLANK = {"visibility": "unlisted", "rules": "show"}


def begun(client: Client, **given: str) -> StoredGame:
    response = client.post("/games/new/", BLANK | given)
    assert response.status_code == 302, words(response)
    return StoredGame.objects.latest("pk")


def test_what_is_known(client: Client) -> None:
    stored_game = begun(
        client,
        title="The long one",
        left="Ann",
        episode="42",
        option_ties="joint",
        board_2="pyl-classic-r2.1",
        visibility="private",
        hides_names="on",
    )
    game = record.load(stored_game)
    assert (stored_game.title, game.headers.names, game.headers.episode) == ("The long one", ("Ann", "", ""), "42")
    assert game.setup.rules.ties == "joint"
    assert game.setup.boards[2].id == "pyl-classic-r2"
    assert (stored_game.visibility, stored_game.hides_names) == ("private", True)


@pytest.mark.parametrize(
    ("given", "field", "message"),
    [
        ({"left": "Ann", "right": "ann"}, "right", "the same name"),
        ({"left": "Center"}, "left", "the same name"),
        ({"visibility": "some"}, "visibility", "public, unlisted or private"),
        ({"board_1": "nowhere.1"}, "board_1", "nowhere.1"),
        ({"option_cap": "lots"}, "option_cap", "whole number"),
        ({"position": "8000e3"}, "position", "three contestants"),
        ({"title": "x" * 121}, "title", "120"),
        ({"spins": "4/3"}, "spins", "Three numbers"),
        ({"spins": "10/0/0", "show": "abc"}, "spins", "9"),
        ({"spins": "0/0/0"}, "spins", "at least one spin"),
        ({"spins": "435", "position": "8000e3,3000,0@1"}, "spins", "Leave this blank"),
        ({"spins": "15/5/5"}, "spins", "12"),
        ({"date": "13/10/1983", "show": "abc"}, "date", "“13/10/1983” is not a date that can be read"),
        ({"date": "6/8/1984", "show": "abc"}, "date", "The show (was|has been) on ABC (in|since) [12]"),
    ],
)
def test_what_is_wrong_stands_at_its_field(client: Client, given: dict[str, str], field: str, message: str) -> None:
    given = BLANK | {"episode": "kept"} | given
    response = client.post("/games/new/", given)
    assert response.status_code == 422
    assert re.search(message, error_at(response, field))
    typed = {name: text for name, text in given.items() if name not in ("visibility", "board_1")}
    assert {name: value_of(response, name) for name in typed} == typed, "nothing typed is lost"
    assert not StoredGame.objects.exists()


@pytest.mark.parametrize(
    ("given", "round_", "podiums"),
    [
        ({"spins": "4/3/5"}, 1, [(0, 4), (0, 3), (0, 5)]),
        ({"spins": "15/5/5", "date": "5/18/1983"}, 1, [(0, 15), (0, 5), (0, 5)]),  # of the pilot
        ({"spins": "15/5/5", "board_1": "pyl-1983-pilot-r1.1"}, 1, [(0, 15), (0, 5), (0, 5)]),
        ({"position": "$8,000 3 spins / 3000 / 0"}, 2, [(8000, 3), (3000, 0), (0, 0)]),
    ],
)
def test_a_game_begins_with_round_1_or_in_the_middle(
    client: Client, given: dict[str, str], round_: int, podiums: list[tuple[int, int]]
) -> None:
    state = record.load(begun(client, **given)).state
    assert (state.round, [(podium.score, podium.earned) for podium in state.podiums]) == (round_, podiums)


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ("board=pyl-classic-r2&rules=seed", {"board_2": "pyl-classic-r2.1", "rules": "seed"}),
        ("board=abc-2019-r2", {"show": "abc"}),
    ],
)
def test_a_link_from_an_answer_takes_over_its_position_board_and_rules(
    client: Client, query: str, fields: dict[str, str]
) -> None:
    page = client.get("/games/new/", {"position": f"/p/8000e3,3000,0@1?{query}"})
    assert value_of(page, "position") == "8000e3,3000,0@1"
    assert {name: value_of(page, name) for name in fields} == fields


@pytest.mark.parametrize("hints", ["show", "hide", "call"])
def test_what_the_keeper_wants_of_the_odds_is_asked_once(client: Client, hints: str) -> None:
    stored_game = begun(client, hints=hints, spins="4/3/5")
    assert stored_game.hints == hints
    for browser in (client, Client()):  # the scorekeeper's, too
        browser.get(f"/games/{stored_game.code}/host/{stored_game.host_key}/")
        page = browser.get(f"/games/{stored_game.code}/enter/")
        assert f'name="odds" value="{hints}" aria-pressed="true"' in page.content.decode()
        assert words(page).count("Show the odds") == 1, "in one place"
    client.post(f"/games/{stored_game.code}/hints/", {"odds": "hide"})
    assert StoredGame.objects.get().hints == "hide"


NEAREST = {
    "1984-06-08": (
        "1984 episode, nearest known board: September 1984",
        "1984 episode, nearest known board: February 1985",
    ),
    "3/4/1985": ("1985 episode, nearest known board: September 1984", "February 1985 board"),
    "": ("September 1984 board", "February 1985 board"),
    "1977-05-01": (
        "1977 episode. No board of that show is known. It is played on the September 1984 board",
        "1977 episode. No board of that show is known. It is played on the February 1985 board",
    ),
    "2019-06-12": ("ABC 2019 board", "ABC 2019 board"),
}


@pytest.mark.parametrize("date", NEAREST)
def test_the_boards_are_named_wherever_the_game_is(client: Client, date: str) -> None:
    stored_game = begun(client, date=date, position="8000e1,3000,0@1")
    for page in ("", "enter/", "review/"):
        shown = client.get(f"/games/{stored_game.code}/{page}").content.decode()
        board_names = tuple(re.findall(r"Round [12]: <a href=\"/boards/[^\"]+\">([^<]+)</a>", shown))
        assert board_names == NEAREST[date], page
