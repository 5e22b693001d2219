"""Pages of questions and answers. Views read, pass on and render; they compute nothing."""

from dataclasses import asdict
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from pressorpass_site.answers.asking import AnswerViews, mark_uncached
from pressorpass_site.answers.models import Analysis
from pressorpass_site.core import limits
from pressorpass_site.core.http import parts, proxy_cache
from pressorpass_site.core.money import parse_digits
from pressorpass_site.questions.address import build_address, parse_address, read_line
from pressorpass_site.questions.forms import PodiumForm, RulesForm
from pressorpass_site.questions.page import recall_style, remember_style, render_invalid_address
from pressorpass_site.questions.question import InvalidQuestion, Question, build_rules
from pressorpass_site.work.models import VIEW_SECONDS, Status

from . import page, services
from . import trail as trails
from .answers import Answer
from .page import announce_answer, describe_job
from .related import build_chain_questions, build_chains

# The card of chains polls every second until all chains have an answer. Then their jobs soon end, so that the page's own
# goes on.
CHAINS_VIEW_SECONDS = 3.0


@csrf_exempt  # changes nothing in anybody's name: it only redirects to a public address
@require_POST
def ask(request: HttpRequest) -> HttpResponse:
    """Redirect from the podium form to the position's page, or show the form again with its errors."""
    form = PodiumForm(request.POST)
    if form.is_valid() and form.question:
        try:
            _get_or_start(request, form.question, retry_failed=True)
        except limits.RateLimited as error:
            context = {"form": form, "lost": False, "misfit": "", "refusal": str(error)}
            return limits.add_retry_headers(render(request, "questions/ask.html", context, status=429), error)
        _announce_reading(request, form.read_as)
        return remember_style(redirect(build_address(form.question)), form.question, form.mover_style)
    return render(request, "questions/ask.html", {"form": form, "lost": False, "misfit": "", "refusal": ""}, status=422)


@require_safe
def ask_settings(request: HttpRequest) -> HttpResponse:
    """Show the form as the query has it, with board and rules open; a page part request gets only their fields."""
    form = PodiumForm(initial=request.GET.dict())
    form.asks_options = True
    template = "questions/_settings.html" if parts.is_part_request(request) else "questions/ask.html"
    return mark_uncached(render(request, template, {"form": form, "lost": False, "misfit": "", "refusal": ""}))


def _announce_reading(request: HttpRequest, read_as: str) -> None:
    """Add a message to the next page that says how a text was read; none if nothing was assumed."""
    if read_as:
        messages.info(request, read_as)


@require_safe
def answer_page(request: HttpRequest, text: str) -> HttpResponse:
    if text.endswith("/") and (bare := text.rstrip("/ ")):
        query = request.META["QUERY_STRING"]
        return redirect(reverse("analyses:position", args=[bare]) + (f"?{query}" if query else ""))
    try:
        question = parse_address(text, request.GET)
    except InvalidQuestion as error:
        return render_invalid_address(request, text, error)
    if question.reading:
        _announce_reading(request, question.reading.words)
    trail = trails.read_trail(request, question)
    pinned = any("." in request.GET.get(name, "") for name in ("board", "now", "then"))
    url = trail.build_url(build_address(question, is_pinned=pinned))
    if request.get_full_path() not in (url, trail.build_url(build_address(question))):
        return redirect(url)
    analysis = _get_or_start(request, question)
    if analysis.is_active:
        limits.check(request, "live")
    analysis = services.wait(analysis, settings.ANSWER_WAIT_MILLISECONDS / 1000)
    optimal = services.start_optimal_comparison(analysis, question)
    context = page.build_context(analysis, trail, optimal)
    context["form"] = PodiumForm.from_question(question, recall_style(request, question))
    response = render(request, "analyses/answer.html", context)
    patch_cache_control(response, no_cache=True)
    # Other answers change with each poll, and with what a visitor does without a cookie, such as canceling.
    final = all(stored_answer.status == Status.DONE for stored_answer in (analysis, optimal) if stored_answer)
    return proxy_cache.mark_cacheable(request, response) if final else response


class Analyses(AnswerViews[Analysis]):
    jobs = services.jobs

    def restart(self, analysis: Analysis) -> Analysis:
        return services.retry(analysis)

    def get_page_url(self, analysis: Analysis) -> str:
        return build_address(analysis.question)

    def render_part(
        self, request: HttpRequest, analysis: Analysis, *, stop_polling: bool | None = None
    ) -> HttpResponse:
        """Return the part that changes.

        A page that shows an answer names its version. Until there is a better answer, it gets only the line with the
        progress, so that readers are not disturbed; a page that waits for a first answer gets the screen.
        """
        question = analysis.question
        if stop_polling is None and analysis.refining and _read_client_step(request) == analysis.version:
            line = {"analysis": analysis, "waiting": describe_job(analysis), "here": build_address(question)}
            return render(request, "analyses/_refining.html", line)
        trail = trails.read_trail(request, question)
        optimal = None if stop_polling else services.start_optimal_comparison(analysis, question)
        context: dict[str, Any] = page.build_context(analysis, trail, optimal, stop_polling=bool(stop_polling))
        if answer := context.get("answer"):
            context["announce"] = announce_answer(analysis, answer, _read_client_step(request))
        elif stop_polling is None and context["waiting"]:
            return render(request, "analyses/_screen.html", context)
        return render(request, "analyses/_answer.html", context)


@require_safe
def best_play_comparison(request: HttpRequest, key: str) -> HttpResponse:
    """Return the card of the answer against best play to a page that polls; redirect other requests to its page."""
    limits.check(request, "live")
    analysis = services.refresh(get_object_or_404(Analysis, key=key))
    if not parts.is_part_request(request):
        return redirect(build_address(analysis.question))
    return mark_uncached(render(request, "analyses/_comparison.html", {"comparison": analysis}))


@require_safe
def odds_after_passes(request: HttpRequest, key: str) -> HttpResponse:
    """Show the odds after each chain of passes and start the missing jobs; a page part request gets only the card."""
    limits.check(request, "live")
    analysis, answer = _get_answered_analysis(key)
    question = analysis.question
    trail = trails.read_trail(request, question)
    if build_chains(answer, trail) is None:
        raise Http404("Nobody can pass here.")
    analyses = {
        chain_question.key: _get_or_start(request, chain_question, view_seconds=CHAINS_VIEW_SECONDS)
        for chain_question in build_chain_questions(question)
    }
    context = {
        "analysis": analysis,
        "answer": answer,
        "chains": build_chains(answer, trail, analyses),
        "chains_asked": True,
        "here": trail.build_url(build_address(question)),
    }
    template = "analyses/_chains.html" if parts.is_part_request(request) else "analyses/chains.html"
    return mark_uncached(render(request, template, context))


@require_safe
def spin_outcomes(request: HttpRequest, key: str) -> HttpResponse:
    """Show every outcome of the next spin; a page part request gets only the table."""
    limits.check(request, "live")
    analysis, answer = _get_answered_analysis(key)
    if not answer.outcomes:
        raise Http404("The outcomes of the next spin are not known.")
    trail = trails.read_trail(request, analysis.question)
    context = {
        "analysis": analysis,
        "answer": answer,
        "walk": trail.build_outcome_links(),
        "here": trail.build_url(build_address(analysis.question)),
    }
    template = "analyses/_outcomes.html" if parts.is_part_request(request) else "analyses/outcomes.html"
    return mark_uncached(render(request, template, context))


@require_safe
def podium_line(request: HttpRequest) -> HttpResponse:
    """Return the numbers in a typed or pasted text as JSON for the podiums, or the address in it, or its error.

    If the text does not say who is up, the form's rules decide, or the show's if the form's are wrong.
    """
    form = RulesForm(request.GET)
    rules = build_rules(form.cleaned_data["rules"], form.changed_options) if form.is_valid() else None
    try:
        reading = read_line(request.GET.get("text", ""), rules)
    except InvalidQuestion as error:
        return JsonResponse({"message": error.message})
    if isinstance(reading, Question):
        return JsonResponse({"address": build_address(reading)})
    position = reading.position
    podiums = [asdict(contestant) for contestant in position.contestants]
    reply: dict[str, Any] = {"line": position.notation, "up": position.mover_seat + 1, "podiums": podiums}
    if not reading.notation:
        reply |= {"words": reading.summary, "guesses": reading.guesses}
    return JsonResponse(reply)


def _get_or_start(
    request: HttpRequest, question: Question, *, retry_failed: bool = False, view_seconds: float = VIEW_SECONDS
) -> Analysis:
    """Get or start the analysis; a new question counts against the client's rate limit."""
    return services.get_or_start_analysis(
        question, retry_failed=retry_failed, before_new=partial(limits.check, request, "ask"), view_seconds=view_seconds
    )


def _get_answered_analysis(key: str) -> tuple[Analysis, Answer]:
    analysis = get_object_or_404(Analysis, key=key)
    answer = analysis.answer
    if answer is None:
        raise Http404("There is no answer yet.")
    return analysis, answer


def _read_client_step(request: HttpRequest) -> int:
    return parse_digits(request.GET.get("seen", ""), max_digits=5) or 0
