"""Who is looking at which job, so that nobody ends what somebody else waits for."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db.models import Max
from django.utils import timezone

from pressorpass_site.core import clients

from .models import Interest, Job

# Looks that differ by less than this are the same.
LOOK_RESOLUTION = timedelta(seconds=1)
# After so long a cancel is forgotten: its client counts again for a job that went on for others, and starts one that
# has
# stopped by opening its page.
WITHDRAWN = timedelta(minutes=1)


def renew(model: type[Job], pks: Collection[int], seconds: float, *, again: bool = False) -> set[int]:
    """Note that the present client looks at these jobs for these seconds; return those that count.

    What the client has cancelled does not count.

    With `again` these are asked for anew, so they count in any case. Commands and workers are no clients.
    """
    now, client = timezone.now(), clients.current()
    if client == clients.SITE:
        return set(pks)
    until = now + timedelta(seconds=seconds)
    own = Interest.objects.filter(model=_name(model), job__in=pks, client=client)
    known = {row.job: row for row in own}
    withdrawn = {job for job, row in known.items() if row.withdrawn and row.until > now and not again}
    stale = [
        pk
        for pk in pks
        if pk not in withdrawn
        and (pk not in known or known[pk].withdrawn or abs(known[pk].until - until) > LOOK_RESOLUTION)
    ]
    _store(model, stale, client, until, withdrawn=False)
    return set(pks) - withdrawn


def withdraw(model: type[Job], pk: int) -> None:
    """End the client's interest in this job."""
    _store(model, [pk], clients.current(), timezone.now() + WITHDRAWN, withdrawn=True)


def has_withdrawn(model: type[Job], pk: int) -> bool:
    """Return whether the present client has cancelled this job a moment ago."""
    own = Interest.objects.filter(model=_name(model), job=pk, client=clients.current())
    return own.filter(withdrawn=True, until__gt=timezone.now()).exists()


def others_look_until(model: type[Job], pks: Collection[int]) -> dict[int, datetime]:
    """Until when clients other than the present one look at these jobs; only those at which any does."""
    others = Interest.objects.filter(model=_name(model), job__in=pks, withdrawn=False, until__gt=timezone.now())
    found = others.exclude(client=clients.current()).values_list("job").annotate(Max("until"))
    return dict(found)


def _store(model: type[Job], pks: Iterable[int], client: str, until: datetime, *, withdrawn: bool) -> None:
    rows = [Interest(model=_name(model), job=pk, client=client, until=until, withdrawn=withdrawn) for pk in pks]
    Interest.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=("model", "job", "client"),
        update_fields=("until", "withdrawn"),
    )


def _name(model: type[Job]) -> str:
    return model._meta.label_lower
