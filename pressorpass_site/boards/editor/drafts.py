"""The editor's services: changing, publishing and discarding drafts, with a log.

Every change locks the draft's row first, so that concurrent edits are serialized, and writes a log entry (BoardEvent)
in the same transaction.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q, QuerySet

from engine import MAX_SLIDES, MAX_SQUARES
from engine import Board as EngineBoard
from pressorpass_site.core.errors import UserError

from .. import services
from ..models import OWN_PREFIX, Board, BoardDraft, BoardEvent, BoardRevision, DraftState, EventKind
from . import draft_content
from .changes import list_changes
from .checks import Report, check
from .draft_content import Content

# The log shows only the beginning of a long list of changes; the revisions contain all of them.
_LOGGED_CHANGES = 12


class EditConflict(Exception):
    """Another editor has changed the part being saved; `now` is its current content."""

    def __init__(self, now: Content) -> None:
        super().__init__("changed meanwhile")
        self.now = now


@dataclass(frozen=True)
class DraftReview:
    draft: BoardDraft
    report: Report
    newest: BoardRevision | None
    changes: list[str]

    @property
    def overtaken(self) -> bool:
        """Whether a revision was published after the draft was started."""
        return self.newest is not None and self.newest.pk != self.draft.based_on_id

    @property
    def publishable(self) -> bool:
        return self.draft.open and self.report.board is not None and (self.newest is None or bool(self.changes))


def start(editor: str, revision: BoardRevision | None = None) -> BoardDraft:
    content = revision.engine_board.to_json() if revision else draft_content.build_blank_board()
    words = f"draft of revision {revision.number}" if revision else "draft of a new board"
    return _begin(editor, content, revision, EventKind.MADE, words)


def start_again(editor: str, closed: BoardDraft, content: Content) -> BoardDraft:
    newest = closed.board.revisions.order_by("-number").first() if closed.board else None
    return _begin(
        editor,
        content,
        newest,
        EventKind.MADE,
        f"started with what was typed into draft {closed.pk} after it was closed",
    )


def describe_closing(draft: BoardDraft) -> str:
    closing = draft.events.filter(kind__in=(EventKind.PUBLISHED, EventKind.DISCARDED)).first()
    editor = f" by {closing.who}" if closing else ""
    return f"This draft has been {draft.state}{editor}, so it can no longer be changed. What you typed is still here."


def start_from_file(editor: str, board: EngineBoard, revision: BoardRevision | None = None) -> BoardDraft:
    content = build_content(board)
    content["id"] = revision.board.slug if revision else ""
    return _begin(editor, content, revision, EventKind.IMPORTED, f"“{board.name}” imported from a file")


def build_content(board: EngineBoard) -> Content:
    """Return a board's content without the extra fields of its file. Raises UserError: it is too large for the editor."""
    content = board.to_json()
    for key in board.extra:
        del content[key]
    _refuse_if_large(content)
    return content


def change(draft: BoardDraft, editor: str, edit: Callable[[Content], Content], *, record: bool = True) -> BoardDraft:
    """Apply an edit to a draft and log the changes. Raises UserError, and EditConflict if `edit` does."""
    with transaction.atomic():
        draft = _lock_draft(draft)
        before = draft.content
        after = edit(before)
        if after == before:
            return draft
        _refuse_if_large(after)
        draft.content = after
        draft.save()
        if record:
            _record(editor, EventKind.EDITED, _change_summary(list_changes(before, after)), draft)
        return draft


def replace(draft: BoardDraft, editor: str, board: EngineBoard) -> BoardDraft:
    content = build_content(board)
    with transaction.atomic():
        draft = change(draft, editor, lambda before: {**content, "id": before["id"]}, record=False)
        _record(editor, EventKind.IMPORTED, f"“{board.name}” imported from a file", draft)
        return draft


def discard_draft(draft: BoardDraft, editor: str) -> None:
    with transaction.atomic():
        draft = _lock_draft(draft)
        draft.state = DraftState.DISCARDED
        draft.save()
        _record(editor, EventKind.DISCARDED, "draft discarded", draft)


def review(draft: BoardDraft) -> DraftReview:
    newest = draft.board.revisions.order_by("-number").first() if draft.board else None
    content = {**draft.content, "id": draft.board.slug} if draft.board else draft.content
    report = check(content)
    # Compared as the engine writes boards, so that equivalent spellings don't count as changes.
    after = report.board.to_json() if report.board else content
    changes = list_changes(newest.content, after) if newest else []
    return DraftReview(draft, report, newest, changes)


def publish(draft: BoardDraft, editor: str, note: str, *, slug: str = "", fingerprint: str = "") -> BoardRevision:
    """Make a draft the newest revision of its board, and close it. Raises UserError.

    `slug` is the ID of a new board; `fingerprint` is that of the reviewed content, "" to skip the check.
    """
    with transaction.atomic():
        draft = _lock_draft(draft)
        if fingerprint and fingerprint != draft_content.fingerprint_content(draft.content):
            raise UserError("The draft has changed since you opened this page. Check it again, then publish.")
        if draft.board is None:
            draft.content = {**draft.content, "id": _find_free_slug(slug)}
        reviewed = review(draft)
        if reviewed.report.board is None:
            raise UserError("Correct the errors before you publish the draft.")
        if not reviewed.publishable:
            raise UserError("Nothing has changed since the newest revision.")
        label = "" if draft.board else reviewed.report.board.name[:80]
        revision = services.publish(
            reviewed.report.board, author=editor, note=note, label=label, must_be_new=True
        ).revision
        draft.board = revision.board
        draft.state = DraftState.PUBLISHED
        draft.save()
        _record(editor, EventKind.PUBLISHED, f"revision {revision.number} published: {note}", draft)
        return revision


def publish_draft(draft: BoardDraft, editor: str) -> BoardRevision:
    """Make a revision of a fan board from its draft, which stays open. Raises UserError: the draft is invalid."""
    with transaction.atomic():
        draft = _lock_draft(draft)
        assert draft.board is not None
        board = check(draft.content).board
        if board is None:
            raise UserError("Correct the errors before you save the board. What you typed is kept.")
        published = services.publish(board, author=editor, owner=draft.board.owner, must_be_new=True)
        if published.created:
            draft.based_on = published.revision
            draft.save()
            _record(editor, EventKind.PUBLISHED, f"revision {published.revision.number} saved", draft)
        return published.revision


def record_label(board: Board, editor: str, was: str) -> None:
    summary = f"label: {was} → {board.label}"
    BoardEvent.objects.create(who=editor, kind=EventKind.EDITED, summary=summary, board=board)


def list_board_events(board: Board) -> QuerySet[BoardEvent]:
    """Return the log of a board, including its drafts' entries from before it existed."""
    return BoardEvent.objects.filter(Q(board=board) | Q(draft__in=board.drafts.values("pk")))


def save_square(
    index: int, typed_square: Content, fingerprint: str, get_shown: Callable[[Content], Content]
) -> Callable[[Content], Content]:
    """Return the edit that replaces a square; it raises EditConflict if the square's fingerprint has changed.

    `get_shown` returns a square as an untouched form sends it: that is not a change.
    """

    def edit(content: Content) -> Content:
        squares = draft_content.list_squares(content)
        if index >= len(squares):
            raise EditConflict({})
        if get_shown(squares[index]) == typed_square:
            return content
        if draft_content.fingerprint_content(squares[index]) != fingerprint:
            raise EditConflict(squares[index])
        squares[index] = typed_square
        return draft_content.replace_squares(content, squares)

    return edit


def save_part(
    typed: Callable[[Content], Content], part: Callable[[Content], Content], fingerprint: str
) -> Callable[[Content], Content]:
    """Return the edit that replaces a part of the board; it raises EditConflict if the part's fingerprint has changed."""

    def edit(content: Content) -> Content:
        after = typed(content)
        if after != content and draft_content.fingerprint_content(part(content)) != fingerprint:
            raise EditConflict(part(content))
        return after

    return edit


def _begin(editor: str, content: Content, revision: BoardRevision | None, kind: EventKind, summary: str) -> BoardDraft:
    with transaction.atomic():
        draft = BoardDraft.objects.create(
            board=revision.board if revision else None, based_on=revision, content=content, author=editor
        )
        _record(editor, kind, summary, draft)
        return draft


def _lock_draft(draft: BoardDraft) -> BoardDraft:
    draft = BoardDraft.objects.select_for_update().get(pk=draft.pk)
    if not draft.open:
        raise UserError(f"This draft has already been {draft.state}.")
    return draft


def _refuse_if_large(content: Content) -> None:
    squares = draft_content.list_squares(content)
    if len(squares) > MAX_SQUARES:
        raise UserError(f"A board may have at most {MAX_SQUARES} squares.")
    for index, square in enumerate(squares):
        if (slides := len(square["slides"])) > draft_content.MAX_SLIDES_OF_A_SQUARE:
            raise UserError(
                f"{draft_content.build_square_heading(content, index)} has {slides} slides; "
                f"the editor takes {draft_content.MAX_SLIDES_OF_A_SQUARE} at most."
            )
    if sum(len(square["slides"]) for square in squares) > MAX_SLIDES:
        raise UserError(f"A board may have at most {MAX_SLIDES:,} slides.")
    if (size := draft_content.measure_content(content)) > draft_content.MAX_BYTES:
        raise UserError(
            f"Nothing was saved: the board would have {-(-size // 1000):,} kB of text, "
            f"and the limit is {draft_content.MAX_BYTES // 1000:,} kB."
        )


def _find_free_slug(slug: str) -> str:
    if slug.startswith(OWN_PREFIX) or slug in ("own", "diff"):
        raise UserError("This ID is reserved. Choose another one.", field="slug")
    if Board.objects.filter(slug=slug).exists():
        raise UserError("There is already a board with this ID. Choose another one.", field="slug")
    return slug


def _record(editor: str, kind: EventKind, summary: str, draft: BoardDraft) -> None:
    BoardEvent.objects.create(who=editor, kind=kind, summary=summary, board=draft.board, draft=draft)


def _change_summary(changes: list[str]) -> str:
    more = len(changes) - _LOGGED_CHANGES
    summary = "; ".join(changes[:_LOGGED_CHANGES])
    return f"{summary}; and {more} more" if more > 0 else summary or "no visible change"
