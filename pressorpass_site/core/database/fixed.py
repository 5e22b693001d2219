"""Rows that never change once they are stored."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models


class IsFixed(Exception):
    """An attempt to change a row that never changes."""


class FixedRow(models.Model):
    """An immutable row; `fixed` is the error message on attempts to change it."""

    fixed: ClassVar[str]

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise IsFixed(self.fixed)
        super().save(*args, **kwargs)
