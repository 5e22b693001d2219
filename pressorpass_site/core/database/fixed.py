from typing import Any, ClassVar

from django.db import models


class ImmutableRowError(Exception):
    pass


class ImmutableModel(models.Model):
    """Model whose rows cannot be changed; `fixed` is the error message."""

    fixed: ClassVar[str]

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise ImmutableRowError(self.fixed)
        super().save(*args, **kwargs)
