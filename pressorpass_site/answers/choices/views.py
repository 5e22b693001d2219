from functools import partial
from typing import Any
from urllib.parse import parse_qsl

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from pressorpass_site.answers.asking import KEEPS_GOING, AnswerViews
from pressorpass_site.answers.models import ChoiceAnalysis
from pressorpass_site.core import limits
from pressorpass_site.core.http import parts
from pressorpass_site.questions.address import build_address, parse_address
from pressorpass_site.questions.question import InvalidQuestion, Question

from . import forms, page, services
from .services import build_choice_address

# The context of a page without a choice.
EMPTY_PAGE: dict[str, Any] = {
    **dict.fromkeys(("choice", "choice_answer", "question")),
    **dict.fromkeys(("problem", "refusal", "typed"), ""),
    "hidden_fields": [],
    "goes_on_note": "",
    "starting": False,
}


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """Redirect a typed position to its choice page; without a position, show the input field."""
    if "position" not in request.GET:
        return render(request, "choices/choice.html", EMPTY_PAGE | {"starting": True})
    query = request.GET.copy()
    text = "".join(query.pop("position", [])).strip()
    try:
        parse_address(text, query)
    except InvalidQuestion as error:
        return _render_invalid_position(request, text, error, status=422)
    return redirect(f"{reverse('choices:choice', args=[text])}{'?' if query else ''}{query.urlencode()}")


@require_safe
def choice_page(request: HttpRequest, text: str) -> HttpResponse:
    try:
        question = parse_address(text, request.GET)
    except InvalidQuestion as error:
        return _render_invalid_position(request, text, error, status=404)
    path, part = build_choice_address(question).partition("?")[0], parts.is_part_request(request)
    if request.path != path:
        return redirect(f"{path}?{request.META['QUERY_STRING']}".rstrip("?"))
    pinned = "." in request.GET.get("board", "")
    context: dict[str, Any] = EMPTY_PAGE | {"question": question, "here": build_address(question, is_pinned=pinned)}
    if refusal := services.find_unavailable_reason(question):
        return render(request, _choose_template(request), context | {"refusal": refusal})
    choice_forms = forms.read_forms(question, request.GET)
    context |= {"forms": choice_forms, "action": path, "hidden_fields": parse_qsl(context["here"].partition("?")[2])}
    if choice_forms.selected is not None:
        url = build_choice_address(
            question, choice_forms.selected.square, choice_forms.selected.shows, is_pinned=pinned
        )
        if not part and parse_qsl(request.META["QUERY_STRING"]) != parse_qsl(url.partition("?")[2]):
            return redirect(url)
        context |= page.build_context(_get_or_start(request, question, choice_forms)) | {"page_address": url}
    response = render(request, _choose_template(request), context, status=422 if choice_forms.invalid else 200)
    patch_vary_headers(response, [parts.HEADER])
    patch_cache_control(response, no_cache=True)
    return response


class ChoiceViews(AnswerViews[ChoiceAnalysis]):
    jobs = services.jobs

    def restart(self, choice_analysis: ChoiceAnalysis) -> ChoiceAnalysis:
        return services.retry(choice_analysis)

    def get_page_url(self, choice_analysis: ChoiceAnalysis) -> str:
        return build_choice_address(choice_analysis.question, choice_analysis.square, choice_analysis.shows)

    def render_part(
        self, request: HttpRequest, choice_analysis: ChoiceAnalysis, *, stop_polling: bool | None = None
    ) -> HttpResponse:
        """Return the answer, or status 204 to a page that shows its version already."""
        if (
            stop_polling is None
            and choice_analysis.is_active
            and request.GET.get("seen") == str(choice_analysis.version)
        ):
            return HttpResponse(status=204)
        return render(
            request,
            "choices/_answer.html",
            page.build_context(choice_analysis) | {"goes_on_note": stop_polling and KEEPS_GOING, "sent": False},
        )


def _get_or_start(request: HttpRequest, question: Question, choice_forms: forms.ChoiceForms) -> ChoiceAnalysis:
    """Get or start the analysis of the choice; a new one counts against the client's rate limit."""
    assert choice_forms.selected is not None
    before_new = partial(limits.check, request, "ask")
    choice_analysis = services.get_or_start_choice(
        question, choice_forms.selected.square, choice_forms.selected.shows, before_new=before_new
    )
    return services.wait(choice_analysis, settings.ANSWER_WAIT_MILLISECONDS / 1000)


def _choose_template(request: HttpRequest) -> str:
    return "choices/_choose.html" if parts.is_part_request(request) else "choices/choice.html"


def _render_invalid_position(request: HttpRequest, text: str, error: InvalidQuestion, status: int) -> HttpResponse:
    """Show the input field with a text that is not a position, and the error."""
    hidden_fields = [(name, value) for name, value in request.GET.items() if name != "position"]
    context = EMPTY_PAGE | {"problem": error.message, "typed": text, "hidden_fields": hidden_fields}
    return render(request, "choices/choice.html", context, status=status)
