from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from pressorpass_site.core.errors import UserError
from pressorpass_site.core.text_fields import OneLineField

from . import services
from .models import NAME_LENGTH


class KeyForm(forms.Form):
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


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def key_list(request: HttpRequest) -> HttpResponse:
    """Show an account's keys and the form for a new one, whose secret is shown only in the response to the form."""
    owner = _get_owner(request)
    form = KeyForm(request.POST or None)
    created = None
    if form.is_valid():
        try:
            created = services.create_key(owner, form.cleaned_data["name"])
            form = KeyForm()
        except UserError as error:
            form.add_error(None, error.message)
    context = {"form": form, "created": created, "keys": services.list_active_keys(owner), "most": services.MAX_KEYS}
    return render(request, "api/keys.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def revoke_key(request: HttpRequest, prefix: str) -> HttpResponse:
    if not services.revoke_key(_get_owner(request), prefix):
        raise Http404
    messages.success(request, f"The key {prefix}… has been revoked.")
    return redirect("api:keys")


def _get_owner(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
