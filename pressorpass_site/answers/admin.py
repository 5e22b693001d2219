import json
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from pressorpass_site.core.admin import ActionsOnlyAdmin, EngineFilter
from pressorpass_site.questions.address import build_address

from .analyses import services
from .models import BOARDS, Analysis, Table
from .tables import services as tables


@admin.register(Analysis)
class AnalysisAdmin(ActionsOnlyAdmin, admin.ModelAdmin[Analysis]):
    list_display = ("position", "board", "status", "verdict", "method", "attempts", "created_at", "finished_at")
    list_filter = ("status", "created_at", EngineFilter, "board_revision__board")
    list_select_related = BOARDS
    search_fields = ("position", "key", "message")
    exclude = ("result", "rules", "token")
    readonly_fields = ("address", "rules_as_text", "result_as_text")
    actions = ("try_again", "stop")

    @admin.display(description="Board", ordering="board_revision__board__label")
    def board(self, analysis: Analysis) -> str:
        label = f"{analysis.board_revision.board.label} ({analysis.board_revision.number})"
        if analysis.next_round_revision:
            last = f"{analysis.next_round_revision.board.label} ({analysis.next_round_revision.number})"
            return f"{label}, {analysis.questions_before_round_2} questions, then {last}"
        if analysis.next_spins_revision is None:
            return label
        first = f"{analysis.next_spins_revision.board.label} ({analysis.next_spins_revision.number})"
        return f"{first} for {analysis.next_spins_count}, then {label}"

    @admin.display(description="Verdict")
    def verdict(self, analysis: Analysis) -> str:
        return str((analysis.result or {}).get("best", ""))

    @admin.display(description="Method")
    def method(self, analysis: Analysis) -> str:
        return str((analysis.result or {}).get("method", ""))

    @admin.display(description="Page")
    def address(self, analysis: Analysis) -> SafeString:
        return format_html('<a href="{0}">{0}</a>', build_address(analysis.question))

    @admin.display(description="Rules")
    def rules_as_text(self, analysis: Analysis) -> SafeString:
        return _format_json(analysis.rules)

    @admin.display(description="Result")
    def result_as_text(self, analysis: Analysis) -> SafeString:
        return _format_json(analysis.result)

    @admin.action(description="Try again (failed, stopped, too large)")
    def try_again(self, request: HttpRequest, selection: QuerySet[Analysis]) -> None:
        for analysis in selection:
            services.retry(analysis)
        messages.success(request, "Failed, stopped and too-large analyses were queued again.")

    @admin.action(description="Stop")
    def stop(self, request: HttpRequest, selection: QuerySet[Analysis]) -> None:
        services.jobs.cancel_all(selection)
        messages.success(request, "Stopped.")


@admin.register(Table)
class TableAdmin(ActionsOnlyAdmin, admin.ModelAdmin[Table]):
    list_display = ("configuration", "board_revision", "status", "stage", "bytes", "seconds", "message")
    list_filter = ("status", "board_revision__board", EngineFilter)
    list_select_related = ("board_revision__board",)
    search_fields = ("position", "message")
    exclude = ("token", "live", "steps", "input")
    actions = ("try_again", "stop")

    @admin.action(description="Try again (failed, stopped, too large)")
    def try_again(self, request: HttpRequest, selection: QuerySet[Table]) -> None:
        messages.success(request, f"Tables queued again: {tables.retry(selection)}.")

    @admin.action(description="Stop")
    def stop(self, request: HttpRequest, selection: QuerySet[Table]) -> None:
        messages.success(request, f"Tables stopped: {tables.stop(selection)}.")


def _format_json(value: Any) -> SafeString:
    return format_html("<pre>{}</pre>", json.dumps(value, indent=2, ensure_ascii=False))
