"""Tables in the admin: to view, to stop, to try again."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from . import services
from .models import Table


@admin.register(Table)
class TableAdmin(admin.ModelAdmin[Table]):
    """Tables built in advance, and the state of the others."""

    list_display = ("configuration", "board_revision", "status", "stage", "bytes", "seconds", "message")
    list_filter = ("status", "board_revision__board", "engine_version")
    list_select_related = ("board_revision__board",)
    search_fields = ("configuration", "message")
    exclude = ("token",)
    actions = ("try_again", "stop")

    @admin.action(description="Try again (failed, stopped, too big)")
    def try_again(self, request: HttpRequest, chosen: QuerySet[Table]) -> None:
        messages.success(request, f"Tables queued again: {services.retry(chosen)}.")

    @admin.action(description="Stop")
    def stop(self, request: HttpRequest, chosen: QuerySet[Table]) -> None:
        messages.success(request, f"Tables cancelled: {services.stop(chosen)}.")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        # Rows are only viewed; the actions need the permission, and only the list asks for them.
        return obj is None and super().has_change_permission(request)
