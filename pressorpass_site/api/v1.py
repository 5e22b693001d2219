from collections.abc import Callable
from typing import Any, TypeVar, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import register_converter, reverse
from django.urls.converters import StringConverter
from ninja import NinjaAPI, Path, Query
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation
from ninja.parser import Parser

from engine import lab as engine_lab
from pressorpass_site.answers.analyses import services as analyses
from pressorpass_site.answers.asking import cancel_unviewed
from pressorpass_site.answers.choices import services as choices
from pressorpass_site.answers.models import Analysis, ChoiceAnalysis
from pressorpass_site.boards import services as boards
from pressorpass_site.core.http.request_texts import read_json
from pressorpass_site.core.http.thread_limits import HELD_REQUESTS
from pressorpass_site.lab import services as lab
from pressorpass_site.lab.models import LabAnswer
from pressorpass_site.questions.address import parse_address

from . import errors, games, parsing, serializers
from .auth import MAX_BODY_BYTES, OptionalKeyAuth
from .schemas import (
    DEFAULT_WAIT,
    MISSING,
    REFUSED,
    TOO_BIG,
    AnswerResponse,
    BoardInFull,
    Boards,
    ChoiceReply,
    ChooseRequest,
    Lab,
    LabReply,
    PositionQuery,
    PositionRead,
    SolveRequest,
    WaitIn,
)


class TextConverter(StringConverter):
    """Any text in a path, including slashes and newlines."""

    regex = r"[\s\S]+"


register_converter(TextConverter, "text")


class JsonParser(Parser):
    """Makes django-ninja parse request bodies like the site's views."""

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        return cast("dict[str, Any]", read_json(request.body))


class Api(NinjaAPI):
    """django-ninja's API, mounted in an app's URL configuration, with an optional key."""

    def get_openapi_operation_id(self, operation: Operation) -> str:
        return operation.view_func.__name__

    def get_root_path(self, path_params: dict[str, Any]) -> str:
        return reverse("api:v1:api-root", kwargs=path_params)

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, Any] | None = None
    ) -> OpenAPISchema:
        document = super().get_openapi_schema(path_prefix=path_prefix, path_params=path_params)
        for path in document["paths"].values():
            for operation in path.values():
                operation["security"].append({})  # a key is optional
        return document


SOLVE_AUTH = OptionalKeyAuth("api-solve", max_body_bytes=MAX_BODY_BYTES)
LAB_AUTH = OptionalKeyAuth("api-solve")

api = Api(
    title="Press or Pass",
    version="1",
    description="Exact odds for every decision of Press Your Luck: press or pass. A few questions need no key; with a key from /account/keys/ the limits are higher.",
    urls_namespace="v1",
    parser=JsonParser(),
    docs_url=None,
    auth=OptionalKeyAuth("api-read"),
)
errors.register_handlers(api)
api.add_router("/games", games.router)

ANSWERS = {200: AnswerResponse, 202: AnswerResponse, **REFUSED}
CHOICES = {200: ChoiceReply, 202: ChoiceReply, **REFUSED}
VIEW_SECONDS = 10.0  # after a request its job counts as viewed for this long
J = TypeVar("J", Analysis, ChoiceAnalysis, LabAnswer)


@api.post("/solve", auth=SOLVE_AUTH, response=ANSWERS | TOO_BIG, by_alias=True, summary="Press or pass?")
def solve(request: HttpRequest, body: SolveRequest) -> HttpResponse:
    """Starts solving the question if it is new, and returns the best answer so far.

    200 if the answer is final, 202 while the solver is working: then request `GET /analyses/{id}` again in a second. A
    question that failed or was canceled before is tried again.
    """
    question = parsing.parse_solve_request(body)
    wait = DEFAULT_WAIT if body.wait is None else body.wait
    analysis = analyses.get_or_start_analysis(question, retry_failed=True, view_seconds=wait + VIEW_SECONDS)
    analyses.jobs.finish_unviewed(analysis)
    analysis = _wait_for_job(analysis, wait, analyses.jobs.long_poll)
    if question.reading and question.reading.guesses:  # about this text, not about the question
        content = serializers.serialize_analysis(request, analysis) | {"guesses": list(question.reading.guesses)}
        return _build_reply(content, analysis, "get_analysis")
    return _reply_with_analysis(request, analysis)


@api.get("/analyses/{id}", response=ANSWERS | MISSING, by_alias=True, summary="An earlier question")
def get_analysis(request: HttpRequest, id: Path[str], query: Query[WaitIn]) -> HttpResponse:  # noqa: A002
    """Returns the current answer: 200 if it is final, 202 while the solver is working."""
    analysis = analyses.refresh(Analysis.objects.get(key=id), view_seconds=query.wait + VIEW_SECONDS)
    return _reply_with_analysis(request, _wait_for_job(analysis, query.wait, analyses.jobs.long_poll))


@api.post("/analyses/{id}/cancel", response=ANSWERS | MISSING, by_alias=True, summary="Stop the solver")
def cancel_analysis(request: HttpRequest, id: Path[str]) -> HttpResponse:  # noqa: A002
    """Stops solving the question, unless another client waits for it; the best answer so far is kept."""
    return _reply_with_analysis(request, cancel_unviewed(analyses.jobs, Analysis.objects.get(key=id)))


@api.post("/choose", auth=SOLVE_AUTH, response=CHOICES | TOO_BIG, summary="Which slide to take?")
def choose(request: HttpRequest, body: ChooseRequest) -> HttpResponse:
    """Returns the chances to win after each slide on offer, and the best slide.

    200 if the answer is final, 202 while the solver is working: then request `GET /choices/{id}` again in a second.
    """
    question = parsing.parse_choice_request(body)
    wait = DEFAULT_WAIT if body.wait is None else body.wait
    choice_analysis = choices.get_or_start_choice(
        question, body.square, body.shows or "", retry_failed=True, view_seconds=wait + VIEW_SECONDS
    )
    choices.jobs.finish_unviewed(choice_analysis)
    return _reply_with_choice(request, choice_analysis, wait)


@api.get("/choices/{id}", response=CHOICES | MISSING, summary="An earlier choice")
def get_choice(request: HttpRequest, id: Path[str], query: Query[WaitIn]) -> HttpResponse:  # noqa: A002
    """Returns the current answer: 200 if it is final, 202 while the solver is working."""
    choice_analysis = choices.jobs.refresh(ChoiceAnalysis.objects.get(key=id), view_seconds=query.wait + VIEW_SECONDS)
    return _reply_with_choice(request, choice_analysis, query.wait)


@api.get("/boards", response={200: Boards, **REFUSED}, summary="All boards")
def list_boards(request: HttpRequest) -> HttpResponse:
    """Returns the newest revision of every board of the show, without the boards that fans made."""
    return JsonResponse(
        {"boards": [serializers.serialize_board(request, revision) for revision in boards.list_current_revisions()]}
    )


@api.get("/boards/{board}", response={200: BoardInFull, **REFUSED, **MISSING}, summary="One board")
def get_board(request: HttpRequest, board: Path[str]) -> HttpResponse:
    """Returns the newest revision for `id`, and revision 2, which never changes, for `id.2`."""
    return JsonResponse(serializers.serialize_whole_board(request, boards.find_revision(board)))


@api.get(
    "/positions/{text:position}",
    response={200: PositionRead, **REFUSED, **MISSING},
    summary="Read and check a position",
)
def read_position(request: HttpRequest, position: Path[str], query: Query[PositionQuery]) -> HttpResponse:
    """Parses the position, also in other spellings, without solving it. Rule options are parameters by name."""
    parameters = {name: value for name, value in query.dict().items() if value is not None}
    return JsonResponse(serializers.serialize_position(request, parse_address(position, parameters)))


@api.get("/lab", response={200: Lab, **REFUSED}, summary="The games of the lab")
def list_lab(request: HttpRequest) -> HttpResponse:
    """Returns the lab's games, with their questions and each question's options."""
    return JsonResponse({"games": [serializers.serialize_lab_game(request, game) for game in engine_lab.GAMES]})


@api.get(
    "/lab/{game}/{question}",
    auth=LAB_AUTH,
    response={200: LabReply, 202: LabReply, **REFUSED, **MISSING},
    summary="A question of the lab",
)
def ask_lab(request: HttpRequest, game: Path[str], question: Path[str]) -> HttpResponse:
    """Returns the command line's answer: 200 if it is final, 202 while the solver is working; then request it again.

    The question’s options are parameters by name, as `GET /lab` lists them; `_` may stand for `-`, as in the reply’s
    `parameters`.
    """
    query = parsing.parse_lab_question(game, question, request.GET.dict())
    lab_answer = _wait_for_job(lab.get_or_start_answer(query), settings.ANSWER_WAIT_MILLISECONDS / 1000, lab.wait)
    if lab_answer.field:
        raise errors.build_validation_error(lab_answer.message, lab_answer.field, errors.QUERY)
    return JsonResponse(
        serializers.serialize_lab_answer(request, lab_answer, query), status=202 if lab_answer.is_active else 200
    )


def _reply_with_choice(request: HttpRequest, choice_analysis: ChoiceAnalysis, wait: float) -> HttpResponse:
    choice_analysis = _wait_for_job(choice_analysis, wait, choices.jobs.long_poll)
    return _build_reply(serializers.serialize_choice(request, choice_analysis), choice_analysis, "get_choice")


def _reply_with_analysis(request: HttpRequest, analysis: Analysis) -> HttpResponse:
    return _build_reply(serializers.serialize_analysis(request, analysis), analysis, "get_analysis")


def _build_reply(content: dict[str, Any], stored_answer: Analysis | ChoiceAnalysis, poll_view: str) -> HttpResponse:
    """Return 200 for a final answer, otherwise 202 with the address to poll."""
    if not stored_answer.is_active:
        return JsonResponse(content)
    address = reverse(f"api:v1:{poll_view}", args=[stored_answer.key])
    return JsonResponse(content, status=202, headers={"Location": address, "Retry-After": "1"})


def _wait_for_job(job: J, seconds: float, wait: Callable[[J, float], J]) -> J:
    """Return the row once its job has ended, or as it stands after `seconds`.

    It is returned at once if too many requests of this process wait already: each holds a thread.
    """
    if not seconds or not job.is_active:
        return job
    with HELD_REQUESTS.try_acquire() as free:
        return wait(job, seconds) if free else job
