"""User names are unique whatever their case; doubles of earlier versions stay, and can log in."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.test import Client

from pressorpass_site.accounts import services
from pressorpass_site.accounts.forms import SignUpForm

pytestmark = pytest.mark.django_db
migration = import_module("pressorpass_site.accounts.migrations.0001_user_names_without_case")

PASSWORD = "whammy-free-73"


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("Ann", password=PASSWORD)


def test_the_database_has_one_account_for_a_name(ann: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("aNN")


def test_a_name_that_was_taken_after_it_was_checked_is_said_at_its_field(
    monkeypatch: pytest.MonkeyPatch, ann: User
) -> None:
    monkeypatch.setattr(services, "named", lambda name: User.objects.none())
    form = SignUpForm({"username": "ann", "password1": PASSWORD, "password2": PASSWORD})
    assert form.is_valid()
    assert form.add() is None
    assert form.errors["username"] == ["This user name is taken. Choose another one."]


@pytest.mark.parametrize("typed", ["Ann", "ann", "ANN"])
def test_one_logs_in_in_any_case(client: Client, ann: User, typed: str) -> None:
    response = client.post("/account/log-in/", {"username": typed, "password": PASSWORD})
    assert response.status_code == 302


def test_doubles_of_earlier_versions_stay_log_in_and_are_reported(ann: User, caplog: pytest.LogCaptureFixture) -> None:
    editor = SimpleNamespace(
        connection=connection, execute=connection.cursor().execute
    )  # within the test's transaction
    migration.remove_index(apps, editor)
    User.objects.create_user("ann", password="another-long-one-9")
    migration.add_index(apps, editor)
    assert "user name ann is another one's" in caplog.text
    for name, password in (("Ann", PASSWORD), ("ann", "another-long-one-9")):
        assert Client().post("/account/log-in/", {"username": name, "password": password}).status_code == 302
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("ANN")


def test_looking_a_name_up_reads_no_other_account(ann: User) -> None:
    query, given = services.named("ann").query.sql_with_params()
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute(f"EXPLAIN {query}", given)
        else:
            cursor.execute(f"EXPLAIN QUERY PLAN {query}", given)
        assert migration.INDEX in str(cursor.fetchall())
