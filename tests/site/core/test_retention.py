"""What goes: answers that nobody asks for, by their age and their number; what depends on them stays or comes again."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection, models
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.tasks import jobs
from pressorpass_site.answers.models import Analysis, ChoiceAnalysis, StoredAnswer, Table
from pressorpass_site.core.database import retention
from pressorpass_site.core.redis_client import get_redis_client
from pressorpass_site.games.models import Review
from pressorpass_site.games.reviews import services as reviews
from pressorpass_site.lab.models import LabAnswer
from pressorpass_site.sharing.models import SavedAnalysis, Version
from pressorpass_site.work import liveness, worker
from pressorpass_site.work.models import Status
from tests.site.conftest import Ask
from tests.site.reviews.test_pages import stored
from tests.site.reviews.test_services import game, review_game, run_review_job
from tests.site.work.by_hand import execute

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_boards")]


@pytest.fixture(autouse=True)
def days(settings: Any) -> None:
    settings.KEEP_DAYS, settings.KEEP_ANSWERS, settings.ANSWER_WAIT_MILLISECONDS = 10, 100, 0


def tidied() -> dict[str, int]:
    return {cleanup.kind.label: cleanup.removed_count for cleanup in retention.tidy() if cleanup.removed_count}


def age(model: type[Model], days: float, **other: Any) -> None:
    """As if these rows had been made, and last asked for, so many days ago."""
    then = timezone.now() - timedelta(days=days)
    names = {field.name for field in model._meta.concrete_fields}
    values = {name: then for name in ("created_at", "viewed_until", "updated_at") if name in names}
    model._default_manager.filter(**other).update(**values)


def rows(ask: Ask, *scores: int) -> list[Analysis]:
    return [analyses.get_or_start_analysis(ask(f"{score}e1,3000,0@1")) for score in scores]


def test_rows_that_were_not_requested_for_long_are_removed(question: Ask) -> None:
    old, asked_again, new = rows(question, 5000, 6000, 7000)
    Analysis.objects.update(status=Status.DONE)
    age(Analysis, 11, pk__in=(old.pk, asked_again.pk))
    analyses.get_or_start_analysis(question("6000e1,3000,0@1"))
    assert tidied() == {"answers": 1}
    assert set(Analysis.objects.all()) == {asked_again, new}
    assert tidied() == {}
    assert analyses.get_or_start_analysis(question("5000e1,3000,0@1")).is_active  # and is asked anew


def test_of_too_many_rows_the_least_recently_requested_are_removed(question: Ask, settings: Any) -> None:
    settings.KEEP_ANSWERS = 2
    for days, analysis in zip((1, 4, 2, 3), rows(question, 5000, 6000, 7000, 8000), strict=True):
        age(Analysis, days, pk=analysis.pk)
    Analysis.objects.exclude(position__startswith="6000").update(status=Status.DONE)
    assert tidied() == {"answers": 2}
    # The one that still waits for its worker stays.
    assert {analysis.position[:4] for analysis in Analysis.objects.all()} == {"5000", "6000"}


def test_a_view_of_an_answer_is_written_once_a_day(question: Ask, django_assert_num_queries: Any) -> None:
    analysis = analyses.get_or_start_analysis(question())
    Analysis.objects.update(status=Status.DONE, viewed_until=timezone.now())
    analysis.refresh_from_db()
    with django_assert_num_queries(0):
        analyses.refresh(analysis)
    age(Analysis, 2)
    analysis.refresh_from_db()
    analyses.refresh(analysis)
    analysis.refresh_from_db()
    assert analysis.is_viewed


def test_a_saved_analysis_keeps_its_answer(client: Client, question: Ask) -> None:
    analysis = analyses.get_or_start_analysis(question())
    client.post("/save/", {"key": analysis.key, "title": "Mine", "visibility": "unlisted"})
    execute(jobs, analysis)  # after it was saved
    age(Analysis, 11)
    assert tidied() == {"answers": 1}
    version = Version.objects.get()
    assert version.analysis is None
    assert version.result["position"] == analysis.position
    assert client.get(version.saved.get_absolute_url()).status_code == 200


def test_a_saved_question_without_an_answer_is_asked_again(client: Client, question: Ask) -> None:
    analysis = analyses.get_or_start_analysis(question())
    client.post("/save/", {"key": analysis.key, "title": "Mine", "visibility": "unlisted"})
    age(Analysis, 11)  # its worker never came
    assert tidied() == {"answers": 1}
    saved = SavedAnalysis.objects.get()
    assert client.get(saved.get_absolute_url()).status_code == 200
    execute(jobs, Analysis.objects.get())
    client.get(saved.get_absolute_url())
    assert Version.objects.get().result["position"] == analysis.position


def test_a_review_comes_again_after_its_row_has_gone() -> None:
    review_game(game())
    before = reviews.find_review(game())
    assert before.final
    age(Review, 11)
    assert tidied() == {"reviews": 1}
    run_review_job(reviews.get_or_start_review(game()))
    assert reviews.find_review(game()).version == before.version


def test_a_review_that_a_game_shows_stays_whatever_its_age_and_the_number(settings: Any) -> None:
    stored_game = stored()
    reviews.get_or_start_stored_review(stored_game)
    settings.KEEP_ANSWERS = 0
    age(Review, 1000)
    Review.objects.create(key="of no game", status=Status.DONE)
    assert tidied() == {"reviews": 1}
    stored_game.refresh_from_db()
    assert reviews.find_stored_review(stored_game).final
    stored_game.delete()
    assert not Review.objects.exists()


def test_a_flood_of_one_kind_evicts_no_other(question: Ask, settings: Any) -> None:
    settings.KEEP_ANSWERS = 3
    (answer,) = rows(question, 5000)
    choice = ChoiceAnalysis.objects.create(key="choice", status=Status.DONE)
    age(StoredAnswer, 5)
    for number in range(5):
        Table.objects.create(key=f"table {number}", status=Status.DONE)
    assert tidied() == {"jobs of tables": 2}
    assert set(StoredAnswer.objects.exclude(kind=Table.KIND).values_list("pk", flat=True)) == {answer.pk, choice.pk}


def test_a_worker_tidies_by_itself_and_sessions_go_when_they_are_over() -> None:
    for days in (-1, 1):
        session = SessionStore()
        session.create()
        Session.objects.filter(pk=session.session_key).update(expire_date=timezone.now() + timedelta(days=days))
    worker.tidy()
    assert Session.objects.count() == 1


def test_every_kind_of_row_has_a_limit() -> None:
    """A new model is given one, or is said here to be the users' own or to come with the program."""
    limited = {kind.rows.model for kind in retention.list_retention_rules()}
    assert {Analysis, ChoiceAnalysis, LabAnswer, Table} <= limited
    # Of the table of answers, each kind has its own.
    assert {model for model in all_models() if model._meta.proxy_for_model is StoredAnswer} <= limited
    limited |= {StoredAnswer}
    models_without_limit = {
        "accounts, which their owners delete": {"auth.User", "auth.Group", "auth.Permission"},
        "boards, of which revisions are never deleted": {
            "boards.Board",
            "boards.BoardRevision",
            "boards.BoardDraft",
            "boards.BoardEvent",
        },
        "what people save and enter, which they delete": {
            "sharing.SavedAnalysis",
            "sharing.Version",
            "games.StoredGame",
            "games.StoredEvent",
        },
        "Django's own": {"contenttypes.ContentType"},
    }
    named = {model._meta.label for model in limited}.union(*models_without_limit.values())
    assert {model._meta.label for model in all_models()} == named


def all_models() -> list[type[models.Model]]:
    from django.apps import apps

    return [model for model in apps.get_models() if model._meta.managed]


def test_the_command_reports_removed_rows(question: Ask, capsys: pytest.CaptureFixture[str]) -> None:
    rows(question, 5000, 6000)
    age(Analysis, 11)
    call_command("tidy")
    assert "answers: 2 removed, 0 left (at most 100, for 10 days)" in capsys.readouterr().out


def test_only_one_worker_tidies_each_hour() -> None:
    get_redis_client().delete("pressorpass:turn:tidy")
    assert [liveness.claim_interval("tidy", 60) for _ in range(3)] == [True, False, False]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL returns space by itself")
def test_sqlite_returns_the_space(question: Ask) -> None:
    with connection.cursor() as cursor:
        # As the site's own file is made, and as deploy.md says for older ones.
        cursor.execute("PRAGMA auto_vacuum=INCREMENTAL")
        cursor.execute("VACUUM")
        rows(question, 5000)
        Analysis.objects.update(status=Status.DONE, steps=["x" * 4_000_000])
        cursor.execute("PRAGMA page_count")
        before = cursor.fetchone()[0]
        age(Analysis, 11)
        tidied()
        cursor.execute("PRAGMA page_count")
        assert cursor.fetchone()[0] < before - 900
