from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.analyses.answers import Answer
from pressorpass_site.core import limits, owners
from pressorpass_site.core.http import parts, proxy_cache
from pressorpass_site.core.http.view_decorators import get_or_post
from pressorpass_site.core.money import parse_digits
from pressorpass_site.questions.address import build_address, parse_address
from pressorpass_site.questions.page import render_invalid_address
from pressorpass_site.questions.question import InvalidQuestion
from pressorpass_site.work.models import VIEW_SECONDS

from ..models import Vote
from . import days, page, services
from . import practice as practice_deck
from .practice import Practice
from .services import Dilemma, NoDilemma
from .standing import build_standing
from .votes import parse_guess

# The context of a dilemma before a call.
NOT_CALLED: dict[str, Any] = {
    "vote": None, "verdict": None, "call": None, "coming": False, "full": "", "practice": None, "lost": None
}  # fmt: skip


@never_cache
@require_safe
def today_dilemma(request: HttpRequest) -> HttpResponse:
    return redirect("dilemmas:day", days.get_today())


@require_safe
def dilemma_calendar(request: HttpRequest) -> HttpResponse:
    """Show the calendar of past dilemmas; the browser marks its own calls."""
    last = days.get_today()
    context = {"months": days.list_months(last), "today": last, "kinds": practice_deck.list_titles()}
    return proxy_cache.mark_cacheable(request, render(request, "dilemmas/days.html", context))


@get_or_post
def dilemma_day(request: HttpRequest, number: int) -> HttpResponse:
    """Show the dilemma of a day, or record a vote on it.

    On a day with three, redirect to the next dilemma, or show the results of all three.
    """
    if not days.has_three(number):
        return _render_dilemma(request, services.get_dilemma(number))
    standing = build_standing(request, number)
    if standing.next:
        return _forbid_caching(redirect(standing.next.link))
    return _forbid_caching(
        render(request, "dilemmas/day.html", page.build_day_context(standing.parts[0].dilemma) | {"standing": standing})
    )


@get_or_post
def dilemma_part(request: HttpRequest, number: int, part: int) -> HttpResponse:
    return _render_dilemma(request, services.get_dilemma(number, part))


@get_or_post
def dilemma_position(request: HttpRequest, text: str) -> HttpResponse:
    try:
        question = parse_address(text, request.GET)
    except InvalidQuestion as error:
        return render_invalid_address(request, text, error)
    try:
        dilemma = services.build_dilemma(question)
    except NoDilemma:
        return redirect(build_address(question))
    if request.method != "POST" and text != question.position.notation:
        return redirect(dilemma.link)
    return _render_dilemma(request, dilemma)


@require_safe
def practice_page(request: HttpRequest) -> HttpResponse:
    return proxy_cache.mark_cacheable(
        request, render(request, "dilemmas/practice.html", {"kinds": practice_deck.KINDS})
    )


@never_cache
@require_safe
def practice_kind(request: HttpRequest, kind: str) -> HttpResponse:
    """Redirect to a random dilemma of this kind."""
    step = practice_deck.PracticeStep.parse(request.GET)
    place = practice_deck.draw_place(kind, step, parse_digits(request.GET.get("but", "")) or 0)
    return redirect(f"{reverse('dilemmas:practice-one', args=[kind, place])}?{urlencode(step.fields)}")


@never_cache
@require_safe
def practice_dilemma(request: HttpRequest, kind: str, place: int) -> HttpResponse:
    """Show a dilemma; once the query has a call, show the odds."""
    dilemma = practice_deck.get_practice_dilemma(kind, place)
    step = practice_deck.PracticeStep.parse(request.GET)
    return show_practice(request, dilemma, lambda mark: practice_deck.build_practice(kind, place, step, mark))


def show_practice(request: HttpRequest, dilemma: Dilemma, practice: Callable[[str], Practice]) -> HttpResponse:
    """Render a practice dilemma; `practice` returns its frame for the mark of the call, "" before it."""
    context = _build_practice_context(request, dilemma)
    call = context["call"]
    context["practice"] = practice(call.mark if call else "")
    template = "dilemmas/_dilemma.html" if parts.is_part_request(request) else "dilemmas/dilemma.html"
    return _forbid_caching(render(request, template, context))


def _build_practice_context(request: HttpRequest, dilemma: Dilemma) -> dict[str, Any]:
    context = page.build_question_context(dilemma) | NOT_CALLED
    action = request.GET.get("action", "")
    if action not in dict(dilemma.choices):
        return context
    answer, coming = _get_or_start_answer(request, dilemma) if dilemma.is_a_call else (None, False)
    context |= {"vote": action, "coming": coming, "full": build_address(dilemma.question) if dilemma.is_a_call else ""}
    if answer or not dilemma.is_a_call:
        context |= practice_deck.build_reveal_context(
            dilemma, answer, action, parse_guess(request.GET.get("guess", ""))
        )
    return context


def _render_dilemma(request: HttpRequest, dilemma: Dilemma) -> HttpResponse:
    if request.method == "POST":
        return _record_vote(request, dilemma)
    vote = services.get_vote(request, dilemma)
    context = _build_context(request, dilemma, vote)
    if parts.is_part_request(request):
        return _forbid_caching(render(request, "dilemmas/_dilemma.html", context))
    response = render(request, "dilemmas/dilemma.html", context)
    return _forbid_caching(response) if vote else proxy_cache.mark_cacheable(request, response)


def _record_vote(request: HttpRequest, dilemma: Dilemma) -> HttpResponse:
    action = request.POST.get("action", "")
    if action not in dict(dilemma.choices):
        return redirect(dilemma.link)
    limits.check(request, "vote")
    vote, secret = services.record_vote(request, dilemma, action, parse_guess(request.POST.get("guess", "")))
    if parts.is_part_request(request):
        response = render(request, "dilemmas/_dilemma.html", _build_context(request, dilemma, vote))
    else:
        response = redirect(dilemma.link)
    return owners.set_cookie(_forbid_caching(response), secret)


def _build_context(request: HttpRequest, dilemma: Dilemma, vote: Vote | None) -> dict[str, Any]:
    context = page.build_question_context(dilemma) | NOT_CALLED | {"vote": vote}
    if vote is None:
        return context
    answer, coming = _get_or_start_answer(request, dilemma) if dilemma.is_a_call else (None, False)
    context |= {"coming": coming, "full": build_address(dilemma.question) if dilemma.is_a_call else ""}
    if answer or not dilemma.is_a_call:
        context |= page.build_reveal_context(dilemma, answer, vote, services.count_votes(dilemma))
    return context


def _get_or_start_answer(request: HttpRequest, dilemma: Dilemma) -> tuple[Answer | None, bool]:
    """Get or start the answer; also return whether a better one is coming."""
    if known_answer := dilemma.known_answer:
        return known_answer, False
    analysis = analyses.get_or_start_analysis(
        dilemma.question, before_new=partial(limits.check, request, "ask"), view_seconds=VIEW_SECONDS
    )
    if analysis.is_active:
        limits.check(request, "live")
    analysis = analyses.wait(analysis, settings.ANSWER_WAIT_MILLISECONDS / 1000)
    return analysis.answer, analysis.is_active


def _forbid_caching(response: HttpResponse) -> HttpResponse:
    """Forbid caching of a response that is personal or about to change."""
    patch_vary_headers(response, [parts.HEADER])
    patch_cache_control(response, private=True, no_store=True)
    return response
