"""`manage.py load_samples`: store the sample games with their reviews, after the boards."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from engine import Game, event_to_json, parse_game, sample_games
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.owned import Visibility

from ... import record, services
from ...models import NOBODY, StoredEvent, StoredGame
from ...reviews import services as reviews

TITLES = {"larson-1984": "Michael Larson, 1984"}


class Command(BaseCommand):
    """Command that stores the engine's sample games; running it again only replaces samples that have changed."""

    help = "Load the sample games (safe to run again)."

    def handle(self, *args: Any, **options: Any) -> None:
        new_games = _store_samples()
        for stored_game in services.query_sample_games().filter(review=None):
            reviews.store_if_complete(stored_game)
        for stored_game in new_games:
            self.stdout.write(f"  new: {stored_game}")
        self.stdout.write(f"{len(new_games)} new sample games.")


def _store_samples() -> list[StoredGame]:
    """Store the samples; return the new and changed ones. A sample's name is its code."""
    texts = sample_games()
    with transaction.atomic():
        StoredGame.objects.filter(owner=NOBODY).exclude(code__in=texts).delete()
        return [stored_game for name, text in texts.items() if (stored_game := _store_sample(name, parse_game(text)))]


def _store_sample(name: str, game: Game) -> StoredGame | None:
    """Return the newly stored sample; None if it was already stored."""
    facts = _build_sample_fields(name, game)
    events = [event_to_json(event) for event in game.events]
    old = StoredGame.objects.filter(code=name).first()
    if old is not None:
        stored_events = list(old.events.order_by("number").values_list("data", flat=True))
        if stored_events == events and all(getattr(old, key) == value for key, value in facts.items()):
            return None
        old.delete()
    stored_game = StoredGame.objects.create(code=name, version=len(events), **facts)
    StoredEvent.objects.bulk_create(
        StoredEvent(game=stored_game, number=number, client_id=str(number), data=event)
        for number, event in enumerate(events, 1)
    )
    return stored_game


def _build_sample_fields(name: str, game: Game) -> dict[str, Any]:
    first, second = (_get_revision(game, number) for number in (1, 2))
    kind, _, number = name.partition("-")
    return {
        "owner": NOBODY,
        "title": TITLES.get(name, f"{kind.capitalize()} game {number}"),
        "visibility": Visibility.PUBLIC,
        "headers": record.serialize_headers(game.headers),
        "board_1_id": first.pk,
        "board_2_id": second.pk,
    }


def _get_revision(game: Game, number: int) -> BoardRevision:
    revision = boards.find_same_revision(game.setup.boards[number])
    if revision is None:
        raise boards.BoardNotFound(f"{game.setup.boards[number].name} is not in the database; load the boards first.")
    return revision
