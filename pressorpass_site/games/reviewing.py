"""The review of a stored game: the game keeps that of its last state, and takes it along when it is deleted."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from engine import Game, InputError
from pressorpass_site.work.queues import TooManyQuestions

from . import record
from .models import StoredGame
from .reviews import services as reviews
from .reviews.models import Review
from .reviews.services import ReviewStatus


def find(row: StoredGame, game: Game | None = None) -> ReviewStatus:
    """Return the review so far; start nothing. Raises InputError: the game cannot be judged by these rules.

    A review is of what its game's delay lets others see, for the hosts, too: what it asks, everybody finds.
    """
    return reviews.find(game or record.public_game(row), _near(row))


def judges(row: StoredGame) -> bool:
    """Return whether the game has a review: its rules may be about dollars."""
    try:
        find(row)
    except InputError:
        return False
    return True


def request(row: StoredGame, **options: Any) -> ReviewStatus:
    """Return the review, begun if it is new, with the `options` of `reviews.request`; the game keeps it.

    That of a sample is final as it comes with the site.

    Raises:
        InputError: the game cannot be judged by these rules.
    """
    status = reviews.request(record.public_game(row), _near(row), refine=not row.sample, **options)
    if status.job is not None and status.job.pk != row.review_id:
        _keep(row, status.job)
    return status


def settle(row: StoredGame) -> None:
    """Have a game keep its review, if every position of it is known: nothing is begun."""
    game = record.load(row, names=row.names)
    status = find(row, game)
    if status.plan.positions and status.review.complete:
        _keep(row, reviews.settled(game, status))


def solve_ahead(row: StoredGame, game: Game) -> None:
    """Have idle workers solve a game that is being entered, so that its review is there when it ends."""
    if record.is_ahead(row):
        game = record.public_game(row)
    try:
        if reviews.solve_ahead(game, _near(row)) and game.over:
            request(row, look=0)
    except (InputError, TooManyQuestions):
        return  # it cannot be judged, or its page begins the rest


def _near(row: StoredGame) -> list[int]:
    """Return reviews that know some of a game's positions: that of an earlier state, and of what it is a variation of."""
    code, _ = record.branched_from(row)
    pks = [row.review_id]
    if code:
        pks += StoredGame.objects.filter(code=code).values_list("review_id", flat=True)
    return [pk for pk in pks if pk is not None]


@transaction.atomic
def _keep(row: StoredGame, review: Review) -> None:
    """Have a game keep the review of its last state, instead of that of an earlier one; one of an earlier state goes with it."""
    if Review.objects.select_for_update().filter(pk=review.pk).first() is None:
        return  # it went meanwhile
    kept = row.review_id
    of_last = (
        StoredGame.objects.filter(pk=row.pk, version=row.version) if kept else StoredGame.objects.filter(pk=row.pk)
    )
    rows = Review.objects.filter(games=None)
    if of_last.update(review=review):
        Review.objects.filter(pk=review.pk).update(part_of=None)
        if kept and rows.filter(pk=kept).exists():
            Review.objects.filter(part_of=kept).update(part_of=review)
            rows.filter(pk=kept).delete()
    else:
        rows.filter(pk=review.pk, part_of=None).update(part_of=kept)
