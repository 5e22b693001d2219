"""Games as files: an exported game is read as the same game; errors are listed and can be fixed."""

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from engine import preset_boards, sample_games
from pressorpass_site.boards.models import Board
from pressorpass_site.games.models import StoredGame
from tests.site.markup import value_of, words

pytestmark = pytest.mark.usefixtures("loaded_boards")

GAME = """[Left "Ann"]
[Center "Bob"]
[Date "1985-03-04"]
[Title "The long one"]
[Seen "on tape"]

{Three fans remember it.}

round 1: 3 2 4
2. 750 w
1. 500 8:300 600 {a long spin}
3. 1000 w 750 <time 12:30> undo
= 8000e3,3000,0@1
fix 2 $3,250
"""


def imported(client: Client, text: str, **given: Any) -> Any:
    return client.post("/games/import/", {"text": text, "visibility": "unlisted"} | given)


def exported(client: Client, stored_game: StoredGame, kind: str = "txt") -> str:
    return client.get(f"/games/{stored_game.code}/game.{kind}").content.decode()


def newest() -> StoredGame:
    return StoredGame.objects.latest("pk")


@pytest.mark.parametrize(("rules", "page"), [("show", "review/"), ("show goal=money", "")])
def test_an_import_leads_to_the_review_if_the_game_has_one(client: Client, rules: str, page: str) -> None:
    reply = imported(client, f'[Rules "{rules}"]\n{GAME}')
    assert reply.headers["Location"] == f"/games/{newest().code}/{page}"


@pytest.mark.parametrize("text", [GAME, *sample_games().values()])
@pytest.mark.parametrize("kind", ["txt", "json"])
def test_what_is_exported_is_imported_as_the_same(client: Client, text: str, kind: str) -> None:
    assert imported(client, text).status_code == 302
    first = newest()
    if first.title == "The long one":
        named = client.get(f"/games/{first.code}/game.txt")["Content-Disposition"]
        assert named == 'inline; filename="the-long-one.txt"'
    file = SimpleUploadedFile(f"game.{kind}", exported(client, first, kind).encode())
    assert imported(client, "", file=file, do="both").status_code == 302
    second = newest()
    assert second.pk != first.pk
    assert second.title == first.title
    for suffix in ("txt", "json"):
        assert exported(client, second, suffix) == exported(client, first, suffix)


@pytest.mark.parametrize("text", [GAME, GAME + "1. foo\n", *list(sample_games().values())[1:3]])
@pytest.mark.parametrize("again", [lambda text, _: text, lambda _, stored: stored], ids=["the text", "its JSON"])
def test_a_game_that_one_has_is_stored_a_second_time_only_if_that_is_wanted(
    client: Client, text: str, again: Callable[[str, str], str]
) -> None:
    assert imported(client, text, do="as-read").status_code == 302
    first = newest()
    second = again(text, exported(client, first, "json"))
    for _ in range(2):  # a second click, too
        reply = imported(client, second, do="as-read", visibility="private", hides_names="on")
        assert reply.status_code == 409
        page = reply.content.decode()
        assert f'You have this game already: <a href="/games/{first.code}/">' in page
        assert value_of(reply, "text").strip() == unescape(second).strip(), "nothing typed is lost"
        assert value_of(reply, "visibility") == "private"
        assert re.search('name="hides_names"[^>]* checked', page)
    assert StoredGame.objects.count() == 1
    both = re.search('name="do" value="(both[a-z-]*)"', page)
    assert both
    assert imported(client, second, do=both[1]).status_code == 302
    assert StoredGame.objects.count() == 2


@pytest.mark.parametrize(
    ("change", "same"),
    [
        (lambda text: text.replace("The long one", "Another title"), True),
        (lambda text: text.replace("1985-03-04", "March 4, 1985"), True),
        (lambda text: text.replace("2. 750 w", "Bob: $750, Whammy!"), True),
        (lambda text: text.replace('"Ann"', '"Anna"'), False),
        (lambda text: text.replace("1985-03-04", "1985-03-05"), False),
        (lambda text: text.replace("on tape", "on the air"), False),
        (lambda text: text.replace("Three fans", "Four fans"), False),
        (lambda text: text.replace("a long spin", "a short spin"), False),
        (lambda text: text.replace("500 8:300 600", "600 8:300 500"), False),
        (lambda text: f'[Rules "show ties=joint"]\n{text}', False),
        (lambda text: f'[Board2 "pyl-classic-r2"]\n{text}', False),
        (lambda text: text + "fix 2 $3,000", False),
        (lambda text: text.removesuffix("fix 2 $3,250\n"), False),
    ],
)
def test_the_same_game_has_the_same_facts_boards_and_events(
    client: Client, change: Callable[[str], str], same: bool
) -> None:
    imported(client, GAME)
    assert imported(client, change(GAME)).status_code == (409 if same else 302)


def test_a_game_that_is_not_the_importers_or_no_longer_is_the_same_is_imported(client: Client) -> None:
    imported(client, GAME)
    first = newest()
    assert imported(Client(), GAME).status_code == 302, "it is another visitor’s"
    event = json.dumps({"version": first.version, "events": [{"id": "x", "type": "undo"}]})
    client.post(f"/games/{first.code}/events/", event, content_type="application/json")
    assert imported(client, GAME).status_code == 302, "the first has gone on"
    second = newest()
    client.post(f"/games/{second.code}/delete/")
    assert imported(client, GAME).status_code == 302
    for _ in range(2):
        assert imported(client, "round 1: 3 2 4").status_code == 302, "it has only begun"


def test_all_problems_with_their_places(client: Client) -> None:
    text = 'round 1: 3 2 4\n2. 750 nonsense w\n3. 500\n[Left "Ann"'
    response = imported(client, text)
    assert response.status_code == 422
    page = response.content.decode()
    assert "Line 2, column 8:" in page
    assert "Line 3, column 4:" in page
    assert "nonsense w\n3. 500" in page, "the text is shown again"
    assert not StoredGame.objects.exists()
    assert imported(client, text, do="as-read").status_code == 302
    assert exported(client, newest()).endswith("\nround 1: 3 2 4\n2. 750\n")


def test_what_was_assumed_is_said(client: Client) -> None:
    text = "= 8000 (3) / 3000 / 0\n500"
    words = "Line 1: taking the 3 in brackets as earned spins."
    assert words in imported(client, text, do="check").content.decode()
    assert words in client.get(imported(client, text).url).content.decode()
    assert words not in imported(client, "= 8000e3,3000,0@1\n500", do="check").content.decode()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Paste a game, or choose a file."),
        ('{"format": "pressorpass-game",', "Line 1, column 31: This is not JSON"),
        ("{}", "This is not a game"),
        ('{"a": ' + "[" * 5000, "nested too deep"),
        ("{nothing but a comment}", "There are no events in this"),
        ("x" * 200_001, "at most 200 kB"),
        ("round 1: 1 1 1\n" + "undo redo " * 400, "at most 600 events"),
        ('[Board2 "pyl-1985-02-r2@0123456789abcdef"]\nround 2: 3 2 4\n', "Line 1, column 10:"),
        (b"\xff\xfe\x00", "not UTF-16 text, as it says it is. Save it as UTF-8."),
        (b"1\x00", "not UTF-8"),
        (b"", "empty"),
    ],
)
def test_what_is_no_game(client: Client, text: str | bytes, message: str) -> None:
    file = {} if isinstance(text, str) else {"file": SimpleUploadedFile("game.txt", text)}
    response = imported(client, "" if file else str(text), **file)
    assert response.status_code == 422
    assert message in words(response)


def test_a_board_that_is_brought_along_becomes_ones_own(client: Client) -> None:
    content = preset_boards()["pyl-1985-02-r2"].to_json()
    content["squares"][0]["slides"][0]["amount"] = 4321
    content["name"] = "Home board"
    text = f'[Board2 "{json.dumps(content).replace(chr(34), chr(92) + chr(34))}"]\nround 2: 3 2 4\n'
    assert imported(client, text).status_code == 302
    stored_game = newest()
    assert stored_game.board_2.board.is_fan_board
    own = stored_game.board_2.board.get_absolute_url()
    assert f"{own}edit/" in client.get(own).content.decode()
    again = exported(client, stored_game)
    assert imported(client, again).status_code == 302
    assert Board.objects.exclude(owner="").count() == 1, "it is found by what it is"
    assert exported(client, newest()) == again


def test_a_game_is_checked_without_being_kept(client: Client) -> None:
    page = imported(client, GAME, do="check").content.decode()
    assert re.search(r"No problems found\. \d+ events\. [\w ]+ is up\.", page)
    wrong = imported(client, GAME.replace("8:300", "8:301"), do="check")
    assert wrong.status_code == 422
    assert "Square 8 has no slide with $301" in wrong.content.decode()
    assert not StoredGame.objects.exists()
    assert "Check it" in client.get("/games/contribute/").content.decode()


@pytest.mark.parametrize(
    ("header", "boards"),
    [
        ('[Date "6/12/2019"]', ("abc-2019-r1", "abc-2019-r2")),
        ('[Date "October 10, 1983"]', ("pyl-1983-09-r1", "pyl-1985-02-r2")),
        ('[Show "ABC"]', ("abc-2019-r1", "abc-2019-r2")),
        ('[Date "6/12/2019"]\n[Board2 "pyl-classic-r2"]', ("abc-2019-r1", "pyl-classic-r2")),
    ],
)
def test_the_day_and_the_show_choose_the_boards_that_are_not_named(
    client: Client, header: str, boards: tuple[str, str]
) -> None:
    assert imported(client, f"{header}\nround 2: 3 2 4\n").status_code == 302
    stored_game = newest()
    assert (stored_game.board_1.board.slug, stored_game.board_2.board.slug) == boards
    again = exported(client, stored_game)
    assert imported(client, again).status_code == 302
    assert (newest().board_1, newest().board_2, exported(client, newest())) == (
        stored_game.board_1,
        stored_game.board_2,
        again,
    )


NO_BOARD = "No board of that show is known. Boards in use: September 1984 and February 1985."
NO_DATE = "The date “yesterday” cannot be read, so it chooses no board."


@pytest.mark.parametrize(
    ("headers", "flag"),
    [
        ({"Date": "1977-05-01"}, NO_BOARD),
        ({"Show": "GSN"}, NO_BOARD),
        ({"Date": "yesterday"}, NO_DATE),
        ({"date": "yesterday"}, NO_DATE),  # in JSON
    ],
)
def test_a_day_or_show_that_chooses_no_board_is_kept_and_flagged(
    client: Client, headers: dict[str, str], flag: str
) -> None:
    ((name, given),) = headers.items()
    text = f'[{name} "{given}"]\nround 2: 3 2 4\n'
    if name == "date":
        events = [{"type": "round", "round": 2, "spins": [3, 2, 4]}]
        text = json.dumps({"format": "pressorpass-game", "version": 1, "headers": headers, "events": events})
    assert flag in words(imported(client, text, do="check"))
    assert flag in words(client.get(imported(client, text)["Location"]))
    stored_game = newest()
    assert (stored_game.board_1.board.slug, stored_game.board_2.board.slug) == ("pyl-1984-09-r1", "pyl-1985-02-r2")
    assert flag in words(client.get(f"/games/{stored_game.code}/edit/"))
    assert f'[{name.title()} "{given}"]' in exported(client, stored_game)


def test_a_text_that_names_thousands_of_boards_is_not_looked_up_by_each(
    client: Client, django_assert_max_num_queries: Any
) -> None:
    text = "".join(f'[Board1 "no-board-{number}"]\n' for number in range(5000))
    with django_assert_max_num_queries(60):
        assert imported(client, text).status_code == 422
