"""The boards that a game has unless others are chosen: those of its day, as far as they are known."""

from __future__ import annotations

from datetime import date

from pressorpass_site.boards import services as boards
from pressorpass_site.boards.models import BoardRevision

ROUNDS = ("1", "2")
DEFAULT_BOARDS = {"1": "pyl-1984-09-r1", "2": boards.DEFAULT_BOARD}


def board_of(round_: str, day: str) -> BoardRevision:
    """The newest fully known board of a round that was in use by a day, given as 1985-03-04.

    The best known one where no day is given, or none is known of that time.
    """
    try:
        when = date.fromisoformat(day.strip()[:10])
    except ValueError:
        return boards.find_revision(DEFAULT_BOARDS[round_])
    known = [
        revision
        for revision in boards.current_revisions()
        if revision.playable and revision.board.round == round_ and "pilot" not in revision.board.show.lower()
    ]
    by_then = [each for each in known if each.board.valid_from and each.board.valid_from <= when]
    if not by_then:
        return boards.find_revision(DEFAULT_BOARDS[round_])
    return max(by_then, key=lambda each: each.board.valid_from or date.min)
