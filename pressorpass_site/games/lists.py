"""Search and order lists of games without revealing what others may not see yet."""

from datetime import timedelta
from functools import reduce
from operator import or_

from django.db.models import Case, DateTimeField, Q, QuerySet, Value, When
from django.db.models.expressions import OrderBy
from django.utils import timezone

from pressorpass_site.core.listing import CHANGED, Filters

from .models import MAX_DELAY, StoredEvent, StoredGame


def filter_games(stored_games: QuerySet[StoredGame], filters: Filters, *, is_own: bool) -> QuerySet[StoredGame]:
    """Return the games that match, in order.

    Other owners' games with hidden names match no word and come before the first title, because searching or sorting
    them would reveal the names.
    """
    if is_own:
        return filters.pick(stored_games, _match_word)
    if filters.text:
        stored_games = stored_games.filter(hides_names=False)
    title = Case(When(hides_names=True, then=Value("")), default="title")
    change_times = _order_by_public_change(stored_games) if filters.order == CHANGED else {}
    return filters.pick(stored_games, _match_word, title=title, **change_times)


def _order_by_public_change(stored_games: QuerySet[StoredGame]) -> dict[str, OrderBy]:
    """Return the order by last change, ignoring changes that a game's own delay still hides."""
    now = timezone.now()
    late = stored_games.filter(delay__gt=0, updated_at__gt=now - timedelta(seconds=MAX_DELAY)).order_by()
    ahead = {
        pk: (now - timedelta(seconds=delay), created_at)
        for pk, delay, created_at in late.values_list("pk", "delay", "created_at")
    }
    if not ahead:
        return {}
    change_times = {pk: created_at for pk, (_, created_at) in ahead.items()}
    entered = StoredEvent.objects.filter(game__in=ahead).order_by("number").values_list("game", "entered_at")
    for pk, changed_at in entered:
        if changed_at <= ahead[pk][0]:
            change_times[pk] = changed_at
    changes = [When(pk=pk, then=Value(changed_at, DateTimeField())) for pk, changed_at in change_times.items()]
    return {"updated_at": Case(*changes, default="updated_at").desc()}


def _match_word(word: str) -> Q:
    texts = ("title", "headers__names", "headers__date", "headers__episode")
    return reduce(or_, (Q(**{f"{text}__icontains": word}) for text in texts))
