"""The editor's page: one square open at a time beside the ring and the statistics of the whole board."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control

from engine import Board as EngineBoard

from .. import ring, statistics
from ..models import BoardDraft
from . import checks, draft_content, drafts
from .checks import Report
from .draft_content import Content
from .forms import AboutForm, BoardImportForm, SquareForm

ABOUT = "about"


@dataclass(frozen=True)
class EditorContext:
    """The place where a draft is edited, and its editor."""

    who: str
    title: str
    edit_url: str
    preview_url: str
    crumbs: list[tuple[str, str]]
    import_url: str
    own: bool = False  # a fan's own board: saving makes a revision
    extra: dict[str, Any] = field(default_factory=dict)

    def url_of(self, part: int | str) -> str:
        return f"{self.edit_url}?part={part if part == ABOUT else int(part) + 1}"


@dataclass(frozen=True)
class Tab:
    """A square to choose, and whether something is wrong with it."""

    value: str
    label: str
    current: bool
    errors: int
    warnings: int


def full_page(
    request: HttpRequest,
    draft: BoardDraft,
    editor: EditorContext,
    content: Content,
    part: int | str,
    form: SquareForm | AboutForm | None = None,
    *,
    stored: Content | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show the whole page. `stored`: the draft's present content, where the form does not have it."""
    seen = request.POST.get("seen", "") if form is not None and stored is None else ""
    if not seen:
        seen = draft_content.fingerprint(stored or _seen_part(draft.content, part))
    unsaved = content != draft.content  # content that was sent and not stored is on the page alone
    context = _context(draft, editor, content, part, form or _stored_form(content, part))
    context |= {"seen": seen, "unsaved": unsaved}
    response = render(request, "boards/editor/edit.html", context, status=status)
    patch_cache_control(response, no_store=True)
    return response


def live_part(
    request: HttpRequest,
    draft: BoardDraft,
    editor: EditorContext,
    content: Content,
    part: int | str,
    form: SquareForm | AboutForm,
) -> HttpResponse:
    """Show the part that changes while somebody types: the ring, the statistics and the messages."""
    response = render(request, "boards/editor/_live.html", _context(draft, editor, content, part, form))
    patch_cache_control(response, no_store=True)
    return response


def _seen_part(content: Content, part: int | str) -> Content:
    return draft_content.about_part(content) if isinstance(part, str) else content["squares"][part]


def _context(
    draft: BoardDraft, editor: EditorContext, content: Content, part: int | str, form: SquareForm | AboutForm
) -> dict[str, Any]:
    report = checks.check(content)
    form.place_all(report.at(None if isinstance(part, str) else part))
    drawn = checks.drawable(content, report)
    return {
        "editor": editor,
        "draft": draft,
        "closed": "" if draft.open else drafts.closed_words(draft),
        "report": report,
        "part": part if isinstance(part, str) else part + 1,
        "place": "About the board" if isinstance(part, str) else draft_content.place(content, part),
        "form": form,
        "tabs": _tabs(content, report, part),
        "ring": ring.draw(drawn) if drawn else None,
        "counts": ring.slide_counts(drawn) if drawn else [],
        **_figures(report.board, draft),
        "import": BoardImportForm(),
        **editor.extra,
    }


def _figures(board: EngineBoard | None, draft: BoardDraft) -> dict[str, Any]:
    """Return the statistics of one spin beside those of the draft's base revision, or the reason why there are none."""
    if board is None:
        return {"no_figures": "The chances appear when all errors are corrected."}
    before = draft.based_on.engine_board if draft.based_on else board
    found = statistics.compare_after_moves(before, board) or statistics.compare_after_moves(board, board)
    return {"figures": found, "no_figures": statistics.summarize(board).trouble}


def _tabs(content: Content, report: Report, part: int | str) -> list[Tab]:
    def tab(place: int | str, label: str) -> Tab:
        found = report.at(None if isinstance(place, str) else place)
        return Tab(str(place), label, place == part, len(found.errors), len(found.warnings))

    squares = [
        tab(index, str(square["number"]) if isinstance(square.get("number"), int) else f"({index + 1}.)")
        for index, square in enumerate(content["squares"])
    ]
    return [tab(ABOUT, "About"), *squares]


def _stored_form(content: Content, part: int | str) -> SquareForm | AboutForm:
    return AboutForm.about(content) if isinstance(part, str) else SquareForm.about(content["squares"][part])
