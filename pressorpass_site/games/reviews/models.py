"""Reviews of games, their jobs, and the values of positions."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models

from engine import Game, PositionValues, game_from_json
from pressorpass_site.answers.models import Answer, OfKind

SOLVED, GAME = "reviewed", "review"  # one position, and the rest of the game


class Review(Answer):
    """A game under review, and the job that solves its positions together.

    `key` is the hash of everything that a review depends on, so that equal games share it. `input` is the engine's JSON
    form of the game with the boards in full, and without names, dates and comments.
    """

    KIND = GAME

    objects: ClassVar = OfKind(GAME)

    class Meta:
        proxy = True

    def __str__(self) -> str:
        return self.key[:12]

    @property
    def game(self) -> Any:
        return self.input

    @property
    def engine_game(self) -> Game:
        """The engine's game."""
        return game_from_json(self.input, stored=True)


class ReviewPart(Answer):
    """A job of a review: one position if that is soon solved exactly, or without one the rest of the game.

    `key` is the position's or the review's: a position is solved once, whichever review asked for it first. The odds are stored
    apart, as each job finds those of several positions.
    """

    KIND = SOLVED

    objects: ClassVar = OfKind(SOLVED, GAME)

    class Meta:
        proxy = True

    def __str__(self) -> str:
        return self.position or f"the positions of {self.key[:12]}"

    @property
    def review(self) -> Review:
        """The review that it is a part of, or is."""
        found: Review = Review.objects.get(pk=self.part_of_id or self.pk)
        return found


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
