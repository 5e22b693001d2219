"""Hidden names: the owner sees them, others find them nowhere."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern

from pressorpass_site.core import listing
from pressorpass_site.games import urls
from pressorpass_site.games.models import StoredGame
from pressorpass_site.games.season import Season
from pressorpass_site.sharing.files import OF_REVIEWS
from tests.site.markup import value_of
from tests.tier import few

NAMES = ("Josephine Baker", "Bo", "Cy Long")
TEXT = """[Left "Josephine Baker"]
[Center "Bo"]
[Right "Cy Long"]
[Episode "Baker's second"]
[Result "Bo by a nose"]
[Note "Long was ill."]

{Josephine had a cold.}

round 2: 3 2 4
2. 750 {Baker cheers}
"""


@pytest.fixture
def secret(client: Client, loaded_boards: None) -> StoredGame:
    response = client.post("/games/import/", {"text": TEXT, "visibility": "public", "hides_names": "on"})
    assert response.status_code == 302
    return StoredGame.objects.get()


def list_addresses(stored_game: StoredGame) -> Iterator[str]:
    """Return the URLs of every page of the game and of the lists."""
    yield from ("/games/", "/games/public/", "/games/season/?of=public", f"/embed/games/{stored_game.code}/")
    yield from (f"/games/{stored_game.code}/{name}" for name in OF_REVIEWS.by_name)
    yield from (f"/api/v1/games/{stored_game.code}", f"/api/v1/games/{stored_game.code}/review")
    for pattern in urls.urlpatterns:
        assert isinstance(pattern, URLPattern)
        route = str(pattern.pattern)
        if route.startswith("games/<game:code>/") and route.count("<") == 1:
            yield "/" + route.replace("<game:code>", stored_game.code)


OTHERS = ("Alexandra Zimmer", "Zo", "Al Quist")
ORDERS = [f"/games/public/?sort={order}" for order in listing.ORDERS]
SEASON = [f"/games/season/?of=public&sort={order}" for order in Season.ORDERS]
SEARCHED = [f"/games/public/?q={word}" for name in (*NAMES, *OTHERS) for word in (name[:3], name)]
LISTS = [*ORDERS, *SEASON, *SEARCHED, "/games/season.csv?of=public", "/api/v1/games?whose=public"]


def fetch_as_stranger(stored_game: StoredGame) -> dict[str, object]:
    """Return all that a stranger receives: contents and headers."""
    pages = {}
    for address in [*list_addresses(stored_game), f"/games/{stored_game.code}/card.png", *LISTS]:
        response = Client().get(address)
        body = b"".join(response.streaming_content) if response.streaming else response.content
        headers = {name: value for name, value in response.headers.items() if name not in ("X-Request-ID", "Date")}
        pages[address] = (response.status_code, re.sub(rb"data: \d+\.\d\d\n", b"", body), headers)
    return pages


@pytest.mark.parametrize("given", few(1, ["{} against {}", ""]))
def test_nothing_that_others_are_told_depends_on_them(client: Client, loaded_boards: None, given: str) -> None:
    """Neither an order, a search, the size of a file nor its ETag reveals a name, even with bisection."""
    client.post("/games/import/", {"text": "round 2: 3 2 4\n2. 750", "visibility": "public", "hides_names": "on"})
    secret = StoredGame.objects.get()
    for title in ("Baker", "Bo", "M", "Zimmer"):
        Client().post("/games/import/", {"text": f'[Title "{title}"]\nround 2: 3 2 4', "visibility": "public"})
    page_sets = []
    for names in (NAMES, OTHERS, NAMES):  # first what is asked begins
        form = dict(zip(("left", "centre", "right"), names, strict=True))
        form |= {"title": given.format(*names), "visibility": "public", "hides_names": "on", "rules": "show"}
        assert client.post(f"/games/{secret.code}/edit/", form).status_code == 302
        StoredGame.objects.update(updated_at=secret.updated_at)
        page_sets.append(fetch_as_stranger(secret))
    differing = [address for address, answer in page_sets[1].items() if answer != page_sets[2][address]]
    assert not differing


def test_no_title_made_of_them_is_stored(client: Client, secret: StoredGame) -> None:
    form = dict(zip(("left", "centre", "right"), NAMES, strict=True)) | {"visibility": "public", "rules": "show"}
    edit = f"/games/{secret.code}/edit/"
    titles = []
    for hides in ({"hides_names": "on"}, {}, {"hides_names": "on"}):
        client.post(edit, form | hides | {"title": value_of(client.get(edit), "title")})
        titles.append(StoredGame.objects.get(pk=secret.pk).title)
    assert titles == ["Left · Center · Right", ", ".join(NAMES), "Left · Center · Right"]
    client.post("/games/new/", form | {"hides_names": "on"})
    assert StoredGame.objects.latest("pk").title == "Left · Center · Right"
    client.post("/games/import/", {"text": '[Left "Bo"]\nround 2: 3 2 4', "visibility": "public", "hides_names": "on"})
    assert StoredGame.objects.latest("pk").title == "Left · Center · Right"


def test_others_see_no_text_in_which_one_may_be(client: Client, secret: StoredGame) -> None:
    text = Client().get(f"/games/{secret.code}/game.txt").content.decode()
    assert not re.search("Episode|Result|Note|second|nose|ill|cold|cheers", text)
    assert "2. 750" in text
    assert client.get(f"/games/{secret.code}/game.txt").content.decode().startswith('[Left "Josephine Baker"]')


@pytest.mark.parametrize(("date", "title"), [("May 19, 1984", "May 19, 1984"), ("Bo's day", "Left · Center · Right")])
def test_the_day_and_the_show_are_shown(client: Client, loaded_boards: None, date: str, title: str) -> None:
    text = f'[Title "Bo wins"]\n[Left "Bo"]\n[Date "{date}"]\n[Show "CBS"]\nround 2: 3 2 4\n2. 750\n'
    client.post("/games/import/", {"text": text, "visibility": "public", "hides_names": "on"})
    code = StoredGame.objects.get().code
    assert f"<h1>{title}</h1>" in Client().get(f"/games/{code}/").content.decode()
    headers = Client().get(f"/games/{code}/game.json").json()["headers"]
    assert headers["extra"] == {"Show": "CBS"}
    assert headers.get("date", "") == (title if title == date else "")
