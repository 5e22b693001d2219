"""What each chain of passes brings: a card for the answer's page, and a page of its own."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from pressorpass_site.core import limits
from pressorpass_site.questions.address import address
from pressorpass_site.questions.question import Question

from . import services
from .chains import chains
from .models import Analysis
from .page import answer_of


@require_safe
def after_passes(request: HttpRequest, key: str) -> HttpResponse:
    """The chains with everything that is a question of its own asked; for htmx the card alone."""
    analyses = Analysis.objects.select_related("board_revision__board", "now_revision__board")
    analysis = get_object_or_404(analyses, key=key, result__isnull=False)
    question = analysis.question

    def ask(other: Question) -> Analysis:
        if not Analysis.objects.filter(key=other.key).exists():
            limits.check(request, "ask")
        return services.ask(other)

    answer = answer_of(analysis)
    found = chains(answer, question, ask)
    if found is None:
        raise Http404("Nobody can pass here.")
    context = {"analysis": analysis, "answer": answer, "chains": found, "chains_asked": True, "here": address(question)}
    template = "analyses/_chains.html" if request.htmx else "analyses/chains.html"  # type: ignore[attr-defined]
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    patch_cache_control(response, no_store=True)
    return response
