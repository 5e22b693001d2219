"""Live changes: JSON with the parts of an answer's page that change with the numbers on its podiums.

The page posts its form to `live` at every change, and polls `look` until the answer is there; both hold
the request for a moment, so that the page asks less often.
"""

from __future__ import annotations

import time
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from pressorpass_site.core import limits
from pressorpass_site.core.http.view_decorators import View
from pressorpass_site.questions.forms import PodiumForm
from pressorpass_site.questions.visitors import remember_style

from . import page, services
from .models import Analysis
from .page import note_change, stretched
from .services import Edit

# The time that a request waits for a first answer before it reports the progress.
HOLD_SECONDS = 0.4
AFTER_FIRST_SECONDS = 0.03
# The pause of a page before its next request for a first answer, if requests are not held.
BETWEEN_SECONDS, MOST_BETWEEN_SECONDS = 0.1, 2.0
# Numbers answered by a table are solved once they have rested this long (debounce, longer under load).
SETTLED_SECONDS, MOST_SETTLED_SECONDS = 0.6, 15.0


def limited(view: View) -> View:
    """Return a view that spends a token for each call, and answers refusals in the form the page's script reads."""

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            limits.check(request, "live")
            response: HttpResponse = view(request, *args, **kwargs)
        except limits.RateLimited as error:
            return limits.with_headers(_json({"trouble": str(error)}, status=429), error)
        return response

    return checked


@csrf_exempt  # changes nothing in anybody's name, like the form it stands for
@require_POST
@limited
def live(request: HttpRequest) -> HttpResponse:
    """Return the answer to the podiums as posted, its progress, or their errors."""
    form = PodiumForm(request.POST)
    if not form.is_valid() or form.question is None:
        return _json({"problems": form.problems})
    question, edit = form.question, Edit.read(request.POST)
    if edit and edit.overtaken:
        return _json({"overtaken": True})
    more: dict[str, Any] = {"settings": form.settings_line}
    analysis = services.ask_live(question, edit, meant="rest" in request.POST)
    if analysis.has_row:
        analysis, more["look_in"] = _held(analysis)
    else:
        note_change()
        more["ask_in"] = round(1000 * stretched(SETTLED_SECONDS, MOST_SETTLED_SECONDS))
    optimal = services.ask_optimal(analysis, question, edit)
    response = _json(page.changes(request, analysis, question, optimal) | more)
    return remember_style(response, question, form.mover_style)


@require_safe
@limited
def look(request: HttpRequest, key: str) -> HttpResponse:
    """Return the progress of the answer that a page waits for, and the answer once it is there."""
    try:
        analysis = services.find(key)
    except Analysis.DoesNotExist:
        raise Http404("There is no such analysis.") from None
    edit, question = Edit.read(request.GET), analysis.question
    analysis, look_in = _held(services.learn(services.refresh(analysis, edit)))
    if analysis.answer is None and analysis.is_active:
        return _json(page.how_far(analysis, page.job_words(analysis)) | {"look_in": look_in})
    return _json(page.changes(request, analysis, question, services.ask_optimal(analysis, question, edit)))


def _held(analysis: Analysis) -> tuple[Analysis, int]:
    """Return the analysis once it has an answer, or after a moment, and the milliseconds until the next look."""
    began = time.monotonic()
    analysis = services.wait(analysis, HOLD_SECONDS, after_first=AFTER_FIRST_SECONDS)
    held = time.monotonic() - began >= HOLD_SECONDS
    return analysis, 0 if held else round(1000 * stretched(BETWEEN_SECONDS, MOST_BETWEEN_SECONDS))


def _json(changes: dict[str, Any], status: int = 200) -> JsonResponse:
    response = JsonResponse(changes, status=status)
    patch_cache_control(response, no_store=True)
    return response
