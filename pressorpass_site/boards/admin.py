"""The boards in the admin: revisions to read, drafts to edit and publish, and the log of both.

The group "Board editors" may edit drafts, "Board publishers" may publish them as revisions; the migration creates both.
"""

from functools import reduce
from operator import or_
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from engine import BoardError
from pressorpass_site.core.admin import ChangeOnlyAdmin, ReadOnlyAdmin, ReadOnlyInline
from pressorpass_site.core.errors import UserError

from . import page, services, statistics
from .editor import actions, draft_content, drafts
from .editor.forms import BoardImportForm, PublishForm, StartForm
from .editor.page import EditorContext
from .models import Board, BoardDraft, BoardEvent, BoardRevision, DraftState

_SHOWN_EVENTS = 30
# A subquery, because a join would group all boards before the first page is cut out.
_COUNTED = BoardRevision.objects.filter(board=OuterRef("pk")).order_by().values("board").values(count=Count("pk"))


class RevisionInline(ReadOnlyInline, admin.TabularInline[BoardRevision, Board]):
    model = BoardRevision
    fields = ("number", "digest", "complete", "created_at", "author", "note")
    show_change_link = True


@admin.register(Board)
class BoardAdmin(ChangeOnlyAdmin, admin.ModelAdmin[Board]):
    """A board's short label may be corrected; all else comes from its revisions."""

    list_display = ("label", "slug", "show", "round", "valid_from", "valid_to", "revision_count", "by_a_fan")
    list_filter = (("owner", admin.EmptyFieldListFilter), "show", "round")
    search_fields = ("slug", "name", "label")
    fields = ("slug", "name", "label", "show", "round", "valid_from", "valid_to", "created_at", "editing", "record")
    readonly_fields = ("slug", "name", "show", "round", "valid_from", "valid_to", "created_at", "editing", "record")
    inlines = (RevisionInline,)

    def save_model(self, request: HttpRequest, obj: Board, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if "label" in form.changed_data:
            drafts.record_label(obj, _name_editor(request), form.initial["label"])

    def get_queryset(self, request: HttpRequest) -> QuerySet[Board]:
        return super().get_queryset(request).annotate(revision_count=Coalesce(Subquery(_COUNTED), 0))

    @admin.display(description="Revisions")
    def revision_count(self, board: Any) -> int:
        return int(board.revision_count)

    @admin.display(boolean=True, description="Fan board")
    def by_a_fan(self, board: Board) -> bool:
        return board.is_fan_board

    @admin.display(description="Edit")
    def editing(self, board: Board) -> SafeString | str:
        newest = board.revisions.order_by("-number").first()
        if newest is None or board.is_fan_board:
            return "–"
        open_drafts = [
            (reverse("admin:boards_boarddraft_change", args=[draft.pk]), str(draft))
            for draft in board.drafts.filter(state=DraftState.OPEN)
        ]
        begin = f"{reverse('admin:boards_boarddraft_add')}?based_on={newest.pk}"
        links = [*open_drafts, (begin, "Start a draft")]
        return format_html_join(" · ", '<a href="{}">{}</a>', links)

    @admin.display(description="History")
    def record(self, board: Board) -> SafeString | str:
        lines = (
            (f"{event.at:%d %b %Y, %H:%M} UTC", event.who, event.get_kind_display(), event.summary)
            for event in drafts.list_board_events(board)[:_SHOWN_EVENTS]
        )
        return format_html_join("", "<p>{} <b>{}</b> {}: {}</p>", lines) or "Nothing yet."


@admin.register(BoardRevision)
class BoardRevisionAdmin(ReadOnlyAdmin, admin.ModelAdmin[BoardRevision]):
    """Revisions can be read, never written."""

    list_display = ("board", "number", "digest", "complete", "created_at", "in_use")
    list_filter = ("complete", "board__show", "board__round")
    list_select_related = ("board",)
    search_fields = ("board__slug", "board__name", "digest")
    fields = (
        "board",
        "number",
        "digest",
        "complete",
        "created_at",
        "author",
        "note",
        "in_use",
        "squares",
        "provenance",
    )
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[BoardRevision]:
        uses = (
            Exists(relation.related_model._base_manager.filter(**{relation.field.name: OuterRef("pk")}))
            for relation in BoardRevision._meta.related_objects
        )
        return super().get_queryset(request).annotate(in_use=reduce(or_, uses))

    @admin.display(boolean=True, description="In use")
    def in_use(self, revision: Any) -> bool:
        return bool(revision.in_use)

    @admin.display(description="Squares")
    def squares(self, revision: BoardRevision) -> SafeString:
        rows = format_html_join(
            "",
            "<tr><th scope='row'>{}</th><td>{}</td></tr>",
            (
                (square.number, " · ".join(slide.text for slide in square.slides))
                for square in revision.engine_board.squares
            ),
        )
        return format_html("<table>{}</table>", rows)

    @admin.display(description="Source")
    def provenance(self, revision: BoardRevision) -> SafeString:
        content = revision.engine_board
        lines = [*content.source, content.confidence, content.notes]
        return format_html_join("", "<p>{}</p>", ((line,) for line in lines if line))


@admin.register(BoardDraft)
class BoardDraftAdmin(admin.ModelAdmin[BoardDraft]):
    list_display = ("__str__", "board", "state", "author", "updated_at")
    list_filter = ("state", "board__show")
    list_select_related = ("board",)
    search_fields = ("board__slug", "board__name", "author")
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[BoardDraft]:
        # Drafts of fan boards are private.
        return super().get_queryset(request).exclude(board__owner__gt="")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_urls(self) -> list[URLPattern]:
        pages = {
            "preview": self.preview_view,
            "import": self.import_view,
            "review": self.review_view,
            "discard": self.discard_view,
        }
        urls = [
            path(f"<int:pk>/{name}/", self.admin_site.admin_view(view), name=f"boards_boarddraft_{name}")
            for name, view in pages.items()
        ]
        return [*urls, *super().get_urls()]

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        initial = request.POST or {"based_on": request.GET.get("based_on", "")}
        form, file = StartForm(initial), BoardImportForm()
        form.fields["based_on"].queryset = services.query_newest_revisions()  # type: ignore[attr-defined]
        if request.method == "POST" and form.is_valid():
            revision = form.cleaned_data["based_on"]
            if request.POST.get("do") != "import" and not request.POST.get("board"):
                return redirect(self._build_url("change", drafts.start(_name_editor(request), revision)))
            file = BoardImportForm(request.POST, request.FILES)
            if file.is_valid():
                try:
                    content = file.read()
                    return redirect(
                        self._build_url("change", drafts.start_from_file(_name_editor(request), content, revision))
                    )
                except (BoardError, UserError) as error:
                    file.refuse(error)
        context = {"editor": self._build_editor_context(request, None, "New draft"), "form": form, "import": file}
        return render(request, "boards/editor/start.html", context, status=422 if form.errors or file.errors else 200)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show the editor; the review page to people who may only view, and for closed drafts."""
        draft = self._get_draft(request, object_id)
        is_sent = request.method == "POST"  # not lost if somebody has closed the draft meanwhile
        if not self.has_change_permission(request, draft) or not (draft.open or is_sent):
            return redirect(self._build_url("review", draft))
        if is_sent and not draft.open and request.POST.get("do") == "again":
            new_draft = drafts.start_again(_name_editor(request), draft, actions.read_typed_content(request, draft))
            messages.success(request, "A new draft with what you typed has been started.")
            return redirect(self._build_url("change", new_draft))
        context = self._build_editor_context(request, draft, f"Edit {_quote_draft_name(draft)}")
        return actions.edit(request, draft, context, keep=lambda: redirect(self._build_url("review", draft)))

    def preview_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        draft = self._get_draft(request, pk)
        if not self.has_change_permission(request, draft):
            raise PermissionDenied
        return actions.preview_board(request, draft, self._build_editor_context(request, draft, ""))

    def import_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        draft = self._get_draft(request, pk)
        if request.method != "POST" or not self.has_change_permission(request, draft):
            raise PermissionDenied
        return actions.import_file(
            request, draft, self._build_editor_context(request, draft, f"Edit {_quote_draft_name(draft)}")
        )

    def review_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show the draft's changes; publishers publish it here."""
        draft = self._get_draft(request, pk)
        may_publish = request.user.has_perm("boards.publish_board")
        form = PublishForm(request.POST or None, is_new=draft.board is None) if may_publish else None
        if request.method == "POST":
            if form is None:
                raise PermissionDenied
            if form.is_valid():
                data = form.cleaned_data
                try:
                    revision = drafts.publish(
                        draft,
                        _name_editor(request),
                        data["note"],
                        slug=data.get("slug", ""),
                        fingerprint=request.POST.get("seen", ""),
                    )
                    messages.success(request, f"Published: {revision}.")
                    return redirect(self._build_url("review", draft))
                except UserError as error:
                    form.add_error(error.field, error.message)
                    draft = self._get_draft(request, pk)
        review = drafts.review(draft)
        newest = review.newest.engine_board if review.newest else None
        context = {
            "editor": self._build_editor_context(request, draft, f"Review {_quote_draft_name(draft)}"),
            "draft": draft,
            "review": review,
            "groups": statistics.compare(newest, review.report.board) if newest and review.report.board else [],
            "board": draft.board,
            **(page.build_ring_context(review.report.board) if review.report.board else {"ring": None}),
            "form": form,
            "seen": draft_content.fingerprint_content(draft.content),
            "may_edit": self.has_change_permission(request, draft),
            "next_number": review.newest.number + 1 if review.newest else 1,
            "discard_url": self._build_url("discard", draft),
            "events": draft.events.all(),
        }
        return render(request, "boards/editor/review.html", context, status=422 if form and form.errors else 200)

    def discard_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        draft = self._get_draft(request, pk)
        if request.method != "POST" or not self.has_change_permission(request, draft):
            raise PermissionDenied
        try:
            drafts.discard_draft(draft, _name_editor(request))
            messages.success(request, "The draft has been discarded.")
        except UserError as error:
            messages.error(request, error.message)
        return redirect(self._build_url("review", draft))

    def _get_draft(self, request: HttpRequest, pk: int | str) -> BoardDraft:
        if not self.has_view_permission(request):
            raise PermissionDenied
        draft = self.get_object(request, str(pk))
        if draft is None:
            raise Http404("There is no such draft.")
        return draft

    def _build_url(self, page: str, draft: BoardDraft) -> str:
        return reverse(f"admin:boards_boarddraft_{page}", args=[draft.pk])

    def _build_editor_context(self, request: HttpRequest, draft: BoardDraft | None, title: str) -> EditorContext:
        crumbs = [
            ("Administration", reverse("admin:index")),
            ("Board drafts", reverse("admin:boards_boarddraft_changelist")),
        ]
        return EditorContext(
            who=_name_editor(request),
            title=title,
            edit_url=self._build_url("change", draft) if draft else "",
            preview_url=self._build_url("preview", draft) if draft else "",
            import_url=self._build_url("import", draft) if draft else "",
            crumbs=crumbs,
            events=draft.events.all()[:_SHOWN_EVENTS] if draft else (),
        )


@admin.register(BoardEvent)
class BoardEventAdmin(ReadOnlyAdmin, admin.ModelAdmin[BoardEvent]):
    list_display = ("at", "who", "kind", "board", "summary")
    list_filter = ("kind",)
    list_select_related = ("board",)
    search_fields = ("board__slug", "summary", "who")
    fields = ("at", "who", "kind", "board", "draft", "summary")
    readonly_fields = fields


def _name_editor(request: HttpRequest) -> str:
    return request.user.get_username()


def _quote_draft_name(draft: BoardDraft) -> str:
    return f"the draft of the {draft.board.label}" if draft.board else "the draft of a new board"
