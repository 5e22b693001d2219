"""A season at a glance: figures of reviewed games, those that wait for a review, and CSV."""

import csv
from typing import Any

import pytest
from django.test import Client

from pressorpass_site.celery import app
from pressorpass_site.games.models import StoredGame
from pressorpass_site.games.reviews import services as reviews
from pressorpass_site.games.reviews.models import Review
from pressorpass_site.games.reviews.tasks import jobs
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
        assert response.status_code == 302, response.context["imported"].problems
    return list(StoredGame.objects.order_by("pk"))


def review_all(client: Client) -> None:
    assert client.post("/games/season/?of=mine").status_code == 302
    for review in Review.objects.all():
        if review.is_active:
            execute(jobs, review)


def test_games_without_a_review_are_listed_until_they_have_one(client: Client, games: list[StoredGame]) -> None:
    page = client.get("/games/season/")
    found = page.context["season"]
    assert [row.pk for row in found.unreviewed] == [games[1].pk, games[0].pk]
    assert (found.reviewed, len(found.without)) == (0, 1)
    assert not Review.objects.exists(), "looking at the page begins nothing"
    assert "data-part-get" not in page.content.decode()
    client.post("/games/season/?of=mine")
    assert 'data-part-when="every 5s"' in client.get("/games/season/").content.decode(), "it updates by itself"
    review_all(client)
    page = client.get("/games/season/")
    found = page.context["season"]
    assert (found.reviewed, found.unreviewed, len(found.without)) == (2, [], 1)
    assert "data-part-get" not in page.content.decode()


def test_contestants_are_added_up_by_name_and_the_costliest_calls_lead_to_their_games(
    client: Client, games: list[StoredGame]
) -> None:
    review_all(client)
    page = client.get("/games/season/?sort=games")
    rows = page.context["contestants"]
    assert (rows[0].name.lower(), rows[0].games) == ("ann", 2)
    assert len(rows) == 5, "those without a name are somebody else in each game"
    for row in rows:
        assert row.means["start"] + row.luck + row.means["skill"] == pytest.approx(row.means["end"], abs=1e-9)
    dots = {dot.name: dot for dot in page.context["season"].dots}
    assert page.content.decode().count('class="season__dot"') == len(dots) == 5
    luckiest, worst = max(rows, key=lambda row: row.luck), min(rows, key=lambda row: row.means["skill"])
    assert dots[luckiest.name].x == max(dot.x for dot in dots.values())
    assert dots[worst.name].y == max(dot.y for dot in dots.values())
    assert all(0 < dot.x < 1 and 0 < dot.y < 1 for dot in dots.values())
    pressed, best = rows[0].presses
    assert 0 <= pressed <= best
    costs = [call.mistake.share for call in page.context["season"].mistakes]
    assert costs == sorted(costs, reverse=True)
    for call in page.context["season"].mistakes:
        assert f"/games/{call.game.code}/review/" in page.content.decode()
    assert 'aria-sort="descending"' in page.content.decode()


def test_the_table_as_csv(client: Client, games: list[StoredGame]) -> None:
    review_all(client)
    response = client.get("/games/season.csv?of=public")
    assert response["Content-Type"].startswith("text/csv")
    rows = list(csv.DictReader(response.content.decode("utf-8-sig").splitlines()))
    (ann,) = [row for row in rows if row["contestant"].lower() == "ann"]
    assert ann["games"] == "2"
    assert float(ann["start"]) + float(ann["luck"]) + float(ann["skill"]) == pytest.approx(float(ann["end"]), abs=1e-9)


def test_without_games_of_people_it_opens_with_the_samples(client: Client, games: list[StoredGame]) -> None:
    assert Client().get("/games/season/").context["whose"] == "public"
    StoredGame.objects.update(visibility="private")
    assert Client().get("/games/season/").context["whose"] == "samples"


def test_simulated_games_are_no_part_of_the_public_season(client: Client) -> None:
    client.post("/games/import/", {"text": f'[Simulated "by chance"]\n{FINISHED}', "visibility": "public"})
    assert not client.get("/games/season/?of=public").context["season"].unreviewed
    assert client.get("/games/season/?of=mine").context["season"].unreviewed


def test_variations_are_no_part_of_a_season(client: Client, games: list[StoredGame]) -> None:
    branched = client.post(f"/games/{games[0].code}/copy/", {"after": "3"})
    assert branched.status_code == 302
    assert "Variation of" in client.get("/games/").content.decode()
    found = client.get("/games/season/?of=mine").context["season"]
    assert [row.pk for row in (*found.unreviewed, *found.without)] == [
        each.pk for each in (games[1], games[0], games[2])
    ]


@pytest.mark.parametrize("of", ["mine", "public", "samples", "nobody"])
def test_where_there_is_nothing_yet(client: Client, of: str) -> None:
    assert "no finished games" in client.get(f"/games/season/?of={of}").content.decode()


def test_nothing_is_judged_again_until_something_changes(
    client: Client, games: list[StoredGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    review_all(client)
    first = client.get("/games/season/?of=public").content
    judged: list[object] = []
    for name in ("plan_review", "review_from"):
        original = getattr(reviews, name)
        monkeypatch.setattr(reviews, name, lambda *given, made=original: judged.append(given) or made(*given))
    assert Client().get("/games/season/?of=public").status_code == 200
    assert client.get("/games/season/?of=public").content == first
    assert judged == []
    Review.objects.all().delete()
    assert len(client.get("/games/season/?of=public").context["season"].unreviewed) == 2


def test_a_corrected_game_has_no_totals_of_before(client: Client, games: list[StoredGame]) -> None:
    def chance_at_the_end() -> float:
        found = client.get("/games/season/?of=public").context["season"]
        assert found.reviewed == 2
        return float(next(each for each in found.contestants if each.name == "Bob").means["end"])

    review_all(client)
    assert chance_at_the_end() == 0
    game = games[0]
    events = [{"id": "a", "type": "undo"}, {"id": "b", "type": "spin", "came": {"kind": "money", "amount": 5000}}]
    body = {"version": game.version, "events": events}
    sent = client.post(f"/games/{game.code}/events/", body, content_type="application/json")
    assert sent.json()["stored"] == 2
    review_all(client)
    assert chance_at_the_end() == 1


def test_better_figures_of_a_review_are_those_of_the_season(client: Client, games: list[StoredGame]) -> None:
    review_all(client)
    client.get("/games/season/?of=public")
    for review in Review.objects.all():
        review.result |= {"version": "earlier", "totals": {"method": "exact", "accounts": [], "mistakes": []}}
        review.save()
    assert client.get("/games/season/?of=public").context["contestants"] == []
    for game in games[:2]:
        client.get(f"/games/{game.code}/review/")
    assert len(client.get("/games/season/?of=public").context["contestants"]) == 5


def test_hidden_names_are_not_those_of_a_review_in_memory(client: Client, games: list[StoredGame]) -> None:
    review_all(client)
    assert "Bob" in client.get("/games/season/?of=public").content.decode()
    StoredGame.objects.update(hides_names=True)
    assert "Bob" in client.get("/games/season/?of=public").content.decode(), "its owner sees them"
    page = Client().get("/games/season/?of=public").content.decode()
    assert "Bob" not in page
    assert "ANN" not in page


def test_a_part_of_the_page_has_no_other_limit(settings: Any) -> None:
    client = Client(REMOTE_ADDR="203.0.113.174")  # which has spent nothing in other tests
    settings.LIMITS = settings.LIMITS | {"ask": (1, 3600), "live": (100, 3600)}
    assert client.get("/games/season/?of=public").status_code == 200
    assert client.get("/games/season/?of=public", headers={"Part-Request": "true"}).status_code == 429
