"""Retention of maps."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db.models import Exists, Max, OuterRef, QuerySet
from django.db.models.functions import Coalesce

from pressorpass_site.core.retention import Retention
from pressorpass_site.work.models import ACTIVE

from .models import MapPart, WhatIfMap

PARTS = 10  # of a map, roughly


class Maps(Retention):
    """Maps with their lines, which are looked at together."""

    what = "maps"

    @property
    def most(self) -> int:
        most: int = settings.KEEP_ANSWERS // PARTS
        return most

    def rows(self) -> QuerySet[WhatIfMap]:
        return WhatIfMap.objects.all()

    def older_than(self, before: datetime) -> QuerySet[WhatIfMap]:
        seen = MapPart.objects.filter(map=OuterRef("pk"), in_view_until__gte=before)
        return self.rows().filter(~Exists(seen), created_at__lt=before)

    def removable(self) -> QuerySet[WhatIfMap]:
        active = MapPart.objects.filter(map=OuterRef("pk"), status__in=ACTIVE)
        last_look = Coalesce(Max("parts__in_view_until"), "created_at")
        return self.rows().filter(~Exists(active)).alias(last_look=last_look).order_by("last_look", "pk")
