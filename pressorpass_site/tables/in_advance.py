"""Tables that people are likely to want: of famous moments, then of the common openings of the default board.

They are queued once, when the data folder is made, and built while nobody is waiting for anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engine import Position, Rules
from engine.tables import Store
from pressorpass_site.boards import services as boards
from pressorpass_site.questions.moments import all_moments
from pressorpass_site.questions.question import Question

from . import whatif_tables
from .openings import openings

MOST_SPINS = 6  # of an opening
SECONDS = 5.0  # for one table; a finer one is built once somebody looks at it
LARGEST = 4_000_000  # bytes that such a table takes at most, roughly
SHARE = 0.5  # of the folder that they may fill, so that they displace nothing


def queue() -> int:
    """Queue the tables that nobody has asked for yet and return their number. Idle workers find them."""
    room = int(SHARE * Store().max_bytes / LARGEST)
    return sum(whatif_tables.request_in_advance(question, SECONDS) for question in islice(_questions(), room))


def _questions() -> Iterator[Question]:
    for moment in all_moments():
        if moment.asked_board:
            revision = boards.find_revision(moment.asked_board)
            for notation in moment.positions:
                yield Question(Position.parse(notation), revision, moment.rules)
    rules = Rules.preset("show")
    revision = boards.find_revision(boards.DEFAULT_BOARD)
    for opening in openings(rules, MOST_SPINS):
        yield Question(opening, revision, rules)
