"""The API's HTML pages: its documentation and an account's keys."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pressorpass_site.core.text_fields import OneLineField

from . import services
from .document import anonymous_rates
from .errors import NOT_FOUND, error_item, error_response
from .models import NAME_LENGTH, READS_PER_MINUTE, SOLVES_PER_MINUTE
from .schemas import EXAMPLE
from .v1 import api


class KeyForm(forms.Form):
    """The form for a new key."""

    name = OneLineField(
        max_length=NAME_LENGTH,
        label="What is it for?",
        help_text="A name that helps you recognize the key later.",
        error_messages={
            "required": "Enter what the key is for.",
            "max_length": f"A name can have at most {NAME_LENGTH} characters.",
        },
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


@csrf_exempt  # so that a POST to an unknown address gets the JSON error, too
def not_found(request: HttpRequest, rest: str = "") -> HttpResponse:
    """Show a 404 in JSON, which mentions a superfluous slash at the end."""
    bare = request.path.rstrip("/")
    try:
        exists = bare != request.path and resolve(bare).func is not not_found
    except Resolver404:
        exists = False
    message = f"There is nothing at this address. Leave out the final slash: {bare}." if exists else NOT_FOUND
    return error_response(404, error_item(message))


@require_safe
def documentation(request: HttpRequest) -> HttpResponse:
    """Show how to ask, the limits and all endpoints; the OpenAPI document has the details."""
    context = {
        "base": request.build_absolute_uri(reverse("api:v1:api-root")).rstrip("/"),
        "position": EXAMPLE,
        "paths": api.get_openapi_schema()["paths"],
        "rates": anonymous_rates(),
        "key_rates": f"{SOLVES_PER_MINUTE:,} questions and {READS_PER_MINUTE:,} other requests a minute",
    }
    return render(request, "api/documentation.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def keys(request: HttpRequest) -> HttpResponse:
    """Show an account's keys and the form for a new one, whose secret is shown only in the response to the form."""
    owner = _owner(request)
    form = KeyForm(request.POST or None)
    created = None
    if form.is_valid():
        try:
            created = services.create(owner, form.cleaned_data["name"])
            form = KeyForm()
        except services.TooManyKeys as error:
            form.add_error(None, str(error))
    context = {"form": form, "created": created, "keys": services.active_keys(owner), "most": services.MAX_KEYS}
    return render(request, "api/keys.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def revoke(request: HttpRequest, prefix: str) -> HttpResponse:
    """Revoke a key."""
    if not services.revoke(_owner(request), prefix):
        raise Http404
    messages.success(request, f"The key {prefix}… has been revoked.")
    return redirect("api:keys")


def _owner(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
