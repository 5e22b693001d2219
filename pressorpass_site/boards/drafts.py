"""What may be done to drafts, and the record of it: the editor's services.

Every change takes the draft's row first, so that two people who edit at once come one after the
other, and writes a line of the record (BoardEvent) in the same transaction.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q, QuerySet

from engine import Board as EngineBoard

from . import draft_content, services
from .changes import changes_between
from .checks import Report, check
from .draft_content import Content
from .models import OWN_PREFIX, Board, BoardDraft, BoardEvent, BoardRevision, DraftState, EventKind

# So much of a long list of changes stands in the record; the revisions themselves keep it all.
_TOLD_CHANGES = 12


class Refused(Exception):
    """Something cannot be done to a draft; the message is for people. `field` is the form's field."""

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.field = field


class ChangedMeanwhile(Exception):
    """Somebody else has changed the part that was to be saved; `now` is what stands there."""

    def __init__(self, now: Content) -> None:
        super().__init__("changed meanwhile")
        self.now = now


@dataclass(frozen=True)
class Review:
    """A draft against the newest revision of its board: what publishing it would do."""

    draft: BoardDraft
    report: Report
    newest: BoardRevision | None
    changes: list[str]

    @property
    def overtaken(self) -> bool:
        """Whether a revision was published after the draft was begun."""
        return self.newest is not None and self.newest.pk != self.draft.based_on_id

    @property
    def publishable(self) -> bool:
        return self.draft.open and self.report.board is not None and (self.newest is None or bool(self.changes))


def start(who: str, revision: BoardRevision | None = None) -> BoardDraft:
    """A draft of a revision, or of a new board."""
    content = services.engine_board(revision).to_json() if revision else draft_content.blank_board()
    words = f"draft of revision {revision.number}" if revision else "draft of a new board"
    return _begin(who, content, revision, EventKind.MADE, words)


def start_again(who: str, closed: BoardDraft, content: Content) -> BoardDraft:
    """A draft of what somebody was about to put into one that was closed meanwhile."""
    newest = closed.board.revisions.order_by("-number").first() if closed.board else None
    return _begin(
        who, content, newest, EventKind.MADE, f"begun with what was typed into draft {closed.pk}, closed by then"
    )


def closed_words(draft: BoardDraft) -> str:
    """Says to somebody who was still typing that the draft is closed, and by whom it was."""
    closing = draft.events.filter(kind__in=(EventKind.PUBLISHED, EventKind.DISCARDED)).first()
    who = f" by {closing.who}" if closing else ""
    return f"This draft was {draft.state} meanwhile{who}, so nothing is saved in it any more. What you typed is still here."


def start_from_file(who: str, content: EngineBoard, revision: BoardRevision | None = None) -> BoardDraft:
    """A draft that begins with an imported board; of an existing board where `revision` is given."""
    found = imported(content)
    found["id"] = revision.board.slug if revision else ""
    return _begin(who, found, revision, EventKind.IMPORTED, f"“{content.name}” imported from JSON")


def imported(content: EngineBoard) -> Content:
    """What is kept of an imported board: all that a board has, nothing that the file has besides.

    Raises:
        Refused: squares too long for the editor, or more text than a draft may have.
    """
    found = content.to_json()
    for key in content.extra:
        del found[key]
    for square in found["squares"]:
        if len(square["slides"]) > draft_content.MAX_SLIDES_OF_A_SQUARE:
            raise Refused(
                f"Square {square['number']} has {len(square['slides'])} slides; "
                f"the editor takes {draft_content.MAX_SLIDES_OF_A_SQUARE} at most."
            )
    _refuse_if_big(found)
    return found


def change(draft: BoardDraft, who: str, edit: Callable[[Content], Content], *, record: bool = True) -> BoardDraft:
    """Put an edit into a draft; the record says what it changed.

    Raises:
        Refused: the draft is published or discarded, or would become too big for a file.
        ChangedMeanwhile: raised by `edit`, when what it was to replace is not there any more.
    """
    with transaction.atomic():
        draft = _locked(draft)
        before = draft.content
        after = edit(before)
        if after == before:
            return draft
        _refuse_if_big(after)
        draft.content = after
        draft.save()
        if record:
            _record(who, EventKind.EDITED, _told(changes_between(before, after)), draft)
        return draft


def replace(draft: BoardDraft, who: str, content: EngineBoard) -> BoardDraft:
    """Put an imported board in the place of all that the draft has."""
    found = imported(content)
    with transaction.atomic():
        draft = change(draft, who, lambda before: {**found, "id": before["id"]}, record=False)
        _record(who, EventKind.IMPORTED, f"“{content.name}” imported from JSON", draft)
        return draft


def discard(draft: BoardDraft, who: str) -> None:
    """Close a draft without publishing it."""
    with transaction.atomic():
        draft = _locked(draft)
        draft.state = DraftState.DISCARDED
        draft.save()
        _record(who, EventKind.DISCARDED, "draft discarded", draft)


def review(draft: BoardDraft) -> Review:
    """What publishing the draft would do."""
    newest = draft.board.revisions.order_by("-number").first() if draft.board else None
    content = {**draft.content, "id": draft.board.slug} if draft.board else draft.content
    report = check(content)
    # Both as the engine writes them, so that what means the same is no change.
    after = report.board.to_json() if report.board else content
    changes = changes_between(newest.content, after) if newest else []
    return Review(draft, report, newest, changes)


def publish(draft: BoardDraft, who: str, note: str, *, slug: str = "", seen: str = "") -> BoardRevision:
    """Make a draft the newest revision of its board; the draft is then closed.

    `slug` is the id of a board that is not there yet; `seen` the fingerprint of the content that was
    looked at, "" for whatever it is now.

    Raises:
        Refused: it is invalid, changes nothing, was changed meanwhile, or the id is taken.
    """
    with transaction.atomic():
        draft = _locked(draft)
        if seen and seen != draft_content.fingerprint(draft.content):
            raise Refused("The draft was changed while you were looking at it. Look again, then publish.")
        if draft.board is None:
            draft.content = {**draft.content, "id": _free(slug)}
        found = review(draft)
        if found.report.board is None:
            raise Refused("The draft can’t be published while something in it is wrong.")
        if not found.publishable:
            raise Refused("Nothing has changed since the newest revision.")
        label = "" if draft.board else found.report.board.name[:80]
        revision = services.publish(found.report.board, author=who, note=note, label=label, exactly=True).revision
        draft.board = revision.board
        draft.state = DraftState.PUBLISHED
        draft.save()
        _record(who, EventKind.PUBLISHED, f"revision {revision.number} published: {note}", draft)
        return revision


def keep(draft: BoardDraft, who: str) -> BoardRevision:
    """Make a revision of a fan's own board of what its draft has now; the draft goes on.

    Raises:
        Refused: it is invalid.
    """
    with transaction.atomic():
        draft = _locked(draft)
        assert draft.board is not None
        board = check(draft.content).board
        if board is None:
            raise Refused("The board can’t be saved while something in it is wrong. What you typed is kept here.")
        published = services.publish(board, author=who, owner=draft.board.owner, exactly=True)
        if published.created:
            draft.based_on = published.revision
            draft.save()
            _record(who, EventKind.PUBLISHED, f"revision {published.revision.number} saved", draft)
        return published.revision


def record_label(board: Board, who: str, was: str) -> None:
    """Put on record that a board has another label."""
    summary = f"label: {was} → {board.label}"
    BoardEvent.objects.create(who=who, kind=EventKind.EDITED, summary=summary, board=board)


def events_of(board: Board) -> QuerySet[BoardEvent]:
    """The record of a board, its drafts' from before it was there included."""
    return BoardEvent.objects.filter(Q(board=board) | Q(draft__board=board))


def save_square(index: int, typed: Content, seen: str) -> Callable[[Content], Content]:
    """The edit that puts a square in its place, if what stands there is still what was `seen`."""

    def edit(content: Content) -> Content:
        squares = draft_content.squares(content)
        if index >= len(squares):
            raise ChangedMeanwhile({})
        if squares[index] == typed:
            return content
        if draft_content.fingerprint(squares[index]) != seen:
            raise ChangedMeanwhile(squares[index])
        squares[index] = typed
        return draft_content.with_squares(content, squares)

    return edit


def save_about(typed: Callable[[Content], Content], seen: str) -> Callable[[Content], Content]:
    """The edit that puts in what was typed about the board, if that is still what was `seen`."""

    def edit(content: Content) -> Content:
        after = typed(content)
        if after != content and draft_content.fingerprint(draft_content.about_part(content)) != seen:
            raise ChangedMeanwhile(draft_content.about_part(content))
        return after

    return edit


def _begin(who: str, content: Content, revision: BoardRevision | None, kind: EventKind, summary: str) -> BoardDraft:
    with transaction.atomic():
        draft = BoardDraft.objects.create(
            board=revision.board if revision else None, based_on=revision, content=content, author=who
        )
        _record(who, kind, summary, draft)
        return draft


def _locked(draft: BoardDraft) -> BoardDraft:
    draft = BoardDraft.objects.select_for_update().get(pk=draft.pk)
    if not draft.open:
        raise Refused(f"This draft is {draft.state} already.")
    return draft


def _refuse_if_big(content: Content) -> None:
    if (size := draft_content.size(content)) > draft_content.MAX_BYTES:
        raise Refused(
            f"Nothing is saved: the board would have {-(-size // 1000):,} kB of text, "
            f"and the limit is {draft_content.MAX_BYTES // 1000:,} kB."
        )


def _free(slug: str) -> str:
    if slug.startswith(OWN_PREFIX) or slug in ("own", "diff"):
        raise Refused("This id is kept for other addresses; choose another.", field="slug")
    if Board.objects.filter(slug=slug).exists():
        raise Refused("A board with this id is there already; choose another.", field="slug")
    return slug


def _record(who: str, kind: EventKind, summary: str, draft: BoardDraft) -> None:
    BoardEvent.objects.create(who=who, kind=kind, summary=summary, board=draft.board, draft=draft)


def _told(changes: list[str]) -> str:
    more = len(changes) - _TOLD_CHANGES
    told = "; ".join(changes[:_TOLD_CHANGES])
    return f"{told}; and {more} more" if more > 0 else told or "what does not show"
