"""Moments ready to be shown: the gallery, and a few for the home page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine import Rules
from pressorpass_site.boards import services as boards

from . import moments
from .address import address_of
from .moments import Moment
from .rule_labels import rules_sentence

# For the home page: an example that is answered at once, what the show is remembered for, and one
# for each kind of trouble.
SELECTION = (
    "cpp-8000-3",
    "larson-pass",
    "cathy-lori",
    "bryant-1985-07-15",
    "c-last-leader",
    "c-tie-lead",
    "c-pick-a-corner",
    "c-house",
)


@dataclass(frozen=True)
class MomentCard:
    """A moment ready to be shown.

    Attributes:
        link: the address of its answer; empty if it cannot be asked.
        board: the label of the board asked about; empty if it cannot be asked.
        board_link: the board's page.
        rules: the rules in words.
        choices: for each way to choose, its words and the address of the answer after it.
    """

    moment: Moment
    link: str
    board: str
    board_link: str
    rules: str
    choices: list[tuple[str, str]]


@dataclass(frozen=True)
class Group:
    """Moments of one kind."""

    id: str
    title: str
    about: str
    cards: list[MomentCard]


def gallery() -> list[Group]:
    """Every moment under the heading of its kind."""
    cards = {each.moment.id: each for each in _cards(moments.all_moments())}
    return [
        Group(kind, title, about, [cards[moment.id] for moment in members])
        for kind, title, about, members in moments.by_kind(moments.all_moments())
    ]


def selection() -> list[MomentCard]:
    """A few moments for people who have no position at hand; each can be asked."""
    known = {moment.id: moment for moment in moments.all_moments()}
    return _cards(known[one] for one in SELECTION)


def _cards(some: Iterable[Moment]) -> list[MomentCard]:
    labels = {revision.board.slug: revision.board for revision in boards.current_revisions()}
    found = []
    for moment in some:
        rules = Rules.preset("show").with_options(moment.rules)
        board = labels.get(moment.asked_board or "")
        asked = moment.notation if board else ""
        slug = board.slug if board else ""
        found.append(
            MomentCard(
                moment,
                link=address_of(asked, slug, rules) if asked else "",
                board=board.label if board else "",
                board_link=board.get_absolute_url() if board else "",
                rules=rules_sentence(rules),
                choices=[(each.words, address_of(each.notation, slug, rules)) for each in moment.choices if board],
            )
        )
    return found
