"""Rows that never change once they are stored."""

from __future__ import annotations

from typing import Any, ClassVar, NoReturn, TypeVar

from django.db import models

Row = TypeVar("Row", bound="KeptRow")


class IsFixed(Exception):
    """An attempt to change a row that never changes, or to delete one that is kept."""


class FixedRow(models.Model):
    """A row that is stored once; `fixed` is the message to those who try to change it."""

    fixed: ClassVar[str]

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise IsFixed(self.fixed)
        super().save(*args, **kwargs)


class KeptQuerySet(models.QuerySet[Row]):
    """Rows without bulk operations, which would bypass the model's guards."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise IsFixed(self.model.fixed)

    def delete(self) -> NoReturn:
        raise IsFixed(self.model.fixed)

    delete.alters_data = True  # type: ignore[attr-defined]
    delete.queryset_only = True  # type: ignore[attr-defined]

    def bulk_create(self, objs: Any, *args: Any, **kwargs: Any) -> list[Row]:
        if kwargs.get("update_conflicts"):
            raise IsFixed(self.model.fixed)
        return super().bulk_create(objs, *args, **kwargs)


class KeptRow(FixedRow):
    """A row that is never deleted either."""

    objects = KeptQuerySet.as_manager()

    class Meta:
        abstract = True
        base_manager_name = "objects"

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise IsFixed(self.fixed)
