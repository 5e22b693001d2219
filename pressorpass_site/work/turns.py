"""Turns: among clients whose jobs wait, the next is the one whose last job began longest ago."""

from __future__ import annotations

from typing import Any, TypeVar

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.utils import timezone

from .models import Job, Turn

J = TypeVar("J", bound=Job)


def record(client: str) -> None:
    """A job of this client begins."""
    turn = Turn(client=client, at=timezone.now())
    Turn.objects.bulk_create([turn], update_conflicts=True, unique_fields=("client",), update_fields=("at",))


def is_before(client: str, other: str) -> bool:
    """Whether a client was served longer ago than another, or not at all."""
    served = dict(Turn.objects.filter(client__in=(client, other)).values_list("client", "at"))
    return other in served and (client not in served or served[client] < served[other])


def in_order(rows: QuerySet[J]) -> QuerySet[Any]:
    """Return jobs in the order of their clients' turns, with `served_at`; a client's own by age."""
    served = Turn.objects.filter(client=OuterRef("client")).values("at")[:1]
    order = (F("served_at").asc(nulls_first=True), "queued_at", "pk")
    return rows.annotate(served_at=Subquery(served)).order_by(*order)
