"""Beginning a game: what is known of it, its boards, and joining in the middle."""

import pytest
from django.test import Client

from pressorpass_site.games import record
from pressorpass_site.games.models import StoredGame

pytestmark = pytest.mark.usefixtures("loaded_boards")

BLANK = {"visibility": "unlisted", "rules": "show"}


def begun(client: Client, **given: str) -> StoredGame:
    response = client.post("/games/new/", BLANK | given)
    assert response.status_code == 302, response.context["form"].errors
    return StoredGame.objects.latest("pk")


def test_everything_may_be_blank(client: Client) -> None:
    row = begun(client)
    assert row.title == "Left · Center · Right"
    assert (row.board_1.board.slug, row.board_2.board.slug) == ("pyl-1984-09-r1", "pyl-1985-02-r2")
    assert not row.hides_names


@pytest.mark.parametrize(
    ("date", "round_1", "round_2"),
    [
        ("1983-10-01", "pyl-1983-09-r1", "pyl-1985-02-r2"),
        ("1985-03-04", "pyl-1984-09-r1", "pyl-1985-02-r2"),
        ("2020-07-01", "abc-2019-r1", "abc-2019-r2"),
        ("spring 1985", "pyl-1984-09-r1", "pyl-1985-02-r2"),
    ],
)
def test_the_boards_are_those_of_the_day(client: Client, date: str, round_1: str, round_2: str) -> None:
    row = begun(client, date=date)
    assert (row.board_1.board.slug, row.board_2.board.slug) == (round_1, round_2)


def test_what_is_known(client: Client) -> None:
    row = begun(
        client,
        title="The long one",
        left="Ann",
        episode="42",
        option_ties="joint",
        board_2="pyl-classic-r2.1",
        visibility="private",
        hides_names="on",
    )
    game = record.load(row)
    assert (row.title, game.headers.names, game.headers.episode) == ("The long one", ("Ann", "", ""), "42")
    assert game.setup.rules.ties == "joint"
    assert game.setup.boards[2].id == "pyl-classic-r2"
    assert (row.visibility, row.hides_names) == ("private", True)


@pytest.mark.parametrize(
    ("given", "field", "message"),
    [
        ({"left": "Ann", "right": "ann"}, "right", "the same name"),
        ({"visibility": "some"}, "visibility", "public, unlisted or private"),
        ({"board_1": "nowhere.1"}, "board_1", "nowhere.1"),
        ({"option_cap": "lots"}, "option_cap", "whole number"),
        ({"position": "8000e3"}, "position", ""),
        ({"title": "x" * 121}, "title", "120"),
    ],
)
def test_what_is_wrong_stands_at_its_field(client: Client, given: dict[str, str], field: str, message: str) -> None:
    response = client.post("/games/new/", BLANK | {"episode": "kept"} | given)
    assert response.status_code == 422
    assert message in str(response.context["form"].errors[field])
    assert 'value="kept"' in response.content.decode()
    assert not StoredGame.objects.exists()


def test_joining_in_the_middle(client: Client) -> None:
    row = begun(client, position="$8,000 3 spins / 3000 / 0")
    assert record.load(row).state.round == 2
    assert [podium.score for podium in record.load(row).state.podiums] == [8000, 3000, 0]


def test_from_an_answer(client: Client) -> None:
    """A link with the address of an answer takes over its position, board and rules."""
    link = "/games/new/?position=%2Fp%2F8000e3%2C3000%2C0%401%3Fboard%3Dpyl-classic-r2%26rules%3Dseed"
    form = client.get(link).context["form"]
    assert form["position"].value() == "8000e3,3000,0@1"
    assert form["board_2"].value() == "pyl-classic-r2.1"
    assert form["rules"].value() == "seed"
