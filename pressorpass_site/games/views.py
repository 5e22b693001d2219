from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from engine import EventError, InputError
from pressorpass_site.boards import services as boards
from pressorpass_site.core import limits, owners
from pressorpass_site.core.errors import UserError
from pressorpass_site.core.http.view_decorators import forbid_caching, get_or_post, takes_files
from pressorpass_site.core.listing import Filters, build_list_context
from pressorpass_site.core.money import parse_digits
from pressorpass_site.core.owned import Visibility

from . import episode_boards, exchange, page, services
from .duplicates import DuplicateGame
from .forms import GameForm, GameImportForm, NewGameForm
from .lists import filter_games
from .models import Hints, StoredGame
from .reviews import services as reviews
from .services import owner_required, with_game

MAX_LISTED = 5  # games of each kind on the first page
MIN_SEASON_GAMES = 3  # own games; a season of fewer says little

# What the import form asks for: import the readable part, only check, keep a duplicate, or both.
AS_READ, CHECK, BOTH, BOTH_AS_READ = "as-read", "check", "both", "both-as-read"


@require_safe
@forbid_caching
def games_home(request: HttpRequest) -> HttpResponse:
    samples = list(services.query_sample_games())
    context: dict[str, Any] = {
        "stories": [stored_game for stored_game in samples if stored_game.is_story_only],
        "samples": page.list_games(request, (stored_game for stored_game in samples if not stored_game.is_story_only)),
    }
    for name, queryset in (("mine", services.query_own_games(request)), ("public", services.query_public_games())):
        game_list = page.list_games(request, queryset[: MAX_LISTED + 1])
        context |= {name: game_list[:MAX_LISTED], f"more_{name}": len(game_list) > MAX_LISTED}
    return render(request, "games/list.html", context | {"season": len(context["mine"]) >= MIN_SEASON_GAMES})


@require_safe
@forbid_caching
def contribute(request: HttpRequest) -> HttpResponse:
    return render(request, "games/contribute.html")


@require_safe
@forbid_caching
def about_overlay(request: HttpRequest) -> HttpResponse:
    return render(request, "games/about_overlay.html")


@require_safe
@forbid_caching
def own_game_list(request: HttpRequest) -> HttpResponse:
    stored_games = services.query_own_games(request)
    if not stored_games.exists():
        return render(request, "games/own_games.html", {"orders": ()})
    return _render_list(request, "games/own_games.html", stored_games, is_own=True)


@require_safe
@forbid_caching
def public_game_list(request: HttpRequest) -> HttpResponse:
    return _render_list(request, "games/public.html", services.query_public_games(), is_own=False)


def _render_list(
    request: HttpRequest, template: str, stored_games: QuerySet[StoredGame], *, is_own: bool
) -> HttpResponse:
    filters = Filters.read(request.GET)
    context = build_list_context(
        request, filter_games(stored_games, filters, is_own=is_own), filters, changed_label="Last entered first"
    )
    context |= {
        "lines": page.list_games(request, context["page_obj"]),
        "own": is_own,
        "visibilities": Visibility if is_own else None,
    }
    return render(request, template, context)


@get_or_post
@forbid_caching
def new_game(request: HttpRequest) -> HttpResponse:
    """Create a game, from round 1 or from a position, which the query may have."""
    own = boards.list_own_revisions(request)
    if request.method != "POST":
        form = NewGameForm.from_position(request.GET.get("position", "")[:2000], own)
        return render(request, "games/new.html", {"form": form})
    form = NewGameForm(request.POST, own=own)
    if form.is_valid():
        limits.check(request, "ask")
        owner, secret = owners.choose_row_owner(request)
        if (stored_game := _create_game(owner, form)) is not None:
            return owners.set_cookie(redirect(reverse("games:enter", args=[stored_game.code])), secret)
    return render(request, "games/new.html", {"form": form}, status=422)


def _create_game(owner: str, form: NewGameForm) -> StoredGame | None:
    """Return the new game; None if it is refused: the form then has the reason."""
    data = form.visibility_fields | {"hints": form.cleaned_data["hints"] or Hints.HIDE}
    try:
        return services.create_game(
            owner, form.game_title, form.build_headers(), form.boards, events=form.events, **data
        )
    except InputError as error:
        field = "spins" if form.cleaned_data["spins"] else "position"
        form.add_error(field if isinstance(error, EventError) else None, error.message)
    except UserError as error:
        form.add_error(None, error.message)
    return None


@get_or_post
@with_game
@owner_required
def edit(request: HttpRequest, stored_game: StoredGame) -> HttpResponse:
    form = GameForm.from_game(
        stored_game, request.POST if request.method == "POST" else None, boards.list_own_revisions(request)
    )
    if form.is_bound and form.is_valid():
        headers = form.build_headers()
        try:
            services.update_game(stored_game, form.game_title, headers, form.boards, form.visibility_fields)
        except UserError as error:
            form.add_error(error.field, error.message)
        else:
            messages.success(request, "Changes saved.")
            return redirect(stored_game)
    link = request.build_absolute_uri(reverse("games:host", args=[stored_game.code, stored_game.host_key]))
    context = {
        "form": form,
        "stored_game": stored_game,
        "host_link": link,
        "overlay": page.build_overlay_address(request, stored_game),
    }
    return render(request, "games/edit.html", context, status=422 if form.errors else 200)


@require_POST
@with_game
@owner_required
def new_host_link(request: HttpRequest, stored_game: StoredGame) -> HttpResponse:
    services.replace_host_key(stored_game)
    messages.success(request, "New scorekeeper’s link made. The old one no longer works.")
    return redirect(reverse("games:edit", args=[stored_game.code]))


@require_POST
@with_game
@owner_required
def change_overlay_key(request: HttpRequest, stored_game: StoredGame) -> HttpResponse:
    revoke = request.POST.get("do") == "revoke"
    services.change_overlay_key(stored_game, revoke=revoke)
    messages.success(request, "Key revoked." if revoke else "New key made. Put the new link into your stream.")
    return redirect(reverse("games:edit", args=[stored_game.code]) + "#overlay")


@get_or_post
@with_game
@owner_required
def delete(request: HttpRequest, stored_game: StoredGame) -> HttpResponse:
    if request.method == "POST":
        stored_game.delete()
        messages.success(request, f"“{stored_game.title}” has been deleted.")
        return redirect("games:list")
    return render(request, "games/delete.html", {"stored_game": stored_game})


@require_POST
@with_game
def copy(request: HttpRequest, stored_game: StoredGame) -> HttpResponse:
    """Create a variation of the requester that goes on from an event of this game."""
    limits.check(request, "ask")
    owner, secret = owners.choose_row_owner(request)
    try:
        variation = services.branch_game(owner, stored_game, parse_digits(request.POST.get("after", "")))
    except UserError as error:
        messages.error(request, error.message)
        return redirect(stored_game)
    messages.success(
        request, "This variation is yours. Enter what could have happened; its review shows it beside the game."
    )
    return owners.set_cookie(redirect(reverse("games:enter", args=[variation.code])), secret)


@takes_files
@get_or_post
@forbid_caching
def import_game(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _render_import_page(request, GameImportForm())
    limits.check(request, "ask")
    form = GameImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _render_import_page(request, form, status=422)
    imported, do = exchange.parse_game_text(form.game_text), request.POST.get("do")
    context: dict[str, Any] = {"imported": imported, "text": form.game_text}
    if do == CHECK and not imported.problems:
        clean, note = page.summarize_import(imported.game), episode_boards.describe_game_date(imported.game)
        return _render_import_page(request, form, **context, clean=clean, note=note)
    if (not imported.problems or do in (AS_READ, BOTH_AS_READ)) and imported.game.events:
        owner, secret = owners.choose_row_owner(request)
        existing_games = None if do in (BOTH, BOTH_AS_READ) else services.query_own_games(request)
        try:
            stored_game = exchange.store_imported_game(
                owner, imported.game, form.visibility_fields, existing_games=existing_games
            )
        except DuplicateGame as error:
            return _render_import_page(request, form, status=409, **context, same=error.stored_game)
        except UserError as error:
            form.add_error(None, error.message)
        else:
            if note := episode_boards.describe_game_date(imported.game):
                messages.warning(request, note)
            for stop in imported.stops:
                messages.warning(request, str(stop))
            for words in imported.guess_words:
                messages.info(request, words)
            leads_to = "games:review" if reviews.is_reviewable(stored_game) else "games:detail"
            return owners.set_cookie(redirect(reverse(leads_to, args=[stored_game.code])), secret)
    elif not imported.problems:
        form.add_error("text", "There are no events in this.")
    return _render_import_page(request, form, status=422, **context)


def _render_import_page(request: HttpRequest, form: GameImportForm, status: int = 200, **context: Any) -> HttpResponse:
    unread = {"imported": None, "same": None, "text": "", "clean": "", "note": ""}
    return render(request, "games/import.html", {"form": form} | unread | context, status=status)


@require_safe
@with_game
def game_text(request: HttpRequest, stored_game: StoredGame) -> HttpResponse:
    return _build_file_response(stored_game, exchange.render_text(stored_game), "text/plain; charset=utf-8", "txt")


@require_safe
@with_game
def game_document(request: HttpRequest, stored_game: StoredGame) -> HttpResponse:
    return _build_file_response(stored_game, exchange.render_json(stored_game), "application/json", "json")


def _build_file_response(stored_game: StoredGame, content: str, content_type: str, suffix: str) -> HttpResponse:
    file_name = exchange.build_game_file_name(stored_game, suffix)
    headers = {"Content-Disposition": f'inline; filename="{file_name}"'}
    return HttpResponse(content, content_type=content_type, headers=headers)
