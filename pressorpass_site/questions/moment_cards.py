"""Moments with the addresses of their answers, for lists on any page."""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from engine import Position
from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision

from .address import format_address
from .moments import Moment, list_moments
from .question import Question

# For the home page: moments of the show, and a simple position that is answered at once.
SELECTION = ("larson-pass", "cathy-lori", "bryant-1985-07-15", "cpp-8000-3")


@dataclass(frozen=True)
class MomentChoice:
    """One way to choose in a moment; `link` leads to the answer after it."""

    words: str
    notation: str
    link: str


@dataclass(frozen=True)
class MomentCard:
    """A moment with its address; without a `revision` there is no question."""

    moment: Moment
    revision: BoardRevision | None
    link: str
    choices: tuple[MomentChoice, ...]

    @cached_property
    def questions(self) -> list[Question]:
        """The questions: the moment itself, then the position after each choice."""
        if self.revision is None:
            return []
        return [
            Question(Position.parse(position), self.revision, self.moment.rules) for position in self.moment.positions
        ]


def list_cards() -> tuple[MomentCard, ...]:
    return _build_cards(boards.get_catalog().version)


def select_cards() -> list[MomentCard]:
    """Return a few moments for visitors without a position at hand; each has a question."""
    cards_by_id = {card.moment.id: card for card in list_cards()}
    return [cards_by_id[moment_id] for moment_id in SELECTION]


@lru_cache(maxsize=1)
def _build_cards(version: Hashable) -> tuple[MomentCard, ...]:
    revisions = {revision.board.slug: revision for revision in boards.list_current_revisions()}
    return tuple(build_card(moment, revisions.get(moment.asked_board or "")) for moment in list_moments())


def build_card(moment: Moment, revision: BoardRevision | None) -> MomentCard:
    if revision is None:
        return MomentCard(moment, None, "", ())
    slug, rules = boards.build_short_reference(revision), moment.rules
    choices = (
        MomentChoice(choice.words, choice.notation, format_address(choice.notation, slug, rules))
        for choice in moment.choices
    )
    return MomentCard(moment, revision, format_address(moment.notation, slug, rules), tuple(choices))
