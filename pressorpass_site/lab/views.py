from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from engine import InputError
from engine.lab import Game, Question
from engine.lab import game as find_game
from engine.lab.exhibits import Waiting
from pressorpass_site.answers.asking import Asked, find, stop
from pressorpass_site.core import limits
from pressorpass_site.core.http import parts
from pressorpass_site.work.models import Status

from . import pages, services
from .asking import build_view, run_page
from .forms import QuestionForm
from .models import LabAnswer


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "lab/index.html", {"games": pages.list_games()})


@require_safe
def game(request: HttpRequest, game: str) -> HttpResponse:
    """Show a game's page: it opens on play, and the address has the whole state of the game."""
    found = _game(game)
    limits.check(request, "ask")
    _, page = run_page(pages.build_play_page(request, found), found)
    shown = page or {}
    if parts.wanted(request) and shown.get("unready"):
        return HttpResponse(status=204)  # the page stays as it is and polls again
    status = 422 if shown.get("wrong") else 200
    response = render(request, "lab/game.html", shown, status=status)
    patch_cache_control(response, no_cache=True)
    return response


@require_safe
def question(request: HttpRequest, game: str, question: str) -> HttpResponse:
    found = _game(game)
    asked = _question(found, question)
    form = QuestionForm(found, asked, pages.read_texts(request, found, asked) or asked.example)
    context: dict[str, Any] = {"game": found, "question": asked, "form": form}
    context |= {"row": None, "set_up": False, "waits": False, "cards": [], "pictures": []}
    status = 200
    if form.is_valid() and pages.is_set_up(request, found):
        context["set_up"] = True
    elif form.is_valid():
        limits.check(request, "ask")
        row = services.wait(services.get_or_start_answer(form.asked), settings.ANSWER_WAIT_MILLISECONDS / 1000)
        if row.status == Status.FAILED and row.field:
            form.add_option_error(row.message, row.field)
        context |= {"row": row, "waits": row.is_active}
        if row.result:
            answer = build_view(form.asked, row.result)
            shown, _ = run_page(asked.show(answer), found)
            context["cards"] = [card for card in shown if not card.wide]
            context["pictures"] = [card for card in shown if card.wide]
            context["waits"] = any(isinstance(part, Waiting) for card in shown for part in card.parts)
    if form.errors:
        status = 422
    context |= pages.build_form_context(request, found, asked) | pages.group_questions(found, without=asked)
    response = render(request, "lab/question.html", context, status=status)
    patch_cache_control(response, no_cache=True)
    return response


class LabAnswers(Asked[LabAnswer]):
    """The card of a waiting page; once the job has ended, the page leads to itself, whose parts are taken."""

    jobs = services.jobs

    def again(self, row: LabAnswer) -> LabAnswer:
        return services.retry_answer(row)

    def page(self, row: LabAnswer) -> str:
        return row.address

    def part(self, request: HttpRequest, row: LabAnswer, *, left: bool | None = None) -> HttpResponse:
        return render(request, "lab/_waiting.html", {"row": row}) if row.is_active else redirect(row.address)

    def cancel(self, request: HttpRequest, key: str) -> HttpResponse:
        """Cancel the job, and say so on a page of its own: the page of the question would ask again."""
        row = stop(self.jobs, find(LabAnswer, key))
        goes_on = row.is_active and not row.cancel_requested
        return render(request, "lab/stopped.html", {"row": row, "game": _game(row.game), "goes_on": goes_on})


def _game(name: str) -> Game:
    try:
        return find_game(name)
    except InputError as error:
        raise Http404(error.message) from None


def _question(game: Game, name: str) -> Question:
    try:
        return game.get_question(name)
    except InputError as error:
        raise Http404(error.message) from None
