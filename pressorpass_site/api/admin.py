from django.contrib import admin

from pressorpass_site.core.admin import NoAddAdmin

from .models import ApiKey


@admin.register(ApiKey)
class ApiKeyAdmin(NoAddAdmin, admin.ModelAdmin[ApiKey]):
    """Keys can be changed, not added: only their owner may see the secret."""

    list_display = ("prefix", "name", "owner", "solves_per_minute", "reads_per_minute", "used_at", "revoked_at")
    list_filter = ("revoked_at",)
    list_select_related = ("owner",)
    search_fields = ("prefix", "name", "owner__username")
    ordering = ("-pk",)  # the newest first
    fields = (
        "prefix", "name", "owner", "solves_per_minute", "reads_per_minute", "created_at", "used_at", "revoked_at"
    )  # fmt: skip
    readonly_fields = ("prefix", "name", "owner", "created_at", "used_at")
