from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine import ERAS, FACT_MARKS, FACT_SOURCES
from pressorpass_site.answers.analyses import moments as moment_answers
from pressorpass_site.core.http import proxy_cache
from pressorpass_site.questions import moment_cards

from . import era_table, moment_stories
from . import health as health_checks
from .rules_text import IN_SHORT, RULE_SECTIONS

# Programs that make a card of a posted link, and obey robots.txt.
CARD_MAKERS = (
    "Twitterbot",
    "facebookexternalhit",
    "LinkedInBot",
    "Slackbot-LinkExpanding",
    "Discordbot",
    "TelegramBot",
    "WhatsApp",
    "redditbot",
    "Pinterestbot",
    "Iframely",
    "Embedly",
)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    cards, _ = moment_answers.get_answered_cards(moment_cards.select_cards())
    return proxy_cache.mark_cacheable(request, render(request, "pages/home.html", {"moments": cards}))


@require_safe
def method_page(request: HttpRequest) -> HttpResponse:
    return proxy_cache.mark_cacheable(request, render(request, "pages/method.html"))


@require_safe
def rules_page(request: HttpRequest) -> HttpResponse:
    context = {
        "short": IN_SHORT,
        "sections": RULE_SECTIONS,
        "eras": ERAS,
        "rows": era_table.build_rows(),
        "marks": FACT_MARKS,
        "sources": FACT_SOURCES,
    }
    return proxy_cache.mark_cacheable(request, render(request, "pages/rules.html", context))


@require_safe
def moments_page(request: HttpRequest) -> HttpResponse:
    return proxy_cache.mark_cacheable(
        request, render(request, "pages/moments.html", moment_stories.build_page(request.GET.get("kind", "")))
    )


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the icon: browsers look here if a response, such as a JSON file, names none."""
    return redirect(static("img/icon.svg"))


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Keep crawlers from pages whose links start the solver; card makers may read the pages of posted links."""
    disallow_lines = "".join(
        f"Disallow: {path}\n"
        for path in (
            "/a/",
            "/api/v1/",
            "/p/",
            "/choose/",
            "/dilemma/",
            "/practice/*/",
            "/games/*/",
            "/embed/",
            "/line/",
            "/oembed",
            "/save/",
            "/saved/compare/",
            "/account/",
            "/whatif/",
        )
    )
    agent_lines = "".join(f"User-agent: {name}\n" for name in CARD_MAKERS)
    return HttpResponse(f"User-agent: *\n{disallow_lines}\n{agent_lines}Disallow: /line/\n", content_type="text/plain")


@never_cache
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Report whether pages can be served: 503 without database or queue, but not without workers."""
    return _report_health("database", "queue")


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Report whether every part works, workers too; 503 if one does not."""
    return _report_health("database", "queue", "worker")


def _report_health(*needed: str) -> HttpResponse:
    states = health_checks.check_parts()
    well = all(states[part] == health_checks.WELL for part in needed)
    return JsonResponse({"status": "ok" if well else "trouble", **states}, status=200 if well else 503)
