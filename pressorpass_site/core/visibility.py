"""Who may see what somebody has saved, and the addresses that cannot be guessed."""

from __future__ import annotations

import secrets

from django.db import models

CODE_BYTES = 8  # 64 random bits, which cannot be guessed: eleven characters


class Visibility(models.TextChoices):
    """Who may see what somebody has saved."""

    PUBLIC = "public", "Public: anyone can find it"
    UNLISTED = "unlisted", "Unlisted: anyone with the link"
    PRIVATE = "private", "Private: only you"

    @property
    def word(self) -> str:
        """Public, unlisted or private."""
        return self.value.capitalize()


def new_code() -> str:
    """The unguessable part of an address."""
    return secrets.token_urlsafe(CODE_BYTES)
