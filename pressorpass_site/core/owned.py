"""Rows that people own and show to others, with an owner, a visibility and an address that cannot be guessed."""

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django import forms
from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, models
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import redirect

from . import owners
from .http.view_decorators import View, forbid_caching

CODE_BYTES = 8  # 64 random bits, which cannot be guessed: eleven characters
TITLE_LENGTH = 120

Row = TypeVar("Row", bound="OwnedModel")


class NotFound(Http404):
    """There is no such row, or the requester may not see it."""


class Visibility(models.TextChoices):
    PUBLIC = "public", "Public: anyone can find it"
    UNLISTED = "unlisted", "Unlisted: anyone with the link"
    PRIVATE = "private", "Private: only you"

    @property
    def word(self) -> str:
        return self.value.capitalize()


def make_code() -> str:
    return secrets.token_urlsafe(CODE_BYTES)


def build_visibility_field() -> forms.ChoiceField:
    return forms.ChoiceField(
        label="Who can see it",
        choices=Visibility.choices,
        initial=Visibility.UNLISTED,
        widget=forms.RadioSelect,
        error_messages={
            "required": "Choose who can see it.",
            "invalid_choice": "Choose who can see it: public, unlisted or private.",
        },
    )


class OwnedModel(models.Model):
    """A row that an account or a browser owns (owners.py); `code` names it in its address."""

    code = models.CharField(max_length=16, unique=True, default=make_code, editable=False)
    owner = models.CharField(max_length=owners.OWNER_LENGTH, db_index=True, editable=False)
    title = models.CharField(max_length=TITLE_LENGTH)
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.UNLISTED)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True
        ordering = ("-created_at", "-pk")

    def __str__(self) -> str:
        return self.title

    @property
    def private(self) -> bool:
        return self.visibility == Visibility.PRIVATE

    @property
    def public(self) -> bool:
        return self.visibility == Visibility.PUBLIC

    @property
    def visibility_word(self) -> str:
        return Visibility(self.visibility).word


def find_visible(rows: QuerySet[Row], code: str, sees_private: Callable[[Row], bool]) -> Row:
    """Raises NotFound: no row has this code, or it is private and `sees_private` is false."""
    instance = rows.filter(code=code).first()
    if instance is None or (instance.private and not sees_private(instance)):
        raise NotFound(code)
    return instance


def with_row(find: Callable[[HttpRequest, str], OwnedModel]) -> Callable[[View], View]:
    """Return a decorator that passes a view the row with the code in the address, or answers 404.

    Crawlers may only index public rows.
    """

    def decorator(view: View) -> View:
        @wraps(view)
        @forbid_caching
        def wrapper(request: HttpRequest, code: str, *args: Any, **kwargs: Any) -> Any:
            instance = None
            try:
                instance = find(request, code)
                response = view(request, instance, *args, **kwargs)
            except (ObjectDoesNotExist, DatabaseError):
                if instance is None or type(instance)._base_manager.filter(pk=instance.pk).exists():
                    raise
                raise NotFound(code) from None  # deleted while the view ran
            if not instance.public:
                response["X-Robots-Tag"] = "noindex"
            return response

        return wrapper

    return decorator


def require_permission(may: Callable[[HttpRequest, Any], bool], refusal: str) -> Callable[[View], View]:
    """Return a view decorator that redirects to the object's page with the message `refusal` if the requester `may` not.

    Otherwise the view runs, and the owner's cookie is renewed.
    """

    def decorator(view: View) -> View:
        @wraps(view)
        def wrapper(request: HttpRequest, instance: Any, *args: Any, **kwargs: Any) -> Any:
            if not may(request, instance):
                messages.error(request, refusal)
                return redirect(instance)
            return owners.set_cookie(view(request, instance, *args, **kwargs), owners.read_browser_secret(request))

        return wrapper

    return decorator
