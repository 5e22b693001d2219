from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.models import Analysis
from pressorpass_site.core import limits, owners
from pressorpass_site.core.errors import UserError
from pressorpass_site.core.http import parts, proxy_cache
from pressorpass_site.core.http.view_decorators import forbid_caching, get_or_post
from pressorpass_site.core.listing import Filters, build_list_context
from pressorpass_site.core.owned import Visibility, require_permission, with_row
from pressorpass_site.questions.address import build_address
from pressorpass_site.questions.moment_cards import select_cards

from ..models import SavedAnalysis
from . import page, selection, services
from .forms import SavedForm, clear_draft, load_draft, store_draft

MAX_CHOICES = 50  # of the requester's saved answers, to compare
# Buttons of the form for logging in first, without losing the input.
DETOURS = {"log-in": "accounts:log-in", "sign-up": "accounts:sign-up"}

with_saved_answer = with_row(services.find)
owner_required = require_permission(services.can_edit, "This belongs to someone else.")


@get_or_post
@forbid_caching
def save(request: HttpRequest) -> HttpResponse:
    key = (request.GET if request.method != "POST" else request.POST).get("key", "")
    analysis = analyses.refresh(get_object_or_404(Analysis, key=key))
    question = analysis.question
    if detour := DETOURS.get(request.POST.get("do", "")):
        limits.check(request, "ask")
        store_draft(request, analysis.key)
        back = f"{reverse('saved:save')}?{urlencode({'key': analysis.key})}"
        return redirect(f"{reverse(detour)}?{urlencode({'next': back})}")
    if request.POST.get("do") == "at-once":
        return _save_at_once(request, analysis)
    if request.method == "POST":
        form = SavedForm(request.POST)
    else:
        limits.check(request, "live")
        form = SavedForm(initial={"title": page.suggest_title(question)} | load_draft(request, analysis.key))
    context = {
        "analysis": analysis,
        "question_words": page.describe_question(question),
        "answer": analysis.answer,
    }

    if form.is_bound and form.is_valid():
        limits.check(request, "ask")
        owner, secret = owners.choose_row_owner(request)
        try:
            saved_answer = services.save(owner, analysis, form.saved_fields)
        except UserError as error:
            form.add_error(None, error.message)
        else:
            clear_draft(request)
            messages.success(request, "Saved. This address is permanent.")
            return owners.set_cookie(redirect(saved_answer), secret)
    return render(request, "saved/save.html", context | {"form": form}, status=_choose_status(form))


def _save_at_once(request: HttpRequest, analysis: Analysis) -> HttpResponse:
    """Save with the suggested title; a part request gets the part that replaces the button."""
    limits.check(request, "ask")
    owner, secret = owners.choose_row_owner(request)
    saved_answer, refusal = None, ""
    try:
        saved_answer = services.save(owner, analysis, services.SavedFields(page.suggest_title(analysis.question)))
    except UserError as error:
        refusal = error.message
    if parts.is_part_request(request):
        context = {"analysis": analysis, "saved": saved_answer, "refusal": refusal}
        response = render(request, "saved/_save.html", context, status=200 if saved_answer else 422)
    elif saved_answer:
        messages.success(request, "Saved. Add a note with “Edit”.")
        response = redirect(saved_answer)
    else:
        messages.error(request, refusal)
        response = redirect(build_address(analysis.question))
    return owners.set_cookie(response, secret) if saved_answer else response


@require_safe
@with_saved_answer
def show(request: HttpRequest, saved_answer: SavedAnalysis, number: int | None = None) -> HttpResponse:
    version = services.get_version(saved_answer, number)
    newest = version if number is None else services.get_version(saved_answer)
    context = page.build_version_context(request, saved_answer, version, newest)
    if parts.is_part_request(request):  # polls for the answer
        return render(request, "saved/_rerun_pending.html", context) if context["waiting"] else parts.reload()
    response = render(request, "saved/detail.html", context)
    return proxy_cache.mark_cacheable(request, response) if context["answer"] else response


@get_or_post
@with_saved_answer
@owner_required
def edit(request: HttpRequest, saved_answer: SavedAnalysis) -> HttpResponse:
    form = SavedForm(request.POST) if request.method == "POST" else SavedForm.from_saved(saved_answer)
    if form.is_bound and form.is_valid():
        services.edit(saved_answer, form.saved_fields)
        messages.success(request, "Changes saved.")
        return redirect(saved_answer)
    return render(request, "saved/edit.html", {"form": form, "saved": saved_answer}, status=_choose_status(form))


@get_or_post
@with_saved_answer
@owner_required
def delete(request: HttpRequest, saved_answer: SavedAnalysis) -> HttpResponse:
    if request.method == "POST":
        saved_answer.delete()
        messages.success(request, f"“{saved_answer.title}” has been deleted.")
        return redirect("saved:mine")
    return render(request, "saved/delete.html", {"saved": saved_answer, "count": saved_answer.versions.count()})


@get_or_post
@with_saved_answer
def rerun_saved(request: HttpRequest, saved_answer: SavedAnalysis) -> HttpResponse:
    version = services.get_version(saved_answer)
    if request.method == "POST":
        limits.check(request, "ask")
        services.start_rerun(version)
        return redirect("saved:rerun", saved_answer.code)
    return render(
        request,
        "saved/rerun.html",
        page.build_rerun_context(request, saved_answer, version, services.get_rerun(version)),
    )


@require_POST
@with_saved_answer
@owner_required
def save_version(request: HttpRequest, saved_answer: SavedAnalysis) -> HttpResponse:
    analysis = services.get_rerun(services.get_version(saved_answer))
    if analysis is None or analysis.key != request.POST.get("key"):
        messages.error(
            request, "The new answer has changed since you opened this page. Please check it before you keep it."
        )
        return redirect("saved:rerun", saved_answer.code)
    try:
        version = services.save_version(saved_answer, analysis)
    except UserError as error:
        messages.error(request, error.message)
        return redirect("saved:rerun", saved_answer.code)
    messages.success(request, f"Saved as version {version.number}. Earlier versions are listed below.")
    return redirect(saved_answer)


@require_safe
@forbid_caching
def own_saved_list(request: HttpRequest) -> HttpResponse:
    saved_answers = services.query_own_saved_answers(request)
    context = {"visibilities": Visibility, "any": saved_answers.exists()}
    return _render_list(request, "saved/own_answers.html", saved_answers, context)


@require_safe
@forbid_caching
def public_saved_list(request: HttpRequest) -> HttpResponse:
    return _render_list(request, "saved/public.html", services.query_public_saved_answers(), {"visibilities": None})


@require_safe
@forbid_caching
def compare(request: HttpRequest) -> HttpResponse:
    if picked := request.GET.getlist("pick"):
        if len(picked) != 2:
            messages.error(request, f"Choose two to compare; you have chosen {len(picked)}.")
            return redirect("saved:mine")
        return redirect(f"{reverse('saved:compare')}?{urlencode({'a': picked[0], 'b': picked[1]})}")
    sides = selection.parse_selection(request, *(next(filter(None, request.GET.getlist(side)), "") for side in "ab"))
    context: dict[str, Any] = {"chosen": sides, "old": None, "unfinished": False, "moments": select_cards()}
    context["choices"] = services.query_own_saved_answers(request)[:MAX_CHOICES]
    if sides.a.side and sides.b.side:
        context |= page.build_pair(sides.a.side, sides.b.side)
        context |= {"old_long": sides.a.name, "new_long": sides.b.name}
        context["unfinished"] = sides.unfinished
    return render(request, "saved/compare.html", context, status=404 if sides.problems else 200)


def _render_list(
    request: HttpRequest, template: str, saved_answers: QuerySet[SavedAnalysis], context: dict[str, Any]
) -> HttpResponse:
    filters = Filters.read(request.GET)
    context |= build_list_context(
        request, services.filter_saved_answers(saved_answers, filters), filters, changed_label="Last changed first"
    )
    context["rows"] = page.build_rows(request, services.get_newest_versions(context["page_obj"]))
    return render(request, template, context)


def _choose_status(form: SavedForm) -> int:
    return 422 if form.errors else 200
