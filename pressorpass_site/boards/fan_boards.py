"""Fan boards: the owner may edit; anyone with the link may view.

A board belongs to an account or to the browser that made it (core/owners.py). It is listed only for its owner, and its
address cannot be guessed.
"""

import secrets
from dataclasses import replace

from django.db import transaction
from django.http import HttpRequest

from engine import Board as EngineBoard
from pressorpass_site.core import owners
from pressorpass_site.core.errors import UserError
from pressorpass_site.core.quota import Quota

from . import services
from .editor import checks, drafts
from .models import OWN_PREFIX, Board, BoardDraft, BoardEvent, BoardRevision, DraftState, EventKind

QUOTA = Quota(
    max_rows=30,
    per_day=10,
    per_day_total=1000,
    scope="new-board",
    full="You have {} boards, the maximum. Change one of them instead.",
    enough_today="You have made {} boards today. Change one of them, or come back tomorrow.",
    too_much="Too many boards have been made",
)
MAX_REVISIONS = 200  # per board

FAN = "a fan"


def can_edit(request: HttpRequest, board: Board) -> bool:
    return board.is_fan_board and owners.is_owner(request, board.owner)


def find(token: str, number: int | None = None) -> BoardRevision:
    """Return a revision, the newest without a number. Raises BoardNotFound."""
    return services.find_revision(f"{OWN_PREFIX}{token}" + ("" if number is None else f".{number}"))


def create(owner: str, board: EngineBoard, summary: str, kind: EventKind = EventKind.MADE) -> BoardRevision:
    """Return a new fan board with its draft. Raises UserError: a limit of the owner or of the site is reached."""
    QUOTA.check(owner, Board.objects.exclude(owner=""))
    content = drafts.build_content(board)
    # No characters that are easily confused.
    content["id"] = OWN_PREFIX + "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(12))
    report = checks.check(content)
    if report.board is None:
        raise UserError(f"{report.errors[0].where}: {report.errors[0].message}")
    with transaction.atomic():
        revision = services.publish(report.board, author=FAN, owner=owner, must_be_new=True).revision
        draft = BoardDraft.objects.create(board=revision.board, based_on=revision, content=content, author=FAN)
        BoardEvent.objects.create(who=FAN, kind=kind, summary=summary, board=revision.board, draft=draft)
        return revision


def copy(owner: str, revision: BoardRevision) -> BoardRevision:
    """Return a new fan board that is a copy of a revision. Raises UserError, see `create`."""
    board = revision.engine_board
    if not revision.board.is_fan_board:
        # The sources and dates of the show's board don't apply to a changed copy.
        board = replace(
            board,
            name=f"Copy of the {revision.board.label}",
            notes=f"Copied from the {revision.board.label}, revision {revision.number}.",
            source=(),
            confidence="",
            valid_from=None,
            valid_to=None,
        )
    return create(owner, board, f"copied from {services.build_short_reference(revision)}")


def get_draft(board: Board) -> BoardDraft:
    return BoardDraft.objects.select_related("board", "based_on").get(board=board, state=DraftState.OPEN)


def publish_revision(board: Board) -> BoardRevision:
    """Make a revision of the draft's content. Raises UserError: it is invalid, or there are too many revisions."""
    if board.revisions.count() >= MAX_REVISIONS:
        raise UserError(f"This board has {MAX_REVISIONS} revisions, the maximum. Copy it to continue.")
    return drafts.publish_draft(get_draft(board), FAN)
