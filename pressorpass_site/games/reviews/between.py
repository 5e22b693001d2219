"""The chances between the rounds, while the questions are asked: each moment is one answer and one job."""

from __future__ import annotations

from dataclasses import dataclass

from engine import ENGINE_VERSION, Position, Rules
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.identity import identity_key
from pressorpass_site.work.models import LOOK

from .models import Between
from .tasks import between_jobs as jobs

LIMITS = {"seconds": 8.0}


@dataclass(frozen=True)
class BetweenRounds:
    """A moment between the rounds.

    Attributes:
        position: the podiums, with the spins that the questions have brought so far.
        revision: the board of round 2. rules: of the game.
        questions: still to come.
    """

    position: Position
    revision: BoardRevision
    rules: Rules
    questions: int

    @property
    def key(self) -> str:
        """The hash of everything that the chances depend on."""
        board = [self.revision.board_id, self.revision.number, self.revision.digest]
        return identity_key(
            ["between", self.position.notation, board, self.rules.identity(), self.questions, ENGINE_VERSION]
        )


def ask(asked: BetweenRounds, *, look: float = LOOK) -> Between:
    """Return the row of these chances; start its job if it is new. Asking again keeps it in view for `look` seconds.

    Raises:
        TooManyQuestions: it needs a job, and the client has too many that are not done.
    """
    return jobs.ask(asked.key, LIMITS, look=look, **_columns(asked))


def stored(asked: BetweenRounds) -> Between | None:
    """Return the row of these chances; None if nobody has asked yet."""
    found: Between | None = Between.objects.filter(key=asked.key).first()
    return found


def _columns(asked: BetweenRounds) -> dict[str, object]:
    return {
        "position": asked.position.notation,
        "then_revision": asked.revision,
        "then_questions": asked.questions,
        "rules": asked.rules.options(),
        "engine_version": ENGINE_VERSION,
    }
