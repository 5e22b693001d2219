"""The row of the health checks."""

from __future__ import annotations

from django.db import models


class WriteCheck(models.Model):
    """The one row that a health check writes and reads back."""

    written = models.BinaryField()

    def __str__(self) -> str:
        return f"check {self.pk}"
