from typing import Any, ClassVar

from django.db import models


class IsFixed(Exception):
    pass


class ImmutableModel(models.Model):
    """An immutable row; `fixed` is the error message on attempts to change it."""

    fixed: ClassVar[str]

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise IsFixed(self.fixed)
        super().save(*args, **kwargs)
