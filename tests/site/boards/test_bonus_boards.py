"""Boards of the bonus game can be looked at, but nothing about three contestants is asked on them."""

import json
from dataclasses import replace
from html import unescape

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from engine import BoardName, event_to_json, parse_game
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.models import Analysis
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.boards import services
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.games import services as games
from pressorpass_site.sharing.saved.models import SavedAnalysis, Version
from tests.site.conftest import QUICK, Ask

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

BONUS = "abc-2019-bonus1"
REASON = "The ABC 2019 board, bonus round 1 is of the bonus game"
FORM = {"line": QUICK, "rules": "seed", "up": "1"}


def body_of(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status, address
    return unescape(response.content.decode())


def mine(round_: str = "2") -> BoardRevision:
    """A fan's own board of this round, in its newest revision."""
    content = replace(services.find_revision("abc-2019-r2").engine_board, id="own-abc", round=round_)
    return services.publish(content, owner="b:somebody", exactly=True).revision


@pytest.mark.parametrize(
    ("address", "status"),
    [
        (f"/p/{QUICK}?board={BONUS}", 404),
        (f"/p/{QUICK}?board={BONUS}.1&rules=seed", 404),
        (f"/p/{QUICK}?now={BONUS}&spins=2", 404),
        (f"/p/{QUICK}?board={BONUS}&method=bounded", 404),
        (f"/choose/{QUICK}?board={BONUS}", 404),
        (f"/choose/?position={QUICK}&board={BONUS}", 422),
        (f"/embed/p/{QUICK}?board={BONUS}", 404),
    ],
)
def test_an_address_is_refused_with_the_reason(client: Client, address: str, status: int) -> None:
    assert REASON in body_of(client, address, status)
    assert not Analysis.objects.exists()


def test_every_form_says_why(client: Client) -> None:
    response = client.post("/ask/", FORM | {"board": BONUS})
    assert (response.status_code, REASON in unescape(response.content.decode())) == (422, True)
    response = client.post("/ask/", FORM | {"now": BONUS, "spins": "1"})
    assert (response.status_code, REASON in unescape(response.content.decode())) == (422, True)
    for round_ in ("1", "2"):
        sent = {"visibility": "unlisted", "rules": "show", f"board_{round_}": f"{BONUS}.1"}
        response = client.post("/games/new/", sent)
        assert (response.status_code, REASON in unescape(response.content.decode())) == (422, True)
        text = f'[Board{round_} "{BONUS}"]\n= 3000e1,2500e1,2000@1\n'
        response = client.post("/games/import/", {"text": text, "visibility": "unlisted"})
        assert (response.status_code, "is of the bonus game" in response.content.decode()) == (422, True)
    assert not Analysis.objects.exists()
    assert not games.StoredGame.objects.exists()


def test_no_form_offers_one(client: Client) -> None:
    home = client.get("/").content.decode()
    assert f'<option value="{BONUS}" disabled>' in home
    assert f'value="{BONUS}.1"' not in client.get("/games/new/").content.decode()
    assert f'value="{BONUS}" selected' not in client.get(f"/?board={BONUS}").content.decode()


def test_the_api_says_why(client: Client) -> None:
    def post(path: str, **sent: object) -> tuple[int, str]:
        reply = client.post(f"/api/v1/{path}", json.dumps(sent), content_type="application/json")
        return reply.status_code, reply.content.decode()

    for path, sent in (
        ("solve", {"position": QUICK, "board": BONUS}),
        ("solve", {"position": QUICK, "now": BONUS, "spins": 1}),
        ("choose", {"position": QUICK, "board": BONUS, "square": 15}),
    ):
        status, said = post(path, **sent)
        assert (status, REASON in said) == (422, True), (path, said)
    assert not Analysis.objects.exists()


def test_tables_are_not_filled_on_one() -> None:
    with pytest.raises(CommandError, match="is of the bonus game"):
        call_command("fill_tables", board=BONUS)


def test_the_board_itself_is_still_shown(client: Client) -> None:
    page = body_of(client, f"/boards/{BONUS}/")
    assert REASON in page
    assert "Ask about a position" not in page
    assert "Figures" in page
    assert BONUS in body_of(client, "/boards/?round=bonus")


def test_a_revision_goes_by_its_own_round(client: Client) -> None:
    first = mine()
    assert first.playable
    second = mine("Bonus")
    assert (second.number, second.playable) == (2, False)
    assert services.find_revision("own-abc.1").playable
    assert "is of the bonus game" in body_of(client, f"/p/{QUICK}?board=own-abc", 404)


def test_what_was_kept_on_one_opens_and_says_what_is_wrong(client: Client, question: Ask) -> None:
    analysis = analyses.ask(question())
    jobs.execute()
    facts = {"title": "An old one", "note": "", "tags": "", "visibility": "unlisted", "key": analysis.key}
    assert client.post("/save/", facts).status_code == 302
    saved, bonus = SavedAnalysis.objects.get(), services.find_revision(BONUS)
    with connection.cursor() as cursor:  # as an earlier engine left it
        for table in (Version._meta.db_table, Analysis._meta.db_table):
            cursor.execute(f"UPDATE {table} SET board_revision_id = %s", [bonus.pk])
    here = saved.get_absolute_url()
    page = body_of(client, here)
    assert f"This answer no longer applies.</b> {REASON}" in page
    assert "press" in page.lower()
    assert REASON in body_of(client, f"/embed{here}")
    assert REASON in unescape(client.get(f"/a/{analysis.key}/", headers={"Part-Request": "true"}).content.decode())
    assert client.get("/saved/").status_code == 200
    assert client.post(f"{here}again/", follow=True).status_code == 200
    assert REASON in client.get(f"/api/v1/analyses/{analysis.key}").json()["message"]
    assert client.get(f"{here}1/odds.csv").status_code == 404


def test_a_game_that_was_kept_with_one_opens(client: Client) -> None:
    game = parse_game('[Rules "seed"]\n= 3000e1,2500e1,2000@1\n1. pass\n2. w w\n')
    first, bonus = services.find_revision("pyl-1984-09-r1"), services.find_revision(BONUS)
    headers = replace(game.headers, boards=(None, BoardName(BONUS)))
    events = [event_to_json(event) for event in game.events]
    row = games.begin("somebody", "An old game", headers, (first, bonus), events=events)
    assert client.get(f"/games/{row.code}/").status_code == 200
    assert "is of the bonus game" in body_of(client, f"/games/{row.code}/review/", 422)
    reply = client.get(f"/api/v1/games/{row.code}/review")
    assert (reply.status_code, "is of the bonus game" in reply.content.decode()) == (422, True)
    assert client.get("/games/season/?of=public").status_code == 200
