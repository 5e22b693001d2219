"""Retention of reviews. A game stays, and its review is made again when asked for."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db.models import Exists, Max, OuterRef, QuerySet
from django.db.models.functions import Coalesce

from pressorpass_site.core.retention import Retention
from pressorpass_site.work.models import ACTIVE

from .models import PositionOdds, Review, ReviewPart

# A review holds a whole game with its boards, and needs the odds of about fifty positions, which games share.
ANSWERS_FOR_A_REVIEW = 10
ODDS_FOR_AN_ANSWER = 4


class Reviews(Retention):
    """Reviews with their jobs."""

    what = "reviews"

    @property
    def most(self) -> int:
        most: int = settings.KEEP_ANSWERS // ANSWERS_FOR_A_REVIEW
        return most

    def rows(self) -> QuerySet[Review]:
        return Review.objects.all()

    def older_than(self, before: datetime) -> QuerySet[Review]:
        seen = ReviewPart.objects.filter(review=OuterRef("pk"), in_view_until__gte=before)
        return self.rows().filter(~Exists(seen), created_at__lt=before)

    def removable(self) -> QuerySet[Review]:
        active = ReviewPart.objects.filter(review=OuterRef("pk"), status__in=ACTIVE)
        last_look = Coalesce(Max("parts__in_view_until"), "created_at")
        return self.rows().filter(~Exists(active)).alias(last_look=last_look).order_by("last_look", "pk")


class Odds(Retention):
    """Odds of positions. A review that is looked at keeps those of its positions (known.py)."""

    what = "odds of positions"

    @property
    def most(self) -> int:
        most: int = settings.KEEP_ANSWERS * ODDS_FOR_AN_ANSWER
        return most

    def rows(self) -> QuerySet[PositionOdds]:
        return PositionOdds.objects.all()

    def older_than(self, before: datetime) -> QuerySet[PositionOdds]:
        return self.rows().filter(updated_at__lt=before)

    def removable(self) -> QuerySet[PositionOdds]:
        return self.rows().order_by("updated_at", "pk")
