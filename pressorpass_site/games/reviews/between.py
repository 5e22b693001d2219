"""The chances between the rounds, while the questions are asked: each moment is one answer and one job."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine import ENGINE_VERSION, Limits, Rules, between_rounds
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.identity import identity_key
from pressorpass_site.work.models import LOOK, Priority
from pressorpass_site.work.queues import JobQueue
from pressorpass_site.work.running import Run, brief_memory

from .models import Between, Podiums

LIMITS = {"seconds": 15.0}
FIRST_SECONDS = 2.0


@dataclass(frozen=True)
class BetweenRounds:
    """A moment between the rounds.

    Attributes:
        podiums: the three, with the spins that the questions have brought so far.
        revision: the board of round 2. rules: of the game.
        questions: still to come.
        secret: as of a question (questions/question.py).
    """

    podiums: Podiums
    revision: BoardRevision
    rules: Rules
    questions: int
    secret: str = ""

    @property
    def key(self) -> str:
        """The hash of everything that the chances depend on."""
        board = [self.revision.board_id, self.revision.number, self.revision.digest]
        secret = [self.secret] if self.secret else []
        return identity_key(
            ["between", self.numbers, board, self.rules.identity(), self.questions, ENGINE_VERSION, *secret]
        )

    @property
    def numbers(self) -> list[dict[str, int]]:
        """The podiums, ready to be stored."""
        return [{"score": c.score, "earned": c.earned, "whammies": c.whammies} for c in self.podiums]


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


def answer_first(row: Between, run: Run) -> None:
    """Store the chances on the grid for which there is time at once, and leave a finer one to a job of its own."""
    _solve(row, run, FIRST_SECONDS)
    run.leave_to_refinement()


def refine_answer(row: Between, run: Run) -> None:
    """Store better chances, if there is time for a finer grid."""
    if row.odds is None or row.odds.method != "exact":
        _solve(row, run, row.limits["seconds"])


def _solve(row: Between, run: Run, seconds: float) -> None:
    podiums, rules, then = row.asked
    odds = between_rounds(podiums, rules, then, Limits(seconds, brief_memory()), cancel=run.cancel)
    if row.odds is None or odds.uncertainty < row.odds.uncertainty:
        run.store(result=odds.to_json())


jobs = JobQueue(
    Between,
    answer_first,
    task="between.solve",
    priority=Priority.FIRST,
    refine=refine_answer,
    refine_task="between.refine",
    fails_undispatched=True,
)


def _columns(asked: BetweenRounds) -> dict[str, Any]:
    return {
        "input": asked.numbers,
        "then_revision": asked.revision,
        "then_questions": asked.questions,
        "rules": asked.rules.options(),
        "engine_version": ENGINE_VERSION,
    }
