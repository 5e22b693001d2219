from django.contrib import admin

from pressorpass_site.core.admin import NoAddAdmin, ReadOnlyInline

from .models import SavedAnalysis, Version


class VersionInline(ReadOnlyInline, admin.TabularInline[Version, SavedAnalysis]):
    model = Version
    fields = ("number", "board_revision", "engine_version", "made_at", "taken_at")


@admin.register(SavedAnalysis)
class SavedAnalysisAdmin(NoAddAdmin, admin.ModelAdmin[SavedAnalysis]):
    list_display = ("title", "position", "visibility", "created_at")
    list_filter = ("visibility", "created_at")
    search_fields = ("title", "note", "position", "code")
    fields = ("title", "note", "visibility", "position", "created_at", "updated_at")
    readonly_fields = ("position", "created_at", "updated_at")
    inlines = (VersionInline,)
