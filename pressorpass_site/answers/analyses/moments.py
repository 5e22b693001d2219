"""The famous moments after a new revision of their board: their answers are solved ahead, and until then older ones are shown."""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models.signals import post_save

from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core import clients
from pressorpass_site.questions.moment_cards import MomentCard, build_card, list_cards
from pressorpass_site.questions.question import Question

from . import services
from .answers import Answer

MAX_OLDER = 5  # revisions of a board that are searched for answers


def solve_ahead(revision: BoardRevision) -> None:
    with clients.act_for_client(clients.SITE):
        for card in list_cards():
            if card.revision is not None and card.revision.pk == revision.pk:
                for question in card.questions:
                    services.get_or_start_analysis(question, view_seconds=0)


def get_answered_cards(cards: Sequence[MomentCard]) -> tuple[list[MomentCard], Mapping[Question, Answer]]:
    """Return the cards with the final answers to their questions.

    Each card is for the newest revision of its board that has all answers; for the newest of all if none has.
    """
    answers = dict(
        services.get_available_answers((question for card in cards for question in card.questions), only_final=True)
    )
    waiting_cards = [card for card in cards if not _is_answered(card, answers)]
    older = {card.moment.id: list(_list_older_cards(card)) for card in waiting_cards}
    questions = [question for others in older.values() for card in others for question in card.questions]
    answers |= services.get_available_answers(questions, only_final=True)
    answered_cards = [
        next((other for other in older.get(card.moment.id, ()) if _is_answered(other, answers)), card) for card in cards
    ]
    return answered_cards, answers


def _is_answered(card: MomentCard, answers: Mapping[Question, Answer]) -> bool:
    return all(question in answers for question in card.questions)


def _list_older_cards(card: MomentCard) -> list[MomentCard]:
    """Return the card on older revisions of its board, the newest first."""
    if card.revision is None:
        return []
    rows = BoardRevision.objects.select_related("board").filter(board=card.revision.board_id)
    before = rows.filter(number__lt=card.revision.number).order_by("-number")
    return [build_card(card.moment, revision) for revision in islice(before, MAX_OLDER)]


def _solve_ahead_once_stored(instance: BoardRevision, *, created: bool, **_: Any) -> None:
    """Solve ahead unless the board comes with the site, as its answers do, or is a fan's, which has no moments."""
    if created and instance.author and not instance.board.owner:
        transaction.on_commit(lambda: solve_ahead(instance))


def connect() -> None:
    post_save.connect(_solve_ahead_once_stored, sender=BoardRevision, dispatch_uid="moments")
