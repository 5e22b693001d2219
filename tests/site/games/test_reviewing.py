"""A game keeps the review of its last state, and takes it along."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from pressorpass_site.answers.models import Answer
from pressorpass_site.celery import app
from pressorpass_site.core import owners
from pressorpass_site.games import reviewing, services
from pressorpass_site.games.models import StoredGame
from pressorpass_site.games.reviews.models import Review
from tests.site.games.test_season import FINISHED
from tests.site.reviews.test_pages import stored
from tests.site.reviews.test_services import GAME, OTHER, worked_out

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]


@pytest.fixture(autouse=True)
def empty_queue() -> None:
    app.control.purge()


def reviewed(row: StoredGame) -> StoredGame:
    """The game, its review solved."""
    worked_out(reviewing.request(row))
    row.refresh_from_db()
    return row


def enter(row: StoredGame, amount: int) -> StoredGame:
    event = {"type": "spin", "seat": 2, "came": {"kind": "money", "amount": amount}, "id": f"{amount}"}
    entered = services.enter(row, row.version, [event])
    assert entered.refused is None, entered.refused
    row.refresh_from_db()
    return row


def test_a_deleted_game_takes_its_review_along(client: Client) -> None:
    other = reviewed(stored(OTHER, solved=False))
    assert client.post("/games/import/", {"text": FINISHED, "visibility": "public"}).status_code == 302
    row = reviewed(StoredGame.objects.latest("pk"))
    assert row.review
    client.post(f"/games/{row.code}/delete/", follow=True)
    assert not StoredGame.objects.filter(pk=row.pk).exists()
    assert Answer.objects.get(kind=Review.KIND).pk == other.review_id


def test_a_review_stays_for_an_equal_game() -> None:
    first, second = (reviewed(stored(solved=False)) for _ in range(2))
    assert first.review_id == second.review_id
    first.delete()
    assert reviewing.find(second).final
    second.delete()
    assert not Review.objects.exists()


@pytest.mark.parametrize("how", ["account", "admin"])
def test_a_review_goes_however_its_game_is_deleted(client: Client, admin_client: Client, how: str) -> None:
    row = reviewed(stored(solved=False))
    equal = reviewed(stored(solved=False))
    if how == "account":
        user = User.objects.create_user("ann", password="correct horse")
        StoredGame.objects.update(owner=owners.account_id(user))
        client.force_login(user)
        client.post("/account/delete/", {"password": "correct horse"})
    else:
        content = {"action": "delete_selected", "_selected_action": [row.pk, equal.pk], "post": "yes"}
        admin_client.post("/admin/games/storedgame/", content)
    assert not StoredGame.objects.exists()
    assert not Review.objects.exists()


def test_a_game_that_goes_on_keeps_one_review_and_solves_what_is_new() -> None:
    row = reviewed(stored(GAME, solved=False))
    before = row.review_id
    enter(row, 500)
    begun = reviewing.request(row)
    assert begun.solved[0] > 0
    row.refresh_from_db()
    assert list(Review.objects.values_list("pk", flat=True)) == [row.review_id] != [before]


def test_what_others_see_late_is_part_of_the_games_review() -> None:
    row = stored(GAME, solved=False)
    row.events.update(entered_at=timezone.now() - timedelta(hours=1))
    row = reviewed(enter(row, 500))
    late = services.as_others_see(row, 60)
    assert late.version == row.version - 1
    for _ in range(2):
        assert reviewing.request(late).final, "its positions are known"
    kept = row.review_id
    assert set(Review.objects.values_list("pk", "part_of")) == {(kept, None), (Review.objects.latest("pk").pk, kept)}
    row.refresh_from_db()
    assert row.review_id == kept
    row.delete()
    assert not Review.objects.exists()


def test_a_variation_begins_with_what_is_known_of_its_game() -> None:
    row = reviewed(stored(GAME, solved=False))
    branch = services.branch("somebody", row)
    assert reviewing.find(branch).solved == reviewing.find(row).solved
