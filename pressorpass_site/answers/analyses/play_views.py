"""A hundred tries of an answered question: request them from a worker, show them, and play one."""

from random import choice

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from pressorpass_site.answers.asking import mark_uncached
from pressorpass_site.answers.models import Analysis
from pressorpass_site.core import limits
from pressorpass_site.core.http import parts
from pressorpass_site.core.money import parse_digits
from pressorpass_site.questions.address import build_address

from . import play, tries
from .trail import read_trail

MAX_POLLS = 60  # of a page, before it says that no games were played


@require_http_methods(["GET", "HEAD", "POST"])
def answer_tries(request: HttpRequest, key: str) -> HttpResponse:
    """Show the tries; while more are being played, the page polls for them. A POST requests the next hundred."""
    limits.check(request, "ask" if request.method == "POST" else "live")
    analysis = get_object_or_404(Analysis, key=key)
    answer = analysis.answer
    if answer is None or not tries.can_be_played_out(analysis.question, answer):
        raise Http404("This cannot be played out.")
    if request.method == "POST":
        stored_tries = tries.get_tries(analysis)
        more = stored_tries is None or "more" in request.POST
        look = 1 if more and tries.request_more(analysis) else 0
        seen_count = stored_tries.count if stored_tries and look else 0
    else:
        look, seen_count = (parse_digits(request.GET.get(name, ""), max_digits=5) or 0 for name in ("look", "seen"))
    if not parts.is_part_request(request):
        trail = read_trail(request, analysis.question)
        return redirect(trail.build_url(build_address(analysis.question)))
    words = tries.describe_tries(analysis, answer)
    if words and words.count > seen_count:
        look = 0
    context = {
        "analysis": analysis,
        "tries": words,
        "failed": analysis.tries == {} or look > MAX_POLLS or (words is None and not look),
        "again": f"?seen={seen_count}&look={look + 1}" if 0 < look <= MAX_POLLS and analysis.tries != {} else "",
    }
    return mark_uncached(render(request, "analyses/_tries.html", context))


@require_safe
def recorded_game(request: HttpRequest, key: str, action: str) -> HttpResponse:
    """Return the frames of a random recorded game that begins with this action, or with “any”."""
    limits.check(request, "live")
    analysis = get_object_or_404(Analysis, key=key)
    recorded = tries.get_tries(analysis)
    games = [] if recorded is None else play.list_recorded_games(recorded, action)
    if not games:
        raise Http404("There is no such game.")
    return mark_uncached(JsonResponse({"frames": play.build_frames(analysis.question, *choice(games))}))  # noqa: S311
