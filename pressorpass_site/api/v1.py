"""Version 1 of the JSON API: what it offers, and at which address."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import register_converter, reverse
from django.urls.converters import StringConverter
from ninja import NinjaAPI, Path, Query
from ninja.openapi.schema import OpenAPISchema

from pressorpass_site.analyses import services as analyses
from pressorpass_site.analyses.models import Analysis
from pressorpass_site.boards import services as boards
from pressorpass_site.lab import services as lab

from . import parsing, problems, serializers
from .auth import Admission
from .document import complete
from .long_poll import held, thread_to_hold
from .schemas import (
    DEFAULT_WAIT,
    Answer,
    Asked,
    BoardInFull,
    Boards,
    Lab,
    LabReply,
    PositionQuery,
    PositionRead,
    Problems,
    WaitIn,
)


class TextConverter(StringConverter):
    """Any text in an address, slashes and new lines included."""

    regex = r"[\s\S]+"


register_converter(TextConverter, "text")


class Api(NinjaAPI):
    """django-ninja's, among an app's addresses, and with a document that tells all of it."""

    def get_root_path(self, path_params: dict[str, Any]) -> str:
        return reverse("api:v1:api-root", kwargs=path_params)

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, Any] | None = None
    ) -> OpenAPISchema:
        return complete(super().get_openapi_schema(path_prefix=path_prefix, path_params=path_params))


api = Api(
    title="Press or Pass",
    version="1",
    description="Exact odds for every decision of Press Your Luck: press or pass. No key is needed for a few questions.",
    urls_namespace="v1",
    docs_url=None,
)
problems.handle_with(api)

SOLVES, READS = Admission("api-solve", takes_body=True), Admission("api-read")
SOLVES_LAB = Admission("api-solve")
_BAD = {401: Problems, 422: Problems, 429: Problems}
_BAD_BODY = {400: Problems}
_MISSING = {404: Problems}


@api.post(
    "/solve",
    auth=SOLVES,
    response={200: Answer, 202: Answer, **_BAD, **_BAD_BODY},
    by_alias=True,
    operation_id="solve",
    summary="Press or pass?",
)
def solve(request: HttpRequest, asked: Asked) -> HttpResponse:
    """Begins the question if nobody has asked it before, and answers with what is known of it.

    200 when that is final, 202 while the solver is at it: then ask `GET /analyses/{id}` again in a second. What failed or
    was cancelled before is tried again.
    """
    question = parsing.asked(asked)
    wait = DEFAULT_WAIT if asked.wait is None else asked.wait
    return _state(request, held(analyses.ask(question, afresh=True), wait))


@api.get(
    "/analyses/{id}",
    auth=READS,
    response={200: Answer, 202: Answer, **_BAD, **_MISSING},
    by_alias=True,
    operation_id="get_analysis",
    summary="A question that was asked",
)
def get_analysis(request: HttpRequest, id: Path[str], waiting: Query[WaitIn]) -> HttpResponse:  # noqa: A002
    """How it stands: 200 when that is final, 202 while the solver is at it."""
    return _state(request, held(analyses.refresh(_find(id)), waiting.wait))


@api.post(
    "/analyses/{id}/cancel",
    auth=READS,
    response={200: Answer, 202: Answer, **_BAD, **_MISSING},
    by_alias=True,
    operation_id="cancel_analysis",
    summary="Stop the solver",
)
def cancel_analysis(request: HttpRequest, id: Path[str]) -> HttpResponse:  # noqa: A002
    """Stops it for everybody who waits for this question; the best answer so far stays."""
    return _state(request, analyses.stopped(analyses.cancel(_find(id))))


@api.get("/boards", auth=READS, response={200: Boards, **_BAD}, operation_id="list_boards", summary="All boards")
def list_boards(request: HttpRequest) -> HttpResponse:
    """The newest revision of every board of the show; fans’ own boards are in no list."""
    return JsonResponse({"boards": [serializers.board(request, revision) for revision in boards.current_revisions()]})


@api.get(
    "/boards/{board}",
    auth=READS,
    response={200: BoardInFull, **_BAD, **_MISSING},
    operation_id="get_board",
    summary="One board",
)
def get_board(request: HttpRequest, board: Path[str]) -> HttpResponse:
    """`id` is the newest revision, `id.2` revision 2, which stays as it is for ever."""
    try:
        revision = boards.find_revision(board)
    except boards.BoardNotFound as error:
        raise problems.Problem(404, str(error), "board") from None
    return JsonResponse(serializers.board_in_full(request, revision))


@api.get(
    "/positions/{text:position}",
    auth=READS,
    response={200: PositionRead, **_BAD},
    operation_id="read_position",
    summary="Read and check a position",
)
def read_position(request: HttpRequest, position: Path[str], query: Query[PositionQuery]) -> HttpResponse:
    """Reads the position forgivingly and says what it means; nothing is solved. Rule options are parameters by name."""
    said = {name: value for name, value in query.dict().items() if value is not None}
    return JsonResponse(serializers.position(request, parsing.in_address(position, said)))


@api.get("/lab", auth=READS, response={200: Lab, **_BAD}, operation_id="list_lab", summary="The games of the lab")
def list_lab(request: HttpRequest) -> HttpResponse:
    """Other games, with the questions that can be asked about them and what each question takes."""
    return JsonResponse({"games": [serializers.lab_game(request, game) for game in lab.GAMES]})


@api.get(
    "/lab/{game}/{question}",
    auth=SOLVES_LAB,
    response={200: LabReply, 202: LabReply, **_BAD, **_MISSING},
    operation_id="ask_lab",
    summary="A question of the lab",
)
def ask_lab(request: HttpRequest, game: Path[str], question: Path[str]) -> HttpResponse:
    """What the command line says to it: 200 when that is final, 202 while a solver is at it: then ask again.

    The question’s options are parameters by name, as `GET /lab` lists them.
    """
    asked = parsing.asked_of_lab(game, question, request.GET.dict())
    row = lab.ask(asked)
    with thread_to_hold() as free:
        if free:
            lab.wait(row, settings.ANSWER_WAIT_MILLISECONDS / 1000)
    if row.field:
        raise problems.Problem(422, row.message, row.field)
    said = serializers.lab_answer(request, row, asked)
    return JsonResponse(said, status=202 if row.unfinished else 200)


def _find(key: str) -> Analysis:
    try:
        return analyses.find(key)
    except Analysis.DoesNotExist:
        raise problems.Problem(404, "There is no question with this id.", "id") from None


def _state(request: HttpRequest, analysis: Analysis) -> HttpResponse:
    """200 for what is final; 202 for what is not, with the address to ask again."""
    said = serializers.analysis(request, analysis)
    if not analysis.unfinished:
        return JsonResponse(said)
    again = reverse("api:v1:get_analysis", args=[analysis.key])
    return JsonResponse(said, status=202, headers={"Location": again, "Retry-After": "1"})
