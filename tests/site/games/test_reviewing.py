"""A game links the review of its last state, which is deleted with it."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from engine import Limits, parse_game, plan_review, position_values, sample_games
from pressorpass_site.answers.analyses.tasks import jobs as answers
from pressorpass_site.answers.models import Analysis
from pressorpass_site.celery import app
from pressorpass_site.core import clients, owners
from pressorpass_site.games import services
from pressorpass_site.games.models import Review, StoredGame
from pressorpass_site.games.reviews import precomputed
from pressorpass_site.games.reviews import services as reviews
from pressorpass_site.games.reviews.known import ReviewSetting
from tests.site.reviews.test_pages import stored
from tests.site.reviews.test_services import GAME, SEED, run_review_job
from tests.site.work.by_hand import execute

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]

EXACT = Limits(method="exact")
BEGUN = f"{SEED}= 3000e2,2500e2,2000@1"


@pytest.fixture(autouse=True)
def empty_queue() -> None:
    app.control.purge()


def reviewed(stored_game: StoredGame) -> StoredGame:
    """Return the game with a solved review."""
    run_review_job(reviews.get_or_start_stored_review(stored_game))
    stored_game.refresh_from_db()
    return stored_game


def enter(stored_game: StoredGame, amount: int) -> StoredGame:
    event = {"type": "spin", "seat": 2, "came": {"kind": "money", "amount": amount}, "id": f"{amount}"}
    entered = services.add_events(stored_game, stored_game.version, [event])
    assert entered.refused is None, entered.refused
    stored_game.refresh_from_db()
    return stored_game


def test_a_review_stays_for_an_equal_game() -> None:
    first, second = (reviewed(stored(solved=False)) for _ in range(2))
    assert first.review_id == second.review_id
    first.delete()
    assert reviews.find_stored_review(second).final
    second.delete()
    assert not Review.objects.exists()


@pytest.mark.parametrize("how", ["account", "admin"])
def test_a_review_goes_however_its_game_is_deleted(client: Client, admin_client: Client, how: str) -> None:
    stored_game = reviewed(stored(solved=False))
    equal = reviewed(stored(solved=False))
    if how == "account":
        user = User.objects.create_user("ann", password="correct horse")
        StoredGame.objects.update(owner=owners.get_account_id(user))
        client.force_login(user)
        client.post("/account/delete/", {"password": "correct horse"})
    else:
        content = {"action": "delete_selected", "_selected_action": [stored_game.pk, equal.pk], "post": "yes"}
        admin_client.post("/admin/games/storedgame/", content)
    assert not StoredGame.objects.exists()
    assert not Review.objects.exists()


def test_a_game_that_goes_on_keeps_one_review_and_solves_what_is_new() -> None:
    stored_game = reviewed(stored(GAME, solved=False))
    before = stored_game.review_id
    enter(stored_game, 500)
    status = reviews.get_or_start_stored_review(stored_game)
    assert status.solved[0] > 0
    stored_game.refresh_from_db()
    assert list(Review.objects.values_list("pk", flat=True)) == [stored_game.review_id] != [before]


def test_what_others_see_late_is_part_of_the_games_review() -> None:
    stored_game = stored(GAME, solved=False)
    stored_game.events.update(entered_at=timezone.now() - timedelta(hours=1))
    stored_game = reviewed(enter(stored_game, 500))
    late = services.redact_for_others(stored_game, 60)
    assert late.version == stored_game.version - 1
    for _ in range(2):
        assert reviews.get_or_start_stored_review(late).final, "its positions are known"
    review_id = stored_game.review_id
    assert set(Review.objects.values_list("pk", "part_of")) == {
        (review_id, None),
        (Review.objects.latest("pk").pk, review_id),
    }
    stored_game.refresh_from_db()
    assert stored_game.review_id == review_id
    stored_game.delete()
    assert not Review.objects.exists()


SPIN = {"type": "spin", "seat": 1, "came": {"kind": "money", "amount": 500}}
REST = [SPIN, {"type": "pass", "seat": 1, "to": 2}, SPIN | {"seat": 2, "came": {"kind": "whammy"}}]
REST += [SPIN | {"seat": 2, "came": {"kind": "money", "amount": amount}} for amount in (750, 500)]


def entered(start: str = BEGUN, events: Sequence[dict[str, Any]] = REST) -> StoredGame:
    """The events come one by one, and nobody follows the game."""
    stored_game = stored(start, solved=False)
    for at, event in enumerate(events):
        stored_game = services.add_events(stored_game, stored_game.version, [event | {"id": f"e{at}"}]).stored_game
    return stored_game


def test_the_review_of_a_game_that_was_entered_is_there_when_it_ends() -> None:
    stored_game = entered()
    analyses = list(Analysis.objects.all())
    assert analyses
    assert not any(analysis.is_viewed for analysis in analyses), "idle workers do them"
    for analysis in analyses:
        execute(answers, analysis)
    status = reviews.find_stored_review(stored_game)
    assert (status.review.complete, status.plan.game.over) == (True, True)


def test_an_address_has_the_positions_of_a_few_games_solved_ahead(settings: Any) -> None:
    settings.LIMITS = settings.LIMITS | {"ahead": (2, 3600)}
    with clients.act_for_client(clients.hash_address(uuid4().hex)):
        entered()
    assert Analysis.objects.count() == 2


def test_samples_come_with_their_reviews() -> None:
    """After a new engine: `manage.py precompute_reviews`."""
    plans = [plan_review(parse_game(text)) for text in sample_games().values()]
    wanted = {(ReviewSetting.from_plan(plan).key, position.notation) for plan in plans for position in plan.positions}
    assert {
        (key, value)
        for key in precomputed.get_precomputed_settings()
        for value in precomputed.get_precomputed_values(key)
    } == wanted
    call_command("load_samples", verbosity=0)
    for stored_game in services.query_sample_games().exclude(code="larson-1984"):
        assert stored_game.review is not None
        assert stored_game.review.totals, "of which a season is made"
        assert reviews.find_stored_review(stored_game).review.complete
        assert reviews.get_or_start_stored_review(stored_game).final, "nobody waits for what the site comes with"
    assert not Analysis.objects.exists()


def test_values_that_come_with_the_site_are_those_of_the_engine() -> None:
    plan = plan_review(parse_game(sample_games()["simulated-5"]))
    known = precomputed.get_precomputed_values(ReviewSetting.from_plan(plan).key)
    for position in plan.positions[:2]:
        again, stored_press = (
            position_values(position, plan.board, plan.rules, EXACT).press,
            known[position.notation].press,
        )
        assert again
        assert stored_press
        assert again.win == pytest.approx(stored_press.win, abs=1e-9)


def test_of_a_long_game_only_the_first_positions_are_solved_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MAX_AHEAD", 2)
    entered()
    assert Analysis.objects.count() == 2
    assert not Review.objects.exists()
