"""Reviews of games, their jobs, and the values of positions."""

from __future__ import annotations

from typing import Any

from django.db import models

from engine import Game, PositionValues, game_from_json
from pressorpass_site.work.models import Job


class Review(models.Model):
    """A game under review, with all that its jobs need.

    `key` is the hash of everything that a review depends on, so that equal games share it. `game` is the engine's JSON
    form with the boards in full, and without names, dates and comments.
    """

    key = models.CharField(max_length=64, unique=True, editable=False)
    game = models.JSONField()
    engine_version = models.CharField(max_length=40)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return self.key[:12]

    @property
    def engine_game(self) -> Game:
        """The engine's game."""
        return game_from_json(self.game, stored=True)


class ReviewPart(Job):
    """A job of a review: one position if that is soon solved exactly, or without one the rest of the game.

    `key` is the position's or the review's: a position is solved once, whichever review asked for it first.
    """

    key = models.CharField(max_length=64, unique=True, editable=False)
    review = models.ForeignKey(Review, on_delete=models.CASCADE, related_name="parts")
    position = models.CharField(max_length=80, blank=True)

    class Meta:
        indexes = [models.Index(fields=("status", "queued_at"), name="review_parts_waiting")]

    def __str__(self) -> str:
        return self.position or f"the positions of {self.review}"


class PositionOdds(models.Model):
    """The values of pressing and passing in a position, for all games in which it occurs.

    `key` is the hash of position, board, rules and engine version; `values` the engine's `PositionValues`.
    """

    key = models.CharField(max_length=64, unique=True, editable=False)
    position = models.CharField(max_length=80)
    board_digest = models.CharField(max_length=64)
    rules = models.JSONField()
    engine_version = models.CharField(max_length=40)
    values = models.JSONField()
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "odds of positions"
        ordering = ("-updated_at",)
        indexes = [models.Index(fields=("updated_at",), name="odds_by_last_look")]

    def __str__(self) -> str:
        return self.position

    @property
    def position_values(self) -> PositionValues:
        """The engine's values."""
        stored: dict[str, Any] = self.values
        return PositionValues.from_json(stored)
