from django.contrib import admin

from pressorpass_site.core.admin import NoAddAdmin, ReadOnlyInline

from .models import StoredEvent, StoredGame, Vote


class EventInline(ReadOnlyInline, admin.TabularInline[StoredEvent, StoredGame]):
    model = StoredEvent
    fields = ("number", "data", "entered_at")


@admin.register(StoredGame)
class StoredGameAdmin(NoAddAdmin, admin.ModelAdmin[StoredGame]):
    list_display = ("title", "visibility", "version", "created_at")
    list_filter = ("visibility", "hides_names", "created_at")
    search_fields = ("title", "code")
    fields = ("title", "visibility", "hides_names", "headers", "board_1", "board_2", "created_at", "updated_at")
    readonly_fields = ("headers", "board_1", "board_2", "created_at", "updated_at")
    inlines = (EventInline,)


@admin.register(Vote)
class VoteAdmin(NoAddAdmin, admin.ModelAdmin[Vote]):
    """Votes on dilemmas and in games: a name can be corrected, a vote deleted."""

    list_display = ("name", "game", "number", "position", "action", "made_at")
    list_select_related = ("game",)
    search_fields = ("name", "game__code", "position")
    ordering = ("-pk",)  # the newest first
    fields = ("name", "game", "number", "position", "action", "guess", "made_at")
    readonly_fields = ("game", "number", "position", "action", "guess", "made_at")
