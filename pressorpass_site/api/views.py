"""The API's own pages: what it offers, and an account's keys."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from . import reference, services
from .document import rates
from .forms import KeyForm
from .models import READS_PER_MINUTE, SOLVES_PER_MINUTE
from .problems import NOTHING_HERE, answer, detail


@csrf_exempt  # there is nothing here to protect, and it is to be said in JSON
def nothing(request: HttpRequest, rest: str = "") -> HttpResponse:
    """Whatever else is asked for under the API's address; what has a slash too many is told so."""
    bare = request.path.rstrip("/")
    try:
        meant = bare != request.path and resolve(bare).func is not nothing
    except Resolver404:
        meant = False
    said = (
        f"There is nothing at this address. Without the slash at its end there is: {bare}." if meant else NOTHING_HERE
    )
    return answer(404, detail(said))


@require_safe
def documentation(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document as a page."""
    base = request.build_absolute_uri(reverse("api:v1:api-root")).rstrip("/")
    context = {
        "base": base,
        "reference": reference.read(base),
        "rates": rates(),
        "key_rates": f"{SOLVES_PER_MINUTE} questions and {READS_PER_MINUTE} other requests a minute",
    }
    return render(request, "api/documentation.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def keys(request: HttpRequest) -> HttpResponse:
    """An account's keys, and the form for a new one. Its secret stands on the page that answers the form, and nowhere else."""
    owner = _owner(request)
    form = KeyForm(request.POST or None)
    made = None
    if form.is_valid():
        try:
            made = services.make(owner, form.cleaned_data["name"])
            form = KeyForm()
        except services.Refused as refused:
            form.add_error(None, str(refused))
    context = {"form": form, "made": made, "keys": services.keys_of(owner), "most": services.MOST_KEYS}
    return render(request, "api/keys.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def revoke(request: HttpRequest, prefix: str) -> HttpResponse:
    """Let a key open nothing any more."""
    if not services.revoke(_owner(request), prefix):
        raise Http404
    messages.success(request, f"The key {prefix}… opens nothing any more.")
    return redirect("api:keys")


def _owner(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
