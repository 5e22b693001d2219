"""Games in the JSON API. A key speaks for its account; without one, games are only read."""

import json
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from ninja import Path, Query, Router
from ninja.errors import AuthenticationError, HttpError

from engine import GameProblem, InputError
from pressorpass_site.boards import services as boards
from pressorpass_site.core import limits, owners
from pressorpass_site.core.errors import UserError
from pressorpass_site.core.owned import NotFound, Visibility
from pressorpass_site.games import episode_boards, exchange, page, record
from pressorpass_site.games import services as games
from pressorpass_site.games.models import StoredGame
from pressorpass_site.games.reviews import services as reviews

from .auth import OptionalKeyAuth
from .errors import build_validation_error
from .game_schemas import MAX_TEXT, EventsIn, EventsResult, GameIn, GameInFull, GameQuery, GameReview, Games, GamesQuery
from .models import ApiKey
from .schemas import MISSING, PLACES, REFUSED, TOO_BIG, Refusal
from .serializers import serialize_contestants

PER_PAGE = 50
VIEW_SECONDS = 10.0  # after a request its review counts as viewed for this long
KEY_NEEDED = "Send a key of your account: games belong to it."
_WRITE = OptionalKeyAuth("api-solve", max_body_bytes=7 * MAX_TEXT)  # in JSON a character may take six

router = Router()


@router.get("", response={200: Games, **REFUSED}, summary="Lists of games")
def list_games(request: HttpRequest, query: Query[GamesQuery]) -> HttpResponse:
    """Returns public games that fans have entered, or the games of the key’s account."""
    owner = _get_key_owner(request, is_required=query.whose == "mine")
    page_obj = Paginator(
        games.query_owned_games(owner) if query.whose == "mine" else games.query_public_games(), PER_PAGE
    ).get_page(query.page)
    entries = [
        _serialize_game_in_list(request, games.redact_for_owner(owner, stored_game, query.delay))
        for stored_game in page_obj
    ]
    return JsonResponse({"games": entries, "pages": page_obj.paginator.num_pages})


@router.post(
    "",
    auth=_WRITE,
    response={200: GameInFull, **REFUSED, **TOO_BIG, 409: Refusal},
    summary="Store a game, or begin one",
)
def store_game(request: HttpRequest, body: GameIn) -> HttpResponse:
    """Stores a game; needs a key. An impossible game is refused as a whole, and every problem is listed.

    409 with the address of your game if you have the same game already, unless `keep_both` is true.
    """
    owner = _get_key_owner(request, is_required=True)
    if body.text is not None and body.game is not None:
        raise build_validation_error("Send the game as text or as JSON, not both.", "game")
    visibility_fields = {"visibility": Visibility(body.visibility), "hides_names": body.hides_names}
    try:
        imported = _parse_body(body)
        existing_games = None if body.keep_both else games.query_owned_games(owner)
        stored_game = exchange.store_imported_game(
            owner, imported.game, visibility_fields, title=body.title or "", existing_games=existing_games
        )
    except games.DuplicateGame as error:
        address = request.build_absolute_uri(error.stored_game.get_absolute_url())
        message = f"You have this game already: {address} Send “keep_both”: true to store it a second time."
        raise HttpError(409, message) from None
    except UserError as error:
        raise build_validation_error(error.message, "game") from None
    content = _serialize_game_in_full(request, stored_game)
    return JsonResponse(content | {"notes": [*content["notes"], *imported.guess_words]})


@router.get("/{code}", response={200: GameInFull, **REFUSED, **MISSING}, summary="One game")
def get_game(request: HttpRequest, code: Path[str], query: Query[GameQuery]) -> HttpResponse:
    """Returns the state of the game, and all its events. A private game needs a key of its account.

    Without such a key, events come with the delay that the owner has set, or with a longer `delay`.
    """
    return JsonResponse(
        _serialize_game_in_full(request, games.find_game_for_owner(_get_key_owner(request), code, query.delay))
    )


@router.post(
    "/{code}/events",
    auth=_WRITE,
    response={200: EventsResult, **REFUSED, **TOO_BIG, **MISSING, 409: Refusal},
    summary="Add events to a game",
)
def add_events(request: HttpRequest, code: Path[str], body: EventsIn) -> HttpResponse:
    """Stores events; needs a key of the game’s account. 409 with a list if there are events that you have not seen."""
    owner = _get_key_owner(request, is_required=True)
    stored_game = games.find_game_for_owner(owner, code)
    if stored_game.owner != owner:
        raise NotFound(code)
    try:
        entry_result = games.add_events(stored_game, body.version, body.events)
    except games.VersionConflict as error:
        raise HttpError(409, f"Meanwhile, this was entered: {error}") from None
    refused = entry_result.refused
    return JsonResponse(
        {
            "version": entry_result.stored_game.version,
            "stored": entry_result.stored,
            "refused": refused and {"id": refused.client_id, "message": refused.message, "field": refused.field},
        }
    )


@router.get(
    "/{code}/review",
    auth=OptionalKeyAuth("api-solve"),
    response={200: GameReview, 202: GameReview, **REFUSED, **MISSING},
    summary="The review of a game",
)
def review_game(request: HttpRequest, code: Path[str], query: Query[GameQuery]) -> HttpResponse:
    """Starts the review if it is new: 200 if it is final, 202 while the solver is working; then request it again."""
    stored_game = games.find_game_for_owner(_get_key_owner(request), code, query.delay)
    try:
        status = reviews.get_or_start_stored_review(stored_game, view_seconds=VIEW_SECONDS)
    except InputError as error:
        raise build_validation_error(error.message, "code", ("path",)) from None
    solved_count, positions = status.solved
    content = {
        "final": status.final,
        "solved": solved_count,
        "positions": positions,
        "url": request.build_absolute_uri(reverse("games:review", args=[stored_game.code])),
        "review": status.review.to_json(),
    }
    return JsonResponse(content, status=200 if status.final else 202)


def _get_key_owner(request: HttpRequest, *, is_required: bool = False) -> str:
    """Return the owner ID of the key's account; "" without a key."""
    key: ApiKey | None = getattr(request, "api_key", None)
    if key is not None:
        return owners.get_account_id(key.owner)
    if is_required:
        limits.check(request, "api-read")
        raise AuthenticationError(message=KEY_NEEDED)
    return ""


def _parse_body(body: GameIn) -> exchange.ImportedGame:
    """Return the game in a request body and the assumptions made. Raises ValidationError with every problem."""
    field = "text" if body.game is None else "game"
    text = (body.text or "") if body.game is None else json.dumps(body.game)
    if len(text) > MAX_TEXT:
        raise build_validation_error(exchange.explain_size(len(text)), field)
    imported = exchange.parse_game_text(text)
    if imported.problems:
        raise build_validation_error(" ".join(map(_describe_problem, imported.problems)), field)
    return imported


def _describe_problem(problem: GameProblem) -> str:
    return f"Line {problem.line}, column {problem.column}: {problem.message}" if problem.line else problem.message


def _serialize_game_in_list(request: HttpRequest, stored_game: StoredGame) -> dict[str, Any]:
    return {
        "code": stored_game.code,
        "title": stored_game.title,
        "visibility": stored_game.visibility,
        "simulated": stored_game.simulated,
        "version": stored_game.version,
        "standing": page.describe_standing(stored_game),
        "url": request.build_absolute_uri(stored_game.get_absolute_url()),
    }


def _serialize_game_in_full(request: HttpRequest, stored_game: StoredGame) -> dict[str, Any]:
    game = record.load(stored_game)
    state = game.state
    position = state.position
    names = [name or place for name, place in zip(game.headers.names, PLACES, strict=True)]
    return _serialize_game_in_list(request, stored_game) | {
        "round": state.round,
        "known": state.known,
        "over": game.over,
        "up": None if state.seat is None else state.seat + 1,
        "contestants": serialize_contestants(names, state.podiums),
        "position": None if position is None or state.seat is None else position.notation,
        "show": game.setup.era.id,
        "boards": _serialize_game_boards(stored_game),
        "notes": [note] if (note := episode_boards.describe_game_date(game)) else [],
        "game": json.loads(exchange.render_json(stored_game)),
    }


def _serialize_game_boards(stored_game: StoredGame) -> list[dict[str, Any]]:
    revisions = (stored_game.board_1, stored_game.board_2)
    return [
        {"round": line.round, "id": boards.build_pinned_reference(revision), "words": line.words}
        for line, revision in zip(episode_boards.build_board_lines(stored_game), revisions, strict=True)
    ]
