"""The editor's page: one square open at a time beside the ring and the statistics of the whole board."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control

from engine import LIGHTS
from engine import Board as EngineBoard

from .. import ring, statistics
from ..models import BoardDraft, BoardEvent
from . import checks, draft_content, drafts
from .checks import Report
from .draft_content import Content
from .forms import AboutForm, BoardImportForm, LinesForm, SquareForm

ABOUT, LINES = "about", "lines"
PartForm = SquareForm | AboutForm | LinesForm


@dataclass(frozen=True)
class EditorContext:
    who: str
    title: str
    edit_url: str
    preview_url: str
    crumbs: list[tuple[str, str]]
    import_url: str
    own: bool = False  # a fan board: saving makes a revision
    events: Iterable[BoardEvent] = ()
    import_form: BoardImportForm | None = None  # a form with errors

    def build_url(self, part: int | str) -> str:
        return f"{self.edit_url}?part={part + 1 if isinstance(part, int) else part}"


@dataclass(frozen=True)
class SquareLink:
    """Link that opens a square of the ring in the editor, with the number of its errors and warnings."""

    index: int
    current: bool
    errors: int
    warnings: int


def render_full_page(
    request: HttpRequest,
    draft: BoardDraft,
    editor: EditorContext,
    content: Content,
    part: int | str,
    form: PartForm | None = None,
    *,
    stored_content: Content | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show the whole page. `stored_content`: the draft's current content, if it differs from the form's."""
    seen_fingerprint = request.POST.get("seen", "") if form is not None and stored_content is None else ""
    if not seen_fingerprint:
        seen_fingerprint = draft_content.fingerprint_content(stored_content or _get_seen_part(draft.content, part))
    unsaved = content != draft.content  # then only the page has the typed text
    context = _build_editor_page(draft, editor, content, part, form or _build_stored_form(content, part))
    context |= {"seen": seen_fingerprint, "unsaved": unsaved}
    response = render(request, "boards/editor/edit.html", context, status=status)
    patch_cache_control(response, no_store=True)
    return response


def render_live_part(
    request: HttpRequest,
    draft: BoardDraft,
    editor: EditorContext,
    content: Content,
    part: int | str,
    form: PartForm,
) -> HttpResponse:
    response = render(request, "boards/editor/_live.html", _build_editor_page(draft, editor, content, part, form))
    patch_cache_control(response, no_store=True)
    return response


def _get_seen_part(content: Content, part: int | str) -> Content:
    if isinstance(part, int):
        square: Content = content["squares"][part]
        return square
    return draft_content.get_about_part(content) if part == ABOUT else draft_content.get_squares_part(content)


def _build_editor_page(
    draft: BoardDraft, editor: EditorContext, content: Content, part: int | str, form: PartForm
) -> dict[str, Any]:
    report = checks.check(content)
    if isinstance(form, LinesForm):
        report = checks.report_for_text(report, content)
    form.place_all(
        report if isinstance(form, LinesForm) else report.filter_square(part if isinstance(part, int) else None)
    )
    drawable = checks.build_drawable_board(content, report)
    return {
        "editor": editor,
        "draft": draft,
        "closed": "" if draft.open else drafts.describe_closing(draft),
        "report": report,
        "part": part + 1 if isinstance(part, int) else part,
        "place": _name_part(content, part),
        "form": form,
        "square_links": _build_square_links(content, report, part),
        "ring": ring.draw(drawable) if drawable else ring.Ring([], is_ring=False, legend=[]),
        "counts": ring.count_slides(drawable) if drawable else [],
        **_compare_figures(report.board, draft),
        "import": editor.import_form or BoardImportForm(),
        "lights": LIGHTS,
        "events": editor.events,
    }


def _name_part(content: Content, part: int | str) -> str:
    if isinstance(part, int):
        return draft_content.build_square_heading(content, part)
    return "About the board" if part == ABOUT else "All squares as text"


def _compare_figures(board: EngineBoard | None, draft: BoardDraft) -> dict[str, Any]:
    """Return the statistics of one spin beside those of the draft's base revision, or the reason why there are none."""
    if board is None:
        return {"figures": [], "no_figures": "The chances appear when all errors are corrected."}
    before = draft.based_on.engine_board if draft.based_on else board
    rows = statistics.compare_after_moves(before, board) or statistics.compare_after_moves(board, board)
    return {"figures": rows, "no_figures": statistics.summarize_board(board).unavailable_reason}


def _build_square_links(content: Content, report: Report, part: int | str) -> dict[int, SquareLink]:
    """Return the links of the ring's squares by number; of squares with the same number, the first is drawn."""
    links: dict[int, SquareLink] = {}
    for index, square in enumerate(content["squares"]):
        square_report = report.filter_square(index)
        links.setdefault(
            square.get("number"),
            SquareLink(index, index == part, len(square_report.errors), len(square_report.warnings)),
        )
    return links


def _build_stored_form(content: Content, part: int | str) -> PartForm:
    if isinstance(part, int):
        return SquareForm.from_content(content["squares"][part])
    return AboutForm.from_content(content) if part == ABOUT else LinesForm.from_content(content)
