"""Live changes: the parts of an answer's page that change with the numbers on its podiums.

The page posts its form to `live` at every change, and polls `poll` until the answer is there. Both hold the request for
a moment, so that the page sends fewer.
"""

import time
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from pressorpass_site.answers.models import Analysis
from pressorpass_site.core import limits
from pressorpass_site.core.http.view_decorators import forbid_caching
from pressorpass_site.questions.forms import PodiumForm
from pressorpass_site.questions.page import remember_style

from . import page, services
from .trail import read_trail

# How long a request waits for a first answer before it reports the progress.
HOLD_SECONDS = 0.4
AFTER_FIRST_SECONDS = 0.03
# The pause before a page polls again for a first answer; almost none if the server has just held its request.
HELD_SECONDS, BETWEEN_SECONDS = 0.02, 0.1
# Numbers answered by a table are solved once they have rested this long.
SETTLED_MILLISECONDS = 600
MAX_ABANDONED = 20
# What `_live.html` shows besides the answer.
NO_CHANGE = {"settings": "", "round_line": "", "poll_pause": "", "rest": 0, "quiet": True}


@csrf_exempt  # changes nothing in anybody's name, like the form it stands for
@require_POST
@forbid_caching
def live_answer(request: HttpRequest) -> HttpResponse:
    """Return the answer to the podiums as posted, its progress, or their errors.

    A page that still shows the previous answer gets a status line instead of a waiting card.
    """
    limits.check(request, "live")
    form = PodiumForm(request.POST)
    if not form.is_valid() or form.question is None:
        return render(request, "analyses/_problems.html", {"problems": form.problems}, status=422)
    question = form.question
    more: dict[str, Any] = NO_CHANGE | {"settings": form.settings_line, "round_line": form.round_line}
    # The keys of the page's earlier questions.
    services.cancel_abandoned(set(request.POST.get("left", "").split()[:MAX_ABANDONED]) - {question.key})
    analysis = services.get_or_start_analysis(question, persist="rest" in request.POST)
    if analysis.has_row:
        analysis, retry_after = _hold_request(analysis)
        more["poll_pause"] = retry_after if "kept" in request.POST else ""
    else:
        more["rest"] = SETTLED_MILLISECONDS
    optimal = services.start_optimal_comparison(analysis, question)
    context = page.build_context(analysis, read_trail(request, question), optimal)
    return remember_style(render(request, "analyses/_live.html", context | more), question, form.mover_style)


@require_safe
@forbid_caching
def poll(request: HttpRequest, key: str) -> HttpResponse:
    limits.check(request, "live")
    analysis = get_object_or_404(Analysis, key=key)
    question = analysis.question
    analysis, retry_after = _hold_request(services.adopt_table_answer(services.refresh(analysis)))
    context = page.build_context(
        analysis, read_trail(request, question), services.start_optimal_comparison(analysis, question)
    )
    return render(request, "analyses/_live.html", context | NO_CHANGE | {"poll_pause": retry_after})


def _hold_request(analysis: Analysis) -> tuple[Analysis, str]:
    """Return the analysis once it has an answer, or after a moment, and the pause before the next poll."""
    began = time.monotonic()
    analysis = services.wait(analysis, HOLD_SECONDS, after_first=AFTER_FIRST_SECONDS)
    if page.is_held_back(analysis):
        return analysis, page.choose_poll_pause(analysis, page.SOON)
    is_over = time.monotonic() - began >= HOLD_SECONDS
    return analysis, page.choose_poll_pause(analysis, HELD_SECONDS if is_over else BETWEEN_SECONDS)
