"""What a page asks whose numbers are being changed: JSON with the parts of the page that change.

An answer's page asks `live` with its form at every change, and `look` as long as the answer for these
numbers is not there; both hold the request for a moment rather than let the page ask more often.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from pressorpass_site.core import limits
from pressorpass_site.questions import form_memory
from pressorpass_site.questions.forms import PodiumForm
from pressorpass_site.questions.question import Question
from pressorpass_site.tables import whatif_tables as tables

from . import charts, page, services
from .live import Turn
from .models import Analysis

# A first answer is waited for so long; then the page is told how far it is.
HOLD_SECONDS = 0.4
AFTER_FIRST_SECONDS = 0.03


@csrf_exempt  # changes nothing in anybody's name, like the form it stands for
@require_POST
def live(request: HttpRequest) -> HttpResponse:
    """The podiums as they are at the moment: their answer, how far it is, or what is wrong with them."""
    try:
        limits.check(request, "live")
    except limits.RateLimited as error:
        return _json({"trouble": str(error)}, status=429)
    form = PodiumForm(request.POST)
    if not form.is_valid() or form.question is None:
        return _json({"problems": form.problems})
    question, turn = form.question, Turn.read(request.POST.get("page", ""), request.POST.get("turn", ""))
    if turn:
        if turn.overtaken:
            return _json({"overtaken": True})
        services.drop_before(turn, question.key)
    more = {"settings": form.settings_line}
    found = None if "rest" in request.POST or services.answered(question) else tables.from_table(question)
    if found:
        analysis = services.at_once(question, found)
        more["ask"] = "rest"  # as soon as these are the numbers that are meant
    else:
        analysis = services.ask(question, live=turn)
        analysis = services.wait(analysis, HOLD_SECONDS, after_first=AFTER_FIRST_SECONDS)
    response = _json(_told(request, analysis, question, turn, stored=not found) | more)
    return form_memory.remember(response, question, form.mover_style)


@require_safe
def look(request: HttpRequest, key: str) -> HttpResponse:
    """How far the answer is that a page waits for."""
    analysis = get_object_or_404(
        Analysis.objects.select_related("board_revision__board", "now_revision__board"), key=key
    )
    turn = Turn.read(request.GET.get("page", ""), request.GET.get("turn", ""))
    question = analysis.question
    analysis = services.wait(services.refresh(analysis, turn), HOLD_SECONDS, after_first=AFTER_FIRST_SECONDS)
    return _json(_told(request, analysis, question, turn))


def _told(
    request: HttpRequest, analysis: Analysis, question: Question, turn: Turn | None, *, stored: bool = True
) -> dict[str, Any]:
    context = page.context(request, analysis, question, turn)
    if not stored:  # what asks for more by the row waits until there is one
        context["chains"] = None
    told: dict[str, Any] = {
        "address": context["here"],
        "line": question.position.notation,
        "title": f"{question.position.notation} · Press or Pass",
    }
    if answer := context.get("answer"):
        told["title"] = f"{answer.word} {told['title']}"
        context["specs"] = {theme: charts.odds_spec(answer, theme) for theme in charts.THEMES}
    elif waiting := context.get("waiting"):
        told["waiting"] = {"title": waiting.title, "detail": waiting.detail, "percent": waiting.percent}
        told["look"] = reverse("analyses:look", args=[analysis.key])
    context["moment"] = page.moment_of(question)
    told["part"] = render_to_string("analyses/_answer.html", context, request)
    told["around"] = render_to_string("analyses/_around.html", context, request)
    return told


def _json(told: dict[str, Any], status: int = 200) -> JsonResponse:
    response = JsonResponse(told, status=status)
    patch_cache_control(response, no_store=True)
    return response
