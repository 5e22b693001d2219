"""Beginning a game: what is known of it, its boards, and joining in the middle."""

import re

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
        ({"left": "Center"}, "left", "the same name"),
        ({"visibility": "some"}, "visibility", "public, unlisted or private"),
        ({"board_1": "nowhere.1"}, "board_1", "nowhere.1"),
        ({"option_cap": "lots"}, "option_cap", "whole number"),
        ({"position": "8000e3"}, "position", ""),
        ({"title": "x" * 121}, "title", "120"),
        ({"spins": "4/3"}, "spins", "Three numbers"),
        ({"spins": "10/0/0", "show": "abc"}, "spins", "9"),
        ({"spins": "0/0/0"}, "spins", "at least one spin"),
        ({"spins": "435", "position": "8000e3,3000,0@1"}, "spins", "Leave this blank"),
    ],
)
def test_what_is_wrong_stands_at_its_field(client: Client, given: dict[str, str], field: str, message: str) -> None:
    response = client.post("/games/new/", BLANK | {"episode": "kept"} | given)
    assert response.status_code == 422
    assert message in str(response.context["form"].errors[field])
    assert 'value="kept"' in response.content.decode()
    assert not StoredGame.objects.exists()


def test_round_1_begins_with_the_game(client: Client) -> None:
    row = begun(client, spins="4/3/5")
    game = record.load(row)
    assert (game.state.round, [podium.earned for podium in game.state.podiums]) == (1, [4, 3, 5])


@pytest.mark.parametrize("hints", ["show", "hide", "call"])
def test_what_the_keeper_wants_of_the_odds_is_asked_once(client: Client, hints: str) -> None:
    row = begun(client, hints=hints, spins="4/3/5")
    assert row.hints == hints
    for browser in (client, Client()):  # the scorekeeper's, too
        browser.get(f"/games/{row.code}/host/{row.host_key}/")
        page = browser.get(f"/games/{row.code}/enter/")
        assert page.context["hints"] == hints
        assert page.content.decode().count("Show the odds") == 1, "in one place"
    client.post(f"/games/{row.code}/hints/", {"odds": "hide"})
    assert StoredGame.objects.get().hints == "hide"


def test_a_game_from_before_that_was_asked_keeps_its_browsers_setting(client: Client) -> None:
    row = begun(client)
    session = client.session
    session["entry_hints"] = "show"
    session.save()
    StoredGame.objects.update(hints="")
    assert client.get(f"/games/{row.code}/enter/").context["hints"] == "show"


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


def test_a_date_that_cannot_be_read_is_refused_beside_its_field(client: Client) -> None:
    date = "13/10/1983"
    response = client.post("/games/new/", BLANK | {"left": "Ann", "episode": "kept", "show": "abc", "date": date})
    assert response.status_code == 422
    assert f"“{date}” is not a date that can be read" in str(response.context["form"].errors["date"])
    shown = response.content.decode()
    for typed in (f'value="{date}"', 'value="Ann"', 'value="kept"'):
        assert typed in shown, "nothing typed is lost"
    assert response.context["form"]["show"].value() == "abc"
    assert not StoredGame.objects.exists()


@pytest.mark.parametrize(
    ("show", "date", "boards"),
    [
        ("abc", "", ("abc-2019-r1", "abc-2019-r2")),
        ("cbs", "", ("pyl-1984-09-r1", "pyl-1985-02-r2")),
        ("gsn", "", ("pyl-1984-09-r1", "pyl-1985-02-r2")),
        ("cbs", "10/10/1983", ("pyl-1983-09-r1", "pyl-1985-02-r2")),
        ("cbs", "5/18/1983", ("pyl-1983-pilot-r1", "pyl-1985-02-r2")),
    ],
)
def test_the_show_is_one_tap(client: Client, show: str, date: str, boards: tuple[str, str]) -> None:
    page = client.get("/games/new/").content.decode()
    assert page.index('name="show"') < page.index('name="left"'), "it is the first choice"
    row = begun(client, show=show, date=date)
    assert (row.board_1.board.slug, row.board_2.board.slug) == boards
    assert record.load(row).setup.era.id == show
    assert record.headers_of(row).extra == (("Show", show.upper()),)


@pytest.mark.parametrize(("show", "date"), [("abc", "6/8/1984"), ("cbs", "2019-07-01"), ("gsn", "1/1/2004")])
def test_a_date_on_which_the_show_was_not_on_is_refused(client: Client, show: str, date: str) -> None:
    response = client.post("/games/new/", BLANK | {"show": show, "date": date})
    assert response.status_code == 422
    (message,) = response.context["form"].errors["date"]
    assert re.match(rf"The show (was|has been) on {show.upper()} (in|since) [12]", message)


def test_one_chosen_board_tells_the_show_of_the_other_round(client: Client) -> None:
    row = begun(client, board_2="abc-2019-r2.1")
    assert row.board_1.board.slug == "abc-2019-r1"
    assert record.load(row).setup.era.id == "abc"


def test_the_form_names_the_boards(client: Client) -> None:
    page = " ".join(client.get("/games/new/").content.decode().split())
    assert "CBS: September 1984 and February 1985; GSN, of which no board is known: September 1984 and February" in page
    assert "ABC: ABC 2019." in page
    assert "By show and date; without them: February 1985 board" in page
    row = begun(client, date="6/12/2019")
    page = client.get(f"/games/{row.code}/edit/").content.decode()
    assert "Boards and rules: <span>ABC 2019 ·" in page
    assert "By show and date: ABC 2019 board" in page


def test_an_answer_on_a_board_of_abc_tells_the_show(client: Client) -> None:
    form = client.get("/games/new/?position=%2Fp%2F8000e3%2C3000%2C0%401%3Fboard%3Dabc-2019-r2").context["form"]
    assert form["show"].value() == "abc"


NEAREST = {
    "1983-10-10": ("September 1983 board", "1983 episode, nearest known board: February 1985"),
    "1984-06-08": (
        "1984 episode, nearest known board: September 1984",
        "1984 episode, nearest known board: February 1985",
    ),
    "3/4/1985": ("1985 episode, nearest known board: September 1984", "February 1985 board"),
    "": ("September 1984 board", "February 1985 board"),
    "5/1/2002": (
        "2002 episode. No board of that show is known. It is played on the September 1984 board",
        "2002 episode. No board of that show is known. It is played on the February 1985 board",
    ),
    "1977-05-01": (
        "1977 episode. No board of that show is known. It is played on the September 1984 board",
        "1977 episode. No board of that show is known. It is played on the February 1985 board",
    ),
    "2019-06-12": ("ABC 2019 board", "ABC 2019 board"),
}


@pytest.mark.parametrize("date", NEAREST)
def test_the_boards_are_named_wherever_the_game_is(client: Client, date: str) -> None:
    row = begun(client, date=date, position="8000e1,3000,0@1")
    for page in ("", "enter/", "review/"):
        shown = client.get(f"/games/{row.code}/{page}").content.decode()
        found = tuple(re.findall(r"Round [12]: <a href=\"/boards/[^\"]+\">([^<]+)</a>", shown))
        assert found == NEAREST[date], page


def test_a_board_that_was_chosen_is_not_called_the_nearest(client: Client) -> None:
    row = begun(client, date="2019-06-12", board_2="pyl-1985-02-r2.1")
    assert "2019 episode, played on the February 1985 board" in client.get(f"/games/{row.code}/").content.decode()
    row = begun(client, show="gsn")
    assert (
        "GSN episode. No board of that show is known. It is played on the February 1985 board"
        in client.get(f"/games/{row.code}/").content.decode()
    )
