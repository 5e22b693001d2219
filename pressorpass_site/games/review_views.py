from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from engine import GameError, InputError
from pressorpass_site.core import limits
from pressorpass_site.core.http import parts
from pressorpass_site.core.http.view_decorators import forbid_caching, get_or_post
from pressorpass_site.core.money import parse_digits
from pressorpass_site.core.owned import NotFound
from pressorpass_site.games.reviews import page as review_page
from pressorpass_site.games.reviews import services as reviews
from pressorpass_site.games.reviews.story import MainLine

from . import episode_boards, mistakes, record, services
from .dilemmas.views import show_practice
from .models import StoredGame
from .season import MAX_GAMES, Season, build_season, render_table
from .services import with_game

MAX_VARIATIONS = 20  # shown
MAX_STARTED_REVIEWS = 10  # by one press of the button
WHOSE = {
    "mine": ("Your games", services.query_own_games),
    "public": ("All public games", lambda request: services.query_public_games()),
    "samples": ("Samples", lambda request: services.query_sample_games()),
}
COLUMNS = (
    ("name", "Contestant"),
    ("games", "Games"),
    ("start", "Start"),
    ("luck", "+ luck"),
    ("skill", "+ skill"),
    ("end", "= end"),
    ("right", "Right calls"),
    ("pressed", "Pressed correctly"),
)


@get_or_post
@with_game
def game_review(request: HttpRequest, stored_game: StoredGame) -> HttpResponse:
    """Show the review of a game so far; start it if it is new.

    A page that already shows a version sends it as `seen`, and gets only the progress until there is a newer one.
    `?move=` is the event at which the stage is shown. A POST stops or resumes the job.
    """
    is_part = parts.is_part_request(request)
    try:
        if request.method == "POST":
            limits.check(request, "ask")
            game = record.build_public_game(stored_game)
            status = reviews.cancel_review(game) if request.POST.get("do") == "stop" else reviews.retry_review(game)
            if not is_part:
                return redirect(_build_game_url(stored_game))
        else:
            limits.check(request, "live")
            status = reviews.get_or_start_stored_review(stored_game, before_new=partial(limits.check, request, "ask"))
    except InputError as error:
        return render(
            request,
            "games/review.html",
            {"stored_game": stored_game, "problem": error.message, "status": None},
            status=422,
        )
    if is_part and request.method == "GET" and not status.final and request.GET.get("seen") == status.version:
        return render(
            request, "reviews/_progress.html", review_page.build_progress_context(status, _build_game_url(stored_game))
        )
    move = parse_digits(request.GET.get("move", ""))
    context = review_page.build_context(
        status, _build_game_url(stored_game), _build_main_line(request, stored_game), move
    )
    context |= {"stored_game": stored_game, "has_mistakes_to_call": bool(mistakes.list_mistakes(status))}
    if is_part:
        return render(request, "reviews/_review.html", context)
    context["problem"] = ""
    context["board_lines"] = episode_boards.build_board_lines(stored_game)
    context["variations"] = services.list_variations(request, stored_game)[:MAX_VARIATIONS]
    return render(request, "games/review.html", context)


@require_safe
@with_game
def game_mistake(request: HttpRequest, stored_game: StoredGame, number: int) -> HttpResponse:
    """Show a mistake of a game as a dilemma; once the query has a call, show the odds and the cost.

    Redirect to the review if there is no such mistake.
    """
    try:
        all_mistakes = mistakes.list_mistakes(reviews.find_stored_review(stored_game))
    except InputError:
        all_mistakes = []
    if not 0 < number <= len(all_mistakes):
        return redirect(_build_game_url(stored_game))
    return show_practice(
        request, all_mistakes[number - 1].dilemma, lambda _: mistakes.build_practice(stored_game, all_mistakes, number)
    )


def _build_main_line(request: HttpRequest, stored_game: StoredGame) -> MainLine | None:
    code, _ = record.find_branch_source(stored_game)
    if not code:
        return None
    try:
        main = services.get_game(request, code)
        return MainLine(main.title, _build_game_url(main), reviews.find_stored_review(main))
    except (NotFound, GameError, InputError):
        return None


def _build_game_url(stored_game: StoredGame) -> str:
    return reverse("games:review", args=[stored_game.code])


@get_or_post
@forbid_caching
def season_page(request: HttpRequest) -> HttpResponse:
    owner = _choose_season_owner(request)
    season = _build_owner_season(request, owner)
    if request.method == "POST":
        for stored_game in season.unreviewed[:MAX_STARTED_REVIEWS]:
            reviews.get_or_start_stored_review(stored_game, before_new=partial(limits.check, request, "ask"))
        return redirect(f"{reverse('games:season')}?of={owner}")
    order = request.GET.get("sort", "")
    order = order if order in Season.ORDERS else "luck"
    context = {
        "season": season,
        "contestants": season.sort_contestants(order),
        "whose": owner,
        "choices": [(name, words) for name, (words, _) in WHOSE.items()],
        "columns": COLUMNS,
        "order": order,
        "most": MAX_GAMES,
        "at_once": min(len(season.unreviewed), MAX_STARTED_REVIEWS),
    }
    return render(request, "games/season.html", context)


@require_safe
@forbid_caching
def season_csv(request: HttpRequest) -> HttpResponse:
    owner = _choose_season_owner(request)
    return HttpResponse(
        render_table(_build_owner_season(request, owner)),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="season-{owner}.csv"'},
    )


def _choose_season_owner(request: HttpRequest) -> str:
    """Return the owner of the games to show: as in the query, else the first group with a game."""
    owner = request.GET.get("of", "")
    if owner in WHOSE:
        return owner
    return next((name for name, (_, query_games) in WHOSE.items() if query_games(request).exists()), "samples")


def _build_owner_season(request: HttpRequest, owner: str) -> Season:
    limits.check(request, "ask")  # for a part of the page, too: it costs as much
    stored_games = WHOSE[owner][1](request)[:MAX_GAMES]
    # Simulated games and variations say nothing about the show.
    real = [
        stored_game
        for stored_game in stored_games
        if not record.find_branch_source(stored_game)[0] and (owner != "public" or not stored_game.simulated)
    ]
    record.prefetch_events(real)
    return build_season(services.redact_for_viewer(request, stored_game) for stored_game in real)
