"""The editor's page: one square open at a time beside the ring and the figures of the whole board.

The admin and fans share it; a `Desk` says who sits there and where its pages are. Whatever button
sends the form, what was typed is stored in the draft first, wrong or not, so that it is never lost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.cache import patch_cache_control

from engine import Board as EngineBoard
from engine import BoardError

from . import drafts, exchange, ring, services, sheet, statistics
from .drafts import ChangedMeanwhile, Refused
from .forms import AboutForm, ImportForm, SquareForm
from .models import BoardDraft
from .sheet import Content, Report

ABOUT = "about"
SAVED = "The draft is saved."
CHANGED_MEANWHILE = (
    "Somebody else has changed this meanwhile, so nothing is saved yet. What you typed is still here; "
    "saving again puts it in the place of theirs."
)


@dataclass(frozen=True)
class Desk:
    """Where a draft is edited, and by whom."""

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
    """A square to choose, and whether something is wrong on it."""

    value: str
    label: str
    current: bool
    errors: int
    warnings: int


def edit(request: HttpRequest, draft: BoardDraft, desk: Desk, keep: Callable[[], HttpResponse]) -> HttpResponse:
    """The page, or what one of its buttons does. `keep` ends the editing: review, or a new revision."""
    part = _part(request, draft.content)
    if request.method != "POST":
        return _page(request, draft, desk, draft.content, part)
    form = _typed_form(request, part)
    do, _, argument = request.POST.get("do", "save").partition(":")
    content = _with(draft.content, part, form)
    if do == "preview":
        return _page(request, draft, desk, content, part, form)
    if not draft.open:
        return _page(request, draft, desk, content, part, form, status=409)
    if sentences := form.too_long():
        for sentence in sentences:
            messages.error(request, f"Nothing is saved yet. {sentence}")
        return _page(request, draft, desk, content, part, form, status=422)
    try:
        draft = drafts.change(draft, desk.who, _save(part, form, request.POST.get("seen", "")), record=not desk.own)
        part = _then(draft, desk, do, argument, part)
    except ChangedMeanwhile as conflict:
        if not conflict.now:
            messages.error(request, "This square was removed meanwhile by somebody else.")
            return HttpResponseRedirect(desk.edit_url)
        messages.error(request, CHANGED_MEANWHILE)
        return _page(request, draft, desk, content, part, form, stored=conflict.now, status=409)
    except Refused as refused:
        draft.refresh_from_db()
        if draft.open:  # else the page says so
            messages.error(request, refused.message)
        return _page(request, draft, desk, content, part, form, status=409)
    if do == "keep":
        return keep()
    if do == "save":
        messages.success(request, _saved(draft, desk))
        return HttpResponseRedirect(desk.url_of(part))
    return HttpResponseRedirect(f"{desk.url_of(part)}#part")


def typed(request: HttpRequest, draft: BoardDraft) -> Content:
    """What the draft would be with what was sent; nothing is stored."""
    part = _part(request, draft.content)
    return _with(draft.content, part, _typed_form(request, part))


def import_file(request: HttpRequest, draft: BoardDraft, desk: Desk) -> HttpResponse:
    """Put the board of a JSON file in the place of what the draft has, or say why not."""
    form = ImportForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            drafts.replace(draft, desk.who, exchange.read_board(form.raw))
            messages.success(request, "Imported. Look at it, then save the board." if desk.own else "Imported.")
            return HttpResponseRedirect(desk.edit_url)
        except (BoardError, Refused) as error:
            form.add_error(None, error.message)
    part = _part(request, draft.content)
    return _page(request, draft, replace(desk, extra=desk.extra | {"import": form}), draft.content, part, status=422)


def _saved(draft: BoardDraft, desk: Desk) -> str:
    if desk.own:
        return "Kept. “Save the board” makes it count."
    wrong = len(sheet.check(draft.content).errors)
    return f"The draft is saved, with {wrong} thing{'s' if wrong > 1 else ''} to put right." if wrong else SAVED


def preview(request: HttpRequest, draft: BoardDraft, desk: Desk) -> HttpResponse:
    """The ring, the figures and the messages for what is being typed; nothing is stored."""
    part = _part(request, draft.content)
    form = _typed_form(request, part)
    context = _context(draft, desk, _with(draft.content, part, form), part, form)
    response = render(request, "boards/editor/_live.html", context)
    patch_cache_control(response, no_store=True)
    return response


def _part(request: HttpRequest, content: Content) -> int | str:
    """Which part is open: a square's place, or what is about the board."""
    asked = (request.POST if request.method == "POST" else request.GET).get("part", "1")
    if asked == ABOUT or not content["squares"]:
        return ABOUT
    place = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 4 else 1
    return min(max(place, 1), len(content["squares"])) - 1


def _typed_form(request: HttpRequest, part: int | str) -> SquareForm | AboutForm:
    if part == ABOUT:
        return AboutForm(request.POST)
    form = SquareForm(request.POST)
    if not form.slides.management_form.is_valid():
        raise SuspiciousOperation("A square was sent without saying how many slides it has.")
    return form


def _stored_form(content: Content, part: int | str) -> SquareForm | AboutForm:
    return AboutForm.about(content) if isinstance(part, str) else SquareForm.about(content["squares"][part])


def _with(content: Content, part: int | str, form: SquareForm | AboutForm) -> Content:
    """The content with what is in the form."""
    if isinstance(form, AboutForm):
        return form.on(content)
    squares = sheet.squares(content)
    squares[int(part)] = form.content
    return sheet.with_squares(content, squares)


def _save(part: int | str, form: SquareForm | AboutForm, seen: str) -> Callable[[Content], Content]:
    if isinstance(form, AboutForm):
        return drafts.save_about(form.on, seen)
    return drafts.save_square(int(part), form.content, seen)


def _then(draft: BoardDraft, desk: Desk, do: str, argument: str, part: int | str) -> int | str:
    """What else the button does once the typed text is stored; which part is open afterwards."""
    place = int(argument) if argument.isascii() and argument.isdecimal() and len(argument) < 4 else 0
    if do == "go":
        return ABOUT if argument == ABOUT else place
    if do == "add-square":
        numbers = {square.get("number") for square in draft.content["squares"]}
        free = next(n for n in range(1, len(numbers) + 2) if n not in numbers)
        _change(draft, desk, lambda squares: squares.append(sheet.blank(free)))
        return len(draft.content["squares"])
    if isinstance(part, str):
        return part
    if do == "remove-square":
        _change(draft, desk, lambda squares: squares.pop(part))
        return max(part - 1, 0)
    if do == "add-slide":
        _change_slides(draft, desk, part, lambda slides: slides.append({"kind": "cash"}))
    if do == "remove-slide":
        _change_slides(draft, desk, part, lambda slides: slides.pop(place) if place < len(slides) else None)
    return part


def _change(draft: BoardDraft, desk: Desk, alter: Callable[[list[Content]], object]) -> None:
    def edit(content: Content) -> Content:
        squares = sheet.squares(content)
        alter(squares)
        if len(squares) > sheet.MOST_SQUARES:
            raise Refused(f"A board may have {sheet.MOST_SQUARES} squares at most.")
        if sum(len(square["slides"]) for square in squares) > sheet.MOST_SLIDES:
            raise Refused(f"A board may have {sheet.MOST_SLIDES:,} slides at most.")
        return sheet.with_squares(content, squares)

    drafts.change(draft, desk.who, edit, record=not desk.own)


def _change_slides(draft: BoardDraft, desk: Desk, part: int, alter: Callable[[list[Content]], object]) -> None:
    def alter_square(squares: list[Content]) -> None:
        slides = list(squares[part]["slides"])
        alter(slides)
        if len(slides) > sheet.MOST_SLIDES_OF_A_SQUARE:
            raise Refused(f"A square may have {sheet.MOST_SLIDES_OF_A_SQUARE} slides at most.")
        squares[part] = {**squares[part], "slides": slides}

    _change(draft, desk, alter_square)


def _page(
    request: HttpRequest,
    draft: BoardDraft,
    desk: Desk,
    content: Content,
    part: int | str,
    form: SquareForm | AboutForm | None = None,
    *,
    stored: Content | None = None,
    status: int = 200,
) -> HttpResponse:
    """The whole page. `stored`: what stands in the draft now, where that is news to the form."""
    seen = request.POST.get("seen", "") if form is not None and stored is None else ""
    if not seen:
        seen = sheet.fingerprint(stored or _seen_part(draft.content, part))
    unsaved = content != draft.content  # what was sent and not stored is on the page alone
    context = _context(draft, desk, content, part, form or _stored_form(content, part))
    context |= {"seen": seen, "unsaved": unsaved}
    response = render(request, "boards/editor/edit.html", context, status=status)
    patch_cache_control(response, no_store=True)
    return response


def _seen_part(content: Content, part: int | str) -> Content:
    return sheet.about_part(content) if isinstance(part, str) else content["squares"][part]


def _context(
    draft: BoardDraft, desk: Desk, content: Content, part: int | str, form: SquareForm | AboutForm
) -> dict[str, Any]:
    report = sheet.check(content)
    form.place_all(report.at(None if isinstance(part, str) else part))
    drawn = sheet.drawable(content, report)
    return {
        "desk": desk,
        "draft": draft,
        "closed": "" if draft.open else drafts.closed_words(draft),
        "report": report,
        "part": part if isinstance(part, str) else part + 1,
        "place": "About the board" if isinstance(part, str) else sheet.place(content, part),
        "form": form,
        "tabs": _tabs(content, report, part),
        "ring": ring.draw(drawn) if drawn else None,
        "counts": ring.figures(drawn) if drawn else [],
        **_figures(report.board, draft),
        "import": ImportForm(),
        **desk.extra,
    }


def _figures(board: EngineBoard | None, draft: BoardDraft) -> dict[str, Any]:
    """What one spin of the board brings, beside the revision that the draft began with; or why that can't be told."""
    if board is None:
        return {"no_figures": "The chances are told as soon as nothing is wrong."}
    before = services.engine_board(draft.based_on) if draft.based_on else board
    found = statistics.after_moves(before, board) or statistics.after_moves(board, board)
    return {"figures": found, "no_figures": statistics.tell(board).trouble}


def _tabs(content: Content, report: Report, part: int | str) -> list[Tab]:
    def tab(place: int | str, label: str) -> Tab:
        found = report.at(None if isinstance(place, str) else place)
        warnings = sum(problem.warning for problem in found)
        return Tab(str(place), label, place == part, len(found) - warnings, warnings)

    squares = [
        tab(index, str(square["number"]) if isinstance(square.get("number"), int) else f"({index + 1}.)")
        for index, square in enumerate(content["squares"])
    ]
    return [tab(ABOUT, "About"), *squares]
