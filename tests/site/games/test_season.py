"""A season at a glance: totals of reviewed games, games without a review, and CSV."""

import csv
import re
from typing import Any

import pytest
from django.test import Client

from pressorpass_site.celery import app
from pressorpass_site.games.models import Review, StoredGame
from pressorpass_site.games.reviews.tasks import jobs
from tests.site.markup import markup, words
from tests.site.work.by_hand import execute

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

NAMES = '[Rules "seed"]\n[Left "Ann"]\n[Center "Bob"]\n[Right "Cy"]\n'
# Soon solved. In the second game nobody but Ann has a name; the third is not over.
FINISHED = f"{NAMES}= 3000e1,2500e1,2000@1\n1. pass Bob\n2. w w\n"
ANOTHER = '[Rules "seed"]\n[Left "ANN"]\n= 2500,3000,2000e1@3\n3. 500\n'
GOING_ON = f"{NAMES}= 3000e1,2500e1,2000@1\n"


@pytest.fixture
def games(client: Client) -> list[StoredGame]:
    app.control.purge()
    for text in (FINISHED, ANOTHER, GOING_ON):
        response = client.post("/games/import/", {"text": text, "visibility": "public"})
        assert response.status_code == 302, words(response)
    return list(StoredGame.objects.order_by("pk"))


def review_all(client: Client) -> None:
    assert client.post("/games/season/?of=mine").status_code == 302
    for review in Review.objects.all():
        if review.is_active:
            execute(jobs, review)


def list_unreviewed(client: Client, of: str = "mine") -> list[str]:
    """Return the codes of the games that the page lists without a review."""
    page = markup(client.get(f"/games/season/?of={of}"))
    return re.findall(
        r'<li><a href="/games/([\w-]+)/review/">', page.partition("waiting-title")[2].partition("<form")[0]
    )


def read_table(client: Client, of: str = "public", sort: str = "games") -> dict[str, list[str]]:
    """Return the cells of each contestant's row by name."""
    page = markup(client.get(f"/games/season/?of={of}&sort={sort}"))
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in page.split("<tr>")[2:]]
    return {words(name): [words(cell).replace("−", "-") for cell in cells] for name, *cells in rows}


def test_games_without_a_review_are_listed_until_they_have_one(client: Client, games: list[StoredGame]) -> None:
    assert list_unreviewed(client) == [games[1].code, games[0].code]
    page = markup(client.get("/games/season/"))
    assert f'Left out, without odds or not finished: <a href="/games/{games[2].code}/">' in page
    assert not Review.objects.exists(), "looking at the page begins nothing"
    assert "data-part-get" not in page
    client.post("/games/season/?of=mine")
    assert 'data-part-when="every 5s"' in markup(client.get("/games/season/")), "it updates by itself"
    review_all(client)
    page = markup(client.get("/games/season/"))
    assert "2 reviewed games" in page
    assert list_unreviewed(client) == []
    assert "data-part-get" not in page


def test_contestants_are_added_up_by_name_and_the_costliest_calls_lead_to_their_games(
    client: Client, games: list[StoredGame]
) -> None:
    review_all(client)
    rows = read_table(client)
    first = next(iter(rows))
    assert (first.lower(), rows[first][0]) == ("ann", "2")
    assert len(rows) == 5, "those without a name are somebody else in each game"
    figures = {name: [float(cell.strip("%")) for cell in cells[1:5]] for name, cells in rows.items()}
    for start, luck, skill, end in figures.values():
        assert start + luck + skill == pytest.approx(end, abs=0.11)
    page = markup(client.get("/games/season/?sort=games"))
    matches = re.findall(r'cx="([\d.]+)%" cy="([\d.]+)%" r="6"><title>(.*?)</title>', page)
    dots = {name: (float(x), float(y)) for x, y, name in matches}
    assert dots.keys() == rows.keys()
    luckiest, worst = max(figures, key=lambda name: figures[name][1]), min(figures, key=lambda name: figures[name][2])
    assert dots[luckiest][0] == max(x for x, _ in dots.values()) < 100
    assert dots[worst][1] == max(y for _, y in dots.values()) < 100
    assert (
        f'<b>18 wins in 100</b>. <a href="/games/{games[0].code}/review/">' in page.partition("The costliest calls")[2]
    )


def test_the_table_as_csv(client: Client, games: list[StoredGame]) -> None:
    review_all(client)
    response = client.get("/games/season.csv?of=public")
    assert response["Content-Type"].startswith("text/csv")
    rows = list(csv.DictReader(response.content.decode("utf-8-sig").splitlines()))
    (ann,) = [row for row in rows if row["contestant"].lower() == "ann"]
    assert ann["games"] == "2"
    assert float(ann["start"]) + float(ann["luck"]) + float(ann["skill"]) == pytest.approx(float(ann["end"]), abs=1e-9)


def test_simulated_games_and_variations_are_no_part_of_it(client: Client, games: list[StoredGame]) -> None:
    client.post(
        "/games/import/", {"text": f'[Simulated "by chance"]\n{FINISHED}', "visibility": "public", "do": "both"}
    )
    simulated = StoredGame.objects.latest("pk").code
    assert client.post(f"/games/{games[0].code}/copy/", {"after": "3"}).status_code == 302
    assert "Variation of" in words(client.get("/games/"))
    assert list_unreviewed(client) == [simulated, games[1].code, games[0].code]
    left_out = markup(client.get("/games/season/?of=mine")).partition("Left out")[2].partition("</p>")[0]
    assert re.findall(r'href="/games/([\w-]+)/"', left_out) == [games[2].code]
    assert list_unreviewed(client, "public") == [games[1].code, games[0].code]


def test_a_corrected_game_has_no_totals_of_before(client: Client, games: list[StoredGame]) -> None:
    review_all(client)
    assert read_table(client)["Bob"][4] == "0.0%"
    game = games[0]
    events = [{"id": "a", "type": "undo"}, {"id": "b", "type": "spin", "came": {"kind": "money", "amount": 5000}}]
    body = {"version": game.version, "events": events}
    sent = client.post(f"/games/{game.code}/events/", body, content_type="application/json")
    assert sent.json()["stored"] == 2
    review_all(client)
    assert read_table(client)["Bob"][4] == "100.0%"


def test_better_figures_of_a_review_are_those_of_the_season(client: Client, games: list[StoredGame]) -> None:
    review_all(client)
    client.get("/games/season/?of=public")
    for review in Review.objects.all():
        review.result |= {"version": "earlier", "totals": {"method": "exact", "accounts": [], "mistakes": []}}
        review.save()
    assert read_table(client) == {}
    for game in games[:2]:
        client.get(f"/games/{game.code}/review/")
    assert len(read_table(client)) == 5


def test_a_part_of_the_page_has_no_other_limit(settings: Any) -> None:
    client = Client(REMOTE_ADDR="203.0.113.174")  # which has spent nothing in other tests
    settings.LIMITS = settings.LIMITS | {"ask": (1, 3600), "live": (100, 3600)}
    assert client.get("/games/season/?of=public").status_code == 200
    assert client.get("/games/season/?of=public", headers={"Part-Request": "true"}).status_code == 429
