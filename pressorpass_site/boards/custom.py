"""Fans' own boards: who made one may change it, everybody else who has the link may look.

A board belongs to an account, or to the browser that made it (core/owners.py). An own board is in
no list but its owner's; its address is not to be guessed.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import timedelta

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from engine import Board as EngineBoard
from pressorpass_site.core import owners

from . import checks, drafts, services
from .drafts import Refused
from .models import OWN_PREFIX, Board, BoardDraft, BoardEvent, BoardRevision, DraftState, EventKind

MOST_BOARDS = 30  # of one owner
MOST_A_DAY = 10  # of one owner
MOST_A_DAY_IN_ALL = 1000  # of everybody, as a browser may forget its cookie
MOST_REVISIONS = 200  # of one board

FAN = "a fan"


def may_edit(request: HttpRequest, board: Board) -> bool:
    """Whether whoever asks made the board."""
    return board.own and owners.is_owner(request, board.owner)


def find(token: str, number: int | None = None) -> BoardRevision:
    """A revision of the own board with this token in its address; the newest without a number.

    Raises:
        BoardNotFound: no such board, or no such revision of it.
    """
    return services.find_revision(f"{OWN_PREFIX}{token}" + ("" if number is None else f".{number}"))


def make(owner: str, content: EngineBoard, words: str, kind: EventKind = EventKind.MADE) -> BoardRevision:
    """A new own board, and its draft.

    Raises:
        Refused: the owner, or the site, has made as many as it may.
    """
    found = drafts.imported(content)
    with transaction.atomic():
        _refuse_if_full(owner)
        found["id"] = OWN_PREFIX + _token()
        report = checks.check(found)
        if report.board is None:
            raise Refused(f"{report.errors[0].where}: {report.errors[0].message}")
        revision = services.publish(report.board, author=FAN, owner=owner, exactly=True).revision
        draft = BoardDraft.objects.create(board=revision.board, based_on=revision, content=found, author=FAN)
        BoardEvent.objects.create(who=FAN, kind=kind, summary=words, board=revision.board, draft=draft)
        return revision


def copy(owner: str, revision: BoardRevision) -> BoardRevision:
    """An own board that begins as a copy of a revision.

    Raises:
        Refused: as `make`.
    """
    content = services.engine_board(revision)
    if not revision.board.own:
        # What is told about the show's board is not true of what becomes of the copy.
        content = replace(
            content,
            name=f"Copy of the {revision.board.label}",
            notes=f"Copied from the {revision.board.label}, revision {revision.number}.",
            source=(),
            confidence="",
            valid_from=None,
            valid_to=None,
        )
    return make(owner, content, f"copied from {services.reference(revision)}")


def draft_of(board: Board) -> BoardDraft:
    """The draft of an own board."""
    return BoardDraft.objects.select_related("board", "based_on").get(board=board, state=DraftState.OPEN)


def keep(board: Board) -> BoardRevision:
    """Make a revision of what the draft has now.

    Raises:
        Refused: it is invalid, or the board has as many revisions as it may.
    """
    if board.revisions.count() >= MOST_REVISIONS:
        raise Refused(f"This board has {MOST_REVISIONS} revisions, which is as many as it may have. Copy it to go on.")
    return drafts.keep(draft_of(board), FAN)


def _refuse_if_full(owner: str) -> None:
    day_ago = timezone.now() - timedelta(days=1)
    mine = Board.objects.filter(owner=owner)
    if mine.count() >= MOST_BOARDS:
        raise Refused(f"You have made {MOST_BOARDS} boards, which is as many as anybody may. Change one of those.")
    if mine.filter(created_at__gt=day_ago).count() >= MOST_A_DAY:
        raise Refused(f"You have made {MOST_A_DAY} boards today. Change one of those, or come back tomorrow.")
    if Board.objects.exclude(owner="").filter(created_at__gt=day_ago).count() >= MOST_A_DAY_IN_ALL:
        raise Refused("So many boards have been made here today that no more are taken. Please come back tomorrow.")


def _token() -> str:
    """A short text nobody guesses, without letters that are read for others."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(12))
