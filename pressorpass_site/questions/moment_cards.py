"""Moments with the addresses of their answers, for lists on any page."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache

from engine import Position
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision

from .address import address_of
from .moments import Moment, all_moments
from .question import Question

# For the home page: the show's own moments, and one of a few numbers that is answered at once.
SELECTION = ("larson-pass", "cathy-lori", "bryant-1985-07-15", "cpp-8000-3")


@dataclass(frozen=True)
class Choice:
    """One way to choose in a moment; `link` leads to the answer after it."""

    words: str
    notation: str
    link: str


@dataclass(frozen=True)
class MomentCard:
    """A moment ready to be shown.

    Attributes:
        revision: the board asked about; None if the moment cannot be asked.
        link: the address of its answer; empty if it cannot be asked.
    """

    moment: Moment
    revision: BoardRevision | None
    link: str
    choices: tuple[Choice, ...]

    @property
    def questions(self) -> list[Question]:
        """The questions: the moment itself, then the position after each choice."""
        if self.revision is None:
            return []
        return [Question(Position.parse(each), self.revision, self.moment.rules) for each in self.moment.positions]


def gallery() -> tuple[MomentCard, ...]:
    """Return every moment, in the order to show them."""
    return _cards(boards.catalogue().version)


def selection() -> list[MomentCard]:
    """Return a few moments for people who have no position at hand; each can be asked."""
    known = {card.moment.id: card for card in gallery()}
    return [known[one] for one in SELECTION]


@lru_cache(maxsize=1)
def _cards(version: Hashable) -> tuple[MomentCard, ...]:
    """Return the gallery with the boards of this version."""
    revisions = {revision.board.slug: revision for revision in boards.current_revisions()}
    return tuple(card_of(moment, revisions.get(moment.asked_board or "")) for moment in all_moments())


def card_of(moment: Moment, revision: BoardRevision | None) -> MomentCard:
    """Return the card of a moment that is asked on a revision of its board; None if it cannot be asked."""
    if revision is None:
        return MomentCard(moment, None, "", ())
    slug, rules = boards.reference(revision), moment.rules
    choices = (Choice(each.words, each.notation, address_of(each.notation, slug, rules)) for each in moment.choices)
    return MomentCard(moment, revision, address_of(moment.notation, slug, rules), tuple(choices))
