"""Pages and fragments of what-ifs."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_POST, require_safe

from engine import InputError
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.core import limits
from pressorpass_site.core.http import parts
from pressorpass_site.core.http.view_decorators import View
from pressorpass_site.questions.address import address, read_address
from pressorpass_site.questions.question import SEATS, InvalidQuestion, Question

from . import services, variations
from .numbers import numbers


def about_question(limit: str) -> Callable[[Callable[[HttpRequest, Question], HttpResponse]], View]:
    """Return a decorator for views of the question in the address: the `limit` is checked, a wrong address told."""

    def decorated(view: Callable[[HttpRequest, Question], HttpResponse]) -> View:
        @wraps(view)
        def checked(request: HttpRequest) -> HttpResponse:
            limits.check(request, limit)
            try:
                question = _question(request)
            except InvalidQuestion as error:
                return HttpResponse(error.message, status=404, content_type="text/plain")
            return view(request, question)

        return checked

    return decorated


@require_safe
def map_page(request: HttpRequest) -> HttpResponse:
    """Show the large map over two numbers, with the form to choose them."""
    limits.check(request, "ask")
    try:
        question = _question(request)
    except InvalidQuestion as error:
        wrong = {"problem": error.message, "typed": request.GET.get("position", "")}
        return render(request, "whatif/map.html", wrong, status=404)
    context: dict[str, Any] = {
        "question": question,
        "here": address(question),
        "alone": question.position.alone,
        "page": True,
    }
    status = 200
    if not question.position.alone:
        context |= _drawn(request, question, services.LARGE)
        status = 422 if context["asked"].problems else 200
    response = render(request, "whatif/map.html", context, status=status)
    patch_cache_control(response, no_cache=True)
    return response


@require_safe
@about_question("live")
def card(request: HttpRequest, question: Question) -> HttpResponse:
    """Show the contents of the answer page's card; without a script, a redirect to the map's page."""
    if not parts.wanted(request):
        return redirect(variations.map_address(question))
    context = _drawn(request, question, services.SMALL) | {"question": question, "here": address(question)}
    response = render(request, "whatif/_card.html", context)
    patch_cache_control(response, no_store=True)
    return response


@require_safe
@about_question("live")
def break_even(request: HttpRequest, question: Question) -> HttpResponse:
    """Show the break-even under the verdict, or that it is to come; start its job if needed."""
    if not parts.wanted(request):
        return parts.notice()
    answer = analyses.best_answer(question)
    even = services.break_even(question, answer, begin=True) if answer else None
    context = {"even": even, "src": variations.break_even_address(question), "asked": True}
    response = render(request, "whatif/_break_even.html", context)
    patch_cache_control(response, no_store=True)
    return response


@require_safe
def numbers_changed(request: HttpRequest, text: str) -> HttpResponse:
    """Show the answer for the sliders' position, if it is known without a job."""
    limits.check(request, "live")
    if not parts.wanted(request):
        return parts.notice()
    try:
        question = read_address(text, request.GET)
        found = analyses.best_answer(question)
        context = {
            "found": found,
            "address": address(question),
            "sentence": "These scores have not been worked out yet.",
        }
    except (InvalidQuestion, InputError) as error:
        found, context = None, {"sentence": error.message}
    response = render(request, "whatif/_slider_answer.html", context, status=200 if found else 422)
    patch_cache_control(response, no_cache=True)
    return response


@require_POST
@about_question("ask")
def act(request: HttpRequest, question: Question) -> HttpResponse:
    """Start, resume or stop work that needs a request."""
    asked = variations.read(question, *_chosen(request))
    services.act(asked, request.POST.get("what", ""), stop=request.POST.get("do") == "stop")
    return redirect(asked.address)


def _question(request: HttpRequest) -> Question:
    return read_address(request.GET.get("position", ""), request.GET)


def _chosen(request: HttpRequest) -> tuple[str, str]:
    """Return the names of the map's numbers."""
    return request.GET.get("row", ""), request.GET.get("column", "")


def _drawn(request: HttpRequest, question: Question, cells: services.Cells) -> dict[str, Any]:
    """Return the template context of the map in the address, for the page and the card."""
    chosen = _chosen(request)
    asked = variations.read(question, *chosen)
    state = services.what_ifs(asked, cells, begin=all(chosen) and not asked.problems)
    return {
        "asked": asked,
        "state": state,
        "drawn": state.drawn,
        "wanted": state.wanted,
        "numbers": numbers(question.position),
        "slides_at": reverse("whatif:answer", args=["-"]).removesuffix("-"),
        "slides_query": _tail(address(question).partition("?")[2]),
        "names": [SEATS[seat] for seat in question.position.still_in],
        "map_link": asked.address,
        "query": asked.address.partition("?")[2],
        "kept": [(name, value) for name, value in request.GET.items() if name not in ("row", "column")],
    }


def _tail(query: str) -> str:
    return f"?{query}" if query else ""
