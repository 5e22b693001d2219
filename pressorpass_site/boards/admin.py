"""The boards in the admin: readable, and as fixed as the models say."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from . import services
from .models import Board, BoardRevision


class RevisionInline(admin.TabularInline[BoardRevision, Board]):
    """The revisions of a board, to look at."""

    model = BoardRevision
    fields = ("number", "digest", "complete", "created_at")
    readonly_fields = fields
    extra = 0
    can_delete = False
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Board)
class BoardAdmin(admin.ModelAdmin[Board]):
    """A board's names may be corrected; its contents live in revisions."""

    list_display = ("label", "slug", "show", "round", "valid_from", "valid_to", "revision_count")
    list_filter = ("show", "round")
    search_fields = ("slug", "name", "label")
    fields = ("slug", "name", "label", "show", "round", "valid_from", "valid_to", "created_at")
    readonly_fields = ("slug", "round", "created_at")
    inlines = (RevisionInline,)

    @admin.display(description="Revisions")
    def revision_count(self, board: Board) -> int:
        return board.revisions.count()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(BoardRevision)
class BoardRevisionAdmin(admin.ModelAdmin[BoardRevision]):
    """Revisions can be read, never written."""

    list_display = ("board", "number", "digest", "complete", "created_at", "in_use")
    list_filter = ("complete", "board__show", "board__round")
    list_select_related = ("board",)
    search_fields = ("board__slug", "board__name", "digest")
    fields = ("board", "number", "digest", "complete", "created_at", "in_use", "squares", "provenance")
    readonly_fields = fields

    @admin.display(boolean=True, description="Used by answers")
    def in_use(self, revision: BoardRevision) -> bool:
        return revision.used

    @admin.display(description="Squares")
    def squares(self, revision: BoardRevision) -> SafeString:
        """The contents as a table, square by square."""
        rows = format_html_join(
            "",
            "<tr><th scope='row'>{}</th><td>{}</td></tr>",
            (
                (square.number, " · ".join(slide.text for slide in square.slides))
                for square in services.engine_board(revision).squares
            ),
        )
        return format_html("<table>{}</table>", rows)

    @admin.display(description="Where it comes from")
    def provenance(self, revision: BoardRevision) -> SafeString:
        """Sources, trust and notes as the file has them."""
        content = services.engine_board(revision)
        lines = [*content.source, content.confidence, content.notes]
        return format_html_join("", "<p>{}</p>", ((line,) for line in lines if line))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
