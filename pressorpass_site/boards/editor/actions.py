"""The actions of the editor's buttons; an `EditorContext` says who edits and where the pages are.

Every button first stores the typed text in the draft, valid or not, so that it is never lost.
"""

from collections.abc import Callable
from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect

from engine import LIGHTS, BoardError
from engine.formatting import format_count
from pressorpass_site.core import limits
from pressorpass_site.core.errors import UserError
from pressorpass_site.core.money import parse_digits

from ..models import BoardDraft
from . import checks, draft_content, drafts
from .draft_content import Content
from .drafts import EditConflict
from .forms import AboutForm, BoardImportForm, LinesForm, SquareForm
from .page import ABOUT, LINES, EditorContext, PartForm, render_full_page, render_live_part

SAVED = "Draft saved."
INCOMPLETE = "Some of the slides were lost on the way, so nothing was changed. Please try again."
CHANGED_MEANWHILE = (
    "Someone else has changed this in the meantime, so nothing is saved yet. What you typed is still here. "
    "Saving again overwrites their changes."
)


def edit(
    request: HttpRequest, draft: BoardDraft, editor: EditorContext, keep: Callable[[], HttpResponse]
) -> HttpResponse:
    """Show the page, or do the action of one of its buttons. `keep` ends the editing: a review, or a new revision."""
    part = _read_part(request, draft.content)
    if request.method != "POST":
        return render_full_page(request, draft, editor, draft.content, part)
    form = _build_typed_form(request, part)
    if isinstance(form, SquareForm) and not form.complete:
        messages.error(request, INCOMPLETE)
        return render_full_page(request, draft, editor, draft.content, part, status=400)
    do, _, argument = request.POST.get("do", "save").partition(":")
    content = _replace_part(draft.content, part, form)
    if do == "preview":
        return render_full_page(request, draft, editor, content, part, form)
    if not draft.open:
        return render_full_page(request, draft, editor, content, part, form, status=409)
    if sentences := form.list_size_errors():
        for sentence in sentences:
            messages.error(request, f"Nothing is saved yet. {sentence}")
        return render_full_page(request, draft, editor, content, part, form, status=422)
    try:
        draft = drafts.change(draft, editor.who, _save(part, form, request.POST.get("seen", "")), record=not editor.own)
        part = _finish_action(draft, editor, do, argument, part)
    except EditConflict as conflict:
        if not conflict.now:
            messages.error(request, "Someone else has removed this square in the meantime.")
            return HttpResponseRedirect(editor.edit_url)
        messages.error(request, CHANGED_MEANWHILE)
        return render_full_page(request, draft, editor, content, part, form, stored_content=conflict.now, status=409)
    except UserError as refused:
        draft.refresh_from_db()
        if draft.open:  # otherwise the page says so
            messages.error(request, refused.message)
        return render_full_page(request, draft, editor, content, part, form, status=409)
    if do == "keep":
        return keep()
    if do == "save":
        messages.success(request, _store_typed_content(draft, editor))
        return HttpResponseRedirect(editor.build_url(part))
    return HttpResponseRedirect(f"{editor.build_url(part)}#part")


def read_typed_content(request: HttpRequest, draft: BoardDraft) -> Content:
    """Return the draft's content with the sent form; nothing is stored. An incomplete form counts as unchanged."""
    part = _read_part(request, draft.content)
    form = _build_typed_form(request, part)
    if isinstance(form, SquareForm) and not form.complete:
        return draft.content
    return _replace_part(draft.content, part, form)


def import_file(request: HttpRequest, draft: BoardDraft, editor: EditorContext) -> HttpResponse:
    limits.check(request, "ask")
    form = BoardImportForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            drafts.replace(draft, editor.who, form.read())
            messages.success(request, "Imported. Check it, then save the board." if editor.own else "Imported.")
            return HttpResponseRedirect(editor.edit_url)
        except (BoardError, UserError) as error:
            form.refuse(error)
    part = _read_part(request, draft.content)
    return render_full_page(request, draft, replace(editor, import_form=form), draft.content, part, status=422)


def _store_typed_content(draft: BoardDraft, editor: EditorContext) -> str:
    if editor.own:
        return "Draft saved. Use “Save board” to apply it."
    error_count = len(checks.check(draft.content).errors)
    return f"Draft saved, with {format_count(error_count, 'error')} to correct." if error_count else SAVED


def preview_board(request: HttpRequest, draft: BoardDraft, editor: EditorContext) -> HttpResponse:
    part = _read_part(request, draft.content)
    form = _build_typed_form(request, part)
    if isinstance(form, SquareForm) and not form.complete:
        return HttpResponseBadRequest(INCOMPLETE, content_type="text/plain; charset=utf-8")
    return render_live_part(request, draft, editor, _replace_part(draft.content, part, form), part, form)


def _read_part(request: HttpRequest, content: Content) -> int | str:
    part = (request.POST if request.method == "POST" else request.GET).get("part", "1")
    if part in (ABOUT, LINES):
        return part
    if not content["squares"]:
        return LINES
    place = parse_digits(part, max_digits=3) or 1
    return min(max(place, 1), len(content["squares"])) - 1


def _build_typed_form(request: HttpRequest, part: int | str) -> PartForm:
    if isinstance(part, int):
        return SquareForm(request.POST)
    return AboutForm(request.POST) if part == ABOUT else LinesForm(request.POST)


def _replace_part(content: Content, part: int | str, form: PartForm) -> Content:
    if not isinstance(form, SquareForm):
        return form.apply_to(content)
    squares = draft_content.list_squares(content)
    squares[int(part)] = form.content
    return draft_content.replace_squares(content, squares)


def _save(part: int | str, form: PartForm, seen_version: str) -> Callable[[Content], Content]:
    if isinstance(form, AboutForm):
        return drafts.save_part(form.apply_to, draft_content.get_about_part, seen_version)
    if isinstance(form, LinesForm):
        return drafts.save_part(form.apply_to, draft_content.get_squares_part, seen_version)
    return drafts.save_square(
        int(part), form.content, seen_version, lambda square: SquareForm.from_content(square).content
    )


def _finish_action(draft: BoardDraft, editor: EditorContext, do: str, argument: str, part: int | str) -> int | str:
    """Do the button's action after the typed text was stored; return the part to open."""
    place = parse_digits(argument, max_digits=3) or 0
    if do == "go":
        return argument if argument in (ABOUT, LINES) else place
    if do == "add-square":
        numbers = {square.get("number") for square in draft.content["squares"]}
        free = next(n for n in range(1, len(numbers) + 2) if n not in numbers)
        _change(draft, editor, lambda squares: squares.append(draft_content.build_blank_square(free)))
        return len(draft.content["squares"])
    if do == "light" and argument in LIGHTS:
        weights = LIGHTS[argument].weights
        _change(draft, editor, lambda squares: draft_content.set_weights(squares, weights))
    if isinstance(part, str):
        return part
    if do == "remove-square":
        _change(draft, editor, lambda squares: squares.pop(part))
        return max(part - 1, 0)
    if do == "add-slide":
        _change_slides(draft, editor, part, lambda slides: slides.append({"kind": "cash"}))
    if do == "remove-slide":
        _change_slides(draft, editor, part, lambda slides: slides.pop(place) if place < len(slides) else None)
    return part


def _change(draft: BoardDraft, editor: EditorContext, alter: Callable[[list[Content]], object]) -> None:
    def edit(content: Content) -> Content:
        squares = draft_content.list_squares(content)
        alter(squares)
        return draft_content.replace_squares(content, squares)

    drafts.change(draft, editor.who, edit, record=not editor.own)


def _change_slides(
    draft: BoardDraft, editor: EditorContext, part: int, alter: Callable[[list[Content]], object]
) -> None:
    def alter_square(squares: list[Content]) -> None:
        slides = list(squares[part]["slides"])
        alter(slides)
        squares[part] = {**squares[part], "slides": slides}

    _change(draft, editor, alter_square)
