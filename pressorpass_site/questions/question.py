"""A question: a position on a board under rules, and the key that identifies it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine import ENGINE_VERSION, Board, NextSpinsBoard, Position, Rules
from pressorpass_site.boards import services as boards
from pressorpass_site.boards import statistics
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.identity import identity_key

SEATS = ("Left", "Center", "Right")
BEST = "optimal"  # the default style of opponents
AUTO, BOUNDED = "auto", "bounded"  # the best answer that there is time for, or proven bounds
MOST_NEXT_SPINS = 6  # the engine takes no more


@dataclass(frozen=True)
class NextSpins:
    """Another board for everybody's next spins, 1 to `MOST_NEXT_SPINS` of them."""

    revision: BoardRevision
    spins: int


@dataclass(frozen=True)
class Question:
    """A position on a board under rules; `next_spins` only where those are on another board.

    `method` is the way to find the answer, `AUTO` or `BOUNDED`.
    """

    position: Position
    revision: BoardRevision
    rules: Rules
    next_spins: NextSpins | None = None
    method: str = AUTO

    @property
    def next_revision(self) -> BoardRevision:
        """The board of the next spin."""
        return self.next_spins.revision if self.next_spins else self.revision

    @property
    def board(self) -> Board:
        """The board, for the engine."""
        return self.revision.engine_board

    @property
    def next_spins_board(self) -> NextSpinsBoard | None:
        """The board of the next spins where it is another, for the engine."""
        return NextSpinsBoard(self.next_spins.revision.engine_board, self.next_spins.spins) if self.next_spins else None

    @property
    def against_best_play(self) -> Question | None:
        """The same question against best play; None if this one is against best play."""
        if self.rules.opponents == BEST:
            return None
        return replace(self, rules=self.rules.with_options({"opponents": BEST}))

    @property
    def refusal(self) -> str:
        """Why it cannot be asked on its boards; "" if it can. Questions stored earlier may have such boards."""
        return self.revision.refusal or self.next_revision.refusal

    @property
    def solvable(self) -> bool:
        """Whether there is an answer on its boards: it may be refused, or moves branch too far for any position."""
        return not self.refusal and not any(
            statistics.unanswerable(revision.engine_board) for revision in {self.revision, self.next_revision}
        )

    @property
    def key(self) -> str:
        """The hash of everything that the answer depends on, unique in the database.

        The time and memory allowed are not part of it: they decide whether there is an answer, not which one.
        """
        identity: dict[str, Any] = {
            "position": self.position.notation,
            "board": _identity(self.revision),
            "rules": self.rules.identity(),
            "engine": ENGINE_VERSION,
        }
        if self.next_spins:
            identity["now"] = [*_identity(self.next_spins.revision), self.next_spins.spins]
        if self.method != AUTO:
            identity["method"] = self.method
        return identity_key(identity)

    @property
    def on_newest_boards(self) -> Question:
        """The question on the newest revision of each board; itself if there is none newer.

        Those revisions may not be playable; then it has a `refusal`.
        """
        revision = boards.newer(self.revision) or self.revision
        if self.next_spins is None:
            return replace(self, revision=revision)
        next_revision = boards.newer(self.next_spins.revision) or self.next_spins.revision
        # Where both were revisions of one board, the board no longer changes.
        next_spins = None if next_revision == revision else replace(self.next_spins, revision=next_revision)
        return replace(self, revision=revision, next_spins=next_spins)


def _identity(revision: BoardRevision) -> list[Any]:
    return [revision.board_id, revision.number, revision.digest]
