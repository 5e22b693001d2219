from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_POST, require_safe

from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.tables import whatif_tables as tables
from pressorpass_site.core import limits
from pressorpass_site.core.http import parts
from pressorpass_site.core.http.view_decorators import View
from pressorpass_site.questions.address import build_address, parse_address
from pressorpass_site.questions.question import InvalidQuestion, Question

from . import services, variations

# The context of a page without a map.
EMPTY_PAGE = {"question": None, "what_ifs": None, "problem": "", "refusal": ""}


def with_question(limit: str) -> Callable[[Callable[[HttpRequest, Question], HttpResponse]], View]:
    """Return a decorator that checks a rate limit and gives the view the question of the address; 404 if it has no maps."""

    def decorator(view: Callable[[HttpRequest, Question], HttpResponse]) -> View:
        @wraps(view)
        def wrapper(request: HttpRequest) -> HttpResponse:
            limits.check(request, limit)
            try:
                question = _read_question(request)
            except InvalidQuestion as error:
                return HttpResponse(error.message, status=404, content_type="text/plain")
            if refusal := tables.find_unavailable_reason(question):
                return HttpResponse(refusal, status=404, content_type="text/plain")
            return view(request, question)

        return wrapper

    return decorator


@require_safe
def map_page(request: HttpRequest) -> HttpResponse:
    limits.check(request, "ask")
    try:
        question = _read_question(request)
    except InvalidQuestion as error:
        error_context = EMPTY_PAGE | {"problem": error.message, "typed": request.GET.get("position", "")}
        return render(request, "whatif/map.html", error_context, status=404)
    context: dict[str, Any] = EMPTY_PAGE | {"question": question, "here": build_address(question), "page": True}
    if refusal := tables.find_unavailable_reason(question):
        return render(request, "whatif/map.html", context | {"refusal": refusal}, status=404)
    context |= _build_map_drawing(request, question, services.LARGE)
    response = render(request, "whatif/map.html", context, status=422 if context["map_question"].problems else 200)
    patch_cache_control(response, no_cache=True)
    return response


@require_safe
@with_question("live")
def map_card(request: HttpRequest, question: Question) -> HttpResponse:
    """Return the card of the answer page with the map; redirect a request without a script to the map's page."""
    if not parts.is_part_request(request):
        return redirect(variations.build_map_address(question))
    context = _build_map_drawing(request, question, services.SMALL)
    context |= {"src": variations.build_card_address(question), "page": False}
    response = render(request, "whatif/_card.html", context)
    patch_cache_control(response, no_store=True)
    return response


@require_safe
@with_question("live")
def break_even(request: HttpRequest, question: Question) -> HttpResponse:
    """Return the break-even under the verdict, or that it is to come; start its table if the answer is exact."""
    answer = analyses.get_best_answer(question)
    point = None
    if answer:
        table_status = (tables.get_or_start if answer.method == "exact" else tables.get_status)(question)
        point = services.find_break_even(question, answer, table_status)
    context = {"break_even": point, "src": variations.build_break_even_address(question), "is_requested": True}
    response = render(request, "whatif/_break_even.html", context)
    patch_cache_control(response, no_store=True)
    return response


@require_POST
@with_question("ask")
def map_action(request: HttpRequest, question: Question) -> HttpResponse:
    services.continue_or_stop(question, stop=request.POST.get("do") == "stop")
    map_question = variations.read_map_question(question, *_read_map_scores(request))
    return redirect(variations.build_card_address(question) if parts.is_part_request(request) else map_question.address)


def _read_question(request: HttpRequest) -> Question:
    return parse_address(request.GET.get("position", ""), request.GET)


def _read_map_scores(request: HttpRequest) -> tuple[str, str]:
    return request.GET.get("row", ""), request.GET.get("column", "")


def _build_map_drawing(request: HttpRequest, question: Question, cells: services.Cells) -> dict[str, Any]:
    map_question = variations.read_map_question(question, *_read_map_scores(request))
    return {
        "map_question": map_question,
        "what_ifs": services.build_what_ifs(map_question, cells),
        "scores": variations.list_varied_scores(question.position),
        "map_link": map_question.address,
        "query": map_question.address.partition("?")[2],
        "hidden_fields": [(name, value) for name, value in request.GET.items() if name not in ("row", "column")],
    }
