from django.conf import settings
from django.db import models

NAME_LENGTH = 60
SOLVES_PER_MINUTE = 600
READS_PER_MINUTE = 6000


class ApiKey(models.Model):
    """An account's key. The secret is not stored: `digest` is its hash, `prefix` its visible beginning.

    A secret of 256 random bits cannot be guessed, so a fast hash is enough.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=NAME_LENGTH, help_text="What it is for.")
    prefix = models.CharField(max_length=16, unique=True, editable=False)
    digest = models.CharField(max_length=64, editable=False)
    solves_per_minute = models.PositiveIntegerField(default=SOLVES_PER_MINUTE)
    reads_per_minute = models.PositiveIntegerField(default=READS_PER_MINUTE)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "API key"
        ordering = ("-created_at", "-pk")
        constraints = [
            models.CheckConstraint(
                name="api_key_rates_are_positive",
                condition=models.Q(solves_per_minute__gt=0, reads_per_minute__gt=0),
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"
