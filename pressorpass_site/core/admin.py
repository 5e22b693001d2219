"""Base classes of the admin for rows that the site itself creates."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from engine import ENGINE_VERSION


class NoAddAdmin(admin.options.BaseModelAdmin):  # type: ignore[type-arg]  # mixed in
    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyInline(NoAddAdmin):
    """Inline that shows its `fields` read-only."""

    extra = 0
    can_delete = False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.fields or ()


class EngineFilter(admin.SimpleListFilter):
    """Filter by the current engine version or all earlier ones, without a query for the versions that exist."""

    title, parameter_name = "engine", "engine"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("present", f"Version {ENGINE_VERSION}"), ("earlier", "Earlier versions")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "present":
            return queryset.filter(engine_version=ENGINE_VERSION)
        return queryset.exclude(engine_version=ENGINE_VERSION) if self.value() == "earlier" else queryset


class ActionsOnlyAdmin(NoAddAdmin):
    """Admin for read-only rows: the change permission is granted for the list, because its actions need it, but never
    for a single object.
    """

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return obj is None and super().has_change_permission(request)


class ChangeOnlyAdmin(NoAddAdmin):
    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyAdmin(ChangeOnlyAdmin):
    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
