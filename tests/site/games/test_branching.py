"""A variation goes on from an event of a game, and its review shows both."""

import pytest
from django.test import Client

from pressorpass_site.games import record, services
from pressorpass_site.games.models import StoredGame
from tests.site.markup import words
from tests.site.reviews.test_pages import stored
from tests.site.reviews.test_services import LONGER, MISTAKE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]


def branched(client: Client, stored_game: StoredGame, after: int) -> StoredGame:
    assert client.post(f"/games/{stored_game.code}/copy/", {"after": after}).status_code == 302
    return StoredGame.objects.exclude(pk=stored_game.pk).get()


def test_a_variation_has_what_happened_up_to_its_event(client: Client) -> None:
    stored_game = stored(MISTAKE)
    game = services.get_named_game(stored_game)
    middle = game.played[-2]
    made = branched(client, stored_game, middle.number)
    assert services.get_named_game(made).state == middle.after
    assert record.find_branch_source(made) == (stored_game.code, middle.number)
    assert made.title == "Variation of A game"


def test_its_review_shows_the_main_line_beside_it(client: Client) -> None:
    stored_game = stored(LONGER)
    client.get(f"/games/{stored_game.code}/review/")  # the game keeps its review from now on
    made = branched(client, stored_game, services.get_named_game(stored_game).played[-2].number)
    page = client.get(f"/games/{made.code}/review/")
    assert "A variation of A game" in words(page)
    assert page.content.decode().count("<polyline") == 6, "three lines, and three of the main line"
    assert "Your variations" in words(client.get(f"/games/{stored_game.code}/review/"))
    assert "Your variations" not in words(Client().get(f"/games/{stored_game.code}/review/"))


def test_a_main_line_that_is_gone_or_private_is_not_shown(client: Client) -> None:
    stored_game = stored(MISTAKE)
    made = branched(client, stored_game, services.get_named_game(stored_game).played[-2].number)
    StoredGame.objects.filter(pk=stored_game.pk).update(visibility="private")
    assert "A game" not in words(client.get(f"/games/{made.code}/review/")).replace("Variation of A game", "")
    stored_game.delete()
    assert client.get(f"/games/{made.code}/review/").status_code == 200


def test_there_is_no_branch_from_what_never_happened(client: Client) -> None:
    stored_game = stored(MISTAKE)
    answer = client.post(f"/games/{stored_game.code}/copy/", {"after": 99}, follow=True)
    assert "There is no such event in this game." in answer.content.decode()
