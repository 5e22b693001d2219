from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_POST, require_safe

from engine import BoardError
from pressorpass_site.core import limits, owners
from pressorpass_site.core.errors import UserError
from pressorpass_site.core.http.view_decorators import View, get_or_post, takes_files
from pressorpass_site.core.owned import require_permission

from . import fan_boards, page, services
from .editor import actions, checks
from .editor.forms import BoardImportForm
from .editor.page import ABOUT, EditorContext
from .models import Board, BoardRevision, EventKind

NOT_YOURS = "Only its owner can change this board. If it is yours, log in. Otherwise, copy it and change the copy."


@require_safe
def own_board_list(request: HttpRequest) -> HttpResponse:
    return _render_own_boards(request, BoardImportForm())


@require_POST
def copy(request: HttpRequest) -> HttpResponse:
    revision = services.find_revision(request.POST.get("board", ""))
    try:
        return _create(request, lambda owner: fan_boards.copy(owner, revision))
    except UserError as error:
        messages.error(request, error.message)
        return redirect("fan_boards:mine")


@takes_files
@require_POST
def import_board(request: HttpRequest) -> HttpResponse:
    limits.check(request, "ask")
    form = BoardImportForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            content = form.read()
            summary = f"“{content.name}” imported from a file"
            return _create(request, lambda owner: fan_boards.create(owner, content, summary, EventKind.IMPORTED))
        except (BoardError, UserError) as error:
            form.refuse(error)
    return _render_own_boards(request, form, status=422)


@require_safe
def fan_board_detail(request: HttpRequest, token: str, number: int | str | None = None) -> HttpResponse:
    revision = _find(token, number)
    context = page.build_context(revision, _find(token)) | {
        "mine": fan_boards.can_edit(request, revision.board),
        "link": request.build_absolute_uri(revision.board.get_absolute_url()),
        "revisions": revision.board.revisions.all(),
    }
    response = render(request, "boards/editor/fan_board.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def with_board(view: View) -> View:
    @wraps(view)
    def wrapper(request: HttpRequest, token: str) -> HttpResponse:
        return view(request, _find(token).board)

    return wrapper


owners_only = require_permission(fan_boards.can_edit, NOT_YOURS)


@get_or_post
@with_board
@owners_only
def edit(request: HttpRequest, board: Board) -> HttpResponse:
    """Show the editor of a fan board; if saving fails, open the part with the first error."""
    editor = _build_editor_context(board)

    def keep() -> HttpResponse:
        try:
            revision = fan_boards.publish_revision(board)
        except UserError as error:
            messages.error(request, error.message)
            errors = checks.check(fan_boards.get_draft(board).content).errors
            if not errors:
                return HttpResponseRedirect(request.get_full_path())
            square = errors[0].square
            return HttpResponseRedirect(editor.build_url(ABOUT if square is None else square))
        messages.success(request, f"Saved as revision {revision.number}.")
        return redirect(board)

    return actions.edit(request, fan_boards.get_draft(board), editor, keep)


@require_POST
@with_board
@owners_only
def preview_fan_board(request: HttpRequest, board: Board) -> HttpResponse:
    return actions.preview_board(request, fan_boards.get_draft(board), _build_editor_context(board))


@takes_files
@require_POST
@with_board
@owners_only
def import_into(request: HttpRequest, board: Board) -> HttpResponse:
    return actions.import_file(request, fan_boards.get_draft(board), _build_editor_context(board))


def _create(request: HttpRequest, create: Callable[[str], BoardRevision]) -> HttpResponse:
    """Create a board for the requester and redirect to its editor. Raises UserError, see `create`."""
    owner, secret = owners.choose_row_owner(request)
    revision = create(owner)
    return owners.set_cookie(redirect("fan_boards:edit", revision.board.token), secret)


def _render_own_boards(request: HttpRequest, form: BoardImportForm, status: int = 200) -> HttpResponse:
    context = {"revisions": services.list_own_revisions(request), "import": form}
    response = render(request, "boards/editor/own_boards.html", context, status=status)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _find(token: str, number: int | str | None = None) -> BoardRevision:
    return fan_boards.find(token, None if number is None else int(number))


def _build_editor_context(board: Board) -> EditorContext:
    return EditorContext(
        who=fan_boards.FAN,
        title=f"Edit “{board.label}”",
        edit_url=reverse("fan_boards:edit", args=[board.token]),
        preview_url=reverse("fan_boards:preview", args=[board.token]),
        crumbs=[
            ("Boards", reverse("boards:list")),
            ("Your boards", reverse("fan_boards:mine")),
            (board.label, board.get_absolute_url()),
        ],
        own=True,
        import_url=reverse("fan_boards:import-into", args=[board.token]),
    )
