"""Pages of saved analyses. Views read, hand on and render; services decide."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from pressorpass_site.analyses import charts, pictures
from pressorpass_site.analyses import services as analyses
from pressorpass_site.analyses.answers import Answer
from pressorpass_site.analyses.models import Analysis
from pressorpass_site.core import limits, owners

from . import choosing, drafts, page, services
from .forms import SavedForm, filters
from .models import SavedAnalysis, Visibility
from .services import Filters, NotFound, Refused

PER_PAGE = 20
# Where the form leads without losing what was typed.
DOORS = {"log-in": "accounts:log-in", "sign-up": "accounts:sign-up"}
NOT_YOURS = "This belongs to somebody else. Save a copy, and the copy is yours to change."

View = Callable[..., HttpResponse]

get_or_post = require_http_methods(["GET", "HEAD", "POST"])


def personal(view: View) -> View:
    """What depends on who asks is kept by nobody on the way."""

    @wraps(view)
    def kept_apart(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        patch_cache_control(response, private=True, no_store=True)
        patch_vary_headers(response, ["HX-Request"])
        return response

    return kept_apart


def of_saved(view: View) -> View:
    """Hand the saved analysis on, where whoever asks may see it; unless it is public no crawler may keep it."""

    @wraps(view)
    @personal
    def found(request: HttpRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            saved = services.find(request, code)
            response = view(request, saved, *args, **kwargs)
        except NotFound:
            raise Http404("There is no such saved analysis.") from None
        if not saved.public:
            response["X-Robots-Tag"] = "noindex"
        return response

    return found


def owners_only(view: View) -> View:
    """Lead everybody but the owner to the page that may be read."""

    @wraps(view)
    def guarded(request: HttpRequest, saved: SavedAnalysis, *args: Any, **kwargs: Any) -> HttpResponse:
        if not services.may_edit(request, saved):
            messages.error(request, NOT_YOURS)
            return redirect(saved)
        return owners.set_cookie(view(request, saved, *args, **kwargs), owners.browser_secret(request))

    return guarded


@get_or_post
@personal
def save(request: HttpRequest) -> HttpResponse:
    """Save the answer to the question with this key."""
    key = (request.GET if request.method != "POST" else request.POST).get("key", "")
    rows = Analysis.objects.select_related("board_revision__board", "now_revision__board")
    analysis = analyses.refresh(get_object_or_404(rows, key=key[:64]))
    question = analysis.question
    if door := DOORS.get(request.POST.get("do", "")):
        limits.check(request, "ask")
        drafts.keep(request, analysis.key)
        back = f"{reverse('saved:save')}?{urlencode({'key': analysis.key})}"
        return redirect(f"{reverse(door)}?{urlencode({'next': back})}")
    if request.method == "POST":
        form = SavedForm(request.POST)
    else:
        form = SavedForm(initial={"title": page.title_for(question)} | drafts.find(request, analysis.key))
    context = {
        "analysis": analysis,
        "question": page.told(question),
        "answer": Answer(analysis.result, analysis.steps) if analysis.result is not None else None,
    }

    def make(owner: str) -> SavedAnalysis:
        saved = services.save(owner, analysis, form.facts)
        drafts.drop(request)
        return saved

    return _make(request, form, make, "saved/save.html", context)


@require_safe
@of_saved
def one(request: HttpRequest, saved: SavedAnalysis, number: int | None = None) -> HttpResponse:
    """A saved analysis: the newest version, or the one that the address names."""
    version = services.version_of(saved, number)
    context = page.of_version(request, saved, version)
    if request.htmx:  # type: ignore[attr-defined]  # a page that waits for the answer looks again
        return render(request, "saved/_awaited.html", context) if "waiting" in context else HttpResponseClientRefresh()
    return render(request, "saved/one.html", context)


@get_or_post
@of_saved
@owners_only
def edit(request: HttpRequest, saved: SavedAnalysis) -> HttpResponse:
    """Change what is said about it."""
    form = SavedForm(request.POST) if request.method == "POST" else SavedForm.about(saved)
    if form.is_bound and form.is_valid():
        services.edit(saved, form.facts)
        messages.success(request, "Changed.")
        return redirect(saved)
    return render(request, "saved/edit.html", {"form": form, "saved": saved}, status=_status(form))


@get_or_post
@of_saved
@owners_only
def delete(request: HttpRequest, saved: SavedAnalysis) -> HttpResponse:
    """Delete it, once that is confirmed."""
    if request.method == "POST":
        services.delete(saved)
        messages.success(request, f"“{saved.title}” is deleted.")
        return redirect("saved:mine")
    return render(request, "saved/delete.html", {"saved": saved, "count": saved.versions.count()})


@get_or_post
@of_saved
def copy(request: HttpRequest, saved: SavedAnalysis) -> HttpResponse:
    """Save the same answer as one's own, under another title."""
    version = services.version_of(saved)
    if request.method == "POST":
        form = SavedForm(request.POST)
    else:
        form = SavedForm.about(saved, title=f"Copy of {saved.title}"[:120], visibility=Visibility.UNLISTED)
    return _make(
        request,
        form,
        lambda owner: services.copy(owner, version, form.facts),
        "saved/copy.html",
        {"saved": saved, "answer": version.answer},
    )


@get_or_post
@of_saved
def again(request: HttpRequest, saved: SavedAnalysis) -> HttpResponse:
    """Ask the question as it stands today, and show the new answer beside the one that is kept."""
    version = services.version_of(saved)
    if request.method == "POST":
        limits.check(request, "ask")
        services.run_again(version)
        return redirect("saved:again", saved.code)
    return render(request, "saved/again.html", page.of_again(request, saved, version))


@require_POST
@of_saved
@owners_only
def keep(request: HttpRequest, saved: SavedAnalysis) -> HttpResponse:
    """Keep the new answer that running again has led to."""
    analysis = services.ran_again(services.version_of(saved))
    if analysis is None or analysis.key != request.POST.get("key"):
        messages.error(request, "Something else has become newer meanwhile. Please look again before you keep it.")
        return redirect("saved:again", saved.code)
    try:
        version = services.keep(saved, analysis)
    except Refused as error:
        messages.error(request, error.message)
        return redirect("saved:again", saved.code)
    messages.success(request, f"Kept as version {version.number}. The earlier ones are listed below.")
    return redirect(saved)


@require_safe
@personal
def mine(request: HttpRequest) -> HttpResponse:
    """What whoever asks has saved."""
    wanted = filters(request.GET)
    context = {
        "visibilities": Visibility,
        "tags": services.tags_of(request),
        "any": services.listed(request, Filters()).exists(),
    }
    return _list(request, "saved/mine.html", services.listed(request, wanted), wanted, context)


@require_safe
@personal
def public(request: HttpRequest) -> HttpResponse:
    """What everybody has saved for everybody."""
    wanted = filters(request.GET)
    context = {"tags": services.tags_in_public()[:40]}
    return _list(request, "saved/public.html", services.listed_publicly(wanted), wanted, context)


@require_safe
@personal
def compare(request: HttpRequest) -> HttpResponse:
    """Two saved analyses, or positions by their addresses, side by side."""
    if picked := request.GET.getlist("pick"):
        if len(picked) != 2:
            messages.error(request, f"Choose two to compare; you have chosen {len(picked)}.")
            return redirect("saved:mine")
        return redirect(f"{reverse('saved:compare')}?{urlencode({'a': picked[0], 'b': picked[1]})}")
    chosen = choosing.read(request, request.GET.get("a", ""), request.GET.get("b", ""))
    context: dict[str, Any] = {"chosen": chosen}
    if chosen.a.side and chosen.b.side:
        context |= page.pair(chosen.a.side, chosen.b.side)
        context |= {"old_name": "A", "new_name": "B", "old_long": chosen.a.name, "new_long": chosen.b.name}
        context["waiting"] = chosen.waiting
    return render(request, "saved/compare.html", context, status=404 if chosen.problems else 200)


@require_safe
@of_saved
def odds_spec(request: HttpRequest, saved: SavedAnalysis, number: int, theme: str) -> HttpResponse:
    """The odds chart of a version for the browser to draw."""
    return JsonResponse(charts.odds_spec(_answer(saved, number), _theme(theme)))


@require_safe
@of_saved
def odds_picture(request: HttpRequest, saved: SavedAnalysis, number: int, theme: str) -> HttpResponse:
    """The odds chart of a version as a still picture."""
    spec = charts.odds_spec(_answer(saved, number), _theme(theme), width=charts.STATIC_WIDTH)
    return HttpResponse(pictures.svg(spec), content_type="image/svg+xml")


def _make(
    request: HttpRequest,
    form: SavedForm,
    make: Callable[[str], SavedAnalysis],
    template: str,
    context: dict[str, Any],
) -> HttpResponse:
    """Make a saved analysis of a form that is right, in the name of whoever sends it; or show the form."""
    if form.is_bound and form.is_valid():
        limits.check(request, "ask")
        owner, secret = owners.new_row_owner(request)
        try:
            saved = make(owner)
        except Refused as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, "Saved. This address is permanent.")
            return owners.set_cookie(redirect(saved), secret)
    return render(request, template, context | {"form": form}, status=_status(form))


def _list(
    request: HttpRequest, template: str, listed: QuerySet[SavedAnalysis], wanted: Filters, context: dict[str, Any]
) -> HttpResponse:
    """One page of a list."""
    sheet = Paginator(listed, PER_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context |= {
        "sheet": sheet,
        "rows": page.rows(request, list(sheet)),
        "filters": wanted,
        "orders": [(name, words) for name, (words, _) in Filters.ORDERS.items()],
        "query": query.urlencode(),
    }
    return render(request, template, context)


def _answer(saved: SavedAnalysis, number: int) -> Answer:
    answer = services.version_of(saved, number).answer
    if answer is None:
        raise Http404("There is no answer to draw yet.")
    return answer


def _theme(theme: str) -> str:
    if theme not in charts.THEMES:
        raise Http404("There is no such theme.")
    return theme


def _status(form: SavedForm) -> int:
    return 422 if form.errors else 200
