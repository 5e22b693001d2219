"""The chances between the rounds, while the questions are asked: each moment is one answer and one job."""

from dataclasses import dataclass
from typing import Any

from engine import ENGINE_VERSION, Limits, Rules, between_rounds
from pressorpass_site.boards.models import BoardRevision
from pressorpass_site.core.identity import build_identity_key
from pressorpass_site.work.jobs import JobType
from pressorpass_site.work.models import VIEW_SECONDS, Queue
from pressorpass_site.work.running import JobRun, get_brief_memory, make_job_task

from ..models import BetweenRoundsAnalysis, Podiums

LIMITS = {"seconds": 15.0}
FIRST_SECONDS = 2.0

jobs = JobType(BetweenRoundsAnalysis, task="between.solve", queue=Queue.FIRST, refine_queue=Queue.REFINE)


@dataclass(frozen=True)
class BetweenRounds:
    """A moment between the rounds, with the spins that the questions have brought so far; `questions` are to come."""

    podiums: Podiums
    revision: BoardRevision
    rules: Rules
    questions: int
    secret: str = ""

    @property
    def key(self) -> str:
        board = [self.revision.board_id, self.revision.number, self.revision.digest]
        secret = [self.secret] if self.secret else []
        return build_identity_key(
            ["between", self.numbers, board, self.rules.identity(), self.questions, ENGINE_VERSION, *secret]
        )

    @property
    def numbers(self) -> list[dict[str, int]]:
        return [{"score": c.score, "earned": c.earned, "whammies": c.whammies} for c in self.podiums]


def get_or_start(moment: BetweenRounds, *, view_seconds: float = VIEW_SECONDS) -> BetweenRoundsAnalysis:
    """Return the row, its job started if it is new. Raises TooManyQuestions."""
    return jobs.get_or_start(moment.key, LIMITS, view_seconds=view_seconds, **_build_columns(moment))


def get_stored(moment: BetweenRounds) -> BetweenRoundsAnalysis | None:
    analysis: BetweenRoundsAnalysis | None = BetweenRoundsAnalysis.objects.filter(key=moment.key).first()
    return analysis


@make_job_task(jobs)
def solve(analysis: BetweenRoundsAnalysis, run: JobRun) -> bool:
    """Store the chances on a grid for which there is time; a brief run leaves a finer grid to a job of its own."""
    if run.is_brief:
        _solve(analysis, run, FIRST_SECONDS)
        return True
    if analysis.odds is None or analysis.odds.method != "exact":
        _solve(analysis, run, analysis.limits["seconds"])
    return False


def _solve(analysis: BetweenRoundsAnalysis, run: JobRun, seconds: float) -> None:
    podiums, rules, then = analysis.question_parts
    odds = between_rounds(podiums, rules, then, Limits(seconds, get_brief_memory()), cancel=run.cancel)
    if analysis.odds is None or odds.uncertainty < analysis.odds.uncertainty:
        run.store(result=odds.to_json())


def _build_columns(moment: BetweenRounds) -> dict[str, Any]:
    return {
        "input": moment.numbers,
        "next_round_revision": moment.revision,
        "questions_before_round_2": moment.questions,
        "rules": moment.rules.options(),
        "engine_version": ENGINE_VERSION,
    }
