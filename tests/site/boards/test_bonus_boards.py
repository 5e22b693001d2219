"""Boards of the bonus game can be looked at, but nothing about three contestants is asked on them."""

from dataclasses import replace

import pytest
from django.test import Client

from pressorpass_site.answers.models import Analysis
from pressorpass_site.boards import services
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.games import services as games
from tests.site.conftest import QUICK
from tests.site.markup import page, said

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

BONUS = "abc-2019-bonus1"
REASON = "The ABC 2019 board, bonus round 1 is of the bonus game"
FORM = {"line": QUICK, "rules": "seed", "up": "1"}


def mine(round_: str = "2") -> BoardRevision:
    """A fan's own board of this round, in its newest revision."""
    content = replace(services.find_revision("abc-2019-r2").engine_board, id="own-abc", round=round_)
    return services.publish(content, owner="b:somebody", must_be_new=True).revision


@pytest.mark.parametrize(
    ("address", "status"),
    [
        (f"/p/{QUICK}?board={BONUS}", 404),
        (f"/p/{QUICK}?now={BONUS}&spins=2", 404),
        (f"/choose/?position={QUICK}&board={BONUS}", 422),
        (f"/embed/p/{QUICK}?board={BONUS}", 404),
    ],
)
def test_an_address_is_refused_with_the_reason(client: Client, address: str, status: int) -> None:
    assert REASON in page(client, address, status)
    assert not Analysis.objects.exists()


def test_every_form_says_why(client: Client) -> None:
    unlisted = {"visibility": "unlisted"}
    text = f'[Board1 "{BONUS}"]\n= 3000e1,2500e1,2000@1\n'
    for path, sent in (
        ("/ask/", FORM | {"board": BONUS}),
        ("/games/new/", unlisted | {"rules": "show", "board_1": f"{BONUS}.1"}),
        ("/games/import/", unlisted | {"text": text}),
    ):
        response = client.post(path, sent)
        assert (response.status_code, "is of the bonus game" in said(response)) == (422, True), path
    assert not Analysis.objects.exists()
    assert not games.StoredGame.objects.exists()


def test_no_form_offers_one(client: Client) -> None:
    assert f'<option value="{BONUS}" disabled>' in page(client, "/ask/settings/")
    assert f'value="{BONUS}.1"' not in page(client, "/games/new/")
    assert f'name="board" value="{BONUS}"' not in page(client, f"/?board={BONUS}")


def test_a_revision_goes_by_its_own_round(client: Client) -> None:
    first = mine()
    assert first.playable
    second = mine("Bonus")
    assert (second.number, second.playable) == (2, False)
    assert services.find_revision("own-abc.1").playable
    assert "is of the bonus game" in page(client, f"/p/{QUICK}?board=own-abc", 404)
