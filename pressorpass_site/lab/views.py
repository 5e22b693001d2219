from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from engine import InputError
from engine.lab import Game, Question, find_game
from engine.lab.exhibits import Waiting
from pressorpass_site.answers.asking import AnswerViews, cancel_unviewed
from pressorpass_site.core import limits
from pressorpass_site.core.http import parts
from pressorpass_site.work.models import Status

from . import pages, services
from .forms import LabQuestionForm
from .models import LabAnswer
from .page_runner import build_view, run_page


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "lab/index.html", {"games": pages.list_games()})


@require_safe
def lab_game_page(request: HttpRequest, game: str) -> HttpResponse:
    """Show a game's page; the query has the whole state of the game in play."""
    lab_game = _get_lab_game(game)
    limits.check(request, "ask")
    _, page = run_page(pages.build_play_page(request, lab_game), lab_game)
    play_context = page or {}
    if parts.is_part_request(request) and play_context.get("is_thinking"):
        return HttpResponse(status=204)  # the page stays unchanged and polls again
    status = 422 if play_context.get("address_errors") else 200
    response = render(request, "lab/game.html", play_context, status=status)
    patch_cache_control(response, no_cache=True)
    return response


@require_safe
def lab_question_page(request: HttpRequest, game: str, question: str) -> HttpResponse:
    lab_game = _get_lab_game(game)
    lab_question = _get_lab_question(lab_game, question)
    form = LabQuestionForm(
        lab_game, lab_question, pages.read_texts(request, lab_game, lab_question) or lab_question.example
    )
    context: dict[str, Any] = {"game": lab_game, "question": lab_question, "form": form}
    context |= {"lab_answer": None, "is_set_up": False, "is_waiting": False, "cards": [], "pictures": []}
    status = 200
    if form.is_valid() and pages.is_set_up(request, lab_game):
        context["is_set_up"] = True
    elif form.is_valid():
        limits.check(request, "ask")
        lab_answer = services.wait(services.get_or_start_answer(form.query), settings.ANSWER_WAIT_MILLISECONDS / 1000)
        if lab_answer.status == Status.FAILED and lab_answer.field:
            form.add_option_error(lab_answer.message, lab_answer.field)
        context |= {"lab_answer": lab_answer, "is_waiting": lab_answer.is_active}
        if lab_answer.result:
            answer = build_view(form.query, lab_answer.result)
            cards, _ = run_page(lab_question.show(answer), lab_game)
            context["cards"] = [card for card in cards if not card.wide]
            context["pictures"] = [card for card in cards if card.wide]
            context["is_waiting"] = any(isinstance(part, Waiting) for card in cards for part in card.parts)
    if form.errors:
        status = 422
    context |= pages.build_form_context(request, lab_game, lab_question) | pages.group_questions(
        lab_game, without=lab_question
    )
    response = render(request, "lab/question.html", context, status=status)
    patch_cache_control(response, no_cache=True)
    return response


class LabAnswers(AnswerViews[LabAnswer]):
    """The card of a waiting page; once the job has ended, the card redirects to the page."""

    jobs = services.jobs

    def restart(self, lab_answer: LabAnswer) -> LabAnswer:
        return services.retry_answer(lab_answer)

    def get_page_url(self, lab_answer: LabAnswer) -> str:
        return lab_answer.address

    def render_part(
        self, request: HttpRequest, lab_answer: LabAnswer, *, stop_polling: bool | None = None
    ) -> HttpResponse:
        return (
            render(request, "lab/_waiting.html", {"lab_answer": lab_answer})
            if lab_answer.is_active
            else redirect(lab_answer.address)
        )

    def cancel(self, request: HttpRequest, key: str) -> HttpResponse:
        """Cancel the job and show a separate page, because the question's page would start it again."""
        lab_answer = cancel_unviewed(self.jobs, get_object_or_404(LabAnswer, key=key))
        is_running = lab_answer.is_active and not lab_answer.cancel_requested
        return render(
            request,
            "lab/stopped.html",
            {"lab_answer": lab_answer, "game": _get_lab_game(lab_answer.game), "is_running": is_running},
        )


def _get_lab_game(name: str) -> Game:
    try:
        return find_game(name)
    except InputError as error:
        raise Http404(error.message) from None


def _get_lab_question(game: Game, name: str) -> Question:
    try:
        return game.get_question(name)
    except InputError as error:
        raise Http404(error.message) from None
