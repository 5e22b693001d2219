"""User names are unique whatever their case."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.test import Client

from pressorpass_site.accounts import services
from pressorpass_site.accounts.forms import SignUpForm

pytestmark = pytest.mark.django_db

PASSWORD = "whammy-free-73"


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("Ann", password=PASSWORD)


def test_the_database_has_one_account_for_a_name(ann: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("aNN")


def test_a_name_that_was_taken_after_the_check_is_an_error_of_its_field(
    monkeypatch: pytest.MonkeyPatch, ann: User
) -> None:
    monkeypatch.setattr(services, "find_users", lambda name: User.objects.none())
    form = SignUpForm({"username": "ann", "password1": PASSWORD, "password2": PASSWORD})
    assert form.is_valid()
    assert form.add() is None
    assert form.errors["username"] == ["This user name is taken. Choose another one."]


@pytest.mark.parametrize("typed", ["Ann", "ann", "ANN"])
def test_log_in_ignores_the_case_of_the_name(client: Client, ann: User, typed: str) -> None:
    response = client.post("/account/log-in/", {"username": typed, "password": PASSWORD})
    assert response.status_code == 302
