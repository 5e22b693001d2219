"""Tables in the admin: to view, to stop, to try again."""

from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from pressorpass_site.core.admin import EngineFilter, OnlyActions

from . import services
from .models import Table


@admin.register(Table)
class TableAdmin(OnlyActions, admin.ModelAdmin[Table]):
    """Tables built in advance, and the state of the others."""

    list_display = ("configuration", "board_revision", "status", "stage", "bytes", "seconds", "message")
    list_filter = ("status", "board_revision__board", EngineFilter)
    list_select_related = ("board_revision__board",)
    search_fields = ("position", "message")
    exclude = ("token", "live", "steps", "input")
    actions = ("try_again", "stop")

    @admin.action(description="Try again (failed, stopped, too large)")
    def try_again(self, request: HttpRequest, chosen: QuerySet[Table]) -> None:
        messages.success(request, f"Tables queued again: {services.retry(chosen)}.")

    @admin.action(description="Stop")
    def stop(self, request: HttpRequest, chosen: QuerySet[Table]) -> None:
        messages.success(request, f"Tables stopped: {services.stop(chosen)}.")
